// SPDX-License-Identifier: Apache-2.0
// Parameters of the NIC of one host, and the places of its rings.
#pragma once

#include <string>

#include "tlm/gnet/cell.h"
#include "tlm/nic/nic_config.h"

namespace tinsim {

constexpr uint32_t kDescriptorBytes = 16;
constexpr uint32_t kCompletionEntryBytes = 16;
constexpr uint32_t kInterruptBytes = 4;
constexpr uint32_t kDoorbellBytes = 4;
/// Place of a packet in host memory: whole pages, more than the longest frame.
constexpr uint64_t kPacketPlace = 5 * 4096;

/// Addresses in host memory.
struct NicMap {
  uint64_t tx_ring = 0, rx_ring = 0;  ///< descriptors
  uint64_t tx_done = 0, rx_done = 0;  ///< completions: one for all sent, one per rx_ring place
  uint64_t interrupt = 0;             ///< of the host's interrupt controller
  uint64_t tx_packets = 0, rx_packets = 0;  ///< places of packets
  uint64_t end = 0;

  NicMap() = default;
  /// From `base`, a multiple of 64, on.
  NicMap(uint64_t base, unsigned tx_entries, unsigned rx_entries);
  uint64_t tx_packet(uint32_t place) const { return tx_packets + place * kPacketPlace; }
  uint64_t rx_packet(uint32_t place) const { return rx_packets + place * kPacketPlace; }
};

/// Bytes of host memory that the rings and packets of the section take.
uint64_t nic_memory_bytes(const NicConfig& section);

/// The section in core cycles.
struct NicParams : NicConfig {
  NicParams() : NicParams(NicConfig(), 400) {}
  NicParams(const NicConfig& section, unsigned core_mhz);

  std::string name;       ///< for reports
  uint32_t bar_base = 0;  ///< of the doorbells, in the host's BAR
  NicMap map;
  bool carried = false;     ///< octets are carried; else only counted
  Cycle moderation_cycles;  ///< from the first completion to its interrupt
  Cycle interrupt_cycles;   ///< from the interrupt's arrival until the handler runs
  Cycle poll_cycles;        ///< at least one
};

/// Doorbells, from NicParams::bar_base on: the driver stores the count of descriptors it has made.
constexpr uint32_t kTxDoorbell = 0, kRxDoorbell = 64;
constexpr uint32_t kNicBarBytes = 128;

}  // namespace tinsim
