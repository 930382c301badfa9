// SPDX-License-Identifier: Apache-2.0
// A chip around the firmware.
#include "tests/firmware/fake_chip.h"

#include <gtest/gtest.h>

#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim::firmware_test {
namespace {

// Offsets of rtl_models/registers: group link.
constexpr std::uint32_t kLinkChanged = 0x2000, kLinkControl = 0x2400, kLinkStatus = 0x2404;
constexpr std::uint32_t kStateUp = 2, kStateDown = 0;
constexpr std::size_t kMailboxWords = 32;

}  // namespace

FakeChip::FakeChip(std::uint32_t number, bool has_mac, std::uint32_t mos_ports,
                   const MakeRunner& make)
    : number_(number),
      ports_(mos_ports),
      has_mac_(has_mac),
      random_(number),
      mos_(mos_ports),
      connected_(mos_ports),
      up_(mos_ports),
      window_(ECP_PKT_WINDOW_BYTES) {
  runner_ = make(*this);
}

void FakeChip::boot(std::uint32_t cause) {
  cause_ = cause;
  reboot_ = false;
  ++boots;
  runner_->boot();
}

std::uint32_t FakeChip::lines() const {
  std::uint32_t levels = alarm_ <= now_ ? 1u << ECP_IRQ_TIMER : 0;
  if (!rx_.empty()) levels |= 1u << ECP_IRQ_PACKET_RX;
  for (const auto& mailbox : mos_)
    if (!mailbox.empty()) levels |= 1u << ECP_IRQ_MOS;
  return levels;
}

void FakeChip::run(std::uint64_t now_us) {
  now_ = now_us;
  update_links();
  while (lines() != 0 && !reboot_) runner_->run();
  if (reboot_) boot(ECP_RESET_REBOOT);
}

bool FakeChip::load(std::uint32_t address, std::uint32_t& value) {
  if (address >= ECP_REGISTER_BUS_BASE + kFirstIllegal) return false;
  value = load_at(address);
  if (records_accesses) accesses.push_back({false, address, value});
  return true;
}

bool FakeChip::store(std::uint32_t address, std::uint32_t value) {
  if (address >= ECP_REGISTER_BUS_BASE + kFirstIllegal) return false;
  if (records_accesses) accesses.push_back({true, address, value});
  store_at(address, value);
  return true;
}

void FakeChip::word_arrives(std::uint32_t port, pmos_word word) {
  if (mos_[port].size() < kMailboxWords) mos_[port].push_back(word);  // else it is lost
}

std::uint32_t FakeChip::reg(std::uint32_t offset) const {
  const auto found = registers.find(offset);
  return found == registers.end() ? 0 : found->second;
}

std::array<std::uint8_t, 6> FakeChip::mac() const {
  return {0x02,
          0x54,
          0x69,
          0x4e,
          static_cast<std::uint8_t>(number_ >> 8),
          static_cast<std::uint8_t>(number_)};
}

void FakeChip::update_links() {
  for (std::uint32_t port = 0; port < ports_; ++port) {
    const bool up = connected_[port] && (reg(kLinkControl + 16 * port) & 1);
    if (up == up_[port]) continue;
    up_[port] = up;
    changed_ |= std::uint64_t{1} << port;
    registers[kLinkStatus + 16 * port] = up ? kStateUp : kStateDown;
  }
}

std::uint32_t FakeChip::load_at(std::uint32_t address) {
  if (address >= ECP_REGISTER_BUS_BASE) {
    const std::uint32_t offset = address - ECP_REGISTER_BUS_BASE, value = load_register(offset);
    register_accesses.push_back({false, offset, value});
    return value;
  }
  if (address >= ECP_PKT_BASE) return load_packet(address - ECP_PKT_BASE);
  if (address >= ECP_MOS_BASE) return load_mos(address - ECP_MOS_BASE);
  if (address >= ECP_SYSCTL_BASE) return load_system(address - ECP_SYSCTL_BASE);
  if (address == ECP_TIMER_BASE + ECP_TIMER_LO) {
    time_high_ = static_cast<std::uint32_t>(now_ >> 32);
    return static_cast<std::uint32_t>(now_);
  }
  EXPECT_EQ(address, ECP_TIMER_BASE + ECP_TIMER_HI);
  return time_high_;
}

void FakeChip::store_at(std::uint32_t address, std::uint32_t value) {
  if (address >= ECP_REGISTER_BUS_BASE) {
    registers[address - ECP_REGISTER_BUS_BASE] = value;
    register_accesses.push_back({true, address - ECP_REGISTER_BUS_BASE, value});
  } else if (address >= ECP_PKT_BASE) {
    store_packet(address - ECP_PKT_BASE, value);
  } else if (address >= ECP_MOS_BASE) {
    store_mos(address - ECP_MOS_BASE, value);
  } else if (address == ECP_SYSCTL_BASE + ECP_SYSCTL_REBOOT) {
    reboot_ = value == ECP_SYSCTL_REBOOT_KEY;
  } else if (address == ECP_TIMER_BASE + ECP_TIMER_COMPARE_LO) {
    alarm_ = (alarm_ & ~std::uint64_t{0xffffffff}) | value;
  } else if (address == ECP_TIMER_BASE + ECP_TIMER_COMPARE_HI) {
    alarm_ = std::uint64_t{value} << 32 | (alarm_ & 0xffffffff);
  } else {
    EXPECT_TRUE(address == ECP_TIMER_BASE + ECP_TIMER_STATUS ||
                address == ECP_TIMER_BASE + ECP_TIMER_CONTROL)
        << std::hex << address;
  }
}

std::uint32_t FakeChip::load_register(std::uint32_t offset) {
  if (offset == kLinkChanged || offset == kLinkChanged + 4) {
    const unsigned shift = offset == kLinkChanged ? 0 : 32;
    const auto value = static_cast<std::uint32_t>(changed_ >> shift);
    changed_ &= ~(std::uint64_t{value} << shift);
    return value;
  }
  return reg(offset);
}

std::uint32_t FakeChip::load_system(std::uint32_t offset) {
  switch (offset) {
    case ECP_SYSCTL_RESET_CAUSE:
      return cause_;
    case ECP_SYSCTL_CHIP_ADDRESS:
      return number_ << 6;
    case ECP_SYSCTL_MAC_LO:
      return 0x4e695402;
    case ECP_SYSCTL_MAC_HI:
      return (number_ & 0xff) << 8 | number_ >> 8;
    case ECP_SYSCTL_RANDOM:
      return random_();
    case ECP_SYSCTL_FEATURES:
      return ECP_SYSCTL_FEATURE_PACKETS | (has_mac_ ? ECP_SYSCTL_FEATURE_MAC : 0);
    case ECP_SYSCTL_MOS_PORTS:
      return ports_;
    case ECP_SYSCTL_ICMP_PER_S:
      return icmp_per_s;
    case ECP_SYSCTL_ICMP_BURST:
      return icmp_burst;
    default:
      ADD_FAILURE() << "load of SYSCTL + " << offset;
      return 0;
  }
}

std::uint32_t FakeChip::load_mos(std::uint32_t offset) {
  if (offset == ECP_MOS_PENDING_LO || offset == ECP_MOS_PENDING_HI) {
    std::uint64_t pending = 0;
    for (std::uint32_t port = 0; port < ports_; ++port)
      pending |= std::uint64_t{!mos_[port].empty()} << port;
    return static_cast<std::uint32_t>(pending >> (offset == ECP_MOS_PENDING_LO ? 0 : 32));
  }
  auto& mailbox = mos_.at(offset / ECP_MOS_PORT_STRIDE);
  switch (offset % ECP_MOS_PORT_STRIDE) {
    case ECP_MOS_RX_STATUS:
      return mailbox.empty() ? 0 : ECP_MOS_RX_STATUS_VALID;
    case ECP_MOS_RX_LO:
      return static_cast<std::uint32_t>(mailbox.front().payload);
    case ECP_MOS_RX_HI: {
      const pmos_word word = mailbox.front();
      mailbox.pop_front();
      return static_cast<std::uint32_t>(word.payload >> 32) | std::uint32_t{word.sub}
                                                                  << ECP_MOS_HI_SUB_SHIFT;
    }
    default:
      EXPECT_EQ(offset % ECP_MOS_PORT_STRIDE, ECP_MOS_TX_STATUS);
      return ECP_MOS_TX_STATUS_READY;
  }
}

void FakeChip::store_mos(std::uint32_t offset, std::uint32_t value) {
  const std::uint32_t port = offset / ECP_MOS_PORT_STRIDE;
  switch (offset % ECP_MOS_PORT_STRIDE) {
    case ECP_MOS_TX_LO:
      mos_low_ = value;
      break;
    case ECP_MOS_TX_HI:
      if (on_word)
        on_word(port, {std::uint64_t{value & ECP_MOS_HI_PAYLOAD_MASK} << 32 | mos_low_,
                       static_cast<std::uint8_t>(value >> ECP_MOS_HI_SUB_SHIFT)});
      break;
    default:
      EXPECT_EQ(offset % ECP_MOS_PORT_STRIDE, ECP_MOS_CONTROL);
  }
}

std::uint32_t FakeChip::load_packet(std::uint32_t offset) {
  const std::uint32_t window = ECP_PKT_RX_WINDOW - ECP_PKT_BASE;
  if (offset >= window) {
    std::uint32_t word = 0;
    for (std::uint32_t n = 0; n < 4; ++n) {
      const std::size_t at = offset - window + n;
      if (at < rx_.front().bytes.size()) word |= std::uint32_t{rx_.front().bytes[at]} << 8 * n;
    }
    return word;
  }
  switch (offset) {
    case ECP_PKT_RX_STATUS:
      return rx_.empty() ? 0 : ECP_PKT_RX_STATUS_VALID;
    case ECP_PKT_RX_LEN:
      return static_cast<std::uint32_t>(rx_.front().bytes.size());
    case ECP_PKT_RX_META:
      return rx_.front().interface | std::uint32_t{rx_.front().reason}
                                         << ECP_PKT_RX_META_REASON_SHIFT;
    default:
      EXPECT_EQ(offset, ECP_PKT_TX_STATUS);
      return packet_port_ready ? ECP_PKT_TX_STATUS_READY : 0;
  }
}

void FakeChip::store_packet(std::uint32_t offset, std::uint32_t value) {
  const std::uint32_t window = ECP_PKT_TX_WINDOW - ECP_PKT_BASE;
  if (offset >= window) {
    for (std::uint32_t n = 0; n < 4; ++n)
      window_.at(offset - window + n) = static_cast<std::uint8_t>(value >> 8 * n);
    return;
  }
  switch (offset) {
    case ECP_PKT_RX_POP:
      rx_.pop_front();
      break;
    case ECP_PKT_TX_META:
      tx_interface_ = value;
      break;
    case ECP_PKT_TX_LEN:
      tx_length_ = value;
      break;
    case ECP_PKT_TX_SEND:
      sent.push_back({static_cast<std::uint8_t>(tx_interface_),
                      {window_.begin(), window_.begin() + tx_length_}});
      break;
    default:
      EXPECT_EQ(offset, ECP_PKT_CONTROL);
  }
}

}  // namespace tinsim::firmware_test
