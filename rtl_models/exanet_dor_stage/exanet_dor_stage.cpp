// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing of ExaNet, with two virtual channels.
#include "rtl_models/exanet_dor_stage/exanet_dor_stage.h"

#include "rtl_models/common/state.h"
#include "rtl_models/parts/exanet_route_pins.h"

namespace tinsim {

void ExanetDorStage::tick(const In& in) {
  out_ = {};
  if (!in.valid_i) return;
  const ExanetLattice lattice = exanet_lattice_of(in);
  const ExanetPlace here = exanet_place_of(in.here_i);
  check_exanet_place(lattice, here);
  const ExanetStep step = exanet_step(lattice, exanet_routing_of(in), here,
                                      exanet_place_of(in.dst_i), exanet_place_of(in.src_i));
  out_.valid_o = true;
  out_.local_o = step.local;
  out_.no_route_o = step.no_route;
  out_.direction_o = step.direction;
  out_.vc_o = step.upper;
}

void ExanetDorStage::reset(const In&) { out_ = {}; }

void ExanetDorStage::list_state(StateList& state) const {
  state.add("valid", out_.valid_o);
  state.add("direction", out_.direction_o);
  state.add("vc", out_.vc_o);
}

}  // namespace tinsim
