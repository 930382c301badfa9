// SPDX-License-Identifier: Apache-2.0
// Measures the delay of a link by PING and PONG.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and rules are described in README.md.
class LatencyMeter {
 public:
  struct In {
    bool start_i = false;
    bool set_valid_i = false;
    Bits<4> set_sub_i;
    Bits<48> set_residence_i;
    bool sent_i = false;
    Bits<4> sent_sub_i;
    TIN_PORTS(start_i, set_valid_i, set_sub_i, set_residence_i, sent_i, sent_sub_i)
  };
  struct Out {
    bool lat_valid_o = false;
    Bits<4> lat_sub_o;
    Bits<48> lat_residence_o;
    bool delay_valid_o = false;
    Bits<48> delay_o;
    TIN_PORTS(lat_valid_o, lat_sub_o, lat_residence_o, delay_valid_o, delay_o)
  };
  /// Registers that a bench may set: README.md, "Back door".
  struct Preset {
    Bits<48> flight_cycles_q, residence_q;
    TIN_FIELDS(flight_cycles_q, residence_q)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  void preset(const Preset& registers);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void receive(const In& in);
  void request_set();

  std::uint64_t now_ = 0;                            ///< cycle, counted from reset
  std::uint64_t ping_sent_ = 0, ping_received_ = 0;  ///< cycles
  bool unanswered_ = false;                          ///< a PING was sent
  bool ping_waits_ = false, pong_waits_ = false;
  bool requested_ = false;  ///< for a set that is not on the link yet
  Out out_;
};

}  // namespace tinsim
