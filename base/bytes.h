// SPDX-License-Identifier: Apache-2.0
// Values as bytes, between ranks of one run: both ends are the same program on like machines.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace tinsim {

using Bytes = std::vector<char>;

template <class T>
void put(Bytes& to, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = to.size();
  to.resize(at + sizeof(T));
  std::memcpy(&to[at], &value, sizeof(T));
}

template <class T>
void put(Bytes& to, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  put(to, uint64_t{values.size()});
  const char* bytes = reinterpret_cast<const char*>(values.data());
  to.insert(to.end(), bytes, bytes + values.size() * sizeof(T));
}

inline void put(Bytes& to, const std::string& text) {
  put(to, uint64_t{text.size()});
  to.insert(to.end(), text.begin(), text.end());
}

/// Takes values in the order in which they were put. Precondition: they were.
class ByteReader {
 public:
  explicit ByteReader(const Bytes& bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }

  template <class T>
  T take() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(static_cast<void*>(&value), at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  template <class T>
  std::vector<T> take_all() {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(take<uint64_t>());
    const std::size_t bytes = values.size() * sizeof(T);
    if (bytes != 0) std::memcpy(static_cast<void*>(values.data()), at_, bytes);
    at_ += bytes;
    return values;
  }
  std::string take_text() {
    const auto size = take<uint64_t>();
    at_ += size;
    return {at_ - size, at_};
  }
  /// Position for readers outside this class, and their new position.
  const char* position() const { return at_; }
  void move_to(const char* position) { at_ = position; }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace tinsim
