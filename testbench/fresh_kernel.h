// SPDX-License-Identifier: Apache-2.0
// A SystemC kernel of one's own, for tests that elaborate.
#pragma once

#include <systemc>
#include <vector>

namespace tinsim {

/// A kernel elaborates once, so each test, or each part of one that elaborates, has a new one. The
/// old ones are kept: objects made in them may still point to them.
inline void fresh_kernel() {
  static auto& kernels = *new std::vector<sc_core::sc_simcontext*>;
  kernels.push_back(new sc_core::sc_simcontext);
  sc_core::sc_curr_simcontext = sc_core::sc_default_global_context = kernels.back();
}

}  // namespace tinsim
