// SPDX-License-Identifier: Apache-2.0
// How IpLockstep compares, for its two halves.
#pragma once

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/lockstep.h"
#include "tlm/tin/ip/ip_lockstep.h"

namespace tinsim {

inline constexpr std::array<const char*, IpLockstep::kBlocks> kIpBlockNames = {
    "ip_lookup", "cellifier", "ecn_ctd", "cts_scheduler", "reassembly_buffer", "reorder_queue"};

template <class A, class B>
void IpLockstep::expect(Block block, Cycle now, const char* field, const A& of_block,
                        const B& of_chip) const {
  if (of_block == static_cast<A>(of_chip)) return;
  throw LockstepMismatch(
      fmt::format("{} cycle {}: {} in lockstep: {}: block {}, chip {}", params_.name, now,
                  kIpBlockNames[block], field, of_block, static_cast<A>(of_chip)),
      now, field);
}

/// A violated rule of the block is a difference, too: the chip's decision is not permitted.
template <class B, class In>
void IpLockstep::tick(Block block, Cycle now, B& model, const In& in) const {
  try {
    model.tick(in);
  } catch (const ProtocolError& error) {
    throw LockstepMismatch(fmt::format("{} cycle {}: {} in lockstep: {}", params_.name, now,
                                       kIpBlockNames[block], error.what()),
                           now, error.rule());
  }
}

}  // namespace tinsim
