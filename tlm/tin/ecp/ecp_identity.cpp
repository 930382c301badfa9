// SPDX-License-Identifier: Apache-2.0
// Registers of SYSCTL.
#include "tlm/tin/ecp/ecp_identity.h"

#include "base/random.h"

namespace tinsim {
namespace {

constexpr uint32_t kRandomEntry = 0x45435000;  // of no traffic

uint32_t word_of(const uint8_t* octets, unsigned count) {
  uint32_t word = 0;
  for (unsigned i = 0; i < count; ++i) word |= uint32_t{octets[i]} << 8 * i;
  return word;
}

}  // namespace

std::optional<uint32_t> EcpSystemRegisters::read(uint32_t offset) {
  switch (offset) {
    case ECP_SYSCTL_RESET_CAUSE:
      return cause_;
    case ECP_SYSCTL_REBOOT:
      return 0;
    case ECP_SYSCTL_CHIP_ADDRESS:
      return identity_.chip_address;
    case ECP_SYSCTL_MAC_LO:
      return word_of(identity_.mac.data(), 4);
    case ECP_SYSCTL_MAC_HI:
      return word_of(identity_.mac.data() + 4, 2);
    case ECP_SYSCTL_RANDOM:
      return draw(identity_.seed, kRandomEntry, identity_.chip_number, random_words_++).gap;
    case ECP_SYSCTL_CLOCK_MHZ:
      return identity_.mhz;
    case ECP_SYSCTL_CHIP_NUMBER:
      return identity_.chip_number;
    case ECP_SYSCTL_FEATURES:
      return identity_.features;
    case ECP_SYSCTL_MOS_PORTS:
      return identity_.mos_ports;
    case ECP_SYSCTL_ICMP_PER_S:
      return identity_.icmp_per_s;
    case ECP_SYSCTL_ICMP_BURST:
      return identity_.icmp_burst;
    default:
      return std::nullopt;
  }
}

bool EcpSystemRegisters::write(uint32_t offset, uint32_t value) {
  if (offset > ECP_SYSCTL_ICMP_BURST) return false;
  if (offset == ECP_SYSCTL_REBOOT && value == ECP_SYSCTL_REBOOT_KEY) requests_reboot_ = true;
  return true;  // the others are read only
}

}  // namespace tinsim
