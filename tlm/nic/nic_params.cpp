// SPDX-License-Identifier: Apache-2.0
// Parameters of the NIC of one host: cycles and addresses.
#include "tlm/nic/nic_params.h"

#include <algorithm>
#include <cmath>

namespace tinsim {
namespace {

Cycle cycles_of_ns(double ns, unsigned core_mhz) {
  return static_cast<Cycle>(std::max(0L, std::lround(ns * core_mhz / 1000)));
}

uint64_t round_up(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

NicMap::NicMap(uint64_t base, unsigned tx_entries, unsigned rx_entries) {
  tx_ring = base;
  rx_ring = tx_ring + round_up(uint64_t{tx_entries} * kDescriptorBytes);
  tx_done = rx_ring + round_up(uint64_t{rx_entries} * kDescriptorBytes);
  rx_done = tx_done + 64;
  interrupt = rx_done + round_up(uint64_t{rx_entries} * kCompletionEntryBytes);
  tx_packets = interrupt + 64;
  rx_packets = tx_packets + tx_entries * kPacketPlace;
  end = rx_packets + rx_entries * kPacketPlace;
}

uint64_t nic_memory_bytes(const NicConfig& section) {
  return NicMap(0, section.tx_ring, section.rx_ring).end;
}

NicParams::NicParams(const NicConfig& section, unsigned core_mhz)
    : NicConfig(section),
      moderation_cycles(cycles_of_ns(moderation_ns, core_mhz)),
      interrupt_cycles(cycles_of_ns(interrupt_ns, core_mhz)),
      poll_cycles(std::max<Cycle>(1, cycles_of_ns(poll_ns, core_mhz))) {}

}  // namespace tinsim
