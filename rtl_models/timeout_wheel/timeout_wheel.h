// SPDX-License-Identifier: Apache-2.0
// Timeout wheel: one timer for each command slot.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
template <unsigned kTimers>
class TimeoutWheel {
 public:
  struct In {
    bool start_valid_i = false;
    Bits<8> start_id_i;
    Bits<16> start_cycles_i;
    bool stop_valid_i = false;
    Bits<8> stop_id_i;
    bool hold_i = false;
    TIN_PORTS(start_valid_i, start_id_i, start_cycles_i, stop_valid_i, stop_id_i, hold_i)
  };
  struct Out {
    bool fired_valid_o = false;
    Bits<8> fired_id_o;
    Bits<9> running_o;
    TIN_PORTS(fired_valid_o, fired_id_o, running_o)
  };
  /// Registers that a bench may set: README.md, "Back door".
  struct Preset {
    Bits<16> next_q;
    TIN_FIELDS(next_q)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  void preset(const Preset& registers);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kTimers >= 2 && kTimers <= 256, "NumTimers: 2..256");

  void stop(unsigned id);
  void start(unsigned id, std::uint64_t cycles);

  std::set<std::pair<std::uint64_t, unsigned>> running_;  ///< cycle from which it is due; timer
  std::array<std::uint64_t, kTimers> due_{};              ///< of running timers
  std::uint64_t now_ = 0;
  Out out_;
};

}  // namespace tinsim
