// SPDX-License-Identifier: Apache-2.0
// Layout of the registered memory of a CliqueMap backend: buckets of index entries, and data
// entries with a checksum of their own (Singhvi et al., SIGCOMM 2021). Numbers are little endian.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/parts/route_choice.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

/// 32 octets: hash 8, version 8, region 4, size 4, offset 8. Version 0: the entry is empty.
struct CliqueIndexEntry {
  static constexpr uint32_t kBytes = 32;
  uint64_t hash = 0;
  uint64_t version = 0;
  uint32_t region = 0;
  uint32_t size = 0;  ///< of the data entry
  uint64_t offset = 0;

  void encode(uint8_t* out) const;
  static CliqueIndexEntry decode(const uint8_t* octets);
  friend bool operator==(const CliqueIndexEntry& a, const CliqueIndexEntry& b) {
    return a.hash == b.hash && a.version == b.version && a.region == b.region && a.size == b.size &&
           a.offset == b.offset;
  }
};

/// Key 8, version 8, value size 4, CRC-32 4 over all but itself, then the value.
constexpr uint32_t kCliqueDataHeader = 24;
std::vector<uint8_t> encode_clique_data(uint64_t key, uint64_t version, ByteView value);

enum class CliqueDataFault : uint8_t { kNone, kSize, kChecksum, kKey, kVersion };
/// Whether `octets` are a whole data entry of `key` in `version`.
CliqueDataFault check_clique_data(ByteView octets, uint64_t key, uint64_t version);

/// Where keys live: the same at clients and backends.
struct CliqueShape {
  uint32_t buckets = 1024;  ///< of a backend
  uint32_t ways = 16;       ///< entries of a bucket
  unsigned replicas = 1;    ///< 1, or 3
  uint32_t bucket_bytes() const { return ways * CliqueIndexEntry::kBytes; }
};

inline uint64_t clique_hash(uint64_t key) { return mix64(key + 1); }
inline uint32_t clique_bucket(const CliqueShape& shape, uint64_t hash) {
  return static_cast<uint32_t>((hash >> 32) * shape.buckets >> 32);
}
/// Number of the backend that has replica `replica` of a key, of `backends`.
inline uint32_t clique_backend(uint64_t hash, unsigned replica, uint32_t backends) {
  return static_cast<uint32_t>(((hash & 0xffffffffu) * backends >> 32) + replica) % backends;
}
/// The entry of `hash` in the octets of a bucket; none: the key is not there.
std::optional<CliqueIndexEntry> find_entry(ByteView bucket, uint64_t hash);

}  // namespace tinsim
