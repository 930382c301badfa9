// SPDX-License-Identifier: Apache-2.0
// The memory of a host: octets from address 0 up to its size, initially zero. Only written pages
// take space.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace tinsim {

class HostMemory {
 public:
  static constexpr uint64_t kPageBytes = 4096;

  explicit HostMemory(uint64_t bytes) : bytes_(bytes) {}

  uint64_t bytes() const { return bytes_; }
  /// Whether all of [address, address + size) is there.
  bool has(uint64_t address, uint64_t size) const {
    return size <= bytes_ && address <= bytes_ - size;
  }
  /// Both do nothing and return false where has() is false.
  bool read(uint64_t address, uint8_t* out, uint64_t size) const;
  bool write(uint64_t address, const uint8_t* data, uint64_t size);

  /// The page with `address`, for direct access; it is made if need be. Stays where it is as long
  /// as the memory. Precondition: has(address, 1).
  uint8_t* page(uint64_t address);
  uint64_t pages() const { return pages_.size(); }

 private:
  using Page = std::array<uint8_t, kPageBytes>;
  uint64_t bytes_;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;  ///< by address / kPageBytes
};

}  // namespace tinsim
