// SPDX-License-Identifier: Apache-2.0
// Route selection: one of a cell's candidate ports, by flow hash or by queue length.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/route_choice.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kPorts>
class RouteSelect {
  static_assert(kPorts >= 2 && kPorts <= 64, "NumPorts: 2..64");

 public:
  struct In {
    Bits<4> minimal_count_i, nonminimal_count_i;
    Bits<8> minimal_weight_i, nonminimal_weight_i;
    Bits<16> minimal_bias_i, nonminimal_bias_i;
    bool valid_i = false, hashed_i = false, detour_i = false;
    std::array<Bits<6>, kMinimalEntries> minimal_i{};
    std::array<bool, kMinimalEntries> minimal_valid_i{};
    std::array<Bits<6>, kDetourEntries> nonminimal_i{};
    std::array<bool, kDetourEntries> nonminimal_valid_i{};
    Bits<5> hash_i;
    std::array<Bits<12>, 16> random_i{};
    std::array<bool, kPorts> up_i{};
    std::array<Bits<20>, kPorts> queue_i{};
    TIN_PORTS(minimal_count_i, nonminimal_count_i, minimal_weight_i, nonminimal_weight_i,
              minimal_bias_i, nonminimal_bias_i, valid_i, hashed_i, detour_i, minimal_i,
              minimal_valid_i, nonminimal_i, nonminimal_valid_i, hash_i, random_i, up_i, queue_i)
  };
  struct Out {
    bool valid_o = false, none_o = false;
    Bits<6> port_o;
    bool minimal_o = false;
    TIN_PORTS(valid_o, none_o, port_o, minimal_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  /// A cell between the two stages.
  struct PendingCell {
    bool valid = false, hashed = false, detour = false;
    Candidates minimal{};
    Detours detours{};
    unsigned hash = 0;
    std::array<Bits<12>, 16> random{};
    std::uint64_t up = 0;
  };

  PendingCell sample(const In& in) const;
  Choice choose(const In& in, std::uint64_t ports) const;

  ChoiceRule rule_;
  PendingCell pending_;
  Out out_;
};

}  // namespace tinsim
