// SPDX-License-Identifier: Apache-2.0
// The look-up table of an IP path that is changed register by register.
#include "tlm/tin/ip/edited_ip_routes.h"

namespace tinsim {

namespace {
// Of word 4, `group`, and word 5, `match`.
constexpr unsigned kCountShift = 16, kLengthShift = 8;
constexpr uint32_t kCountMask = 0xFFF;
constexpr uint32_t kLive = 1u << 0, kV6 = 1u << 1, kPunt = 1u << 2;
constexpr unsigned kIpv4Bits = 32, kIpv6Bits = 128;
}  // namespace

bool EditedIpRoutes::has_registers(const IpRoutes& routes) {
  std::size_t members = 0;
  for (const IpRoute& route : routes.routes()) {
    if (route.members.size() > kCountMask) return false;
    members += route.members.size();
  }
  return routes.routes().size() <= kEntries && members <= kMembers;
}

EditedIpRoutes::EditedIpRoutes(const IpRoutes& routes) : entries_(kEntries), members_(kMembers) {
  std::size_t entry = 0, base = 0;
  for (const IpRoute& route : routes.routes()) {
    entries_[entry++] = {route.prefix,
                         static_cast<uint16_t>(base),
                         static_cast<uint16_t>(route.members.size()),
                         static_cast<uint8_t>(route.length),
                         true,
                         route.punt};
    for (const uint16_t member : route.members) members_[base++] = member;
  }
}

EditedIpRoutes::Entry EditedIpRoutes::entry_of(const IpEdit::Words& words) {
  Entry entry;
  entry.prefix = {(words[5] & kV6) != 0, uint64_t{words[0]} << 32 | words[1],
                  uint64_t{words[2]} << 32 | words[3]};
  entry.base = static_cast<uint16_t>(words[4] & (kMembers - 1));
  entry.count = static_cast<uint16_t>(words[4] >> kCountShift & kCountMask);
  entry.length = static_cast<uint8_t>(words[5] >> kLengthShift);
  entry.live = (words[5] & kLive) != 0;
  entry.punt = (words[5] & kPunt) != 0;
  return entry;
}

bool EditedIpRoutes::is_valid(const IpEdit& edit) {
  if (edit.what == IpEdit::What::kMember) return true;
  const Entry entry = entry_of(edit.words);
  if (!entry.live) return true;
  if (entry.length > (entry.prefix.v6 ? kIpv6Bits : kIpv4Bits)) return false;
  return entry.punt || (entry.count != 0 && unsigned{entry.base} + entry.count <= kMembers);
}

void EditedIpRoutes::apply(const IpEdit& edit) {
  if (edit.what == IpEdit::What::kMember) {
    members_[edit.index] = static_cast<uint16_t>(edit.words[0]);
  } else {
    entries_[edit.index] = entry_of(edit.words);
  }
}

IpEdit::Words EditedIpRoutes::words_of(IpEdit::What what, unsigned index) const {
  if (what == IpEdit::What::kMember) return {members_[index]};
  const Entry& entry = entries_[index];
  const auto high = [](uint64_t word) { return static_cast<uint32_t>(word >> 32); };
  const auto low = [](uint64_t word) { return static_cast<uint32_t>(word); };
  return {high(entry.prefix.hi),
          low(entry.prefix.hi),
          high(entry.prefix.lo),
          low(entry.prefix.lo),
          entry.base | uint32_t{entry.count} << kCountShift,
          (entry.live ? kLive : 0) | (entry.prefix.v6 ? kV6 : 0) | (entry.punt ? kPunt : 0) |
              uint32_t{entry.length} << kLengthShift};
}

IpRoutes EditedIpRoutes::routes() const {
  IpRoutes routes;
  for (const Entry& entry : entries_) {
    if (!entry.live) continue;
    IpRoute route{entry.prefix, entry.length, entry.punt, {}};
    const auto first = members_.begin() + entry.base;
    if (!entry.punt) route.members.assign(first, first + entry.count);
    routes.add(std::move(route));
  }
  return routes;
}

}  // namespace tinsim
