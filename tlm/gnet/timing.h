// SPDX-License-Identifier: Apache-2.0
// The 16 cycles of a hop (docs/explanation/architecture.md), as delays between the events of the
// chip core.
#pragma once

#include "tlm/gnet/cell.h"
#include "tlm/gnet/pipeline_delays.h"

namespace tinsim::timing {

// The header of a cell is on the switch's receive pins in cycle t, can be matched in t +
// kRxToRequest, is matched in cycle a, and is on the transmit pins in a + kMatchToTx unless it is
// delayed there. An FC set can be there as early.
constexpr Cycle kRxToRequest = 4;    ///< decode 1, table lookup 2, FIFO write and request 1
constexpr Cycle kMatchToTx = 5;      ///< iSLIP 2 (one before a + 1), crossbar 2, output queue 1
constexpr Cycle kMatchToCredit = 3;  ///< freed words on the flow-control pins
constexpr Cycle kCreditToUse = 1;    ///< flow-control pins to the arbiter's view
constexpr Cycle kSetSpacing = 4;     ///< slots from one FC set to the next, at least
/// FC set on the receive pins to its first entry in the arbiter's view: link_rx 1, fc_receiver 1.
constexpr Cycle kSetToUse = 2 + kCreditToUse;

// Settings on the pins of the switch count in a match a register later, and in the output queues as
// much later as a cell gets there.
constexpr Cycle kSettingsToMatch = 1;
constexpr Cycle kSettingsToTx = kSettingsToMatch + kMatchToTx;

// MOS words between the control processor and a link. The register bus takes 7 cycles from a write
// to rtl_models/mos_mailbox, and 2 in either direction of a read.
constexpr Cycle kMosGap = 63;          ///< tx_scheduler `mos_gap_i`: one slot in 64 at most, 1.6 %
constexpr Cycle kMosWriteToOffer = 8;  ///< register bus 7, mailbox 1: offered to tx_scheduler
constexpr Cycle kMosSlotToPlace = 8;   ///< mailbox 1, register bus 7: a write finds the place free
constexpr Cycle kMosRxToRead = 4;      ///< receive pins to a read: link_rx 1, mailbox 1, bus 2
/// From a read to the first word that finds its place free, by the cycle in which that word can be
/// read: bus 2, mailbox 1, and a word is judged three cycles before it can be read.
constexpr Cycle kMosReadToPlace = 6;

constexpr Cycle kWireToRx = 4;  ///< SerDes and gearbox 3, block lock and descrambling 1
constexpr Cycle kTxToWire = 3;  ///< PCS encode and scramble 1, gearbox and SerDes 2

/// Core to core, pin to pin: both port pipelines and the wire.
constexpr Cycle link_cycles(Cycle wire_cycles) { return kTxToWire + wire_cycles + kWireToRx; }

/// From a source's first word (its birth, at the earliest) to the cell's first request.
constexpr Cycle kInjectToRequest = kWireToRx + kRxToRequest;
/// From a match at a terminal input to the cycle in which the source may use the credit.
constexpr Cycle kMatchToSourceCredit = kMatchToCredit + kTxToWire + kCreditToUse;
/// From the header on the transmit pins of a terminal port to the word at the endpoint.
constexpr Cycle kTxToSink = kTxToWire;

/// Wire to wire through an idle chip.
constexpr Cycle kRouterCycles = kWireToRx + kRxToRequest + kMatchToTx + kTxToWire;
static_assert(kRouterCycles == 16, "40 ns at 400 MHz");

// Variants of the switch may have other depths than these.
constexpr PipelineDelays kBaseDelays;
static_assert(kBaseDelays.wire_to_rx == kWireToRx && kBaseDelays.rx_to_request == kRxToRequest &&
              kBaseDelays.match_to_tx == kMatchToTx && kBaseDelays.tx_to_wire == kTxToWire &&
              kBaseDelays.match_to_credit() == kMatchToCredit &&
              kBaseDelays.match_to_source_credit() == kMatchToSourceCredit);

}  // namespace tinsim::timing
