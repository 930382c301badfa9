// SPDX-License-Identifier: Apache-2.0
// Entries and members of a chip's IP table that hold external routes.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "platform/controller/ibr/bgp_message.h"

namespace tinsim::control {

/// Registers of the IP table (docs/reference/registers.md, group `ip`) that are left for external
/// routes; the same at all chips.
struct ExternalTablePlan {
  std::uint32_t first_entry = 0;       ///< … to the last of the table
  std::uint32_t entries = 0;           ///< of the table
  std::uint32_t first_member = 0;      ///< … and one for each peer
  std::vector<std::uint16_t> members;  ///< GNet address of the port of each peer
};

/// Registers at ascending addresses, and their values.
struct ExternalWrite {
  std::uint32_t address = 0;
  std::vector<std::uint32_t> values;
};

class ExternalTable {
 public:
  explicit ExternalTable(ExternalTablePlan plan);

  /// Members, to which entries then refer: written to each chip before all others.
  std::vector<ExternalWrite> setup() const;
  /// The prefix leads to the port of a peer; nothing: it has no route. Gives the writes that make
  /// it so: an element of the table is written as a whole, so a chip has the old or the new route.
  /// Empty also where the table is full.
  std::vector<ExternalWrite> set(const BgpPrefix& prefix, std::optional<std::size_t> peer);
  /// Writes of all entries that have ever been used.
  std::vector<ExternalWrite> all() const;

  std::size_t routes() const { return by_prefix_.size(); }
  /// Prefixes that have found no free entry, and have none now.
  std::size_t without_entry() const { return without_entry_.size(); }

 private:
  struct Entry {
    BgpPrefix prefix;
    std::size_t peer = 0;
    bool is_used = false;
  };
  ExternalWrite write_of(std::uint32_t place) const;
  std::optional<std::uint32_t> free_place();

  const ExternalTablePlan plan_;
  std::vector<Entry> entries_;  ///< from plan_.first_entry on, as far as they were used
  std::map<BgpPrefix, std::uint32_t> by_prefix_;
  std::map<BgpPrefix, std::size_t> without_entry_;  ///< with the peer of their route
};

}  // namespace tinsim::control
