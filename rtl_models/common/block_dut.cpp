// SPDX-License-Identifier: Apache-2.0
// RTL of a user in place of tinsim's own in a network: which one is in use.
#include "rtl_models/common/block_dut.h"

#include "rtl_models/common/block_dut_use.h"

namespace tinsim {

namespace {
const DutPlugin* in_use = nullptr;
unsigned uses = 0;
}  // namespace

void use_block_dut(const DutPlugin* dut) {
  in_use = dut;
  uses = 0;
}

unsigned block_dut_uses() { return uses; }

const DutPlugin* block_dut(const std::string& block, const std::string& parameters) {
  const bool is_this =
      in_use != nullptr && block == in_use->block && parameters == in_use->parameters;
  uses += is_this;
  return is_this ? in_use : nullptr;
}

}  // namespace tinsim
