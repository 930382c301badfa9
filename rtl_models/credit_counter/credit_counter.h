// SPDX-License-Identifier: Apache-2.0
// Credit counter: a sender's credit for one output port, absolute word counts modulo 4096, per VC.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and rules are described in README.md.
template <unsigned kVcs>
class CreditCounter {
  static_assert(kVcs >= 1 && kVcs <= 32, "NumVcs: 1..32");

 public:
  struct In {
    std::array<Bits<12>, kVcs> init_limit_i{};
    bool fc_valid_i = false;
    Bits<5> fc_vc_i;
    Bits<12> fc_limit_i;
    bool take_valid_i = false;
    Bits<5> take_vc_i, take_words_i;
    TIN_PORTS(init_limit_i, fc_valid_i, fc_vc_i, fc_limit_i, take_valid_i, take_vc_i, take_words_i)
  };
  struct Out {
    std::array<Bits<12>, kVcs> avail_o{};
    TIN_PORTS(avail_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void drive_outputs(unsigned vc);

  std::array<Bits<12>, kVcs> limit_{}, sent_{};
  Out out_;
};

}  // namespace tinsim
