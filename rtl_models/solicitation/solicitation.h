// SPDX-License-Identifier: Apache-2.0
// Solicitation: when an operation of 1RMA may request its data.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/rma_solicitation.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kDepth>
class Solicitation {
 public:
  struct In {
    Bits<20> window_i;
    bool strict_i = false;
    std::array<Bits<8>, 2> weight_i{};
    Bits<16> dispatch_limit_i;
    bool push_valid_i = false, push_class_i = false;
    Bits<8> push_slot_i;
    Bits<13> push_size_i;
    bool refund_valid_i = false;
    Bits<13> refund_bytes_i;
    bool hold_i = false;
    TIN_PORTS(window_i, strict_i, weight_i, dispatch_limit_i, push_valid_i, push_class_i,
              push_slot_i, push_size_i, refund_valid_i, refund_bytes_i, hold_i)
  };
  struct Out {
    std::array<bool, 2> full_o{};
    bool grant_valid_o = false, grant_class_o = false;
    Bits<8> grant_slot_o;
    Bits<13> grant_size_o;
    bool expired_valid_o = false, expired_class_o = false;
    Bits<8> expired_slot_o;
    Bits<20> used_o;
    std::array<Bits<9>, 2> waiting_o{};
    TIN_PORTS(full_o, grant_valid_o, grant_class_o, grant_slot_o, grant_size_o, expired_valid_o,
              expired_class_o, expired_slot_o, used_o, waiting_o)
  };
  /// Registers that a bench may set: README.md, "Back door".
  struct Preset {
    Bits<16> now_q;
    TIN_FIELDS(now_q)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  void preset(const Preset& registers);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kDepth >= 2 && kDepth <= SolicitationState::kMaxDepth, "FifoDepth: 2..256");

  void check(const In& in) const;
  void drive_outputs(const SolicitationState::Decision& decision);

  SolicitationState state_;
  SolicitationLimits straps_;  ///< its window and limit are of the current cycle
  std::uint64_t now_ = 0;
  Out out_;
};

}  // namespace tinsim
