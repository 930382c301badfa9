// SPDX-License-Identifier: Apache-2.0
// Receive gearbox of a link without FEC: 70-bit line words into 66-bit blocks.
#include "rtl_models/rx_gearbox/rx_gearbox.h"

#include "rtl_models/common/state.h"

namespace tinsim {
namespace {

constexpr unsigned kBlockBits = 66;

}  // namespace

void RxGearbox::tick(const In& in) {
  out_ = {};
  slip_due_ = slip_due_ || in.slip_i;
  if (!in.valid_i) return;
  rest_.push(in.line_i);
  if (slip_due_) rest_.drop(1);
  slip_due_ = false;
  // 69 bits or more: there is one block at least.
  out_.count_o = rest_.size() / kBlockBits;
  out_.block0_o = rest_.pop<kBlockBits>();
  if (out_.count_o == 2) out_.block1_o = rest_.pop<kBlockBits>();
}

void RxGearbox::reset(const In&) { *this = {}; }

void RxGearbox::list_state(StateList& state) const { state.add("slip_due", slip_due_); }

}  // namespace tinsim
