// SPDX-License-Identifier: Apache-2.0
// ECN and CTD: drop a packet unfetched, or mark it, by the depth of its RTS queue.
#include "rtl_models/ecn_ctd/ecn_ctd.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/ecn_rule.h"

namespace tinsim {

// Decisions use the depths of this cycle, in out_; changes take effect in the next one.
void EcnCtd::tick(const In& in) {
  TIN_CHECK(PopHasRts, !in.pop_valid_i || out_.depth_o[in.pop_queue_i] > 0,
            fmt::format("queue {} is empty", unsigned(in.pop_queue_i)));
  Out next;
  next.depth_o = out_.depth_o;
  if (in.rts_valid_i) receive(in, next);
  if (in.pop_valid_i) next.depth_o[in.pop_queue_i] = next.depth_o[in.pop_queue_i] - 1;
  if (in.ready_valid_i) forward(in, next);
  out_ = next;
}

void EcnCtd::receive(const In& in, Out& next) const {
  const unsigned queue = in.rts_queue_i, depth = out_.depth_o[queue];
  next.rts_result_o = true;
  next.ctd_o = refuses_rts(depth, in.drop_threshold_i[cos_of_queue(queue)]);
  next.accept_o = !next.ctd_o;
  if (next.accept_o) next.depth_o[queue] = depth + 1;
}

void EcnCtd::forward(const In& in, Out& next) const {
  const unsigned queue = in.ready_queue_i, ecn = in.ready_ecn_i;
  next.ready_result_o = true;
  next.marked_o = marks_ecn(out_.depth_o[queue], in.mark_threshold_i[cos_of_queue(queue)], ecn);
  next.ecn_o = next.marked_o ? kEcnCe : ecn;
}

void EcnCtd::reset(const In&) { out_ = {}; }

void EcnCtd::preset(const Preset& registers) { out_.depth_o = registers.depth_q; }

void EcnCtd::list_state(StateList& state) const { state.add("depth", out_.depth_o); }

}  // namespace tinsim
