// SPDX-License-Identifier: Apache-2.0
// Reasons of the verdict that follow from the counts of ExaNet nodes.
#include "platform/statistics/exanet_result.h"

#include "platform/statistics/reasons.h"

namespace tinsim {

void ExanetResult::judge(Reasons& reasons) const {
  reasons.add_count("exanet_undetected", undetected, packets, Reasons::kFirst,
                    "packets were read as good with another payload than was sent");
}

ChipKind chip_kind(const ResultSections& sections) {
  return sections.find<ExanetResult>() == nullptr ? ChipKind::tin : ChipKind::exanet;
}

}  // namespace tinsim
