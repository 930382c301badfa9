// SPDX-License-Identifier: Apache-2.0
// The bodies of the ordered sets that the chip core places in slots, for those who watch.
#pragma once

#include <vector>

#include "rtl_models/parts/ordered_set.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// Keeps what fc_sender keeps and the chip core does not need: absolute counts, modulo 4096. Kept
/// only while a switch is observed.
class ToldSets {
 public:
  explicit ToldSets(const SwitchParams& params);

  void cell_sent(unsigned port, unsigned vc, unsigned words) { add(sent_, port, vc, words); }
  /// Entry of the update set that goes next.
  void update(unsigned port, unsigned vc, unsigned words);
  void tell_update(SwitchObserver& to, Cycle slot, unsigned port);
  void tell_refresh(SwitchObserver& to, Cycle slot, unsigned port);
  void tell_timesync(SwitchObserver& to, Cycle slot, unsigned port);

 private:
  static void add(std::vector<uint16_t>& counts, unsigned port, unsigned vc, unsigned words);

  unsigned vcs_;
  std::vector<uint16_t> limit_;     ///< told to the sender, [port * 32 + vc]
  std::vector<uint16_t> sent_;      ///< by this port
  std::vector<uint8_t> refreshes_;  ///< number of the next refresh set of a port
  std::vector<CreditLimit> entries_;
};

}  // namespace tinsim
