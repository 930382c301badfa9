// SPDX-License-Identifier: Apache-2.0
// SYSCTL of the control processor: what it is, and why it was reset.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim {

struct EcpIdentity {
  uint32_t chip_number = 0;      ///< in the network
  uint16_t chip_address = 0;     ///< GNet address of the chip's endpoint 0
  std::array<uint8_t, 6> mac{};  ///< unique, in the order of the wire
  uint32_t mhz = 400;            ///< of the processor
  uint32_t mos_ports = 0;
  uint32_t features = 0;       ///< ECP_SYSCTL_FEATURE_…
  uint32_t icmp_per_s = 1000;  ///< ICMP errors that the firmware sends in a second
  uint32_t icmp_burst = 10;    ///< … and at once, after a pause
  uint64_t seed = 1;           ///< of the random words
};

class EcpSystemRegisters {
 public:
  explicit EcpSystemRegisters(const EcpIdentity& identity) : identity_(identity) {}

  std::optional<uint32_t> read(uint32_t offset);
  bool write(uint32_t offset, uint32_t value);

  /// Random words continue.
  void reset(uint32_t cause) {
    cause_ = cause;
    requests_reboot_ = false;
  }
  bool requests_reboot() const { return requests_reboot_; }

 private:
  EcpIdentity identity_;
  uint32_t cause_ = ECP_RESET_POWER_ON;
  uint64_t random_words_ = 0;
  bool requests_reboot_ = false;
};

}  // namespace tinsim
