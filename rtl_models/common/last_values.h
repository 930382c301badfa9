// SPDX-License-Identifier: Apache-2.0
// The last values of members that are visited in a fixed order, to find those that have changed.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace tinsim {

/// Values as bytes; all are new in the first round. Of the pins of a large block most stay.
class LastValues {
 public:
  /// A round over all members begins.
  void begin() { at_ = 0; }
  /// Whether the next member differs from the last round, which this value then replaces.
  template <class T>
  bool replace(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const bool is_new = at_ == bytes_.size();
    if (is_new) bytes_.resize(at_ + sizeof value);
    unsigned char* const last = &bytes_[at_];
    at_ += sizeof value;
    if (!is_new && std::memcmp(last, &value, sizeof value) == 0) return false;
    std::memcpy(last, &value, sizeof value);
    return true;
  }
  /// The same without replacing it; false in the first round.
  template <class T>
  bool differs(const T& value) {
    if (at_ == bytes_.size()) return false;
    const unsigned char* const last = &bytes_[at_];
    at_ += sizeof value;
    return std::memcmp(last, &value, sizeof value) != 0;
  }

 private:
  std::vector<unsigned char> bytes_;
  std::size_t at_ = 0;
};

}  // namespace tinsim
