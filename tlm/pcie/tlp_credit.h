// SPDX-License-Identifier: Apache-2.0
// Credit of one class of PCIe packets, at its sender.
#pragma once

#include "rtl_models/common/check.h"
#include "rtl_models/parts/pcie_credit.h"

namespace tinsim {

/// The available credit has counters of its own; the sums of sender and receiver are updated from
/// them when UpdateFCs are processed.
struct TlpCredit {
  static constexpr uint32_t kInfinite = 1u << 31;
  enum Kind : uint8_t {
    kCounted,
    kNeverExhausted,  ///< it is never all out
    kUnlimited
  };
  PcieCredit<kPcieHeaderBits> headers;
  PcieCredit<kPcieDataBits> data;
  PcieBuffer<kPcieHeaderBits> header_buffer;
  PcieBuffer<kPcieDataBits> data_buffer;
  uint32_t headers_left, data_left;
  uint32_t headers_sent = 0, data_sent = 0;  ///< not yet added to the sums
  Kind kind = kCounted;

  TlpCredit(uint32_t h, uint32_t d) : headers(h), data(d), header_buffer(h), data_buffer(d) {
    if (h == 0 && d == 0) kind = kUnlimited;
    count();
  }
  bool is_infinite() const { return kind == kUnlimited; }
  /// Credit that never runs out need not be counted.
  void set_never_exhausted() {
    kind = kNeverExhausted;
    headers_left = data_left = kInfinite;
  }
  bool has(uint32_t credits) const { return headers_left != 0 && credits <= data_left; }
  void take(uint32_t credits) {
    TIN_CHECK(PcieCreditIsThere, has(credits), "a TLP is sent without credit for it");
    --headers_left;
    data_left -= credits;
    ++headers_sent;
    data_sent += credits;
  }
  void update(uint32_t headers_back, uint32_t data_back);
  void count() {
    headers_left = headers.is_infinite() ? kInfinite : headers.left();
    data_left = data.is_infinite() ? kInfinite : data.left();
  }
};

}  // namespace tinsim
