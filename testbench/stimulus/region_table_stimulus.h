// SPDX-License-Identifier: Apache-2.0
// Regions registered and revoked, requests at their edges, for region_table.
#pragma once

#include <array>

#include "rtl_models/region_table/region_table.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Few regions in few places, so that checks coincide with writes; offsets and sizes around the
/// last byte, alignments, permissions and ops of every kind.
template <unsigned kRegions>
class RegionTableStimulus {
 public:
  using In = typename RegionTable<kRegions>::In;
  using Out = typename RegionTable<kRegions>::Out;

  explicit RegionTableStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    lengths_ = {};
    left_ = 0;
    return {};
  }

  In next(const Out&) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    const unsigned check_place = random_.below(kPlaces), write_place = random_.below(kPlaces);
    in.check_valid_i = checks_.go(random_);
    in.check_op_i = random_.chance(95) ? random_.below(5) : random_.below(16);
    in.check_region_i = number(check_place);
    if (random_.chance(5)) in.check_region_i = random_.bits();
    if (random_.chance(10)) in.check_region_i = random_.one_bit_off(in.check_region_i, 24);
    in.check_size_i = size();
    in.check_offset_i = offset(lengths_[check_place], in.check_size_i);
    in.write_valid_i = writes_.go(random_);
    in.write_kind_i = random_.chance(register_percent_) ? 0 : random_.range(1, 3);
    in.write_region_i = number(random_.chance(30) ? check_place : write_place);
    if (random_.chance(10)) in.write_region_i = random_.one_bit_off(in.write_region_i, 12);
    in.write_base_i = random_.chance(70) ? random_.bits() & ~std::uint64_t{7} : random_.bits();
    in.write_length_i = length();
    in.write_perms_i = random_.chance(60) ? 15 : random_.bits();
    in.write_host_i = random_.chance(50);
    in.write_key_hi_i = random_.bits();
    in.write_key_lo_i = random_.bits();
    if (in.write_valid_i && in.write_kind_i == 0) note(in);
    return in;
  }

 private:
  static constexpr unsigned kPlaces = 6;

  void new_profile() {
    register_percent_ = random_.chance(50) ? 80 : random_.below(101);
    left_ = random_.range(50, 600);
  }
  /// Numbers of which some differ in single bits, up to the end of the table and beyond it.
  static unsigned number(unsigned place) {
    constexpr std::array<unsigned, kPlaces> kNumbers = {
        0, 1, kRegions / 2, kRegions - 1, kRegions % 4096, 3};
    return kNumbers[place];
  }
  void note(const In& in) {
    for (unsigned place = 0; place < kPlaces; ++place)
      if (number(place) == in.write_region_i) lengths_[place] = in.write_length_i;
  }
  unsigned size() {
    constexpr std::array<unsigned, 6> kEdges = {0, 1, 8, 4095, 4096, 4097};
    if (random_.chance(40)) return 8;
    if (random_.chance(20)) return static_cast<unsigned>(random_.one_bit_off(8, 16));
    if (random_.chance(40)) return kEdges[random_.below(kEdges.size())];
    return static_cast<unsigned>(random_.bits() & (random_.chance(50) ? 0xFFFF : 0x7FF));
  }
  std::uint64_t length() {
    if (random_.chance(20)) return kLongest - random_.below(3);
    if (random_.chance(20)) return random_.below(16);
    if (random_.chance(30)) return random_.before_carry(48, 4096);
    return random_.bits() & kLongest >> random_.below(45);
  }
  /// About where the last byte falls on the region's end, or inside, or anywhere.
  std::uint64_t offset(std::uint64_t region_length, std::uint64_t bytes) {
    if (random_.chance(50)) {
      const std::uint64_t last = region_length - bytes + 1 - random_.below(3);
      return random_.chance(70) ? last : random_.one_bit_off(last, 48);
    }
    if (random_.chance(20) || region_length == 0)
      return random_.chance(50) ? kLongest - random_.below(9) : random_.bits();
    const std::uint64_t inside = random_.bits() % region_length;
    return random_.chance(70) ? inside & ~std::uint64_t{7} : inside;
  }

  static constexpr std::uint64_t kLongest = (std::uint64_t{1} << 48) - 1;
  Random random_;
  RandomStall checks_, writes_;
  std::array<std::uint64_t, kPlaces> lengths_{};
  // The profile of random rates, and cycles until the next one.
  unsigned register_percent_ = 0, left_ = 0;
};

}  // namespace tinsim
