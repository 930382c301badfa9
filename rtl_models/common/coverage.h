// SPDX-License-Identifier: Apache-2.0
// Functional coverage of a block: hits of named bins of coverpoints and of their crosses.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/bits.h"

namespace tinsim {

/// Counts. The collector of a block derives from it and samples the ports once a cycle; it is
/// written by coverage.py from the block's coverage.toml (docs/reference/coverage.md).
class Coverage {
 public:
  struct Bin {
    std::string name;      ///< of a cross: the bins of its points, joined by dots
    std::string excluded;  ///< why it cannot be hit; else empty
    std::uint64_t hits = 0;
  };
  struct Item {
    std::string name;
    std::string of;  ///< of a cross: its points
    std::vector<Bin> bins;
  };

  const std::string& block() const { return block_; }
  const std::vector<Item>& items() const { return items_; }
  /// Bins without a hit that are not excluded, "item.bin", in the order of the list.
  std::vector<std::string> holes() const {
    return bins_where([](const Bin& bin) { return bin.hits == 0 && bin.excluded.empty(); });
  }
  /// Excluded bins that were hit: their reason does not hold.
  std::vector<std::string> hit_though_excluded() const {
    return bins_where([](const Bin& bin) { return bin.hits != 0 && !bin.excluded.empty(); });
  }
  /// One line: bins hit of those that count, then the holes by name.
  std::string summary() const {
    const std::size_t all = bins_where([](const Bin& bin) { return bin.excluded.empty(); }).size();
    const std::vector<std::string> missed = holes(), wrong = hit_though_excluded();
    return fmt::format("{}: coverage {} of {} bins{}{}{}{}\n", block_, all - missed.size(), all,
                       missed.empty() ? "" : "; holes: ", fmt::join(missed, " "),
                       wrong.empty() ? "" : "; hit though excluded: ", fmt::join(wrong, " "));
  }
  /// A header line, then a line per bin: block, point or cross, item, bin, hits, excluded.
  std::string csv() const {
    std::string text = "block,kind,item,bin,hits,excluded\n";
    for (const Item& item : items_) {
      for (const Bin& bin : item.bins)
        text += fmt::format("{},{},{},{},{},\"{}\"\n", block_, item.of.empty() ? "point" : "cross",
                            item.name, bin.name, bin.hits, bin.excluded);
    }
    return text;
  }

 protected:
  static constexpr unsigned kNone = ~0u;  ///< a value in no bin

  Coverage(std::string block, std::vector<Item> items)
      : block_(std::move(block)), items_(std::move(items)) {}
  void hit(std::size_t item, unsigned bin) {
    if (bin != kNone) ++items_[item].bins[bin].hits;
  }
  /// Zero beyond the end of the array: an index may be a port that means nothing in this cycle.
  template <class T, std::size_t N>
  static T element(const std::array<T, N>& values, std::uint64_t index) {
    return index < N ? values[index] : T{};
  }
  template <unsigned N>
  static std::uint64_t slice(const Bits<N>& value, unsigned low, unsigned width) {
    if constexpr (N <= 64) {
      return std::uint64_t{value} >> low & ~std::uint64_t{0} >> (64 - width);
    } else {
      std::uint64_t result = 0;
      for (unsigned n = 0; n < width; ++n) result |= std::uint64_t{value.bit(low + n)} << n;
      return result;
    }
  }

 private:
  template <class F>
  std::vector<std::string> bins_where(F&& holds) const {
    std::vector<std::string> names;
    for (const Item& item : items_) {
      for (const Bin& bin : item.bins)
        if (holds(bin)) names.push_back(item.name + "." + bin.name);
    }
    return names;
  }

  std::string block_;
  std::vector<Item> items_;
};

}  // namespace tinsim
