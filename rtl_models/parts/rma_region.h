// SPDX-License-Identifier: Apache-2.0
// A registered region of memory: may this request touch these bytes, and where are they.
#pragma once

#include <cstdint>

#include "rtl_models/parts/rma_words.h"

namespace tinsim {

/// A 128-bit key.
struct RegionKey {
  std::uint64_t hi = 0, lo = 0;

  friend bool operator==(const RegionKey& a, const RegionKey& b) {
    return a.hi == b.hi && a.lo == b.lo;
  }
};

/// Bits of RmaRegion::perms.
enum RmaPerm : std::uint8_t { kPermRead = 1, kPermWrite = 2, kPermAtomic = 4, kPermRekey = 8 };

/// An entry of the region table. A region that is not registered has `live` = false.
struct RmaRegion {
  bool live = false;
  std::uint64_t base = 0;    ///< PCIe address
  std::uint64_t length = 0;  ///< bytes, 48 bits
  std::uint8_t perms = 0;    ///< bits of RmaPerm
  std::uint8_t host = 0;     ///< whose memory
  RegionKey key;
};

/// Why a request is refused; the codes of region_table (its README).
enum class RmaRefusal : std::uint8_t {
  Granted = 0,
  UnknownOp = 1,
  NoRegion = 2,
  Permission = 3,
  Size = 4,
  Alignment = 5,
  Bounds = 6
};
constexpr unsigned kRmaRefusals = 7;

constexpr unsigned kRmaMaxBytes = 4096;  ///< of one operation
constexpr unsigned kRmaAtomicBytes = 8;

/// Judges an operation `op` (any 4-bit value) on `size` bytes at `offset` of `region`; `region` is
/// null if there is no entry of that number.
RmaRefusal judge_region(const RmaRegion* region, unsigned op, std::uint64_t offset, unsigned size);

}  // namespace tinsim
