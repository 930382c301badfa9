// SPDX-License-Identifier: Apache-2.0
// External routes that a network has learnt: reasons of the verdict.
#include "platform/statistics/ibr_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void IbrResult::judge(Reasons& reasons) const {
  reasons.add_count("ibr_peers_down", peers - established, peers, Reasons::kFirst,
                    "peers have no established session at the end");
  reasons.add_count("ibr_chips_wrong", chips - chips_right, chips, Reasons::kFirst,
                    "chips do not have the external routes that the peers announced");
  reasons.add_count("ibr_without_entry", without_entry, prefixes, Reasons::kFirst,
                    "external prefixes found no entry in the tables");
  reasons.add_count("ibr_refused", refused, requests + refused, Reasons::kFirst,
                    "writes of external routes were refused");
}

}  // namespace tinsim
