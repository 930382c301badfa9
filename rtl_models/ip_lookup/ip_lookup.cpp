// SPDX-License-Identifier: Apache-2.0
// Longest-prefix match of an IP address, then one GNet address of its group.
#include "rtl_models/ip_lookup/ip_lookup.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

template <unsigned kEntries, unsigned kMembers>
void IpLookup<kEntries, kMembers>::tick(const In& in) {
  check_write(in);
  out_ = answer(selected_);
  selected_ = compared_;
  compared_ = in.valid_i ? match(in) : PendingLookup{};
  write(in);
}

/// Stages 1 and 2 in one: their result depends on the entries of this cycle only.
template <unsigned kEntries, unsigned kMembers>
typename IpLookup<kEntries, kMembers>::PendingLookup IpLookup<kEntries, kMembers>::match(
    const In& in) const {
  const AddressBits address{in.address_hi_i, in.address_lo_i};
  const Entry* best = nullptr;
  for (const Entry& entry : entries_) {
    if (!entry.live || entry.v6 != in.v6_i) continue;
    if (best && entry.length <= best->length) continue;
    if (prefix_matches(entry.prefix, entry.length, address)) best = &entry;
  }
  PendingLookup lookup;
  lookup.valid = true;
  lookup.hit = best != nullptr;
  lookup.punt = best && best->punt;
  if (lookup.hit && !lookup.punt) {
    const auto hash = static_cast<std::uint16_t>(in.hash_i);
    lookup.member = static_cast<std::uint16_t>(best->base + wcmp_member(hash, best->count));
  }
  return lookup;
}

template <unsigned kEntries, unsigned kMembers>
typename IpLookup<kEntries, kMembers>::Out IpLookup<kEntries, kMembers>::answer(
    const PendingLookup& lookup) const {
  Out out;
  out.valid_o = lookup.valid;
  out.hit_o = lookup.hit;
  out.punt_o = lookup.punt;
  if (lookup.hit && !lookup.punt) out.dst_o = members_[lookup.member];
  return out;
}

template <unsigned kEntries, unsigned kMembers>
void IpLookup<kEntries, kMembers>::check_write(const In& in) const {
  const unsigned index = in.write_index_i, length = in.entry_length_i;
  const unsigned base = in.entry_base_i, count = in.entry_count_i;
  TIN_CHECK(IndexInRange, !in.write_entry_i || index < kEntries,
            fmt::format("entry {} of {}", index, kEntries));
  TIN_CHECK(IndexInRange, !in.write_member_i || index < kMembers,
            fmt::format("member {} of {}", index, kMembers));
  if (!in.write_entry_i || !in.entry_live_i) return;
  TIN_CHECK(LengthInRange, length <= (in.entry_v6_i ? 128u : 32u),
            fmt::format("entry {}: {} bits of IPv{}", index, length, in.entry_v6_i ? 6 : 4));
  if (in.entry_punt_i) return;
  TIN_CHECK(GroupInRange, count >= 1 && base + count <= kMembers,
            fmt::format("entry {}: {} members from {} of {}", index, count, base, kMembers));
}

template <unsigned kEntries, unsigned kMembers>
void IpLookup<kEntries, kMembers>::write(const In& in) {
  const unsigned index = in.write_index_i;
  if (in.write_entry_i) {
    Entry& entry = entries_[index];
    entry.live = in.entry_live_i;
    entry.v6 = in.entry_v6_i;
    entry.prefix = {in.entry_prefix_hi_i, in.entry_prefix_lo_i};
    entry.length = static_cast<std::uint8_t>(in.entry_length_i);
    entry.punt = in.entry_punt_i;
    entry.base = static_cast<std::uint16_t>(in.entry_base_i);
    entry.count = static_cast<std::uint16_t>(in.entry_count_i);
  }
  if (in.write_member_i) members_[index] = static_cast<std::uint16_t>(in.member_i);
}

template <unsigned kEntries, unsigned kMembers>
void IpLookup<kEntries, kMembers>::reset(const In&) {
  entries_ = {};
  members_ = {};
  compared_ = selected_ = {};
  out_ = {};
}

template <unsigned kEntries, unsigned kMembers>
void IpLookup<kEntries, kMembers>::list_state(StateList& state) const {
  state.add_each("live", entries_, [](const Entry& entry) { return entry.live; });
  state.add_each("v6", entries_, [](const Entry& entry) { return entry.v6; });
  state.add_each("length", entries_, [](const Entry& entry) { return entry.length; });
  state.add_each("punt", entries_, [](const Entry& entry) { return entry.punt; });
  state.add_each("base", entries_, [](const Entry& entry) { return entry.base; });
  state.add_each("count", entries_, [](const Entry& entry) { return entry.count; });
  state.add("members", members_);
  state.add("compared", compared_.valid);
  state.add("compared_hit", compared_.hit);
  state.add("compared_member", compared_.member);
  state.add("selected", selected_.valid);
  state.add("selected_hit", selected_.hit);
  state.add("selected_member", selected_.member);
}

template class IpLookup<64, 64>;
template class IpLookup<64, 4096>;    // the longest groups
template class IpLookup<4096, 4096>;  // the table of a network, for a chip's lookup

}  // namespace tinsim
