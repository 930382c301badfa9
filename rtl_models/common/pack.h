// SPDX-License-Identifier: Apache-2.0
// Packing fields into 32-bit words, element 0 of an array least significant, as SystemVerilog does.
#pragma once

#include <cstring>

#include "rtl_models/common/bits.h"

namespace tinsim {

/// Appends bits to 32-bit words, least significant first, from any bit offset; words that are
/// begun keep the bits below the offset. `flush` writes the last, partly filled word and clears
/// the bits of it that were not written.
class BitWriter {
 public:
  explicit BitWriter(std::uint32_t* words, unsigned offset = 0)
      : next_(words + offset / 32), fill_(offset % 32) {
    if (fill_) acc_ = *next_ & (~std::uint32_t{0} >> (32 - fill_));
  }
  /// `value` must be below 2^width; width 1..64.
  void put(std::uint64_t value, unsigned width) {
    if (width > 32) {
      put(value & 0xffffffffu, 32);
      value >>= 32;
      width -= 32;
    }
    acc_ |= value << fill_;
    fill_ += width;
    if (fill_ >= 32) {
      *next_++ = static_cast<std::uint32_t>(acc_);
      acc_ >>= 32;
      fill_ -= 32;
    }
  }
  void flush() {
    if (fill_) *next_ = static_cast<std::uint32_t>(acc_);
  }

 private:
  std::uint32_t* next_;
  std::uint64_t acc_ = 0;
  unsigned fill_;
};

/// Takes bits from 32-bit words, least significant first.
class BitReader {
 public:
  explicit BitReader(const std::uint32_t* words, unsigned offset = 0)
      : next_(words + offset / 32), fill_(offset % 32 ? 32 - offset % 32 : 0) {
    if (fill_) acc_ = *next_++ >> (offset % 32);
  }
  std::uint64_t get(unsigned width) {
    if (width > 32) {
      const std::uint64_t low = get(32);
      return low | get(width - 32) << 32;
    }
    if (fill_ < width) {
      acc_ |= std::uint64_t{*next_++} << fill_;
      fill_ += 32;
    }
    const std::uint64_t value = acc_ & (~std::uint64_t{0} >> (64 - width));
    acc_ >>= width;
    fill_ -= width;
    return value;
  }

 private:
  const std::uint32_t* next_;
  std::uint64_t acc_ = 0;
  unsigned fill_;
};

namespace detail {
// Eight bools to eight bits by one multiplication: 50 x 32 request bits are packed every cycle.
inline std::uint64_t gather_bools(const bool* bools) {
  std::uint64_t bytes;
  std::memcpy(&bytes, bools, 8);
  return bytes * 0x0102040810204080u >> 56;
}
}  // namespace detail

inline void pack(bool value, BitWriter& to) { to.put(value, 1); }

template <unsigned N>
void pack(const Bits<N>& value, BitWriter& to) {
  if constexpr (N <= 64) {
    to.put(value, N);
  } else {
    for (unsigned done = 0; done < N; done += 32)
      to.put(value.words()[done / 32], N - done < 32 ? N - done : 32);
  }
}

template <class T, std::size_t N>
void pack(const std::array<T, N>& values, BitWriter& to) {
  std::size_t i = 0;
  if constexpr (std::is_same_v<T, bool>)
    for (; i + 8 <= N; i += 8) to.put(detail::gather_bools(&values[i]), 8);
  for (; i < N; ++i) pack(values[i], to);
}

inline void unpack(BitReader& from, bool& value) { value = from.get(1); }

template <unsigned N>
void unpack(BitReader& from, Bits<N>& value) {
  if constexpr (N <= 64) {
    value = from.get(N);
  } else {
    for (unsigned done = 0; done < N; done += 32)
      value.words()[done / 32] =
          static_cast<std::uint32_t>(from.get(N - done < 32 ? N - done : 32));
  }
}

template <class T, std::size_t N>
void unpack(BitReader& from, std::array<T, N>& values) {
  for (T& value : values) unpack(from, value);
}

/// A field of up to 64 bits as one integer, and back.
template <class T>
std::uint64_t pack_to_integer(const T& value) {
  static_assert(kWidth<T> <= 64);
  std::uint32_t words[2] = {};
  BitWriter writer(words);
  pack(value, writer);
  writer.flush();
  return words[0] | std::uint64_t{words[1]} << 32;
}
inline std::uint64_t pack_to_integer(bool value) { return value; }
template <unsigned N>
std::uint64_t pack_to_integer(const Bits<N>& value) {
  return value;
}

template <class T>
void unpack_from_integer(std::uint64_t integer, T& value) {
  static_assert(kWidth<T> <= 64);
  const std::uint32_t words[2] = {static_cast<std::uint32_t>(integer),
                                  static_cast<std::uint32_t>(integer >> 32)};
  BitReader reader(words);
  unpack(reader, value);
}

/// Sum of the widths of a bundle's fields.
template <class Bundle>
unsigned bundle_width() {
  unsigned width = 0;
  Bundle::walk(Bundle{}, [&](const char*, const auto& field) { width += kWidth<decltype(field)>; });
  return width;
}

/// A whole bundle as a SystemVerilog packed struct: the first field is most significant.
/// `words` holds (bundle_width + 31) / 32 words.
template <class Bundle>
void pack_struct(const Bundle& bundle, std::uint32_t* words) {
  unsigned offset = bundle_width<Bundle>();
  std::memset(words, 0, (offset + 31) / 32 * 4);
  Bundle::walk(bundle, [&](const char*, const auto& field) {
    // Fields arrive from the top down, so the words above are already written: OR, not store.
    std::array<std::uint32_t, (kWidth<decltype(field)> + 31) / 32 + 1> part{};
    offset -= kWidth<decltype(field)>;
    BitWriter writer(part.data(), offset % 32);
    pack(field, writer);
    writer.flush();
    const unsigned used = (offset % 32 + kWidth<decltype(field)> + 31) / 32;
    for (unsigned i = 0; i < used; ++i) words[offset / 32 + i] |= part[i];
  });
}

template <class Bundle>
void unpack_struct(const std::uint32_t* words, Bundle& bundle) {
  unsigned offset = bundle_width<Bundle>();
  Bundle::walk(bundle, [&](const char*, auto& field) {
    offset -= kWidth<decltype(field)>;
    BitReader reader(words, offset);
    unpack(reader, field);
  });
}

}  // namespace tinsim
