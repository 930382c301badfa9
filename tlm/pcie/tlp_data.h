// SPDX-License-Identifier: Apache-2.0
// The octets of a link's packets, apart from these: packets are moved often, and few carry any.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "tlm/pcie/byte_view.h"

namespace tinsim {

/// Packets cut from one request or answer share its octets until the last of them has arrived.
class TlpData {
 public:
  /// A place for `bytes` octets, of any value; never 0.
  uint32_t make(uint32_t bytes) {
    if (free_.empty()) {
      octets_.emplace_back();
      free_.push_back(static_cast<uint32_t>(octets_.size()));
    }
    const uint32_t place = free_.back();
    free_.pop_back();
    octets_[place - 1].resize(bytes);
    return place;
  }
  uint32_t copy(ByteView bytes) {
    const uint32_t place = make(bytes.size);
    std::copy_n(bytes.data, bytes.size, at(place));
    return place;
  }
  /// Stays where it is until it is released. Precondition: `place` is not 0.
  uint8_t* at(uint32_t place) { return octets_[place - 1].data(); }
  /// Nothing for 0.
  void release(uint32_t place) {
    if (place != 0) free_.push_back(place);
  }

 private:
  std::deque<std::vector<uint8_t>> octets_;
  std::vector<uint32_t> free_;
};

}  // namespace tinsim
