// SPDX-License-Identifier: Apache-2.0
// The bodies of the ordered sets that the chip core places in slots, for a SwitchObserver.
#pragma once

#include <vector>

#include "rtl_models/parts/ordered_set.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// Keeps the absolute counts, modulo 4096, that fc_sender keeps and the chip core does not need.
/// Exists only while a switch is observed.
class ObservedOrderedSets {
 public:
  explicit ObservedOrderedSets(const SwitchParams& params);

  void cell_sent(unsigned port, unsigned vc, unsigned words) { add(sent_, port, vc, words); }
  /// Adds an entry to the next update set.
  void add_update(unsigned port, unsigned vc, unsigned words);
  void report_update(SwitchObserver& to, Cycle slot, unsigned port);
  void report_refresh(SwitchObserver& to, Cycle slot, unsigned port);
  void report_timesync(SwitchObserver& to, Cycle slot, unsigned port);
  static void report_mos(SwitchObserver& to, Cycle slot, unsigned port, const MosBody& word);

 private:
  static void add(std::vector<uint16_t>& counts, unsigned port, unsigned vc, unsigned words);

  unsigned vcs_;
  std::vector<uint16_t> limit_;     ///< credit limit granted to the sender, [port * 32 + vc]
  std::vector<uint16_t> sent_;      ///< words sent by this port, [port * 32 + vc]
  std::vector<uint8_t> refreshes_;  ///< number of the next refresh set of a port
  std::vector<CreditLimit> entries_;
};

}  // namespace tinsim
