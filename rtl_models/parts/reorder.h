// SPDX-License-Identifier: Apache-2.0
// Packets leave in order within their flow: what may leave, and what leaves first.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// The state of reorder_queue (its README), for up to 64 entries, on masks of entries.
class ReorderBooks {
 public:
  static constexpr unsigned kMaxEntries = 64;
  static constexpr unsigned kNone = kMaxEntries;

  explicit ReorderBooks(unsigned entries)
      : all_(entries == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << entries) - 1) {}

  bool is_full() const { return taken_ == all_; }
  /// The entry that push() takes next; kNone if there is none.
  unsigned next_entry() const { return is_full() ? kNone : lowest(all_ & ~taken_); }
  unsigned occupancy() const { return static_cast<unsigned>(__builtin_popcountll(taken_)); }
  /// Of any entry number below 64.
  bool is_taken(unsigned entry) const { return taken_ >> entry & 1; }
  bool is_complete(unsigned entry) const { return complete_ >> entry & 1; }

  /// A CTS is issued. Precondition: not is_full(). Returns the entry.
  unsigned push(std::uint32_t flow, std::uint16_t tag);
  /// The packet has arrived whole. Precondition: the entry is taken and not complete.
  void complete(unsigned entry) { complete_ |= bit(entry); }
  /// The packet has left, or never comes. Precondition: the entry is taken.
  void free(unsigned entry);

  /// The packet that may leave, of several the one pushed first; kNone if there is none.
  unsigned offered() const;
  std::uint32_t flow(unsigned entry) const { return entries_[entry].flow; }
  std::uint16_t tag(unsigned entry) const { return entries_[entry].tag; }

 private:
  struct Entry {
    std::uint32_t flow = 0;
    std::uint16_t tag = 0;
    std::uint64_t older = 0;   ///< entries pushed before that are still taken
    std::uint64_t in_way = 0;  ///< those of the same flow among them
  };

  static std::uint64_t bit(unsigned entry) { return std::uint64_t{1} << entry; }
  static unsigned lowest(std::uint64_t mask) {
    return static_cast<unsigned>(__builtin_ctzll(mask));
  }

  std::uint64_t all_;
  std::uint64_t taken_ = 0, complete_ = 0;
  std::array<Entry, kMaxEntries> entries_{};
};

}  // namespace tinsim
