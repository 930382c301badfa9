// SPDX-License-Identifier: Apache-2.0
// The fields of a bundle as words: each element of an array in words of its own.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/common/bits.h"

namespace tinsim {

/// All fields of a bundle, elements in order; an element of n bits takes (n + 31) / 32 words, least
/// significant first.
using Words = std::vector<std::uint32_t>;

struct LayoutField {
  std::string name;
  unsigned width = 1;           ///< bits of an element
  std::vector<unsigned> sizes;  ///< of the array, the outermost first
  std::size_t first = 0;        ///< word of element 0

  unsigned elements() const {
    unsigned count = 1;
    for (unsigned size : sizes) count *= size;
    return count;
  }
  std::size_t words() const { return (width + 31) / 32; }
  std::size_t word_of(unsigned element) const { return first + element * words(); }
  /// "req_valid_i[1][2]".
  std::string element_name(unsigned element) const {
    std::string text;
    for (std::size_t n = sizes.size(); n-- > 0; element /= sizes[n])
      text = "[" + std::to_string(element % sizes[n]) + "]" + text;
    return name + text;
  }
};

struct FieldLayout {
  std::vector<LayoutField> fields;
  std::size_t words = 0;
};

namespace detail {
template <class T>
struct LayoutShape {
  static void describe(LayoutField& field) { field.width = kWidth<T>; }
};
template <class T, std::size_t N>
struct LayoutShape<std::array<T, N>> {
  static void describe(LayoutField& field) {
    field.sizes.push_back(N);
    LayoutShape<T>::describe(field);
  }
};

inline void put_element(bool value, std::uint32_t*& words) { *words++ = value; }
template <unsigned N>
void put_element(const Bits<N>& value, std::uint32_t*& words) {
  if constexpr (N > 64) {
    for (std::uint32_t word : value.words()) *words++ = word;
  } else {
    const std::uint64_t number = value;
    *words++ = static_cast<std::uint32_t>(number);
    if constexpr (N > 32) *words++ = static_cast<std::uint32_t>(number >> 32);
  }
}
template <class T, std::size_t N>
void put_element(const std::array<T, N>& values, std::uint32_t*& words) {
  for (const T& value : values) put_element(value, words);
}

inline void take_element(const std::uint32_t*& words, bool& value) { value = *words++ != 0; }
template <unsigned N>
void take_element(const std::uint32_t*& words, Bits<N>& value) {
  if constexpr (N > 64) {
    for (std::uint32_t& word : value.words()) word = *words++;
  } else {
    std::uint64_t number = *words++;
    if constexpr (N > 32) number |= std::uint64_t{*words++} << 32;
    value = number;
  }
}
template <class T, std::size_t N>
void take_element(const std::uint32_t*& words, std::array<T, N>& values) {
  for (T& value : values) take_element(words, value);
}
}  // namespace detail

template <class Bundle>
FieldLayout layout_of() {
  FieldLayout layout;
  Bundle::walk(Bundle{}, [&](const char* name, const auto& value) {
    LayoutField field;
    field.name = name;
    field.first = layout.words;
    detail::LayoutShape<std::decay_t<decltype(value)>>::describe(field);
    layout.words += field.elements() * field.words();
    layout.fields.push_back(std::move(field));
  });
  return layout;
}

/// `words` has the size of the bundle's layout.
template <class Bundle>
void to_words(const Bundle& bundle, Words& words) {
  std::uint32_t* next = words.data();
  Bundle::walk(bundle, [&](const char*, const auto& value) { detail::put_element(value, next); });
}
template <class Bundle>
Bundle from_words(const Words& words) {
  Bundle bundle;
  const std::uint32_t* next = words.data();
  Bundle::walk(bundle, [&](const char*, auto& value) { detail::take_element(next, value); });
  return bundle;
}

/// Value of an element: decimal up to 16 bits, else hexadecimal.
std::string value_text(const std::uint32_t* words, unsigned width);
/// All elements that are not zero, "name=value" with blanks between; `none` if there are none.
std::string words_text(const FieldLayout& layout, const Words& words, const std::string& none);

}  // namespace tinsim
