// SPDX-License-Identifier: Apache-2.0
// Network Information Base: a store of records with one order of all writes, and subscriptions to
// its changes (Aquila, section 4.1).
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "platform/controller/nib/records.h"

namespace tinsim::control {

/// Records are in blocks, one for each table and TiN.
enum class NibTable : std::uint8_t {
  kControl,  ///< numbers of plans; clique/nib_tables.h has the records of all tables
  kTins,
  kLinks,
  kViews,
  kFlights,
  kSequences,
  kSetup,
  kGroups,
  kFlows,
  kIpGroups,
  kIpFlows,
  kInstalledSetup,
  kInstalledGroups,
  kInstalledFlows,
  kInstalledIpGroups,
  kInstalledIpFlows,
  kDrains,
  kNeighbours,
  kExternalRoutes,
  kExternalGroups,
  kExternalFlows,
  kInstalledExternalGroups,
  kInstalledExternalFlows,
  kTables
};

struct BlockId {
  NibTable table = NibTable::kTables;
  std::uint16_t tin = 0;

  bool operator<(const BlockId& o) const {
    return table != o.table ? table < o.table : tin < o.tin;
  }
  bool operator==(const BlockId& o) const { return table == o.table && tin == o.tin; }
};

struct NibWrite {
  BlockId block;
  std::uint32_t number = 0;
  std::optional<Bytes> value;  ///< nothing: the record is removed
};

struct NibSizes {
  std::uint64_t records = 0;
  std::uint64_t raw_bytes = 0;         ///< of packed() records
  std::uint64_t compressed_bytes = 0;  ///< … as they are stored
};

/// Blocks are stored compressed. Those in use are kept decompressed, `open_blocks` at most.
class Nib {
 public:
  explicit Nib(std::size_t open_blocks = 512) : most_open_(open_blocks) {}
  Nib(const Nib&) = delete;
  Nib& operator=(const Nib&) = delete;

  /// Carries out all writes, in order, as one. Returns the number of changes so far: one for each
  /// block that a commit has changed. Writes of equal values change nothing.
  std::uint64_t commit(const std::vector<NibWrite>& writes);

  /// The records remain as they are while they are held.
  std::shared_ptr<const Records> read(const BlockId& block) const;
  /// Nothing: there is no such record.
  std::optional<Bytes> find(const BlockId& block, std::uint32_t number) const;

  std::uint64_t changes() const { return changes_; }
  /// Blocks of a table that changed after the change of this number, in the order of their last
  /// changes. Each is there once, so a reader that is late has no more of them than there are.
  std::vector<BlockId> changed_after(NibTable table, std::uint64_t change) const;
  /// Number of the last change of a table; 0: none.
  std::uint64_t last_change(NibTable table) const;

  NibSizes sizes(NibTable table) const;
  NibSizes sizes() const;

 private:
  struct Block {
    Bytes stored;                        ///< compressed; valid if not is_dirty
    std::size_t raw_bytes = 0;           ///< of `stored` after decompression
    std::uint64_t last_change = 0;       ///< 0: none
    std::shared_ptr<Records> open;       ///< null: compressed only
    std::list<BlockId>::iterator place;  ///< in open_, if open
    bool is_dirty = false;
  };

  Block& opened(const BlockId& id) const;
  void store(Block& block) const;
  void note_change(const BlockId& id, Block& block);

  std::size_t most_open_;
  std::uint64_t changes_ = 0;
  mutable std::map<BlockId, Block> blocks_;
  mutable std::list<BlockId> open_;                                    ///< last used first
  std::map<std::pair<NibTable, std::uint64_t>, std::uint16_t> order_;  ///< last changes -> TiN
};

/// Blocks of some tables as they change. A subscription that begins finds all blocks that there
/// are.
class NibSubscription {
 public:
  /// The NIB outlives it.
  NibSubscription(const Nib& nib, std::vector<NibTable> tables)
      : nib_(nib), tables_(std::move(tables)) {}

  bool has_changes() const;
  /// Changed since the last call, table by table.
  std::vector<BlockId> take();

 private:
  const Nib& nib_;
  std::vector<NibTable> tables_;
  std::uint64_t change_ = 0;
};

}  // namespace tinsim::control
