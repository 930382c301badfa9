// SPDX-License-Identifier: Apache-2.0
// Hands received credit limits to the switch, finds words lost on the wire.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and rules are described in README.md.
template <unsigned kVcs>
class FcReceiver {
  static_assert(kVcs >= 1 && kVcs <= 32, "NumVcs: 1..32");

 public:
  struct In {
    bool set_valid_i = false;
    Bits<52> set_body_i;
    bool cell_valid_i = false;
    Bits<5> cell_vc_i, cell_words_i;
    TIN_PORTS(set_valid_i, set_body_i, cell_valid_i, cell_vc_i, cell_words_i)
  };
  struct Out {
    bool fc_valid_o = false;
    Bits<5> fc_vc_o;
    Bits<12> fc_limit_o;
    bool lost_valid_o = false;
    Bits<5> lost_vc_o;
    Bits<12> lost_words_o;
    TIN_PORTS(fc_valid_o, fc_vc_o, fc_limit_o, lost_valid_o, lost_vc_o, lost_words_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  struct Entry {
    bool report = false;  ///< `words` are lost, else a limit
    std::uint8_t vc = 0;
    std::uint16_t words = 0;
  };
  static constexpr unsigned kEntries = 3;

  void take(std::uint64_t body);
  unsigned lost_since(unsigned vc, unsigned reported);
  void drive_outputs(const Entry& entry);

  std::array<Bits<12>, kVcs> received_{};
  std::array<Entry, kEntries> entries_{};  ///< of the last set
  unsigned shown_ = kEntries;              ///< number of entries shown
  Out out_;
};

}  // namespace tinsim
