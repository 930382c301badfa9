// SPDX-License-Identifier: Apache-2.0
// Transmit gearbox of a link without FEC: 66-bit blocks into 70-bit line words.
#include "rtl_models/tx_gearbox/tx_gearbox.h"

#include "rtl_models/common/state.h"

namespace tinsim {
namespace {

constexpr unsigned kBlockBits = 66, kLineBits = 70;

}  // namespace

void TxGearbox::tick(const In& in) {
  const unsigned take = static_cast<unsigned>(out_.take_o);
  out_ = {};
  if (in.enable_i) {
    rest_.push(in.block0_i);
    if (take == 2) rest_.push(in.block1_i);
    out_.valid_o = true;
    out_.line_o = rest_.pop<kLineBits>();
  }
  drive_take();
}

void TxGearbox::drive_take() { out_.take_o = rest_.size() + kBlockBits < kLineBits ? 2 : 1; }

void TxGearbox::reset(const In&) { *this = {}; }

void TxGearbox::list_state(StateList& state) const { state.add("rest_bits", rest_.size()); }

}  // namespace tinsim
