// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip: what hangs on its six 1RMA terminal ports, and on PCIe.
#pragma once

#include <array>

#include "tlm/pcie/mmio.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/ip/ip_engine.h"
#include "tlm/tin/rma/initiator.h"
#include "tlm/tin/rma/registers.h"
#include "tlm/tin/rma/rma_slack.h"
#include "tlm/tin/rma/target.h"

namespace tinsim {

/// Order of events, delays and rules: docs/reference/rma.md. In one cycle PCIe comes first, then
/// the engine's own events, then host software, and at last the terminal ports.
///
/// Where nobody watches PCIe, work waits until more of it is due, and is then done cycle by cycle:
/// the ports, by which alone others hear of it, get each cell before it may go (RmaSlack).
class RmaEngine final : public Endpoints, public DmaClient, public MmioTarget {
 public:
  RmaEngine(const RmaParams& params, RmaMail& mail, CellSink& sink);
  RmaEngine(const RmaEngine&) = delete;
  RmaEngine& operator=(const RmaEngine&) = delete;

  /// The way into the memory of `host`; to be called before the first cycle.
  void attach(unsigned host, DmaPort& dma) { core_.dma.attach(host, dma); }
  void attach(unsigned host, RmaHost& software);
  /// What the driver of the region's owner does. Throws InvariantError for one that may not be
  /// registered (RmaCore::may_register).
  void register_region(uint32_t number, const RmaRegion& region);
  void set_pid(unsigned slot, uint32_t pid) { initiator_.set_pid(slot, pid); }

  /// A DmaPort has been asked for something between two cycles.
  void look_again() { find_next(); }
  /// Does all work up to cycle `now`, which is over. Work may wait from now on, until this is
  /// called again; never before it has been called.
  void settle(Cycle now);
  /// Up to cycle `last` nobody looks at what has been sent: it may be handed to the switch earlier,
  /// with the cycle in which it goes.
  void run_ahead(Cycle last) { ahead_ = last; }

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

  const RmaParams& params() const { return core_.params; }
  const RmaCounters& counters() const { return core_.counters; }
  const RmaRegion* region(uint32_t number) const { return core_.region(number); }
  const Seal& seal() const { return core_.seal; }
  /// Counters of operations start again; all others are those of the whole run.
  void clear_op_counters() { core_.counters.ops = {}; }
  unsigned source_credit(unsigned port, unsigned vc) const {
    return core_.ports.source_credit(port_of(port), vc);
  }
  /// What is under way, zero when all has come back.
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
  void cell_in(Cycle now, const Cell& cell);
  void data_in(Cycle now, const Cell& cell);
  void prefetch(const Cell& answer) const;
  void work(Cycle now);
  Cycle run_alone(Cycle now, Cycle asks);
  void run_reads(Cycle to);
  Cycle last_of_answers(Cycle now) const;
  Cycle most_ahead(Cycle now) const;
  void find_next();
  Cycle next_of_dma() const;
  Cycle next_of_software() const;
  Cycle call_at(Cycle next_outside) const;
  Due due() const;

  RmaCore core_;
  CellSink& sink_;
  Reader reader_;
  Initiator initiator_;
  Target target_;
  Registers registers_;
  std::array<RmaHost*, kRmaHosts> software_{};
  RmaSlack slack_;
  Cycle next_work_ = 0;   ///< after the last call: it is asked for often
  Cycle call_at_ = 0;     ///< … and when it has to be done at the latest
  Cycle ahead_ = 0;       ///< nobody looks before this one is over
  Cycle ending_ = 0;      ///< an operation may end up to here
  Cycle seen_ = 0;        ///< cycle in which something has happened last
  bool is_told_ = false;  ///< software, in this cycle
};

}  // namespace tinsim
