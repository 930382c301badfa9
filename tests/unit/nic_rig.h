// SPDX-License-Identifier: Apache-2.0
// A NIC on a PCIe link, between a scripted host and an IP path that takes or gives packets at once.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "tlm/nic/shared_dma.h"

namespace tinsim {

/// Sends its packets as fast as they are taken, from a given cycle on, and keeps what it receives.
class RigHost final : public Host {
 public:
  struct Arrival {
    PacketPtr packet;
    uint8_t ecn;
    Cycle at;
  };
  void send(const PacketPtr& packet, Cycle from) {
    packets_.push_back(packet);
    from_ = from;
  }
  Cycle next() const override { return packets_.empty() ? kNoCycle : from_; }
  PacketPtr take(Cycle) override {
    PacketPtr packet = packets_.front();
    packets_.pop_front();
    return packet;
  }
  void receive(const PacketPtr& packet, uint8_t ecn, Cycle at) override {
    arrivals.push_back({packet, ecn, at});
  }
  std::vector<Arrival> arrivals;

 private:
  std::deque<PacketPtr> packets_;
  Cycle from_ = 0;
};

/// A user of the link next to the NIC: keeps reads of 4 KiB in flight.
class RigReader final : public DmaClient {
 public:
  RigReader(DmaPort& dma, unsigned reads) : dma_(dma), idle_(reads) {}
  void run(Cycle now) {
    for (; idle_ > 0; --idle_) dma_.read(now, 0, 4096, 0);
  }
  void read_piece(const DmaPiece& piece, Cycle) override {
    bytes += piece.bytes.size;
    if (piece.last) ++idle_;
  }
  void write_landed(uint64_t, bool, Cycle) override {}
  void atomic_done(uint64_t, uint64_t, bool, Cycle) override {}
  uint64_t bytes = 0;

 private:
  DmaPort& dma_;
  unsigned idle_;
};

class NicRig : private NicIpPort, private MmioTarget {
 public:
  static constexpr uint32_t kBase = 1 << 17;
  static constexpr unsigned kReaders = 16;
  struct Taken {
    PacketPtr packet;
    Cycle at;
  };

  NicRig(const NicConfig& nic, const PcieConfig& pcie, bool carried, bool with_reader = false)
      : memory_(uint64_t{256} << 20),
        plain_(memory_),
        link_(pcie_params(pcie, carried), plain_),
        shared_(link_, kBase),
        nic_(nic_params(nic, carried), link_, link_, memory_, *this, host) {
    shared_.attach(nic_);
    if (!with_reader) return;
    reader = std::make_unique<RigReader>(shared_.of_rma(), kReaders);
    shared_.attach_rma(*reader, *this);
  }

  /// A packet of IPv4 whose frame has `bytes` bytes without FCS.
  static PacketPtr packet(uint32_t bytes, uint32_t number = 0, bool carried = false) {
    Packet packet;
    packet.bytes = static_cast<uint16_t>(bytes - 14);
    packet.frame_bytes = static_cast<uint16_t>(bytes + 4);
    packet.number = number;
    for (unsigned i = 0; carried && i < packet.bytes; ++i)
      packet.data.push_back(static_cast<uint8_t>(number * 7 + i * 3));
    return std::make_shared<const Packet>(packet);
  }

  /// Packets that the IP path will give, one in a cycle at most, while it is not stopped.
  std::deque<PacketPtr> incoming;
  Cycle incoming_from = 0;
  std::vector<Taken> taken;
  RigHost host;
  std::unique_ptr<RigReader> reader;

  void run_to(Cycle end) {
    for (; now_ < end; ++now_) {
      do {
        if (shared_.next() <= now_) shared_.run(now_);
        if (reader != nullptr) reader->run(now_);
        if (nic_.next_work() <= now_) nic_.run(now_);
        while (nic_.next() <= now_) taken.push_back({nic_.take(now_), now_});
        give();
      } while (shared_.next() <= now_ || nic_.next_work() <= now_);
    }
  }
  const NicCounters& counters() const { return nic_.counters(); }
  void check() const { nic_.check(now_); }
  const PcieLink& link() const { return link_; }
  HostMemory& memory() { return memory_; }
  const NicMap& map() const { return nic_.params().map; }

 private:
  static PcieParams pcie_params(const PcieConfig& pcie, bool carried) {
    PcieParams params(pcie, 400);
    params.carried = carried;
    params.bar_bytes = kBase + kNicBarBytes;
    return params;
  }
  static NicParams nic_params(const NicConfig& nic, bool carried) {
    NicParams params(nic, 400);
    params.name = "rig";
    params.carried = carried;
    params.bar_base = kBase;
    params.map = NicMap(1 << 20, nic.tx_ring, nic.rx_ring);
    return params;
  }
  void give() {
    if (stopped_ || incoming.empty() || now_ < incoming_from || given_at_ == now_) return;
    given_at_ = now_;
    const PacketPtr packet = incoming.front();
    incoming.pop_front();
    nic_.receive(packet, packet->number % 4, now_);
  }
  void wake(Cycle) override {}
  void stop(Cycle, bool is_stopped) override { stopped_ = is_stopped; }
  void store(unsigned, uint32_t, ByteView, Cycle) override {}
  bool load(unsigned, uint32_t, uint8_t*, uint32_t, Cycle) override { return false; }

  HostMemory memory_;
  PlainDmaMemory plain_;
  PcieLink link_;
  SharedDma shared_;
  Nic nic_;
  bool stopped_ = false;
  Cycle given_at_ = kNoCycle;
  Cycle now_ = 0;
};

}  // namespace tinsim
