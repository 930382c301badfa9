// SPDX-License-Identifier: Apache-2.0
// Enumerations whose enumerators are their words: one list gives the type, and its words for
// configurations, errors and tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

#define TIN_ENUM_WORD(word) std::string_view(#word),

/// Declares `enum class Name` with the words as enumerators. A word that C++ keeps for itself has a
/// trailing `_` as an enumerator (`auto_`), which is no part of the word.
#define TIN_ENUM(Name, ...)                       \
  enum class Name : std::uint8_t { __VA_ARGS__ }; \
  constexpr auto enumerators(Name) { return std::array{TIN_EACH(TIN_ENUM_WORD, __VA_ARGS__)}; }

template <class T, class = void>
struct IsNamedEnum : std::false_type {};
template <class T>
struct IsNamedEnum<T, std::void_t<decltype(enumerators(std::declval<T>()))>> : std::true_type {};

constexpr std::string_view without_last_underscore(std::string_view name) {
  if (!name.empty() && name.back() == '_') name.remove_suffix(1);
  return name;
}

template <class Enum>
constexpr std::string_view word_of(Enum value) {
  return without_last_underscore(enumerators(value)[static_cast<std::size_t>(value)]);
}

/// In the order of the enumerators.
template <class Enum>
std::vector<std::string> words_of() {
  std::vector<std::string> words;
  for (std::string_view name : enumerators(Enum{}))
    words.emplace_back(without_last_underscore(name));
  return words;
}

template <class Enum>
std::optional<Enum> from_word(std::string_view word) {
  const auto names = enumerators(Enum{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (without_last_underscore(names[i]) == word) return static_cast<Enum>(i);
  return std::nullopt;
}

/// A word given at run time, as the enumerator of the enumeration that it is assigned to. Throws
/// std::invalid_argument if it is none of its words.
struct Word {
  std::string_view text;

  template <class Enum, class = std::enable_if_t<IsNamedEnum<Enum>::value>>
  operator Enum() const {
    if (const auto value = from_word<Enum>(text)) return *value;
    throw std::invalid_argument("no such word: " + std::string(text));
  }
};

}  // namespace tinsim
