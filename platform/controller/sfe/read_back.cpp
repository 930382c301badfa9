// SPDX-License-Identifier: Apache-2.0
// Registers of a TiN that a controller manages, read back and as flows and groups.
#include "platform/controller/sfe/read_back.h"

#include <algorithm>

#include "platform/controller/api_messages.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/ibr/ibr_registers.h"

namespace tinsim::control {
namespace {

using registers::Place;

constexpr std::uint32_t kStateMask = 7, kStateUp = 2;  // of a link's status
constexpr std::uint8_t kForeign = 2;                   ///< a flow that no operation writes

/// Registers of group `route` that software writes, but flows and the chip's own endpoints.
std::vector<std::uint32_t> setup_registers() {
  std::vector<std::uint32_t> addresses;
  const registers::Group& group = *registers::place_named("route", "mode").group;
  const auto add = [&](const registers::RegisterArray* array, unsigned index,
                       const registers::Register& reg) {
    if (reg.mask(registers::Access::rw) != 0)
      addresses.push_back(registers::address_of({&group, array, index, &reg}));
  };
  for (const registers::Register& reg : group.registers) add(nullptr, 0, reg);
  for (const registers::RegisterArray& array : group.arrays) {
    if (registers::is_equal(array.name, "endpoint") || registers::is_equal(array.name, "entry"))
      continue;
    for (unsigned index = 0; index < array.count; ++index)
      for (const registers::Register& reg : array.registers) add(&array, index, reg);
  }
  return addresses;
}

const std::vector<std::uint32_t>& all_setup_registers() {
  static const std::vector<std::uint32_t> kAddresses = setup_registers();
  return kAddresses;
}

class Decoder {
 public:
  Decoder(const CliquePlan& plan, std::size_t tin, const ReadRegisters& registers)
      : plan_(plan), tin_(tin), registers_(registers) {}

  std::uint32_t value(std::uint32_t address) const {
    const auto found = std::lower_bound(registers_.begin(), registers_.end(),
                                        std::make_pair(address, std::uint32_t{0}));
    return found != registers_.end() && found->first == address ? found->second : 0;
  }

  /// Elements that are written as a whole are recorded as a whole.
  Records setup() const {
    Records setup;
    std::map<std::uint32_t, bool> differs;  ///< by first registers
    const auto written = [&](std::uint32_t address) {
      return value(address) & registers::place_of(address).reg->mask(registers::Access::rw);
    };
    for (const std::uint32_t address : all_setup_registers())
      differs[written_first(address)] |= written(address) != reset_value(address);
    for (const std::uint32_t address : all_setup_registers())
      if (differs[written_first(address)]) setup[address] = bytes32(written(address));
    return setup;
  }

  /// Nothing: the flow has no outputs.
  std::optional<Bytes> group(unsigned number) const {
    const PortClasses& ports = plan_.ports[tin_];
    Bytes outputs;
    bool is_empty = true, has_detours = plan_.original[tin_].routes->has_detours;
    for (unsigned n = 0; n < kMinimalEntries + kDetourEntries; ++n) {
      const std::uint32_t word = value(kFlowBase + kFlowBytes * number + n / 4 * 4);
      const auto port = static_cast<std::uint8_t>(word >> 8 * (n % 4));
      is_empty &= port == kNoRoute;
      has_detours |= n >= kMinimalEntries && port != kNoRoute;
      outputs.push_back(ports.output_of(port));
    }
    if (is_empty) return std::nullopt;
    if (!has_detours) outputs.resize(kMinimalEntries);
    return outputs;
  }

  Bytes ip_flows(unsigned subnet) const {
    Bytes flows;
    for (std::size_t to = 0; to < plan_.tins(); ++to) {
      const IpAddress address = plan_.address(subnet, to);
      const std::uint32_t at =
          kIpFlowBase + kIpFlowBytes * static_cast<std::uint32_t>(subnet * plan_.tins() + to);
      const auto word = [&](unsigned n) { return value(at + 4 * n); };
      const auto wide = [&](unsigned n) { return std::uint64_t{word(n)} << 32 | word(n + 1); };
      const auto base = static_cast<std::uint32_t>(subnet / 2 * plan_.tins() + to);
      const std::uint32_t match =
          1u | std::uint32_t{address.v6} << 1 | (address.v6 ? 128u : 32u) << 8;
      const bool is_live = wide(0) == address.hi && wide(2) == address.lo &&
                           word(4) == (base | 1u << 16) && word(5) == match;
      const bool is_empty = wide(0) == 0 && wide(2) == 0 && word(4) == 0 && word(5) == 0;
      flows.push_back(is_live ? 1 : is_empty ? 0 : kForeign);
    }
    return flows;
  }

  /// Zero is the address of an endpoint, and the value after a reset: then a flow decides.
  Bytes ip_members(unsigned kind, const Bytes& v4, const Bytes& v6) const {
    Bytes members;
    for (std::size_t to = 0; to < plan_.tins(); ++to) {
      const std::size_t place = kind * plan_.tins() + to;
      const std::uint32_t member = value(kMemberBase + 4 * static_cast<std::uint32_t>(place));
      const bool is_used = v4[to] == 1 || v6[to] == 1;
      append16(members, member == 0 && !is_used ? kNoMember : member);
    }
    return members;
  }

  Records external_flows() const {
    Records flows;
    const CliquePlan::Span entries = plan_.external_entries();
    for (std::uint32_t place = entries.first; place < entries.end; ++place) {
      Bytes words;
      bool is_used = false;
      for (unsigned n = 0; n < kIpFlowWords; ++n) {
        append32(words, value(kIpFlowBase + kIpFlowBytes * place + registers::kRegisterBytes * n));
        is_used |= read32(words, registers::kRegisterBytes * n) != 0;
      }
      if (is_used) flows[place] = words;
    }
    return flows;
  }

  /// Members of the flows' groups, and others that are not zero, in runs.
  Records external_groups(const Records& flows) const {
    const CliquePlan::Span members = plan_.external_members();
    std::map<std::uint32_t, std::uint32_t> counts;  ///< by first members
    for (const auto& flow : flows) {
      const FlowGroup group = group_of_external(flow.second);
      if (group.base < members.first || group.base + group.members > members.end) continue;
      counts[group.base] = std::max(counts[group.base], group.members);
    }
    Records groups;
    std::uint32_t covered = 0, run = 0;
    for (std::uint32_t place = members.first; place < members.end; ++place) {
      const auto used = counts.find(place);
      if (used != counts.end()) {
        for (std::uint32_t n = 0; n < used->second; ++n) append16(groups[place], member(place + n));
        covered = std::max(covered, place + used->second);
      }
      if (place < covered || member(place) == 0) {
        run = 0;
        continue;
      }
      if (run == 0) run = place;
      append16(groups[run], member(place));
    }
    return groups;
  }

  std::uint64_t links_up() const {
    std::uint64_t up = 0;
    for (unsigned port = 0; port < plan_.ports[tin_].ports(); ++port)
      if ((value(kLinkStatusBase + kLinkStatusBytes * port) & kStateMask) == kStateUp)
        up |= std::uint64_t{1} << port;
    return up;
  }

 private:
  std::uint32_t member(std::uint32_t place) const {
    return value(kMemberBase + registers::kRegisterBytes * place);
  }

  const CliquePlan& plan_;
  const std::size_t tin_;
  const ReadRegisters& registers_;
};

}  // namespace

std::vector<std::uint32_t> managed_registers(const CliquePlan& plan, std::size_t tin) {
  std::vector<std::uint32_t> addresses;
  for (unsigned port = 0; port < plan.ports[tin].ports(); ++port)
    if (plan.ports[tin].is_link(port))
      addresses.push_back(kLinkStatusBase + kLinkStatusBytes * port);
  const auto& setup = all_setup_registers();
  addresses.insert(addresses.end(), setup.begin(), setup.end());
  for (unsigned number = 0; number < kFlowsOfTin; ++number) {
    if (flow_match(number).row >= plan.rows()) continue;
    for (unsigned n = 0; n < kFlowBytes; n += registers::kRegisterBytes)
      addresses.push_back(kFlowBase + kFlowBytes * number + n);
  }
  for (std::uint32_t n = 0; n < plan.external_members().end; ++n)
    addresses.push_back(kMemberBase + registers::kRegisterBytes * n);
  for (std::uint32_t entry = 0; entry < plan.external_entries().end; ++entry)
    for (unsigned n = 0; n < kIpFlowWords; ++n)
      addresses.push_back(kIpFlowBase + kIpFlowBytes * entry + registers::kRegisterBytes * n);
  return addresses;
}

Bytes read_request(const std::vector<std::uint32_t>& addresses, std::size_t& from, std::size_t most,
                   std::size_t most_bytes) {
  Bytes body;
  std::size_t taken = 0;
  while (from < addresses.size() && taken < most &&
         body.size() + API_OPERATION_BYTES <= most_bytes) {
    std::size_t count = 1;
    while (taken + count < most && from + count < addresses.size() &&
           addresses[from + count] == addresses[from] + registers::kRegisterBytes * count)
      ++count;
    append(body, read_operation(addresses[from], static_cast<std::uint32_t>(count)));
    from += count;
    taken += count;
  }
  return body;
}

InstalledState installed_state(const CliquePlan& plan, std::size_t tin,
                               const ReadRegisters& registers, GroupNumbers& numbers) {
  const Decoder decoder(plan, tin, registers);
  InstalledState state;
  state.links_up = decoder.links_up();
  state.setup = decoder.setup();
  for (unsigned number = 0; number < kFlowsOfTin; ++number) {
    if (flow_match(number).row >= plan.rows()) continue;
    const auto group = decoder.group(number);
    if (!group) continue;
    const std::uint16_t known = numbers.of(*group);
    state.groups[known] = *group;
    state.flows[number] = bytes16(known);
  }
  for (unsigned kind = 0; kind < plan.ip_kinds.size(); ++kind) {
    state.ip_flows[2 * kind] = decoder.ip_flows(2 * kind);
    state.ip_flows[2 * kind + 1] = decoder.ip_flows(2 * kind + 1);
    state.ip_groups[kind] =
        decoder.ip_members(kind, state.ip_flows[2 * kind], state.ip_flows[2 * kind + 1]);
  }
  state.external_flows = decoder.external_flows();
  state.external_groups = decoder.external_groups(state.external_flows);
  return state;
}

}  // namespace tinsim::control
