// SPDX-License-Identifier: Apache-2.0
// An Aurora 64B/66B lane of an APElink.
#include "tlm/exanet/aurora_lane.h"

namespace tinsim {
namespace {

constexpr unsigned kDataToControl = 3;      // both bits of the sync header are wrong
constexpr std::uint64_t kIdleBlock = 0x78;  // block type field of an idle block, the rest zero

}  // namespace

void AuroraLane::pass(std::uint64_t payload_errors, unsigned sync_errors, ExanetLineWord& word) {
  const std::uint64_t errors = descramble(errors_, payload_errors);
  const bool was_data = word.valid;
  if (!was_data) word.word = kIdleBlock;
  word.word ^= errors;
  word.valid = sync_errors == 0 ? was_data : sync_errors == kDataToControl && !was_data;
}

}  // namespace tinsim
