// SPDX-License-Identifier: Apache-2.0
// Connections of a chip to its control processor: registers, MOS of its links, packets of its CPU
// port.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tinsim {

// Times are cycles of the control processor. Calls are in order of time.

/// The registers of the chip, 32 bits each. `offset`: a multiple of 4 below ECP_REGISTER_BUS_BYTES.
class EcpRegisterBus {
 public:
  virtual ~EcpRegisterBus() = default;
  /// The value in cycle `at`; nothing: no register is there.
  virtual std::optional<uint32_t> read(uint32_t offset, uint64_t at) = 0;
  /// The value holds from cycle `at` on. False: no register is there.
  virtual bool write(uint32_t offset, uint32_t value, uint64_t at) = 0;
};

/// A management ordered set: 48 bits of payload and 4 bits of subtype.
struct EcpMosWord {
  uint64_t payload = 0;
  uint8_t sub = 0;

  bool operator==(const EcpMosWord& o) const { return payload == o.payload && sub == o.sub; }
};

/// The transmitters of management ordered sets, by port of the switch.
class EcpMosPorts {
 public:
  virtual ~EcpMosPorts() = default;
  /// Whether the port has a link whose transmitter takes a word in cycle `at`.
  virtual bool is_ready(unsigned port, uint64_t at) = 0;
  /// Precondition: is_ready().
  virtual void send(unsigned port, const EcpMosWord& word, uint64_t at) = 0;
};

/// A frame from the destination MAC on, without FCS.
struct EcpFrame {
  std::vector<uint8_t> octets;
  uint8_t interface = 0;  ///< ECP_INTERFACE_…: where it arrived, or is to leave
  uint8_t reason = 0;     ///< of a received one: ECP_TRAP_…
};

/// The transmit side of the chip's CPU port.
class EcpPacketPort {
 public:
  virtual ~EcpPacketPort() = default;
  virtual bool is_ready(uint64_t at) = 0;
  /// Precondition: is_ready(). False: the frame is malformed, or cannot leave by this interface.
  virtual bool send(const EcpFrame& frame, uint64_t at) = 0;
};

}  // namespace tinsim
