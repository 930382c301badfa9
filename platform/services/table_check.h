// SPDX-License-Identifier: Apache-2.0
// The registers of a network's TiNs at the end of a run against the builders' tables.
#pragma once

#include <vector>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/network/topology/live_network.h"
#include "platform/ranks/ranks.h"
#include "tlm/tin/registers/register_space.h"

namespace tinsim {

/// Registers of the IP flow of a TiN's address in a subnet.
std::vector<uint32_t> ip_flow_words(const control::CliquePlan& plan, unsigned subnet,
                                    std::size_t to);

struct TableCheck {
  uint64_t compared = 0, differ = 0;     ///< registers of the TiNs of this process
  uint64_t pairs = 0, pairs_joined = 0;  ///< ordered, of all TiNs; at the first rank, else 0
};

/// State of a network that decides about its tables.
struct CheckedNetwork {
  std::vector<RegisterSpace*> registers;  ///< by TiN; null: of another process
  std::vector<unsigned> entries;          ///< TiNs with Ethernet: others may be out of reach
  std::vector<uint16_t> units;            ///< by TiN: with which it is drained, or kNotDrained
};

/// Compares the TiNs that UP links join to one of `entries`. Reads what the chips show, and nothing
/// of the controller. Collective.
TableCheck check_tables(const control::CliquePlan& plan, Ranks& ranks,
                        const CheckedNetwork& network, Cycle now);

}  // namespace tinsim
