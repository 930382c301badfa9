// SPDX-License-Identifier: Apache-2.0
// Receive physical coding sublayer: block lock, descrambling, code violations.
#include "rtl_models/pcs_rx/pcs_rx.h"

#include "rtl_models/common/state.h"
#include "rtl_models/parts/block66.h"

namespace tinsim {
namespace {

constexpr unsigned kGoodToLock = 64, kWindow = 64, kBadToLose = 16;

}  // namespace

void PcsRx::tick(const In& in) {
  const bool locked = out_.lock_o;
  out_ = {};
  out_.lock_o = locked;
  if (!in.block_valid_i) return;
  const unsigned sync = sync_of(in.block_i);
  const std::uint64_t word = descramble(descrambler_, payload_of(in.block_i));
  const bool good = is_good_sync(sync);
  if (!locked) {
    hunt(good);
    return;
  }
  if (good) {
    out_.valid_o = true;
    out_.control_o = sync == kSyncControl;
    out_.word_o = word;
  } else {
    out_.violation_o = true;
  }
  watch(good);
}

void PcsRx::hunt(bool good) {
  run_ = good ? run_ + 1 : 0;
  out_.slip_o = !good;
  if (run_ < kGoodToLock) return;
  out_.lock_o = true;
  blocks_ = bad_ = 0;
}

void PcsRx::watch(bool good) {
  ++blocks_;
  if (!good) ++bad_;
  if (bad_ == kBadToLose) {
    out_.lock_o = false;
    out_.slip_o = true;
    run_ = 0;
  } else if (blocks_ == kWindow) {
    blocks_ = bad_ = 0;
  }
}

void PcsRx::reset(const In&) { *this = {}; }

void PcsRx::list_state(StateList& state) const {
  state.add("run", run_);
  state.add("blocks", blocks_);
  state.add("bad_headers", bad_);
}

}  // namespace tinsim
