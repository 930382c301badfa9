// SPDX-License-Identifier: Apache-2.0
// Flow-control sender: makes the FC sets of one port: credit limits, their refresh, sent reports.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and the rule are described in README.md.
template <unsigned kVcs>
class FcSender {
 public:
  struct In {
    Bits<12> depth_i;
    Bits<8> hold_cycles_i;
    Bits<12> refresh_cycles_i, refresh_phase_i;
    bool limit_valid_i = false;
    Bits<5> limit_vc_i;
    Bits<12> limit_i;
    bool lost_valid_i = false;
    Bits<5> lost_vc_i;
    Bits<12> lost_words_i;
    bool sent_valid_i = false;
    Bits<5> sent_vc_i, sent_words_i;
    bool take_i = false;
    TIN_PORTS(depth_i, hold_cycles_i, refresh_cycles_i, refresh_phase_i, limit_valid_i, limit_vc_i,
              limit_i, lost_valid_i, lost_vc_i, lost_words_i, sent_valid_i, sent_vc_i, sent_words_i,
              take_i)
  };
  struct Out {
    bool request_o = false, urgent_o = false;
    Bits<52> body_o;
    TIN_PORTS(request_o, urgent_o, body_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kVcs >= 1 && kVcs <= 32, "NumVcs: 1..32");
  static constexpr unsigned kRefreshes = 2 * ((kVcs + 2) / 3);  ///< until they start again

  enum class Kind : std::uint8_t { None, Update, Refresh };
  struct Set {
    Kind kind = Kind::None;
    std::uint8_t count = 0;  ///< entries that differ
    std::array<CreditLimit, 3> entries{};
  };

  void take();
  void receive(const In& in);
  void mark(unsigned vc);
  void advance_refresh();
  void drive_outputs();
  void pick_update();
  void pick_refresh();
  bool is_urgent() const;

  std::array<Bits<12>, kVcs> limit_{}, advertised_{}, lost_{}, sent_{};
  std::uint32_t pending_ = 0;  ///< mask of VCs whose limit is not advertised
  unsigned pointer_ = 0, age_ = 0, cooldown_ = 0;
  unsigned hold_cycles_ = 0, refresh_cycles_ = 0;
  bool refresh_due_ = false;
  unsigned refresh_ = 0, refresh_in_ = 0;  ///< number of the set that is next; cycles until due
  Set shown_, offered_;                    ///< of this cycle, and of the one before
  Out out_;
};

}  // namespace tinsim
