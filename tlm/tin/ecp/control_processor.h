// SPDX-License-Identifier: Apache-2.0
// The control processor of a chip: core, SRAM and devices at the addresses of ecp_map.h.
#pragma once

#include <cstdint>
#include <memory>

#include "tlm/tin/ecp/armv6m_core.h"
#include "tlm/tin/ecp/ecp_identity.h"
#include "tlm/tin/ecp/ecp_timer.h"
#include "tlm/tin/ecp/mos_mailboxes.h"
#include "tlm/tin/ecp/packet_buffers.h"

namespace tinsim {

struct EcpParams {
  EcpIdentity identity;
  Armv6mTiming timing;
  uint32_t register_cycles = 20;  ///< that an access to a register of the chip stalls the core
};

struct EcpCounts {
  uint64_t instructions = 0;
  uint64_t exceptions = 0;
  uint64_t sleeps = 0;
  uint64_t hard_faults = 0;
  uint64_t reboots = 0;
  uint64_t register_reads = 0;
  uint64_t register_writes = 0;
};

/// Without a connection, registers fault and transmitters are never ready.
class ControlProcessor final : private EcpBus {
 public:
  ControlProcessor(std::shared_ptr<const EcpImage> image, const EcpParams& params);

  void connect(EcpRegisterBus& registers) { registers_ = &registers; }
  void connect(EcpMosPorts& ports) { mos_.connect(ports); }
  void connect(EcpPacketPort& port) { packets_.connect(port); }

  /// Executes what begins before cycle `until`. Earlier times have no effect.
  void advance(uint64_t until);
  /// Not before the cycle of the last advance(), which an access may have exceeded.
  uint64_t cycle() const { return core_.cycle(); }

  // Between two calls of advance().

  void receive(unsigned port, const EcpMosWord& word) { mos_.receive(port, word); }
  void receive(EcpFrame frame) { packets_.receive(std::move(frame)); }
  /// Level of a line that a unit of the chip drives: ECP_IRQ_LINK, ECP_IRQ_TRACE_TIMESYNC.
  void set_line(unsigned line, bool level);
  /// Loads the image again and resets core and devices; registers of the chip keep their values.
  void reboot(uint32_t cause);

  EcpCounts counts() const;
  const MosMailboxes& mos() const { return mos_; }
  const PacketBuffers& packets() const { return packets_; }
  Armv6mCore& core() { return core_; }
  const Armv6mCore& core() const { return core_; }
  /// Host memory of this chip alone.
  std::size_t host_bytes() const {
    return sizeof *this - sizeof(EcpSram) + core_.sram().host_bytes();
  }

 private:
  BusReply read(uint32_t address, unsigned bytes, uint64_t now) override;
  BusReply write(uint32_t address, unsigned bytes, uint32_t value, uint64_t now) override;
  uint32_t lines(uint64_t now) override;
  uint64_t next_event() const override { return timer_.next_event(); }
  BusReply read_device(uint32_t address, uint64_t now);
  bool write_device(uint32_t address, uint32_t value, uint64_t now);
  BusReply read_register(uint32_t offset, uint64_t now);
  BusReply write_register(uint32_t offset, uint32_t value, uint64_t now);

  const EcpParams params_;
  EcpTimer timer_;
  EcpSystemRegisters system_;
  MosMailboxes mos_;
  PacketBuffers packets_;
  EcpRegisterBus* registers_ = nullptr;
  uint32_t unit_lines_ = 0;
  uint64_t reboots_ = 0;
  uint64_t register_reads_ = 0;
  uint64_t register_writes_ = 0;
  Armv6mCore core_;
};

}  // namespace tinsim
