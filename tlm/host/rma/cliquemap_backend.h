// SPDX-License-Identifier: Apache-2.0
// A CliqueMap backend: keeps index and data in its host's memory, which clients read directly, and
// applies SETs and erasures.
#pragma once

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tlm/host/rma/cliquemap_layout.h"
#include "tlm/pcie/host_memory.h"

namespace tinsim {

/// The index lies at the beginning of a region of memory, the data behind it in slots of one size.
struct CliqueBackendMap {
  uint32_t region = 0;          ///< number, as clients name it
  uint64_t base = 0;            ///< address of the region
  uint32_t value_bytes = 4096;  ///< of the longest value
  uint32_t slots = 0;           ///< data entries; more than keys, or SETs fail

  uint64_t slot_bytes() const { return (kCliqueDataHeader + value_bytes + 63) / 64 * 64; }
  /// Of the region.
  uint64_t bytes(const CliqueShape& shape) const {
    return uint64_t{shape.buckets} * shape.bucket_bytes() + slots * slot_bytes();
  }
};

class CliqueBackend {
 public:
  /// Precondition: `memory` has all of the region. It must outlive the backend.
  CliqueBackend(const CliqueShape& shape, const CliqueBackendMap& map, HostMemory& memory);

  /// The new data is written before the entry points to it, and the next SET reuses the old slot: a
  /// reader of the old slot sees another key, version or checksum. A version not above the present
  /// one changes nothing. False: bucket or slots are full, the value is too long, or the SET is no
  /// later than an erasure that may have been of this key.
  bool set(uint64_t key, uint64_t version, ByteView value);
  /// As a SET of nothing. False: the key was not there, or in a later version. The version is kept,
  /// so that a SET of an earlier one that is late does not bring the key back.
  bool erase(uint64_t key, uint64_t version);
  /// Versions of erasures that are kept by key; of older ones the latest is, for all other keys.
  static constexpr std::size_t kMaxErased = 1024;

  uint32_t keys() const { return keys_; }

 private:
  uint64_t entry_address(uint64_t hash, uint32_t way) const;
  CliqueIndexEntry entry_at(uint64_t address) const;
  void write_entry(uint64_t address, const CliqueIndexEntry& entry);
  /// Address of the entry of `hash`, else of an empty one, else 0 and false.
  bool place_of(uint64_t hash, uint64_t& address) const;
  uint32_t slot_of(const CliqueIndexEntry& entry) const;
  void keep_erasure(uint64_t hash, uint64_t version);

  CliqueShape shape_;
  CliqueBackendMap map_;
  HostMemory& memory_;
  std::vector<uint32_t> free_;
  uint32_t keys_ = 0;
  std::unordered_map<uint64_t, uint64_t> erased_;  ///< version by hash
  /// Hash and version of these, and of earlier ones of theirs, the oldest first.
  std::deque<std::pair<uint64_t, uint64_t>> erased_in_order_;
  uint64_t latest_dropped_version_ = 0;  ///< the latest of the versions dropped
};

}  // namespace tinsim
