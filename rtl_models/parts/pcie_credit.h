// SPDX-License-Identifier: Apache-2.0
// PCIe flow control: credits as running sums modulo 2^8 (headers) or 2^12 (data), so that an
// UpdateFC carries an absolute value, and a lost or late one does no harm.
#pragma once

#include <cstdint>

#include "rtl_models/common/check.h"

namespace tinsim {

constexpr unsigned kPcieHeaderBits = 8;
constexpr unsigned kPcieDataBits = 12;

/// Most credits that may be advertised and not consumed: less than half of the field's range.
constexpr uint32_t pcie_max_credits(unsigned bits) { return (1u << (bits - 1)) - 1; }

/// One kind of credit at the sender. `advertised` 0 at the start is infinite.
template <unsigned Bits>
class PcieCredit {
 public:
  explicit PcieCredit(uint32_t advertised) : advertised_(advertised), limit_(advertised) {}

  bool has(uint32_t credits) const { return is_infinite() || credits <= left(); }
  /// Credit left; 0 of infinite credit.
  uint32_t left() const { return (limit_ - consumed_) & kMask; }
  void take(uint32_t credits) {
    TIN_CHECK(PcieCreditIsThere, has(credits), "a TLP is sent without credit for it");
    consumed_ = (consumed_ + credits) & kMask;
  }
  /// An UpdateFC. One that is older than another before it changes nothing.
  void update(uint32_t limit) {
    if (((limit - limit_) & kMask) <= kMask / 2) limit_ = limit & kMask;
  }
  bool is_infinite() const { return advertised_ == 0; }
  /// Nothing sent is without its UpdateFC.
  bool is_whole() const { return is_infinite() || left() == advertised_; }

 private:
  static constexpr uint32_t kMask = (1u << Bits) - 1;
  uint32_t advertised_;
  uint32_t limit_;
  uint32_t consumed_ = 0;
};

/// The same kind of credit at the receiver.
template <unsigned Bits>
class PcieBuffer {
 public:
  explicit PcieBuffer(uint32_t size) : size_(size) {}

  void fill(uint32_t credits) {
    held_ += credits;
    TIN_CHECK(PcieBufferHolds, size_ == 0 || held_ <= size_,
              "more data arrived than was advertised");
  }
  /// Space is free again. Returns the value of the next UpdateFC.
  uint32_t free(uint32_t credits) {
    TIN_CHECK(PcieBufferHeld, credits <= held_, "more is freed than was held");
    held_ -= credits;
    freed_ += credits;
    return (size_ + freed_) & ((1u << Bits) - 1);
  }
  uint32_t held() const { return held_; }

 private:
  uint32_t size_;
  uint32_t held_ = 0;
  uint32_t freed_ = 0;
};

}  // namespace tinsim
