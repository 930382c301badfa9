// SPDX-License-Identifier: Apache-2.0
// The switch of one chip as the platform sees it: the chip core, or pins of a model or of RTL.
#pragma once

#include <array>
#include <string>

#include "base/errors.h"
#include "rtl_models/parts/ordered_set.h"
#include "tlm/tin/cell_switch/chip_failures.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/cell_switch/mailbox.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// Counters of one input port and VC. A cell at the head of its VC FIFO that is not matched stalls;
/// each stalled cycle has one cause, the first that holds in this order. Credit and queue space are
/// checked when the output arbitrates; the result counts until it arbitrates again.
struct VcCounters {
  uint32_t cells = 0;
  uint32_t words = 0;
  uint32_t stall_input = 0;   ///< the input port was transferring a cell of another VC
  uint32_t stall_credit = 0;  ///< the output VC had no credit for the cell
  uint32_t stall_queue = 0;   ///< the output queue was full
  uint32_t stall_output = 0;  ///< the output port was transferring, or another input won
  uint16_t peak_words = 0;    ///< most words held at a time
};

/// Contents of the slots of a link port.
struct LinkUse {
  uint64_t cells = 0;
  std::array<uint64_t, 7> slots{};  ///< by SlotKind (rtl_models/tx_scheduler)
};

/// The head of a VC FIFO, for the report of a deadlock.
struct VcHead {
  bool valid = false;
  uint8_t out = 0;
  uint8_t out_vc = 0;
  Cycle since = 0;
  Cell cell;
};

/// Words by VC.
using VcWords = std::array<unsigned, kMaxVcs>;

class LinkDriver;
class MosPort;
class OrderedSetUnit;

class SwitchEngine {
 public:
  virtual ~SwitchEngine() = default;

  virtual const SwitchParams& params() const = 0;
  virtual Mailbox& mailbox() = 0;
  virtual void join(unsigned port, const PortWire& wire) = 0;
  /// The link of a port is run cycle by cycle. Engines on pins need this for all links with ordered
  /// sets, the chip core for those at wire fidelity. `end` outlives the switch.
  virtual void join_driver(unsigned port, LinkDriver& driver) = 0;
  /// MOS words of this link port, whose credits travel in ordered sets, take slots and arrive at
  /// the far side. Call after the port has been joined; `mos` outlives the switch.
  virtual void join_mos(unsigned port, MosPort& mos);
  /// The driver of a port's link; null where it has none.
  virtual LinkDriver* link_driver(unsigned /*port*/) { return nullptr; }
  virtual void attach(Endpoints* endpoints) = 0;
  /// The links carry the sets of `unit`, which outlives the switch. Call after the links are
  /// joined.
  virtual void attach_sets(OrderedSetUnit& unit);
  /// The scheduler of `port` gets a TIMESYNC of the unit in cycle `due`, with this body in that
  /// cycle. Call before the window that decides slot `due` + 2.
  virtual void add_due_set(unsigned port, Cycle due, TimeSyncBody body);
  /// `observer` receives every event from now on; null: none. Observers change nothing.
  virtual void observe(SwitchObserver* observer) = 0;
  /// Shows the pins of the ports in this mask from now on; a switch without pins has none to show.
  virtual void watch_pins(PinObserver& /*observer*/, uint64_t /*ports*/) {}
  /// Fetches the state that a window from cycle `from` to `to` is about to touch, as far as it is
  /// not in the range of memory that the pod fetches.
  virtual void prefetch(Cycle /*from*/, Cycle /*to*/) const {}
  /// Begin to fetch the route table entries of the cells that are due in [from, to): the numbers of
  /// the entries, and in a later call the entries.
  virtual void prefetch_index(Cycle /*from*/, Cycle /*to*/) const {}
  virtual void prefetch_entries(Cycle /*from*/, Cycle /*to*/) const {}
  /// Links or TiNs fail in this network; call before the first cycle. Only the chip core
  /// supports it.
  virtual void schedule_failures(unsigned chip, ChipFailures plan);
  /// Cells of an output queue that were lost because its link failed.
  virtual uint64_t lost_in_queue(unsigned /*port*/) const { return 0; }
  virtual FailureCounters failure_counters() const { return {}; }
  /// Simulates the cycles [from, to). Everything due before `to` must be in the mailbox.
  virtual void advance(Cycle from, Cycle to) = 0;

  /// The run ends after cycle end - 1; call once. Stalls that last are counted, and an engine that
  /// runs behind completes its counters. Returns what a lockstep compared, "" for other engines.
  /// Throws InvariantError.
  virtual std::string finish(Cycle end) = 0;

  virtual uint64_t cell_hops() const = 0;
  virtual VcCounters counters(unsigned port, unsigned vc) const = 0;
  virtual void clear_counters(Cycle now) = 0;

  // For audits, valid between windows.
  virtual unsigned occupancy(unsigned port, unsigned vc) const = 0;  ///< words in a VC FIFO
  virtual unsigned available(unsigned port, unsigned vc) const = 0;  ///< credit of an output VC
  /// Words matched for an output VC that have not begun to leave.
  virtual unsigned staged(unsigned port, unsigned vc) const = 0;
  /// Words taken from a VC FIFO and not granted to the sender again: they wait for an FC set, or
  /// it is on a wire.
  virtual unsigned unadvertised(unsigned port, unsigned vc) const = 0;
  /// Adds occupancy() and unadvertised() of each VC.
  virtual void add_received(unsigned port, VcWords& words) const;
  /// Adds available() and staged() of each VC.
  virtual void add_sendable(unsigned port, VcWords& words) const;
  /// Words on their way back to the source behind a terminal input that its mailbox does not hold.
  virtual unsigned returning(unsigned port, unsigned vc) const = 0;
  /// Cells that have left their queues and are not on a link yet.
  virtual unsigned begun() const = 0;
  /// Up to cycle `end`, of a link port.
  virtual LinkUse link_use(unsigned port, Cycle end) const = 0;
  virtual VcHead head(unsigned port, unsigned vc) const = 0;
};

inline void SwitchEngine::add_received(unsigned port, VcWords& words) const {
  for (unsigned vc = 0; vc < params().vcs; ++vc)
    words[vc] += occupancy(port, vc) + unadvertised(port, vc);
}

inline void SwitchEngine::add_sendable(unsigned port, VcWords& words) const {
  for (unsigned vc = 0; vc < params().vcs; ++vc)
    words[vc] += available(port, vc) + staged(port, vc);
}

inline void SwitchEngine::join_mos(unsigned, MosPort&) {
  throw InvariantError(params().name + ": this switch sends no MOS");
}

inline void SwitchEngine::attach_sets(OrderedSetUnit&) {
  throw InvariantError(params().name + ": this switch sends no sets of other units");
}

inline void SwitchEngine::add_due_set(unsigned, Cycle, TimeSyncBody) {
  throw InvariantError(params().name + ": this switch sends no sets of other units");
}

inline void SwitchEngine::schedule_failures(unsigned, ChipFailures) {
  throw InvariantError(params().name + ": this switch knows no failures");
}

}  // namespace tinsim
