// SPDX-License-Identifier: Apache-2.0
// Parameters of a switch: shape, buffers, arbitration, and the connection of each port.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <vector>

#include "base/per_port.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/qos.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/inbox.h"
#include "tlm/tin/cell_switch/switch_config.h"

namespace tinsim {

/// Section `tin.switch`, and what follows from other sections and from the network.
struct SwitchParams : SwitchConfig {
  std::string name = "tin";                ///< for error reports
  unsigned queue_words = 40;               ///< output queue space per VC
  uint64_t seed = 0;                       ///< of random matchings: that of the run
  uint32_t stream = 0;                     ///< of their words: another one on each chip
  uint64_t strict_vcs = 0;                 ///< mask of VCs with strict priority
  std::array<uint8_t, kMaxVcs> weights{};  ///< WRR weight of each VC
  PortSet terminal_ports;                  ///< these outputs need no credit
  PerPort<uint16_t> rx_depth;              ///< words of each VC FIFO of an input port
  PerPort<uint16_t> tx_limit;              ///< initial credit of each VC of an output port
  PerPort<uint16_t> tx_shared;             ///< of tx_limit: words that VCs share; terminals: 0
  std::vector<Ratio> link_rates;           ///< words per cycle of a port's link; empty: 1 each
  unsigned longest_words = kMaxCellWords;  ///< of a cell; more: only in the variant core
  PipelineDelays delays;                   ///< other than the defaults: only in the variant core
  Cycle fc_hold = 32;              ///< a credit update waits behind cells no longer than this
  Cycle refresh_cycles = 0;        ///< from one refresh set of a link to the next; 0: none
  Cycle timesync_cycles = 0;       ///< from one TIMESYNC of a link to the next; 0: none
  unsigned reserved_queues = 256;  ///< VC FIFOs that have a place in dense memory; no limit
  /// Memory for the state of the chip core: `dense` for state of which each window reads most,
  /// `memory` for the rest. Both outlive the switch.
  std::pmr::memory_resource* dense = std::pmr::get_default_resource();
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();
  CellPool* cells = nullptr;  ///< that the chips of a pod share; null: one of its own
};

/// Destination of a port's cells and credits. The delays are from pins to effect (timing.h).
struct PortWire {
  PortWire()
      : link_cycles(0),
        full_rate(false),
        shares_pool(false),
        peer_port(0),
        refresh_phase(0),
        ordered_sets(false) {}

  Mailbox* peer = nullptr;      ///< of a chip of the same pod
  Inbox* inbox = nullptr;       ///< instead, of the peer's pod, where that is another one
  uint32_t link_cycles : 22;    ///< transmit pins to receive pins
  uint32_t full_rate : 1;       ///< slots of the port as in full_rate.h
  uint32_t shares_pool : 1;     ///< the peer shares the pool of cells
  uint32_t peer_port : 8;       ///< at the chip there
  uint16_t peer_chip = 0;       ///< through an inbox: its number
  uint16_t refresh_phase : 15;  ///< cycle in which the first refresh becomes due
  uint16_t ordered_sets : 1;    ///< credits travel in FC sets, which take slots of the link

  /// Else the port is a terminal, or unused.
  bool is_joined() const { return peer != nullptr || inbox != nullptr; }

  void send_cell(Cycle tx, const Cell& cell, Cycle rx_to_request = timing::kRxToRequest) const {
    push_cell(tx + link_cycles + rx_to_request, cell);
  }
  /// send_cell() for a cell of the pool that the peer shares.
  void forward_node(Cycle tx, uint32_t index, CellPool::Node& node,
                    Cycle rx_to_request = timing::kRxToRequest) const {
    peer->take_over(peer_port, tx + link_cycles + rx_to_request, index, node);
  }
  void push_cell(Cycle due, const Cell& cell) const {
    if (inbox != nullptr) {
      inbox->push_cell(peer_chip, peer_port, due, cell);
    } else {
      peer->push_cell(peer_port, due, cell);
    }
  }
  /// Without ordered sets: for a cell matched in cycle `matched`, whose place in the VC FIFO is
  /// free again.
  void send_credit(Cycle matched, Credit credit,
                   Cycle match_to_credit = timing::kMatchToCredit) const {
    push_credit(matched + match_to_credit + link_cycles + timing::kCreditToUse, credit);
  }
  /// Entry 0, 1 or 2 of an FC set in slot `tx`.
  void send_update(Cycle tx, unsigned entry, Credit credit) const {
    push_credit(tx + link_cycles + timing::kSetToUse + entry, credit);
  }
  void push_credit(Cycle due, Credit credit) const {
    if (inbox != nullptr) {
      inbox->push_credit(peer_chip, peer_port, due, credit);
    } else {
      peer->push_credit(peer_port, due, credit);
    }
  }
};
static_assert(sizeof(PortWire) == 24, "fits the cache lines of a port");

}  // namespace tinsim
