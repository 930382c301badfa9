// SPDX-License-Identifier: Apache-2.0
// Operations on flows and groups as writes of registers.
#include "platform/controller/sfe/register_writes.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "platform/controller/api_messages.h"
#include "platform/controller/clique/ip_entry.h"
#include "platform/controller/ibr/ibr_registers.h"

namespace tinsim::control {
namespace {

using Kind = TinOperation::Kind;

constexpr unsigned kIpv4Bits = 32, kIpv6Bits = 128;

template <class List>
void append_ports(const List& ports, std::vector<std::uint32_t>& words) {
  for (std::size_t n = 0; n < ports.size(); n += 4)
    words.push_back(ports[n] | std::uint32_t{ports[n + 1]} << 8 |
                    std::uint32_t{ports[n + 2]} << 16 | std::uint32_t{ports[n + 3]} << 24);
}

}  // namespace

std::size_t RegisterWrites::bytes_of(const std::vector<WriteRun>& runs) {
  std::size_t bytes = 0;
  for (const WriteRun& run : runs) bytes += API_OPERATION_BYTES + 4 * run.values.size();
  return bytes;
}

bool RegisterWrites::add(const TinOperation& operation, std::size_t most_bytes) {
  const std::vector<WriteRun> more = writes_of(operation);
  if (bytes() + bytes_of(more) > most_bytes) return false;
  note(operation);
  for (const WriteRun& run : more) {
    registers_ += run.values.size();
    const bool follows =
        !runs_.empty() && runs_.back().address + 4 * runs_.back().values.size() == run.address;
    if (!follows) runs_.push_back({run.address, {}});
    auto& values = runs_.back().values;
    values.insert(values.end(), run.values.begin(), run.values.end());
  }
  return true;
}

Bytes RegisterWrites::body() const {
  Bytes body;
  for (const WriteRun& run : runs_) append(body, write_operation(run.address, run.values));
  return body;
}

std::vector<WriteRun> RegisterWrites::writes_of(const TinOperation& operation) const {
  const std::uint32_t number = operation.number;
  const auto member = [&](std::uint32_t value) {
    const std::size_t place = ip_of(number) * plan_.tins() + ip_tin(number);
    return WriteRun{kMemberBase + kMemberBytes * static_cast<std::uint32_t>(place), {value}};
  };
  switch (operation.kind) {
    case Kind::kSetup:
      return {{number, {operation.value}}};
    case Kind::kAddGroup:  // its outputs are written with each flow
      return {};
    case Kind::kSetFlow:
      return {flow_writes(number, group(operation))};
    case Kind::kRemoveFlow:
      return {flow_writes(number, Bytes(kMinimalEntries, kNoOutput))};
    case Kind::kRemoveGroup:
      require_unused(number);
      return {};
    case Kind::kSetMember:
      return {member(operation.value)};
    case Kind::kRemoveMember:
      return {member(0)};
    case Kind::kSetIpFlow:
      require_member(number);
      return {ip_flow_writes(number)};
    case Kind::kRemoveIpFlow: {
      WriteRun run = ip_flow_writes(number);
      run.values.assign(run.values.size(), 0);
      return {run};
    }
    case Kind::kSetExternalGroup:
      return {member_writes(number, operation.group)};
    case Kind::kRemoveExternalGroup:
      require_no_external(number);
      return {member_writes(number, Bytes(operation.group.size()))};
    case Kind::kSetExternalFlow:
      require_external_group(operation);
      return {entry_writes(number, operation.group)};
    case Kind::kRemoveExternalFlow:
      return {entry_writes(number, Bytes(4 * kIpFlowWords))};
  }
  return {};
}

WriteRun RegisterWrites::member_writes(std::uint32_t base, const Bytes& members) {
  WriteRun run{kMemberBase + registers::kRegisterBytes * base, {}};
  for (std::size_t at = 0; at < members.size(); at += 2) run.values.push_back(read16(members, at));
  return run;
}

WriteRun RegisterWrites::entry_writes(std::uint32_t place, const Bytes& words) {
  WriteRun run{kIpFlowBase + kIpFlowBytes * place, {}};
  for (std::size_t at = 0; at < words.size(); at += 4) run.values.push_back(read32(words, at));
  return run;
}

void RegisterWrites::require_external_group(const TinOperation& flow) const {
  const FlowGroup uses = group_of_external(flow.group);
  const auto added = groups_of_external_.find(uses.base);
  const auto held = added != groups_of_external_.end()
                        ? std::optional(added->second)
                        : nib_.find(block(NibTable::kInstalledExternalGroups, tin_), uses.base);
  if (!held || held->size() / 2 < uses.members)
    throw InvariantError(
        fmt::format("TiN {}: external flow {} refers to group {}, which is missing", tin_,
                    flow.number, uses.base));
}

void RegisterWrites::require_no_external(std::uint32_t group) const {
  const auto flows = nib_.read(block(NibTable::kInstalledExternalFlows, tin_));
  for (const auto& [place, words] : *flows)
    if (group_of_external(words).base == group && external_flows_.count(place) == 0)
      throw InvariantError(fmt::format(
          "TiN {}: group {} is removed, but external flow {} refers to it", tin_, group, place));
}

/// The registers are of the class, which all its inputs share; ports that lead back to an input are
/// left out by registers route.forbidden_outputs.
WriteRun RegisterWrites::flow_writes(unsigned number, const Bytes& group) const {
  const PortClasses& ports = plan_.ports[tin_];
  const GroupOutputs outputs = group_outputs(group);
  const unsigned in_class = flow_match(number).port_class;
  WriteRun run{kFlowBase + kFlowBytes * number, {}};
  append_ports(ports.proper(outputs.minimal, in_class, up_), run.values);
  append_ports(ports.proper(outputs.detours, in_class, up_), run.values);
  return run;
}

WriteRun RegisterWrites::ip_flow_writes(std::uint32_t number) const {
  const unsigned subnet = ip_of(number);
  const std::size_t tin = ip_tin(number);
  const IpAddress address = plan_.address(subnet, tin);
  const auto base = static_cast<std::uint32_t>(subnet / 2 * plan_.tins() + tin);
  const auto entry = static_cast<std::uint32_t>(subnet * plan_.tins() + tin);
  return {kIpFlowBase + kIpFlowBytes * entry,
          ip_entry_words(address, address.v6 ? kIpv6Bits : kIpv4Bits, base)};
}

const Bytes& RegisterWrites::group(const TinOperation& flow) const {
  const auto added = groups_.find(flow.value);
  if (added != groups_.end()) return added->second;
  const auto installed = nib_.read(block(NibTable::kInstalledGroups, tin_));
  const auto found = installed->find(flow.value);
  if (found != installed->end()) return found->second;
  throw InvariantError(fmt::format("TiN {}: flow {} refers to group {}, which is missing", tin_,
                                   flow.number, flow.value));
}

void RegisterWrites::require_unused(std::uint32_t group) const {
  const auto fail = [&](std::uint32_t flow) {
    throw InvariantError(
        fmt::format("TiN {}: group {} is removed, but flow {} refers to it", tin_, group, flow));
  };
  for (const auto& [number, uses] : flows_)
    if (uses == group) fail(number);
  const auto installed = nib_.read(block(NibTable::kInstalledFlows, tin_));
  for (const auto& [number, value] : *installed)
    if (flows_.count(number) == 0 && read16(value, 0) == group) fail(number);
}

void RegisterWrites::require_member(std::uint32_t ip_flow) const {
  const std::uint32_t kind = ip_of(ip_flow) / 2;
  const std::size_t tin = ip_tin(ip_flow);
  if (members_.count(ip_number(kind, tin)) != 0) return;
  const auto members = nib_.find(block(NibTable::kInstalledIpGroups, tin_), kind);
  if (members && read16(*members, 2 * tin) == plan_.gnet(2 * kind, tin)) return;
  throw InvariantError(
      fmt::format("TiN {}: the flow of TiN {} in subnet {} refers to a missing "
                  "member of group {}",
                  tin_, tin, ip_of(ip_flow), kind));
}

void RegisterWrites::note(const TinOperation& operation) {
  if (operation.kind == Kind::kAddGroup) groups_[operation.number] = operation.group;
  if (operation.kind == Kind::kSetFlow) flows_[operation.number] = operation.value;
  if (operation.kind == Kind::kRemoveFlow) flows_[operation.number] = std::nullopt;
  if (operation.kind == Kind::kSetMember) members_.insert(operation.number);
  if (operation.kind == Kind::kSetExternalGroup)
    groups_of_external_[operation.number] = operation.group;
  if (operation.kind == Kind::kSetExternalFlow || operation.kind == Kind::kRemoveExternalFlow)
    external_flows_.insert(operation.number);
}

}  // namespace tinsim::control
