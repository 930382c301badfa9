// SPDX-License-Identifier: Apache-2.0
// Parts of the inputs of a block, as words: elements, fields, and valid bits with what they
// qualify.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "rtl_models/replay/field_layout.h"

namespace tinsim {

/// Words of one element of the inputs.
struct Element {
  std::size_t first, words;
  bool is_in(const Words& in) const {
    return std::any_of(in.begin() + begin(), in.begin() + end(), [](auto w) { return w != 0; });
  }
  void clear(Words& in) const { std::fill(in.begin() + begin(), in.begin() + end(), 0); }

 private:
  std::ptrdiff_t begin() const { return static_cast<std::ptrdiff_t>(first); }
  std::ptrdiff_t end() const { return static_cast<std::ptrdiff_t>(first + words); }
};

/// Of the fields that are valid bits, or of the others.
inline std::vector<Element> elements_of(const FieldLayout& layout, bool valid) {
  std::vector<Element> elements;
  for (const LayoutField& field : layout.fields) {
    if ((field.name.find("valid") != std::string::npos) != valid) continue;
    for (unsigned n = 0; n < field.elements(); ++n)
      elements.push_back({field.word_of(n), field.words()});
  }
  return elements;
}

/// The elements of each field.
inline std::vector<std::vector<Element>> fields_of(const FieldLayout& layout) {
  std::vector<std::vector<Element>> fields;
  for (const LayoutField& field : layout.fields) {
    fields.emplace_back();
    for (unsigned n = 0; n < field.elements(); ++n)
      fields.back().push_back({field.word_of(n), field.words()});
  }
  return fields;
}

/// A valid bit, and words of its transactions that have few values, such as their VC: fields with
/// the same beginning of their name.
struct Channel {
  static constexpr unsigned kSelectorBits = 6;
  Element valid;
  std::vector<std::size_t> selectors;
};

inline std::vector<Channel> channels_of(const FieldLayout& layout) {
  std::vector<Channel> channels;
  for (const LayoutField& valid : layout.fields) {
    const std::size_t at = valid.name.find("valid");
    if (at == std::string::npos || at == 0 || valid.elements() != 1) continue;
    channels.push_back({{valid.word_of(0), valid.words()}, {}});
    for (const LayoutField& field : layout.fields) {
      if (&field != &valid && field.elements() == 1 && field.width <= Channel::kSelectorBits &&
          field.name.compare(0, at, valid.name, 0, at) == 0)
        channels.back().selectors.push_back(field.word_of(0));
    }
  }
  return channels;
}

}  // namespace tinsim
