// SPDX-License-Identifier: Apache-2.0
// Books of a reassembly buffer: space reserved, cells in any order, packets complete.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/parts/eptr.h"

namespace tinsim {

/// What became of a DATA cell.
struct CellArrival {
  bool stored = false;    ///< it belongs to a packet and was missing; else it is refused
  bool complete = false;  ///< it was the last that was missing
  bool aborted = false;   ///< with complete: a cell of the packet had vbytes 0
};

/// The state of reassembly_buffer (its README). The bytes are elsewhere.
class ReassemblyBooks {
 public:
  /// `contexts`: packets at once, a power of two, 2..1024. `slots`: cells at once.
  ReassemblyBooks(unsigned contexts, unsigned slots);

  bool can_reserve() const { return free_contexts_ > 0; }
  /// The eptr that reserve() gives next; zero if no context is free.
  std::uint16_t next_eptr() const;
  unsigned free_slots() const { return free_slots_; }
  /// Whether `eptr` names a packet that is reserved and not released.
  bool is_taken(std::uint16_t eptr) const;

  /// Space for a packet of 1..16383 bytes. Precondition: can_reserve(), and its cells are at most
  /// free_slots().
  std::uint16_t reserve(unsigned bytes);
  /// A DATA cell with this descriptor.
  CellArrival store(std::uint16_t eptr, unsigned idx, unsigned vbytes);
  /// The packet has left, or is given up. Precondition: is_taken().
  void release(std::uint16_t eptr);

 private:
  struct Context {
    std::uint16_t generation = 0;
    std::uint16_t bytes = 0;  ///< 0: free
    std::uint8_t missing = 0;
    bool aborted = false;
    std::array<std::uint64_t, 2> arrived{};  ///< a bit per cell
  };

  EptrFormat format_;
  std::vector<Context> contexts_;
  std::vector<std::uint64_t> free_;  ///< a bit per context
  unsigned free_contexts_;
  unsigned free_slots_;
};

}  // namespace tinsim
