// SPDX-License-Identifier: Apache-2.0
// Packets leave in order within their flow: the packets that may leave, and their order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tinsim {

/// The state of reorder_queue (its README), for up to 1024 entries. All operations take constant
/// time, but for flows that share a bucket, and packets that become ready out of order.
class ReorderState {
 public:
  static constexpr unsigned kMaxEntries = 1024;
  static constexpr unsigned kNone = kMaxEntries;

  explicit ReorderState(unsigned entries);

  bool is_full() const { return occupancy_ == entries_in_all_; }
  /// The entry that push() takes next, the lowest that is free; kNone if there is none.
  unsigned next_entry() const;
  unsigned occupancy() const { return occupancy_; }
  /// Of any number.
  bool is_taken(unsigned entry) const { return entry < entries_.size() && entries_[entry].taken; }
  bool is_complete(unsigned entry) const { return is_taken(entry) && entries_[entry].complete; }
  /// Packets that are complete and wait for others of their flow.
  unsigned held_back() const { return held_back_; }

  /// A CTS is issued. Precondition: not is_full(). Returns the entry.
  unsigned push(std::uint32_t flow, std::uint16_t tag);
  /// The packet has arrived whole. Precondition: the entry is taken and not complete.
  void complete(unsigned entry);
  /// The packet has left, or will never be complete. Precondition: the entry is taken.
  void free(unsigned entry);

  /// The packet that may leave, of several the one pushed first; kNone if there is none.
  unsigned offered() const { return ready_.first; }
  /// The offered entry pushed next after the offered `entry`; kNone: none.
  unsigned next_offered(unsigned entry) const { return entries_[entry].of_ready.after; }
  std::uint32_t flow(unsigned entry) const { return entries_[entry].flow; }
  std::uint16_t tag(unsigned entry) const { return entries_[entry].tag; }

  /// The memory in use, for prefetching.
  const void* memory() const { return entries_.data(); }
  std::size_t memory_bytes() const { return entries_.size() * sizeof(Entry); }

  /// Registers by name (rtl_models/common/state.h).
  template <class List>
  void list_state(List& state) const {
    state.add("occupancy", occupancy_);
    state.add("held_back", held_back_);
    state.add("pushes", pushes_);
  }

 private:
  static constexpr unsigned kBuckets = 64;

  struct Links {
    std::uint16_t before = kNone, after = kNone;
  };
  struct List {
    std::uint16_t first = kNone, last = kNone;
  };
  struct Entry {
    std::uint32_t flow = 0;
    std::uint32_t pushed = 0;  ///< number of the push
    std::uint16_t tag = 0;
    bool taken = false, complete = false;
    Links of_flow;    ///< in order of pushes
    Links of_bucket;  ///< newest first
    Links of_ready;   ///< in order of pushes
  };
  using Where = Links Entry::*;

  static unsigned bucket_of(std::uint32_t flow) { return flow * 2654435769u >> 26; }
  unsigned newest_of(std::uint32_t flow) const;
  bool is_first(const Entry& entry) const { return entry.of_flow.before == kNone; }
  void make_ready(unsigned entry);
  void insert_after(List& list, Where where, unsigned before, unsigned entry);
  void remove(List& list, Where where, unsigned entry);

  unsigned entries_in_all_;
  unsigned occupancy_ = 0, held_back_ = 0;
  std::uint32_t pushes_ = 0;
  List ready_;
  std::vector<Entry> entries_;  ///< entries that have been in use: the lowest precede
  std::array<List, kBuckets> buckets_{};
  std::array<std::uint64_t, kMaxEntries / 64> free_{};  ///< a bit per entry
};

}  // namespace tinsim
