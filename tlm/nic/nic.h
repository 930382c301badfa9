// SPDX-License-Identifier: Apache-2.0
// The NIC of one host: packets between the host and the chip's IP path, through descriptor rings in
// host memory. docs/reference/nic.md.
#pragma once

#include "tlm/nic/nic_driver.h"
#include "tlm/nic/nic_receiver.h"
#include "tlm/nic/nic_transmitter.h"

namespace tinsim {

/// The IP path at the port of one host.
class NicIpPort {
 public:
  virtual ~NicIpPort() = default;
  /// Host::next() has become earlier, in cycle `now`.
  virtual void wake(Cycle now) = 0;
  /// `is_stopped`: no packet may begin to depart to the NIC from cycle `now` on.
  virtual void stop(Cycle now, bool is_stopped) = 0;
};

/// Is the host that the IP path sees. Times of all calls are of one cycle after the other: within
/// a cycle those of DMA come before run(), and those of the IP path last.
class Nic final : public Host, public DmaClient {
 public:
  /// All outlive the NIC. Packets of `host` cross `dma`, doorbells `mmio`.
  Nic(const NicParams& params, DmaPort& dma, MmioPort& mmio, HostMemory& memory, NicIpPort& ip,
      Host& host)
      : params_(params),
        ip_(ip),
        rings_(params),
        moderator_(params_, dma, counters_),
        transmitter_(params_, dma, rings_, counters_, moderator_),
        receiver_(params_, dma, rings_, counters_, moderator_),
        driver_(params_, memory, mmio, rings_, counters_, host) {}

  // Of the IP path.
  Cycle next() const override { return transmitter_.has_packet() ? 0 : kNoCycle; }
  PacketPtr take(Cycle now) override {
    return transmitter_.has_packet() ? transmitter_.take(now) : nullptr;
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    receiver_.receive(at, packet, ecn);
    check_space(at);
  }

  // Of PCIe.
  void read_piece(const DmaPiece& piece, Cycle at) override;
  void write_landed(uint64_t cookie, bool error, Cycle at) override;
  void atomic_done(uint64_t, uint64_t, bool, Cycle) override {}
  /// A store to the doorbells, `offset` from the first of them.
  void doorbell(uint32_t offset, ByteView bytes, Cycle at);

  /// First cycle in which run() has work.
  Cycle next_work() const { return std::min(moderator_.next(), driver_.next()); }
  void run(Cycle now) {
    moderator_.run(now);
    if (driver_.next() <= now) driver_.run(now);
  }
  const NicCounters& counters() const { return counters_; }
  /// Compares the counters with the packets that rings and buffer hold. Throws InvariantError where
  /// one is missing.
  void check(Cycle now) const;
  const NicParams& params() const { return params_; }

 private:
  void check_space(Cycle now);

  NicParams params_;
  NicIpPort& ip_;
  NicCounters counters_;
  NicRings rings_;
  InterruptModerator moderator_;
  NicTransmitter transmitter_;
  NicReceiver receiver_;
  NicDriver driver_;
  bool is_stopped_ = false;
};

}  // namespace tinsim
