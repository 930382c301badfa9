// SPDX-License-Identifier: Apache-2.0
// Octets of CliqueMap's entries.
#include "tlm/host/rma/cliquemap_layout.h"

#include <zlib.h>

#include <algorithm>

namespace tinsim {
namespace {

constexpr uint32_t kSumAt = 20;

uint32_t checksum(const uint8_t* octets, uint32_t size) {
  const auto head = static_cast<uint32_t>(crc32(0, octets, kSumAt));
  return static_cast<uint32_t>(crc32(head, octets + kCliqueDataHeader, size - kCliqueDataHeader));
}

}  // namespace

void CliqueIndexEntry::encode(uint8_t* out) const {
  store_little(out, 8, hash);
  store_little(out + 8, 8, version);
  store_little(out + 16, 4, region);
  store_little(out + 20, 4, size);
  store_little(out + 24, 8, offset);
}

CliqueIndexEntry CliqueIndexEntry::decode(const uint8_t* octets) {
  CliqueIndexEntry entry;
  entry.hash = load_little(octets, 8);
  entry.version = load_little(octets + 8, 8);
  entry.region = static_cast<uint32_t>(load_little(octets + 16, 4));
  entry.size = static_cast<uint32_t>(load_little(octets + 20, 4));
  entry.offset = load_little(octets + 24, 8);
  return entry;
}

std::vector<uint8_t> encode_clique_data(uint64_t key, uint64_t version, ByteView value) {
  std::vector<uint8_t> octets(kCliqueDataHeader + value.size);
  store_little(octets.data(), 8, key);
  store_little(octets.data() + 8, 8, version);
  store_little(octets.data() + 16, 4, value.size);
  std::copy(value.data, value.data + value.size, octets.data() + kCliqueDataHeader);
  store_little(octets.data() + kSumAt, 4,
               checksum(octets.data(), static_cast<uint32_t>(octets.size())));
  return octets;
}

CliqueDataFault check_clique_data(ByteView octets, uint64_t key, uint64_t version) {
  if (octets.size < kCliqueDataHeader ||
      load_little(octets.data + 16, 4) != octets.size - kCliqueDataHeader)
    return CliqueDataFault::kSize;
  if (load_little(octets.data + kSumAt, 4) != checksum(octets.data, octets.size))
    return CliqueDataFault::kChecksum;
  if (load_little(octets.data, 8) != key) return CliqueDataFault::kKey;
  return load_little(octets.data + 8, 8) == version ? CliqueDataFault::kNone
                                                    : CliqueDataFault::kVersion;
}

std::optional<CliqueIndexEntry> find_entry(ByteView bucket, uint64_t hash) {
  for (uint32_t at = 0; at + CliqueIndexEntry::kBytes <= bucket.size;
       at += CliqueIndexEntry::kBytes) {
    const CliqueIndexEntry entry = CliqueIndexEntry::decode(bucket.data + at);
    if (entry.version != 0 && entry.hash == hash) return entry;
  }
  return std::nullopt;
}

}  // namespace tinsim
