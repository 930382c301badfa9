// SPDX-License-Identifier: Apache-2.0
// The hardware clock of a chip, as primary or as client of TimeSync.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/clock_status.h"

namespace tinsim {

class StateList;

/// A stage; ports and rules are described in README.md.
template <unsigned kPorts>
class TimeSync {
 public:
  struct In {
    std::array<bool, kPorts> rx_valid_i{};
    std::array<Bits<4>, kPorts> rx_status_i{};
    std::array<Bits<48>, kPorts> rx_time_i{};
    bool primary_i = false;
    Bits<6> listen_port_i;
    Bits<16> listen_delay_i;
    std::array<bool, kPorts> out_ports_i{};
    Bits<24> interval_i, timeout_i;
    Bits<16> threshold_i;
    Bits<4> invalid_limit_i;
    Bits<33> increment_i;
    Bits<4> flight_i;
    bool load_valid_i = false;
    Bits<48> load_time_i;
    bool clear_i = false;
    TIN_PORTS(rx_valid_i, rx_status_i, rx_time_i, primary_i, listen_port_i, listen_delay_i,
              out_ports_i, interval_i, timeout_i, threshold_i, invalid_limit_i, increment_i,
              flight_i, load_valid_i, load_time_i, clear_i)
  };
  struct Out {
    Bits<48> time_o;
    Bits<4> status_o;
    std::array<bool, kPorts> tx_valid_o{};
    Bits<4> tx_status_o;
    Bits<48> tx_time_o;
    bool accepted_o = false, refused_o = false;
    Bits<48> difference_o;
    TIN_PORTS(time_o, status_o, tx_valid_o, tx_status_o, tx_time_o, accepted_o, refused_o,
              difference_o)
  };
  /// Registers that a bench may set: README.md, "Back door".
  struct Preset {
    Bits<24> since_update_q, since_accepted_q;
    TIN_FIELDS(since_update_q, since_accepted_q)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In&) { *this = {}; }
  void preset(const Preset& registers);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kPorts >= 2 && kPorts <= 64, "NumPorts: 2..64");

  bool has_message(const In& in) const;
  bool receive(const In& in, Out& next);
  void count_time_out(const In& in);
  void set_time(uint64_t ticks, uint64_t fraction);

  uint64_t ticks_ = 0;
  uint32_t fraction_ = 0;  ///< in 2^-32 ticks
  ClockStatus client_;
  unsigned refused_ = 0;  ///< messages in a row
  uint32_t since_update_ = 0, since_accepted_ = 0;
  Out out_;
};

}  // namespace tinsim
