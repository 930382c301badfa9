// SPDX-License-Identifier: Apache-2.0
// State of a reassembly buffer: space reserved, cells in any order, packets complete.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/parts/eptr.h"
#include "rtl_models/parts/ip_cells.h"

namespace tinsim {

/// Outcome of a DATA cell.
struct CellArrival {
  bool stored = false;    ///< it belongs to a packet and was missing; else it is refused
  bool complete = false;  ///< it was the last that was missing
  bool aborted = false;   ///< with complete: a cell of the packet had vbytes 0
};

/// The state of reassembly_buffer (its README). The bytes are elsewhere.
class ReassemblyState {
 public:
  /// `contexts`: packets at once, a power of two, 2..1024. `slots`: cells at once.
  ReassemblyState(unsigned contexts, unsigned slots);

  bool can_reserve() const { return free_contexts_ > 0; }
  /// The eptr that reserve() gives next; zero if no context is free.
  std::uint16_t next_eptr() const;
  unsigned free_slots() const { return free_slots_; }
  unsigned taken_contexts() const { return contexts_in_all_ - free_contexts_; }
  /// Whether `eptr` names a packet that is reserved and not released.
  bool is_taken(std::uint16_t eptr) const {
    const unsigned n = format_.context(eptr);
    return n < contexts_.size() && contexts_[n].bytes != 0 &&
           contexts_[n].generation == format_.generation(eptr);
  }
  /// Length of the packet. Precondition: is_taken().
  unsigned bytes(std::uint16_t eptr) const { return contexts_[format_.context(eptr)].bytes; }
  /// Its cells that have not arrived. Precondition: is_taken().
  unsigned missing(std::uint16_t eptr) const { return contexts_[format_.context(eptr)].missing; }
  /// Whether all its cells have arrived. Precondition: is_taken().
  bool is_complete(std::uint16_t eptr) const {
    return contexts_[format_.context(eptr)].missing == 0;
  }

  /// Space for a packet of 1..16383 bytes. Precondition: can_reserve(), and its cells are at most
  /// free_slots().
  std::uint16_t reserve(unsigned bytes);
  /// Whether `eptr` names a free context in its present generation.
  bool is_free(std::uint16_t eptr) const;
  /// As reserve(), for this eptr. Precondition: also is_free().
  void reserve(std::uint16_t eptr, unsigned bytes);
  /// A DATA cell with this descriptor.
  CellArrival store(std::uint16_t eptr, unsigned idx, unsigned vbytes) {
    return is_taken(eptr) ? store_taken(eptr, idx, vbytes) : CellArrival{};
  }
  /// The same. Precondition: is_taken().
  CellArrival store_taken(std::uint16_t eptr, unsigned idx, unsigned vbytes) {
    Context& context = contexts_[format_.context(eptr)];
    if (idx >= context.cells) return {};
    if (vbytes != 0 && vbytes != vbytes_of(context.bytes, idx)) return {};
    std::uint64_t& arrived = context.arrived[idx / 64];
    const std::uint64_t bit = std::uint64_t{1} << idx % 64;
    if (arrived & bit) return {};
    arrived |= bit;
    context.aborted |= vbytes == 0;
    const bool complete = --context.missing == 0;
    return {true, complete, complete && context.aborted};
  }
  /// The packet has left, or is given up. Precondition: is_taken().
  void release(std::uint16_t eptr);

  /// The memory in use, for prefetching.
  const void* memory() const { return contexts_.data(); }
  std::size_t memory_bytes() const { return contexts_.size() * sizeof(Context); }

  /// Registers by name (rtl_models/common/state.h).
  template <class List>
  void list_state(List& state) const {
    state.add("free_contexts", free_contexts_);
    state.add("free_slots", free_slots_);
    state.add_each("bytes", contexts_, [](const Context& context) { return context.bytes; });
    state.add_each("missing_cells", contexts_,
                   [](const Context& context) { return context.missing; });
  }

 private:
  static constexpr unsigned kMaxContexts = 1024;

  struct Context {
    std::uint16_t generation = 0;
    std::uint16_t bytes = 0;              ///< 0: free
    std::uint8_t cells = 0, missing = 0;  ///< of the packet
    bool aborted = false;
    std::array<std::uint64_t, 2> arrived{};  ///< a bit per cell
  };

  EptrFormat format_;
  unsigned contexts_in_all_;
  std::vector<Context> contexts_;  ///< contexts that have been in use: the lowest precede
  std::array<std::uint64_t, kMaxContexts / 64> free_{};  ///< a bit per context
  unsigned free_contexts_;
  unsigned free_slots_;
};

}  // namespace tinsim
