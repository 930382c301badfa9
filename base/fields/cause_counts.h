// SPDX-License-Identifier: Apache-2.0
// Counts by cause: an array for the engine that counts, a table of names for reports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace tinsim {

/// `cause_names(E)` returns an array with the name of each value of `E`; null: not reported.
template <class E>
class CauseCounts {
 public:
  static constexpr auto kNames = cause_names(E());
  using ByName = std::map<std::string, uint64_t>;

  CauseCounts() = default;
  /// Adds up. Throws std::out_of_range for a name that no cause has.
  CauseCounts(std::initializer_list<std::pair<std::string, uint64_t>> counts) {
    for (const auto& [name, count] : counts) counts_[index_of(name)] += count;
  }

  static constexpr std::size_t size() { return kNames.size(); }
  uint64_t& operator[](E cause) { return counts_[static_cast<std::size_t>(cause)]; }
  uint64_t operator[](E cause) const { return counts_[static_cast<std::size_t>(cause)]; }
  uint64_t& operator[](std::size_t cause) { return counts_[cause]; }
  uint64_t operator[](std::size_t cause) const { return counts_[cause]; }
  /// Throws std::out_of_range for a name that no cause has.
  uint64_t at(const std::string& name) const { return counts_[index_of(name)]; }

  auto begin() const { return counts_.begin(); }
  auto end() const { return counts_.end(); }

  /// Those that are reported.
  ByName by_name() const {
    ByName counts;
    for (std::size_t i = 0; i < size(); ++i)
      if (kNames[i] != nullptr) counts[kNames[i]] = counts_[i];
    return counts;
  }
  CauseCounts& operator+=(const CauseCounts& more) {
    for (std::size_t i = 0; i < size(); ++i) counts_[i] += more.counts_[i];
    return *this;
  }

 private:
  static std::size_t index_of(const std::string& name) {
    for (std::size_t i = 0; i < size(); ++i)
      if (kNames[i] != nullptr && name == kNames[i]) return i;
    throw std::out_of_range(name + " is no cause");
  }

  std::array<uint64_t, kNames.size()> counts_{};
};

}  // namespace tinsim
