// SPDX-License-Identifier: Apache-2.0
// Transmit physical coding sublayer: one 66-bit block per word, scrambled.
#include "rtl_models/pcs_tx/pcs_tx.h"

#include "rtl_models/common/state.h"
#include "rtl_models/parts/block66.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {

void PcsTx::tick(const In& in) {
  static const std::uint64_t kIdle = encode_ordered_set(OrderedSetCode::Idle, 0);
  const bool control = !in.valid_i || in.control_i;
  const std::uint64_t word = in.valid_i ? std::uint64_t{in.word_i} : kIdle;
  out_.block_o = make_block(control ? kSyncControl : kSyncData, scramble(scrambler_, word));
}

void PcsTx::reset(const In&) { *this = {}; }

void PcsTx::list_state(StateList& state) const { state.add("scrambler", scrambler_.line); }

}  // namespace tinsim
