// SPDX-License-Identifier: Apache-2.0
// Entries and members of a chip's IP table that hold external routes.
#include "platform/controller/ibr/external_table.h"

#include <algorithm>
#include <utility>

#include "platform/controller/clique/ip_entry.h"

namespace tinsim::control {

ExternalTable::ExternalTable(ExternalTablePlan plan) : plan_(std::move(plan)) {}

std::vector<ExternalWrite> ExternalTable::setup() const {
  return {{kMemberBase + kMemberBytes * plan_.first_member,
           {plan_.members.begin(), plan_.members.end()}}};
}

std::vector<ExternalWrite> ExternalTable::set(const BgpPrefix& prefix,
                                              std::optional<std::size_t> peer) {
  without_entry_.erase(prefix);
  const auto found = by_prefix_.find(prefix);
  if (!peer) {
    if (found == by_prefix_.end()) return {};
    const std::uint32_t place = found->second;
    by_prefix_.erase(found);
    entries_[place] = {};
    std::vector<ExternalWrite> writes = {write_of(place)};
    if (without_entry_.empty()) return writes;
    const auto [next, of_peer] = *without_entry_.begin();  // the entry is free for it
    const auto more = set(next, of_peer);
    writes.insert(writes.end(), more.begin(), more.end());
    return writes;
  }
  const auto place = found != by_prefix_.end() ? found->second : free_place();
  if (!place) {
    without_entry_[prefix] = *peer;
    return {};
  }
  const bool is_same = found != by_prefix_.end() && entries_[*place].peer == *peer;
  by_prefix_[prefix] = *place;
  entries_[*place] = {prefix, *peer, true};
  if (is_same) return {};
  return {write_of(*place)};
}

std::optional<std::uint32_t> ExternalTable::free_place() {
  const auto free = std::find_if(entries_.begin(), entries_.end(),
                                 [](const Entry& entry) { return !entry.is_used; });
  if (free != entries_.end()) return static_cast<std::uint32_t>(free - entries_.begin());
  const auto used = static_cast<std::uint32_t>(entries_.size());
  if (plan_.first_entry + used >= plan_.entries) return std::nullopt;
  entries_.emplace_back();
  return used;
}

ExternalWrite ExternalTable::write_of(std::uint32_t place) const {
  const Entry& entry = entries_[place];
  const std::uint32_t address = kIpFlowBase + kIpFlowBytes * (plan_.first_entry + place);
  if (!entry.is_used) return {address, std::vector<std::uint32_t>(kIpFlowWords)};
  const IpAddress prefix = {false, std::uint64_t{entry.prefix.address} << 32, 0};
  const auto member = plan_.first_member + static_cast<std::uint32_t>(entry.peer);
  return {address, ip_entry_words(prefix, entry.prefix.length, member)};
}

std::vector<ExternalWrite> ExternalTable::all() const {
  std::vector<ExternalWrite> writes;
  for (std::uint32_t place = 0; place < entries_.size(); ++place) writes.push_back(write_of(place));
  return writes;
}

}  // namespace tinsim::control
