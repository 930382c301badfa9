// SPDX-License-Identifier: Apache-2.0
// Switch chip from line word to line word: cell_switch and the links of its ports.
#pragma once

#include <array>

#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/tin_switch/switch_port.h"

namespace tinsim {

class StateList;

/// A stage; ports, composition and timing are described in README.md.
template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
class TinSwitch {
  template <class T>
  using PerPort = std::array<T, kPorts>;

 public:
  struct In {
    Bits<3> iterations_i = 1;
    std::array<bool, kVcs> strict_i{};
    std::array<Bits<8>, kVcs> weight_i{};
    PerPort<Bits<12>> rx_depth_i{}, tx_limit_i{};
    PerPort<bool> tx_credited_i{};
    Bits<8> queue_words_i;
    PerPort<bool> fec_i{};
    Bits<8> hold_cycles_i;
    Bits<12> refresh_cycles_i;
    PerPort<Bits<12>> refresh_phase_i{};
    Bits<8> mos_gap_i = 1;
    PerPort<bool> terminal_i{}, rx_valid_i{}, rx_sop_i{};
    PerPort<Bits<64>> rx_data_i{};
    PerPort<bool> enable_i{}, signal_i{};
    PerPort<bool> line_valid_i{}, line_first_i{};
    PerPort<Bits<70>> line_i{};
    PerPort<Bits<6>> route_port_i{};
    PerPort<Bits<5>> route_vc_i{};
    PerPort<bool> timesync_valid_i{};
    PerPort<Bits<4>> timesync_status_i{};
    PerPort<Bits<48>> timesync_time_i{};
    PerPort<bool> measure_i{};
    PerPort<bool> send_valid_i{};
    PerPort<Bits<4>> send_sub_i{};
    PerPort<Bits<48>> send_payload_i{};
    PerPort<bool> read_i{}, clear_i{};
    TIN_PORTS(iterations_i, strict_i, weight_i, rx_depth_i, tx_limit_i, tx_credited_i,
              queue_words_i, fec_i, hold_cycles_i, refresh_cycles_i, refresh_phase_i, mos_gap_i,
              terminal_i, rx_valid_i, rx_sop_i, rx_data_i, enable_i, signal_i, line_valid_i,
              line_first_i, line_i, route_port_i, route_vc_i, timesync_valid_i, timesync_status_i,
              timesync_time_i, measure_i, send_valid_i, send_sub_i, send_payload_i, read_i, clear_i)
  };
  struct Out {
    PerPort<bool> tx_valid_o{}, tx_sop_o{};
    PerPort<Bits<64>> tx_data_o{};
    PerPort<bool> fc_valid_o{};
    PerPort<Bits<5>> fc_vc_o{};
    PerPort<Bits<12>> fc_limit_o{};
    PerPort<bool> line_valid_o{}, line_first_o{};
    PerPort<Bits<70>> line_o{};
    PerPort<bool> lookup_valid_o{};
    PerPort<Bits<64>> lookup_word_o{};
    PerPort<bool> match_valid_o{};
    PerPort<Bits<6>> match_port_o{};
    PerPort<Bits<5>> match_vc_o{};
    PerPort<Bits<3>> state_o{};
    PerPort<bool> lock_o{};
    PerPort<Bits<3>> kind_o{};
    PerPort<bool> set_valid_o{};
    PerPort<Bits<4>> set_code_o{};
    PerPort<Bits<52>> set_body_o{};
    PerPort<bool> delay_valid_o{};
    PerPort<Bits<48>> delay_o{};
    PerPort<Bits<8>> send_free_o{};
    PerPort<bool> read_valid_o{};
    PerPort<Bits<4>> read_sub_o{};
    PerPort<Bits<48>> read_payload_o{};
    PerPort<Bits<8>> read_fill_o{};
    PerPort<bool> overflow_o{};
    PerPort<Bits<8>> dropped_o{};
    PerPort<bool> header_error_o{}, set_error_o{}, lost_slot_o{}, stray_o{}, filled_o{},
        control_in_cell_o{};
    PerPort<bool> violation_o{}, codeword_bad_o{};
    PerPort<Bits<2>> corrected_o{};
    TIN_PORTS(tx_valid_o, tx_sop_o, tx_data_o, fc_valid_o, fc_vc_o, fc_limit_o, line_valid_o,
              line_first_o, line_o, lookup_valid_o, lookup_word_o, match_valid_o, match_port_o,
              match_vc_o, state_o, lock_o, kind_o, set_valid_o, set_code_o, set_body_o,
              delay_valid_o, delay_o, send_free_o, read_valid_o, read_sub_o, read_payload_o,
              read_fill_o, overflow_o, dropped_o, header_error_o, set_error_o, lost_slot_o, stray_o,
              filled_o, control_in_cell_o, violation_o, codeword_bad_o, corrected_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  using Switch = CellSwitch<kPorts, kVcs, kMaxWords>;

  void wire_switch(const In& in);
  typename SwitchPort<kVcs>::In link_in(const In& in, unsigned port) const;
  void drive_outputs();
  void drive_link(unsigned port);
  void drive_events(unsigned port);

  Switch switch_;
  PerPort<bool> terminal_{};  ///< `terminal_i`
  PerPort<SwitchPort<kVcs>> links_;
  typename Switch::In switch_in_;
  Out out_;
};

}  // namespace tinsim
