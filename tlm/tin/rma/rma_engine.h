// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip, between its six 1RMA terminal ports and PCIe.
#pragma once

#include <array>
#include <deque>
#include <optional>

#include "tlm/pcie/mmio.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/ip/ip_engine.h"
#include "tlm/tin/rma/initiator.h"
#include "tlm/tin/rma/registers.h"
#include "tlm/tin/rma/rma_slack.h"
#include "tlm/tin/rma/target.h"

namespace tinsim {

/// Order of events, delays and rules: docs/reference/rma.md. Within a cycle the order is PCIe, the
/// engine's own events, host software, the terminal ports.
///
/// Unless PCIe is watched, events wait until more of them are due, and are then processed cycle by
/// cycle: the ports, their only visible effect, get each cell before it may depart (rma_slack()).
class RmaEngine final : public Endpoints, public DmaClient, public MmioTarget {
 public:
  RmaEngine(const RmaParams& params, RmaMail& mail, CellSink& sink);
  RmaEngine(const RmaEngine&) = delete;
  RmaEngine& operator=(const RmaEngine&) = delete;

  /// The access to the memory of `host`; to be called before the first cycle.
  void attach(unsigned host, DmaPort& dma) { core_.dma.attach(host, dma); }
  void attach(unsigned host, RmaHost& software);
  /// As the driver of the region's owner. Throws InvariantError for a region that may not be
  /// registered (RmaCore::may_register).
  void register_region(uint32_t number, const RmaRegion& region);
  /// Null: none; before the first cycle. `decider` outlives the engine.
  void decide_by(RmaDecider* decider) { core_.decider = decider; }
  void set_pid(unsigned slot, uint32_t pid) { initiator_.set_pid(slot, pid); }

  /// A DmaPort has a new request from outside, between two cycles.
  void recheck_events() { find_next(); }
  /// Processes all events up to cycle `now`, which is over, and enables slack from then on. Before
  /// the first call events have no slack.
  void process_until(Cycle now);
  /// LookaheadQueue::isolate_until(). Up to then cells may be handed to the switch before the cycle
  /// in which they depart.
  void run_ahead(Cycle last) { core_.events.isolate_until(last); }

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override;
  void take_credits(ReturningCredits& credits, Cycle upto) override;
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;
  void prefetch() const override;

  void read_piece(const DmaPiece& piece, Cycle at) override;
  void write_landed(uint64_t cookie, bool error, Cycle at) override;
  void atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) override;

  void store(unsigned host, uint32_t offset, ByteView bytes, Cycle at) override;
  bool load(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle at) override;
  bool peek(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) const override;

  /// A register is written as by a store of `host` to its BAR, in cycle `at`, none of whose events
  /// has been processed. Changes come in order of their cycles. A value that the engine does not
  /// take counts as a bad store.
  void edit(Cycle at, unsigned host, uint32_t offset, uint64_t value);
  /// False: such a write would change nothing whatever the state of the engine is.
  bool takes(unsigned host, uint32_t offset, uint64_t value) const {
    return registers_.takes(host, offset, value);
  }
  /// A register with all edits so far; nothing where `host` may not read it.
  std::optional<uint64_t> written(unsigned host, uint32_t offset) const;

  const RmaParams& params() const { return core_.params; }
  const RmaCounters& counters() const { return core_.counters; }
  const RmaRegion* region(uint32_t number) const { return core_.region(number); }
  const Seal& seal() const { return core_.seal; }
  /// Counters of operations start again; all others are those of the whole run.
  void clear_op_counters() { core_.counters.ops = {}; }
  unsigned source_credit(unsigned port, unsigned vc) const {
    return core_.ports.source_credit(port_of(port), vc);
  }
  // State in flight, zero when idle.
  unsigned in_service() const { return initiator_.in_service(); }
  unsigned waiting() const { return initiator_.waiting(); }
  unsigned inbound() const { return target_.inbound(); }
  unsigned open_reads() const { return reader_.open_contexts(); }
  unsigned servers() const { return target_.servers(); }
  uint32_t window_used() const { return initiator_.window_used(); }
  uint32_t pull_window_used() const { return target_.pull_window_used(); }

 private:
  unsigned port_of(unsigned switch_port) const {
    return switch_port - core_.params.first_terminal - kRmaFirstEndpoint;
  }
  void handle(const RmaEvent& event);
  void apply_edits(Cycle now);
  void cell_in(Cycle now, const Cell& cell);
  void data_in(Cycle now, const Cell& cell);
  void message_in(Cycle now, const Cell& cell);
  Cycle accept_answer(Cycle at, unsigned port, const Cell& cell);
  void prefetch(const Cell& answer) const;
  void work(Cycle now);
  Cycle run_independent(Cycle now, Cycle software);
  void run_reads(Cycle to);
  void run_software(Cycle now);
  void next_data_in();
  Cycle last_of_answers(Cycle now) const;
  Cycle reach(Cycle now) const;
  void find_next();
  Cycle next_of_dma() const;
  Cycle next_of_software() const;
  Cycle deadline(Cycle external) const;
  Due due() const;

  RmaCore core_;
  CellSink& sink_;
  HostReader reader_;
  Initiator initiator_;
  Target target_;
  Registers registers_;
  std::array<RmaHost*, kRmaHosts> software_{};
  Cycle next_work_ = 0;        ///< first event of queue, PCIe or software, after the last call
  Cycle worked_until_ = 0;     ///< last cycle whose events have been processed
  Cycle call_at_ = 0;          ///< … and its deadline
  Cycle last_activity_ = 0;    ///< last cycle with a call or a delivery
  bool is_completed_ = false;  ///< software has a completion of this cycle
  struct Edit {
    Cycle at;
    unsigned host;
    uint32_t offset;
    uint64_t value;
  };
  std::deque<Edit> edits_;  ///< that wait for their cycle
};

}  // namespace tinsim
