// SPDX-License-Identifier: Apache-2.0
// Audit of a controller at every write of a register.
#include "platform/services/register_audit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "platform/controller/clique/ip_entry.h"

namespace tinsim {
namespace {

constexpr uint32_t kWord = registers::kRegisterBytes;
constexpr uint32_t kLive = 1;  // of word 5 of an IP flow
constexpr unsigned kGroupWord = 4, kMatchWord = 5;
constexpr uint32_t kBaseMask = 0xfff;

/// The element of an array at `base` whose last register this is.
std::optional<unsigned> completed(uint32_t address, uint32_t base, uint32_t bytes, uint32_t words,
                                  std::size_t elements) {
  if (address < base || address >= base + bytes * elements) return std::nullopt;
  if ((address - base) % bytes != kWord * (words - 1)) return std::nullopt;
  return (address - base) / bytes;
}

}  // namespace

void RegisterAudit::fail(std::size_t tin, Cycle now, const std::string& what) const {
  const ChipInfo& chip = plan_.topology.chips[tin];
  throw InvariantError(fmt::format("pod{}.tin{} cycle {}: {}", chip.pod, chip.tin, now, what));
}

void RegisterAudit::begin(std::size_t tin, const RegisterSpace& registers) {
  for (unsigned flow = 0; flow < control::kFlowsOfTin; ++flow)
    if (control::flow_match(flow).row < plan_.rows()) check_flow(tin, registers, flow, 0);
}

void RegisterAudit::written(std::size_t tin, const RegisterSpace& registers, uint32_t address,
                            Cycle now) {
  const std::size_t entries = plan_.subnets() * plan_.tins();
  if (const auto flow =
          completed(address, control::kFlowBase, control::kFlowBytes, 8, control::kFlowsOfTin))
    check_flow(tin, registers, *flow, now);
  if (const auto entry = completed(address, control::kIpFlowBase, control::kIpFlowBytes,
                                   control::kIpFlowWords, entries))
    check_ip_flow(tin, registers, *entry, now);
  if (const auto member =
          completed(address, control::kMemberBase, kWord, 1, plan_.ip_kinds.size() * plan_.tins()))
    check_member(tin, registers, *member, now);
}

/// Its outputs are links that its port class may turn to, and no channels wait in a cycle.
void RegisterAudit::check_flow(std::size_t tin, const RegisterSpace& registers, unsigned flow,
                               Cycle now) {
  ++checks_;
  const control::FlowMatch match = control::flow_match(flow);
  std::vector<uint8_t> candidates;
  for (unsigned n = 0; n < kMinimalEntries + kDetourEntries; ++n) {
    const uint32_t word =
        registers.peek(now, control::kFlowBase + control::kFlowBytes * flow + n / 4 * kWord);
    const auto port = static_cast<uint8_t>(word >> 8 * (n % 4));
    if (port != kNoRoute && !plan_.ports[tin].may_turn(match.port_class, port))
      fail(tin, now,
           fmt::format("port {} phase {}: flow {} of port class {} has an output that it "
                       "may not turn to",
                       port, match.phase, flow, match.port_class));
    candidates.push_back(port);
  }
  const auto cycle = channels_.set_flow(tin, flow, candidates);
  if (!cycle.empty())
    fail(tin, now,
         fmt::format("flow {} closes a cycle of channels: {}", flow, fmt::join(cycle, " -> ")));
}

/// The member of its group is there.
void RegisterAudit::check_ip_flow(std::size_t tin, const RegisterSpace& registers, unsigned entry,
                                  Cycle now) {
  ++checks_;
  const auto word = [&](unsigned n) {
    return registers.peek(now, control::kIpFlowBase + control::kIpFlowBytes * entry + kWord * n);
  };
  if ((word(kMatchWord) & kLive) == 0) return;
  const uint32_t base = word(kGroupWord) & kBaseMask;
  const auto subnet = static_cast<unsigned>(entry / plan_.tins());
  if (registers.peek(now, control::member_address(base)) !=
      plan_.gnet(subnet, entry % plan_.tins()))
    fail(tin, now,
         fmt::format("IP flow {} refers to member {} of its group, which is missing", entry, base));
}

/// No IP flow refers to a member that has been removed.
void RegisterAudit::check_member(std::size_t tin, const RegisterSpace& registers, unsigned member,
                                 Cycle now) {
  const auto kind = static_cast<unsigned>(member / plan_.tins());
  for (const unsigned subnet : {2 * kind, 2 * kind + 1})
    check_ip_flow(tin, registers,
                  static_cast<unsigned>(subnet * plan_.tins() + member % plan_.tins()), now);
}

}  // namespace tinsim
