// SPDX-License-Identifier: Apache-2.0
// ECN and CTD: drop a packet unfetched, or mark it, by the depth of its RTS queue.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/cts_pick.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and the rule are described in README.md.
class EcnCtd {
 public:
  struct In {
    std::array<Bits<12>, kCosClasses> drop_threshold_i{}, mark_threshold_i{};
    bool rts_valid_i = false;
    Bits<5> rts_queue_i;
    bool pop_valid_i = false;
    Bits<5> pop_queue_i;
    bool ready_valid_i = false;
    Bits<5> ready_queue_i;
    Bits<2> ready_ecn_i;
    TIN_PORTS(drop_threshold_i, mark_threshold_i, rts_valid_i, rts_queue_i, pop_valid_i,
              pop_queue_i, ready_valid_i, ready_queue_i, ready_ecn_i)
  };
  struct Out {
    bool rts_result_o = false, accept_o = false, ctd_o = false, ready_result_o = false;
    Bits<2> ecn_o;
    bool marked_o = false;
    std::array<Bits<12>, kRtsQueues> depth_o{};
    TIN_PORTS(rts_result_o, accept_o, ctd_o, ready_result_o, ecn_o, marked_o, depth_o)
  };
  /// Registers that a bench may set: README.md, "Back door".
  struct Preset {
    std::array<Bits<12>, kRtsQueues> depth_q{};
    TIN_FIELDS(depth_q)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  void preset(const Preset& registers);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void receive(const In& in, Out& next) const;
  void forward(const In& in, Out& next) const;

  Out out_;
};

}  // namespace tinsim
