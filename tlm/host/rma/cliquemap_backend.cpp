// SPDX-License-Identifier: Apache-2.0
// Index and data of a CliqueMap backend.
#include "tlm/host/rma/cliquemap_backend.h"

#include <algorithm>
#include <array>

namespace tinsim {

CliqueBackend::CliqueBackend(const CliqueShape& shape, const CliqueBackendMap& map,
                             HostMemory& memory)
    : shape_(shape), map_(map), memory_(memory) {
  for (uint32_t slot = map_.slots; slot > 0; --slot) free_.push_back(slot - 1);
}

uint64_t CliqueBackend::entry_address(uint64_t hash, uint32_t way) const {
  const uint64_t bucket = clique_bucket(shape_, hash);
  return map_.base + bucket * shape_.bucket_bytes() + way * CliqueIndexEntry::kBytes;
}

CliqueIndexEntry CliqueBackend::entry_at(uint64_t address) const {
  std::array<uint8_t, CliqueIndexEntry::kBytes> octets{};
  memory_.read(address, octets.data(), octets.size());
  return CliqueIndexEntry::decode(octets.data());
}

void CliqueBackend::write_entry(uint64_t address, const CliqueIndexEntry& entry) {
  std::array<uint8_t, CliqueIndexEntry::kBytes> octets{};
  entry.encode(octets.data());
  memory_.write(address, octets.data(), octets.size());
}

bool CliqueBackend::place_of(uint64_t hash, uint64_t& address) const {
  bool has_empty = false;
  for (uint32_t way = 0; way < shape_.ways; ++way) {
    const uint64_t at = entry_address(hash, way);
    const CliqueIndexEntry entry = entry_at(at);
    if (entry.version != 0 && entry.hash == hash) {
      address = at;
      return true;
    }
    if (entry.version == 0 && !has_empty) {
      has_empty = true;
      address = at;
    }
  }
  return has_empty;
}

uint32_t CliqueBackend::slot_of(const CliqueIndexEntry& entry) const {
  const uint64_t first = uint64_t{shape_.buckets} * shape_.bucket_bytes();
  return static_cast<uint32_t>((entry.offset - first) / map_.slot_bytes());
}

bool CliqueBackend::set(uint64_t key, uint64_t version, ByteView value) {
  const uint64_t hash = clique_hash(key);
  uint64_t address = 0;
  if (value.size > map_.value_bytes || !place_of(hash, address)) return false;
  const CliqueIndexEntry old = entry_at(address);
  if (old.version != 0 && old.version >= version) return true;
  if (old.version == 0) {
    const auto erased = erased_.find(hash);
    if (erased != erased_.end() && erased->second >= version) return true;
    if (latest_dropped_version_ >= version) return false;
  }
  if (free_.empty()) return false;
  const uint32_t slot = free_.back();
  free_.pop_back();
  CliqueIndexEntry entry;
  entry.hash = hash;
  entry.version = version;
  entry.region = map_.region;
  entry.size = kCliqueDataHeader + value.size;
  entry.offset = uint64_t{shape_.buckets} * shape_.bucket_bytes() + slot * map_.slot_bytes();
  const std::vector<uint8_t> data = encode_clique_data(key, version, value);
  memory_.write(map_.base + entry.offset, data.data(), data.size());
  write_entry(address, entry);
  if (old.version != 0) {
    free_.push_back(slot_of(old));
  } else {
    ++keys_;
  }
  return true;
}

void CliqueBackend::keep_erasure(uint64_t hash, uint64_t version) {
  uint64_t& kept = erased_[hash];
  if (version <= kept) return;
  kept = version;
  erased_in_order_.emplace_back(hash, version);
  if (erased_in_order_.size() <= kMaxErased) return;
  const auto [old_hash, old_version] = erased_in_order_.front();
  erased_in_order_.pop_front();
  const auto oldest = erased_.find(old_hash);
  if (oldest->second != old_version) return;  // it has been erased again
  latest_dropped_version_ = std::max(latest_dropped_version_, old_version);
  erased_.erase(oldest);
}

bool CliqueBackend::erase(uint64_t key, uint64_t version) {
  const uint64_t hash = clique_hash(key);
  uint64_t address = 0;
  const CliqueIndexEntry old = place_of(hash, address) ? entry_at(address) : CliqueIndexEntry{};
  if (old.version >= version) return false;
  keep_erasure(hash, version);
  if (old.version == 0) return false;
  write_entry(address, {});
  free_.push_back(slot_of(old));
  --keys_;
  return true;
}

}  // namespace tinsim
