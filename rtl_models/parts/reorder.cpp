// SPDX-License-Identifier: Apache-2.0
// Packets leave in order within their flow: the packets that may leave, and their order.
#include "rtl_models/parts/reorder.h"

namespace tinsim {

ReorderState::ReorderState(unsigned entries) : entries_in_all_(entries) {
  for (unsigned n = 0; n < entries; ++n) free_[n / 64] |= std::uint64_t{1} << n % 64;
}

unsigned ReorderState::next_entry() const {
  for (unsigned word = 0; word < free_.size(); ++word) {
    if (free_[word] != 0) return 64 * word + static_cast<unsigned>(__builtin_ctzll(free_[word]));
  }
  return kNone;
}

unsigned ReorderState::push(std::uint32_t flow, std::uint16_t tag) {
  const unsigned number = next_entry();
  if (number == entries_.size()) entries_.emplace_back();
  free_[number / 64] &= ~(std::uint64_t{1} << number % 64);
  ++occupancy_;
  Entry& entry = entries_[number];
  entry = {};
  entry.flow = flow;
  entry.pushed = pushes_++;
  entry.tag = tag;
  entry.taken = true;
  const unsigned before = newest_of(flow);
  if (before != kNone) {
    entry.of_flow.before = static_cast<std::uint16_t>(before);
    entries_[before].of_flow.after = static_cast<std::uint16_t>(number);
  }
  insert_after(buckets_[bucket_of(flow)], &Entry::of_bucket, kNone, number);
  return number;
}

/// The entry of `flow` that was pushed last; kNone if there is none.
unsigned ReorderState::newest_of(std::uint32_t flow) const {
  unsigned entry = buckets_[bucket_of(flow)].first;
  while (entry != kNone && entries_[entry].flow != flow) entry = entries_[entry].of_bucket.after;
  return entry;
}

void ReorderState::complete(unsigned number) {
  Entry& entry = entries_[number];
  entry.complete = true;
  ++held_back_;
  if (is_first(entry)) make_ready(number);
}

/// Puts it behind the packets that were pushed before it.
void ReorderState::make_ready(unsigned number) {
  --held_back_;
  unsigned before = ready_.last;
  const auto is_later = [&](unsigned other) {
    return static_cast<std::int32_t>(entries_[other].pushed - entries_[number].pushed) > 0;
  };
  while (before != kNone && is_later(before)) before = entries_[before].of_ready.before;
  insert_after(ready_, &Entry::of_ready, before, number);
}

void ReorderState::free(unsigned number) {
  Entry& entry = entries_[number];
  if (entry.complete && is_first(entry)) remove(ready_, &Entry::of_ready, number);
  if (entry.complete && !is_first(entry)) --held_back_;
  remove(buckets_[bucket_of(entry.flow)], &Entry::of_bucket, number);
  entry.taken = entry.complete = false;
  free_[number / 64] |= std::uint64_t{1} << number % 64;
  --occupancy_;
  const Links links = entry.of_flow;
  if (links.before != kNone) entries_[links.before].of_flow.after = links.after;
  if (links.after == kNone) return;
  Entry& next = entries_[links.after];
  next.of_flow.before = links.before;
  if (is_first(next) && next.complete) make_ready(links.after);
}

/// Behind `before`, or in front if that is kNone.
void ReorderState::insert_after(List& list, Where where, unsigned before, unsigned number) {
  const auto entry = static_cast<std::uint16_t>(number);
  Links& links = entries_[number].*where;
  links.before = static_cast<std::uint16_t>(before);
  links.after = before == kNone ? list.first : (entries_[before].*where).after;
  (before == kNone ? list.first : (entries_[before].*where).after) = entry;
  (links.after == kNone ? list.last : (entries_[links.after].*where).before) = entry;
}

void ReorderState::remove(List& list, Where where, unsigned number) {
  const Links links = entries_[number].*where;
  (links.before == kNone ? list.first : (entries_[links.before].*where).after) = links.after;
  (links.after == kNone ? list.last : (entries_[links.after].*where).before) = links.before;
}

}  // namespace tinsim
