// SPDX-License-Identifier: Apache-2.0
// How `tin.blocks` places a block attached to an engine.
#pragma once

#include <optional>

#include "rtl_models/common/block_choices.h"
#include "tlm/tin/decision_block.h"

namespace tinsim {

/// With `rtl` the block makes the decisions, with `lockstep` it is compared with them.
template <class Model>
DecisionChoice<Model> decision_choice(std::optional<BlockImpl> impl) {
  if (!any_chosen(impl)) return {};
  return {[impl](const BlockPlace& place) { return make_block<Model>(impl, place); },
          *impl == BlockImpl::rtl};
}

}  // namespace tinsim
