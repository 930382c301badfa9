// SPDX-License-Identifier: Apache-2.0
// The registers of a model by name, as numbers: for reports of a lockstep and for the C ABI.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/common/bits.h"

namespace tinsim {

/// One register, or the elements of an array or a queue, the first index slowest. A value of more
/// than 64 bits is several numbers, least significant word of 32 bits first. Signed numbers are in
/// two's complement.
struct StateEntry {
  std::string name;
  std::vector<std::uint64_t> values;
  bool is_signed = false;
};

/// List that `void list_state(StateList&) const` of a block fills.
class StateList {
 public:
  /// A number, an enum, Bits<N>, or any container of these.
  template <class T>
  void add(const std::string& name, const T& value) {
    entries_.push_back({prefix_ + name, {}, false});
    append(value);
  }
  /// `count` elements at most: of arrays that are larger than the shape.
  template <class T>
  void add_first(const std::string& name, const T& values, std::size_t count) {
    add(name, values);
    if (entries_.back().values.size() > count) entries_.back().values.resize(count);
  }
  /// `member(element)` of each element.
  template <class Container, class F>
  void add_each(const std::string& name, const Container& elements, F&& member) {
    entries_.push_back({prefix_ + name, {}, false});
    for (const auto& element : elements) append(member(element));
  }
  /// The registers of a block inside the block: "<name>.<register>".
  template <class Block>
  void add_block(const std::string& name, const Block& block) {
    const std::string outer = prefix_;
    prefix_ += name + ".";
    block.list_state(*this);
    prefix_ = outer;
  }
  const std::vector<StateEntry>& entries() const { return entries_; }

 private:
  template <class T>
  void append(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      if constexpr (std::is_arithmetic_v<T>) entries_.back().is_signed |= std::is_signed_v<T>;
      entries_.back().values.push_back(static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_convertible_v<T, std::uint64_t>) {
      entries_.back().values.push_back(std::uint64_t{value});
    } else {
      append_elements(value, 0);
    }
  }
  template <unsigned N>
  void append_elements(const Bits<N>& value, int) {
    for (std::uint32_t word : value.words()) entries_.back().values.push_back(word);
  }
  template <class T>
  void append_elements(const T& values, long) {
    for (const auto& element : values) append(element);
  }

  std::string prefix_;
  std::vector<StateEntry> entries_;
};

namespace detail {
template <class B, class = void>
struct HasState : std::false_type {};
template <class B>
struct HasState<
    B, std::void_t<decltype(std::declval<const B&>().list_state(std::declval<StateList&>()))>>
    : std::true_type {};
}  // namespace detail

/// Registers of a block by name; empty for a block that lists none.
template <class B>
std::vector<StateEntry> state_of([[maybe_unused]] const B& block) {
  StateList list;
  if constexpr (detail::HasState<B>::value) block.list_state(list);
  return list.entries();
}

/// "name = 3" or "name = [0 1 0 2]", a line each, with `indent` blanks before it. Registers that
/// are all zero are left out unless `with_zeros`.
inline std::string state_text(const std::vector<StateEntry>& entries, unsigned indent,
                              bool with_zeros = false) {
  std::string text;
  for (const StateEntry& entry : entries) {
    bool all_zero = true;
    for (std::uint64_t value : entry.values) all_zero &= value == 0;
    if (all_zero && !with_zeros) continue;
    std::string values = fmt::format("{}", fmt::join(entry.values, " "));
    if (entry.is_signed) {
      const std::vector<std::int64_t> numbers(entry.values.begin(), entry.values.end());
      values = fmt::format("{}", fmt::join(numbers, " "));
    }
    if (entry.values.size() != 1) values = "[" + values + "]";
    text += fmt::format("{:{}}{} = {}\n", "", indent, entry.name, values);
  }
  return text;
}

/// The same below a heading: "none" where there would be nothing.
inline std::string state_section(const std::vector<StateEntry>& entries, bool with_zeros = false) {
  const std::string text = state_text(entries, 4, with_zeros);
  return text.empty() ? "    none\n" : text;
}

}  // namespace tinsim
