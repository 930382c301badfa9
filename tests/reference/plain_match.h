// SPDX-License-Identifier: Apache-2.0
// Matchings of docs/reference/arbiters.md, slow and obvious.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/port_set.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim::reference {

/// A head that fits, at a free input and for a free output.
struct Request {
  unsigned vc = 0;
  bool strict = false;
  uint32_t queued = 0;  ///< words of the cells in its FIFO
  uint32_t age = 0;     ///< cycles since its cell was born
};

/// By input and output.
using Requests = std::map<std::pair<unsigned, unsigned>, std::vector<Request>>;

/// A pair of ports; the VC is named where the arbiter chooses it.
struct Pair {
  unsigned in = 0, out = 0;
  std::optional<unsigned> vc;
};

/// Of iSLIP and round-robin matching.
struct Pointers {
  std::array<unsigned, PortSet::kPorts> grant{};   ///< by output: the first input that counts
  std::array<unsigned, PortSet::kPorts> accept{};  ///< by input: the first output that counts
};

/// The matching of cycle `now`.
std::vector<Pair> plain_match(const SwitchParams& params, unsigned iterations, Cycle now,
                              Pointers& pointers, Requests requests);

}  // namespace tinsim::reference
