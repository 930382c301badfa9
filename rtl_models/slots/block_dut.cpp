// SPDX-License-Identifier: Apache-2.0
// RTL of a user in place of tinsim's own in a network: which one is in use.
#include "rtl_models/slots/block_dut.h"

#include "rtl_models/slots/block_dut_use.h"

namespace tinsim {

namespace {
const DutPlugin* in_use = nullptr;
unsigned uses = 0;
std::string wanted;  ///< parameters that the RTL does not have
}  // namespace

void use_block_dut(const DutPlugin* dut) {
  in_use = dut;
  uses = 0;
  wanted.clear();
}

unsigned block_dut_uses() { return uses; }

std::string block_dut_wanted() { return wanted; }

const DutPlugin* block_dut(const std::string& block, const std::string& parameters) {
  const bool is_block = in_use != nullptr && block == in_use->block;
  const bool is_this = is_block && parameters == in_use->parameters;
  uses += is_this;
  if (is_block && !is_this) wanted = parameters;
  return is_this ? in_use : nullptr;
}

}  // namespace tinsim
