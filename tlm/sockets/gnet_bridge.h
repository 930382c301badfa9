// SPDX-License-Identifier: Apache-2.0
// Adapter between one port of a switch, which talks through mailboxes, and GNet sockets.
#pragma once

#include <systemc>

#include "tlm/sockets/gnet_checker.h"
#include "tlm/sockets/gnet_socket.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/pod.h"

namespace tinsim {

/// The link as the chip's side sees it.
struct GnetLink {
  Cycle link_cycles = 0;  ///< transmit pins to the peer's receive pins, for cells and credits
  Windows windows;        ///< windows of the pod that advances the chip
  double cycle_ps = 2500;
  /// The switch sends its credits in FC sets, which take slots from its cells, as on a real link;
  /// else a credit takes no bandwidth. Refresh sets begin in cycle `refresh_phase`.
  bool ordered_sets = false;
  uint16_t refresh_phase = 0;
};

/// Takes the place of a peer chip at `port`: has a mailbox into which the switch pushes, and pushes
/// into the switch's. Runs once per window of the pod, after the chip (a delta cycle later), and
/// forwards all that the chip sent in it; delays on the sockets are exact for any windows.
///
/// Windows limit both directions. Out: the peer receives a credit when the chip's window begins, so
/// `link_cycles` + kMatchToCredit + kCreditToUse (with ordered sets: kMatchToTx + kSetToUse) must
/// be at least the window; else SC_REPORT_ERROR at construction. In: a call through a socket must
/// take effect after the window in which it is made, which the chip has simulated already. A
/// `delay` of one window or more is always in time. A call that is too late, or beyond the range of
/// the switch's mailbox, is an SC_REPORT_ERROR that names this module and the cycle, and is
/// dropped. Both sockets have a protocol checker.
class GnetBridge : public sc_core::sc_module {
 public:
  /// `port` of `engine` is neither terminal nor joined otherwise; the bridge joins it.
  GnetBridge(const sc_core::sc_module_name& name, SwitchEngine& engine, unsigned port,
             const GnetLink& link);

  GnetInitiatorSocket tx;
  GnetTargetSocket rx;

 private:
  void begin_window();
  void send_outputs();
  void take_cell(const Cell& cell, sc_core::sc_time delay);
  void take_credit(unsigned vc, unsigned words, sc_core::sc_time delay);

  const GnetLink& checked(const GnetLink& link) const;
  Cycle window_begin() const;
  Cycle window_end(Cycle begin) const;
  bool is_within_reach(Cycle due, const char* what) const;
  sc_core::sc_time until(Cycle cycle) const;

  SwitchEngine& engine_;
  unsigned port_;
  GnetLink link_;
  Cycle reach_;  ///< cells and credits of a window are due within so many cycles of its begin
  Mailbox mailbox_;
  GnetChecker sent_;
  GnetChecker received_;
  sc_core::sc_event chip_ran_;
};

}  // namespace tinsim
