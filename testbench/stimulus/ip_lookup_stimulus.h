// SPDX-License-Identifier: Apache-2.0
// Nested prefixes of a few addresses, tables written while they are looked up, for ip_lookup.
#pragma once

#include <algorithm>
#include <array>

#include "rtl_models/ip_lookup/ip_lookup.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Prefixes and addresses descend from a few trunks and differ in single bits, so that several
/// entries match, many of equal length. How often tables change is drawn again every few hundred
/// cycles.
template <unsigned kEntries, unsigned kMembers>
class IpLookupStimulus {
 public:
  using In = typename IpLookup<kEntries, kMembers>::In;
  using Out = typename IpLookup<kEntries, kMembers>::Out;

  explicit IpLookupStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    new_profile();
    entry_percent_ = member_percent_ = 80;  // fill the tables first
    for (auto& trunk : trunks_) trunk = {random_.bits(), random_.bits()};
    return {};
  }

  In next(const Out&) {
    if (left_ == 0) new_profile();
    --left_;
    In in = garbage();
    in.write_entry_i = random_.chance(entry_percent_);
    in.write_member_i = random_.chance(member_percent_);
    in.write_index_i =
        random_.below(in.write_entry_i ? (in.write_member_i ? kBoth : kEntries) : kMembers);
    if (random_.chance(40)) in.write_index_i = std::uint64_t{in.write_index_i} & 3;
    if (in.write_entry_i && in.entry_live_i) make_legal(in);
    in.valid_i = lookups_.go(random_);
    const AddressBits address = near(trunks_[random_.below(kTrunks)]);
    in.address_hi_i = address.hi;
    in.address_lo_i = address.lo;
    if (random_.chance(20)) in.hash_i = random_.chance(50) ? 0 : 0xFFFF;
    return in;
  }

 private:
  static constexpr unsigned kTrunks = 3;
  static constexpr unsigned kBoth = std::min(kEntries, kMembers);
  static constexpr unsigned kLongestGroup = 4095;

  void new_profile() {
    constexpr std::array<unsigned, 5> kPercents = {0, 1, 10, 50, 100};
    entry_percent_ = kPercents[random_.below(kPercents.size())];
    member_percent_ = kPercents[random_.below(kPercents.size())];
    live_percent_ = random_.chance(50) ? 95 : random_.below(100);
    v6_percent_ = random_.chance(50) ? 50 : random_.chance(50) ? 0 : 100;
    group_limit_ = random_.chance(50) ? 4 : std::min(kMembers, kLongestGroup);
    left_ = random_.range(20, 400);
  }
  /// Inputs without meaning in this cycle may keep their values.
  In garbage() {
    In in;
    in.entry_live_i = random_.chance(live_percent_);
    in.entry_v6_i = random_.chance(v6_percent_);
    in.entry_length_i = random_.bits();
    in.entry_punt_i = random_.chance(20);
    in.entry_base_i = random_.bits();
    in.entry_count_i = random_.bits();
    const AddressBits prefix = near(trunks_[random_.below(kTrunks)]);
    in.entry_prefix_hi_i = prefix.hi;
    in.entry_prefix_lo_i = prefix.lo;
    in.member_i = random_.bits();
    in.v6_i = random_.chance(v6_percent_);
    in.hash_i = random_.bits();
    return in;
  }
  void make_legal(In& in) {
    const unsigned longest = in.entry_v6_i ? 128 : 32;
    in.entry_length_i = random_.chance(40)   ? longest - random_.below(3)
                        : random_.chance(30) ? random_.below(3)
                        : random_.chance(30) ? longest / 2 - 1 + random_.below(3)
                                             : random_.below(longest + 1);
    if (in.entry_punt_i) return;
    const unsigned count = random_.range(1, group_limit_);
    in.entry_count_i = count;
    in.entry_base_i =
        random_.chance(20) ? kMembers - count : random_.below(group_limit_ - count + 1);
  }
  /// The address, perhaps with one bit flipped, or with all bits after some other than its own.
  AddressBits near(AddressBits address) {
    if (random_.chance(40)) return address;
    const unsigned place = random_.chance(50) ? random_.below(33) : random_.below(128);
    if (random_.chance(50)) {
      if (place < 64)
        address.hi ^= std::uint64_t{1} << (63 - place);
      else
        address.lo ^= std::uint64_t{1} << (127 - place);
      return address;
    }
    if (place < 64) {
      address.hi ^= random_.bits() >> place;
      address.lo = random_.bits();
    } else {
      address.lo ^= random_.bits() >> (place - 64);
    }
    return address;
  }

  Random random_;
  RandomStall lookups_;
  std::array<AddressBits, kTrunks> trunks_{};
  // The profile of random rates, and cycles until the next one.
  unsigned entry_percent_ = 0, member_percent_ = 0, live_percent_ = 0, v6_percent_ = 0;
  unsigned group_limit_ = 1, left_ = 0;
};

}  // namespace tinsim
