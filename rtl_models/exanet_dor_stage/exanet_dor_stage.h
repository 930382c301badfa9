// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing of ExaNet, with two virtual channels.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
class ExanetDorStage {
 public:
  struct In {
    std::array<Bits<6>, 3> here_i{};
    std::array<Bits<7>, 3> size_i{};
    std::array<bool, 3> wrap_i{};
    std::array<Bits<2>, 3> priority_i{};
    std::array<bool, 6> enable_i{};
    Bits<2> vc_rule_i;
    bool valid_i = false;
    std::array<Bits<6>, 3> dst_i{}, src_i{};
    TIN_PORTS(here_i, size_i, wrap_i, priority_i, enable_i, vc_rule_i, valid_i, dst_i, src_i)
  };
  struct Out {
    bool valid_o = false, local_o = false, no_route_o = false;
    Bits<3> direction_o;
    bool vc_o = false;
    TIN_PORTS(valid_o, local_o, no_route_o, direction_o, vc_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  Out out_;
};

}  // namespace tinsim
