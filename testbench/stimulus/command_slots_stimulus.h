// SPDX-License-Identifier: Apache-2.0
// Two hosts that write commands into slots, in any order, some wrongly, for command_slots.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "rtl_models/command_slots/command_slots.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Stores to slots that are being written, to free ones, and to any; missing quarters are written
/// first, or any. Ready slots are taken and done at rates of their own, so that slots run out or
/// all are free.
template <unsigned kSlots>
class CommandSlotsStimulus {
 public:
  using In = typename CommandSlots<kSlots>::In;
  using Out = typename CommandSlots<kSlots>::Out;

  explicit CommandSlotsStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    written_ = {};
    in_flight_.clear();
    left_ = 0;
    return {};
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    in.store_host_i = random_.chance(50);
    in.store_slot_i = random_.bits();
    in.store_part_i = random_.bits();
    in.done_slot_i = random_.bits();
    for (unsigned host = 0; host < 2; ++host) in.alloc_valid_i[host] = allocs_[host].go(random_);
    if (stores_.go(random_)) store(in, out);
    if (dones_.go(random_) && !in_flight_.empty()) done(in);
    in.ready_pop_i = pops_.go(random_) && out.ready_valid_o && !withholds_pops_;
    if (in.ready_pop_i) in_flight_.push_back(static_cast<unsigned>(out.ready_slot_o));
    return in;
  }

 private:
  void new_profile() {
    wrong_percent_ = random_.chance(50) ? 0 : random_.chance(50) ? 10 : 100;
    spread_ = random_.chance(40) ? 1 : random_.chance(50) ? 4 : kSlots / 2;
    in_order_ = random_.chance(50);
    left_ = random_.range(100, 800);
    withholds_pops_ = random_.chance(15);
    if (!withholds_pops_) return;
    // All slots become whole and wait.
    wrong_percent_ = 0;
    spread_ = kSlots / 2;
    left_ = 8 * kSlots;
  }
  /// Of the first few slots of a host, one that has quarters left, and one of these.
  void store(In& in, const Out& out) {
    in.store_valid_i = true;
    if (random_.chance(wrong_percent_)) {
      if (random_.chance(50)) return;
      // Perhaps allocated in this cycle, by this host or the other.
      in.store_slot_i = out.alloc_slot_o[random_.below(2)];
      return;
    }
    const unsigned host = in.store_host_i;
    unsigned slot = host * (kSlots / 2) + random_.below(spread_);
    for (unsigned n = 0; n < kSlots / 2 && written_[slot] == 0xF; ++n)
      slot = host * (kSlots / 2) + (slot + 1) % (kSlots / 2);
    unsigned part = in_order_ ? 0 : random_.below(4);
    while (written_[slot] != 0xF && (written_[slot] >> part & 1) != 0) part = (part + 1) % 4;
    in.store_slot_i = slot;
    in.store_part_i = part;
    written_[slot] |= 1u << part;
  }
  /// One in flight before this cycle; sometimes a store addresses it.
  void done(In& in) {
    const auto at = random_.below(static_cast<unsigned>(in_flight_.size()));
    const unsigned slot = in_flight_[at];
    in_flight_.erase(in_flight_.begin() + at);
    in.done_valid_i = true;
    in.done_slot_i = slot;
    if (in.store_valid_i && random_.chance(wrong_percent_ / 2)) {
      in.store_slot_i = slot;
      in.store_host_i = slot >= kSlots / 2;
    }
    written_[slot] = 0;
  }

  Random random_;
  std::array<RandomStall, 2> allocs_;
  RandomStall stores_, pops_, dones_;
  std::array<unsigned, kSlots> written_{};  ///< about: wrong stores may have written too
  std::vector<unsigned> in_flight_;
  // The profile of random rates, and cycles until the next one.
  unsigned wrong_percent_ = 0, spread_ = 1, left_ = 0;
  bool in_order_ = true, withholds_pops_ = false;
};

}  // namespace tinsim
