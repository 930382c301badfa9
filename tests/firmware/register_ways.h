// SPDX-License-Identifier: Apache-2.0
// Where the registers of chips lead packets: their IP tables, and the routes of cells.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "platform/controller/clique/ip_entry.h"
#include "platform/controller/re/tin_intent.h"
#include "platform/controller/sfe/read_back.h"
#include "platform/network/routing/route_paths.h"
#include "tests/firmware/fake_chip.h"

namespace tinsim::firmware_test {

using namespace control;

constexpr std::uint32_t kEveryone = 0xffffffff;
/// Of the last word of an IP entry: live, to the control processor, IPv4 with all bits.
constexpr std::uint32_t kLiveEntry = 1, kPuntEntry = 4, kAllIpv4Bits = 32 << 8;

inline void set_ip_entry(FakeChip& chip, std::size_t entry,
                         const std::vector<std::uint32_t>& words) {
  for (std::size_t n = 0; n < words.size(); ++n)
    chip.registers[kIpFlowBase + static_cast<std::uint32_t>(kIpFlowBytes * entry + 4 * n)] =
        words[n];
}

/// IP entries after a reset: those of its own endpoints, at the places where the controller
/// has them, and behind all of those one that gives 255.255.255.255 to its control processor.
inline void set_own_ip_entries(const CliquePlan& plan, std::size_t tin, FakeChip& chip) {
  for (unsigned subnet = 0; subnet < plan.subnets(); ++subnet) {
    const IpAddress address = plan.address(subnet, tin);
    const auto member = static_cast<std::uint32_t>(subnet / 2 * plan.tins() + tin);
    chip.registers[kMemberBase + kMemberBytes * member] = plan.gnet(subnet, tin);
    set_ip_entry(chip, subnet * plan.tins() + tin,
                 ip_entry_words(address, address.v6 ? 128 : 32, member));
  }
  set_ip_entry(chip, plan.subnets() * plan.tins(),
               {kEveryone, 0, 0, 0, 0, kLiveEntry | kPuntEntry | kAllIpv4Bits});
}

class RegisterWays {
 public:
  /// Both outlive it. It clears FakeChip::register_accesses.
  RegisterWays(const CliquePlan& plan, const std::vector<std::unique_ptr<FakeChip>>& chips)
      : plan_(plan), chips_(chips) {}

  /// GNet address to which a chip sends packets for an IPv4 address; nothing: it drops them.
  std::optional<std::uint32_t> looked_up(std::size_t tin, std::uint32_t address) const {
    const auto entry = entry_of(tin, address);
    if (!entry || (word(tin, *entry, 5) & kPuntEntry) != 0) return std::nullopt;
    return chips_[tin]->reg(kMemberBase + kMemberBytes * (word(tin, *entry, 4) & 0xfff));
  }
  bool gives_to_processor(std::size_t tin, std::uint32_t address) const {
    const auto entry = entry_of(tin, address);
    return entry && (word(tin, *entry, 5) & kPuntEntry) != 0;
  }
  /// All ways of cells from a chip that its routes and those of others permit end at `to`.
  bool lead(std::size_t from, std::size_t to) {
    if (tables_.empty() || is_written()) read_tables();
    if (!to_[to]) {
      std::vector<const RouteTable*> held;
      for (const RouteTable& table : tables_) held.push_back(&table);
      to_[to] = chips_with_paths(plan_.topology, held, to);
    }
    return (*to_[to])[from];
  }

 private:
  std::uint32_t word(std::size_t tin, std::size_t entry, std::size_t number) const {
    return chips_[tin]->reg(kIpFlowBase +
                            static_cast<std::uint32_t>(kIpFlowBytes * entry + 4 * number));
  }
  std::optional<std::size_t> entry_of(std::size_t tin, std::uint32_t address) const {
    for (std::size_t entry = 0; entry <= plan_.subnets() * plan_.tins(); ++entry)
      if (word(tin, entry, 0) == address &&
          (word(tin, entry, 5) & ~kPuntEntry) == (kLiveEntry | kAllIpv4Bits))
        return entry;
    return std::nullopt;
  }
  /// Since the last call.
  bool is_written() {
    bool is_written = false;
    for (const auto& chip : chips_) {
      for (const Access& access : chip->register_accesses) is_written |= access.write;
      chip->register_accesses.clear();
    }
    return is_written;
  }
  void read_tables() {
    tables_.clear();
    to_.assign(plan_.tins(), std::nullopt);
    for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
      ReadRegisters registers;
      for (const std::uint32_t address : managed_registers(plan_, tin))
        registers.emplace_back(address, chips_[tin]->reg(address));
      const Nib empty;
      GroupNumbers numbers(empty, tin);
      const InstalledState state = installed_state(plan_, tin, registers, numbers);
      tables_.push_back(table_of(plan_, tin, state.groups, state.flows));
    }
  }

  const CliquePlan& plan_;
  const std::vector<std::unique_ptr<FakeChip>>& chips_;
  std::vector<RouteTable> tables_;
  std::vector<std::optional<std::vector<bool>>> to_;  ///< [to][from], once computed
};

}  // namespace tinsim::firmware_test
