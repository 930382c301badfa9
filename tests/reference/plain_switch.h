// SPDX-License-Identifier: Apache-2.0
// A second switch of docs/explanation/architecture.md and docs/explanation/escape_routes.md: slow,
// and obvious. It stands where a lockstep has its pins.
#pragma once

#include <array>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "base/errors.h"
#include "base/port_set.h"
#include "rtl_models/parts/qos.h"
#include "tests/reference/plain_match.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/cell_switch/failure_unit.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/cell_switch/link_stalls.h"
#include "tlm/tin/cell_switch/mos_port.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/route_edits.h"
#include "tlm/tin/cell_switch/settings_edits.h"

namespace tinsim::reference {

/// Goes through every head, output and link in every cycle, and keeps nothing of a cycle but the
/// state that the pages name. Unlike the pins it knows crossbars with speed-up, dead ports, and
/// cells that are dropped or parked. It shares with the chip core what is stateless
/// (rtl_models/parts), the choice of routes (RouteUnit, FailureUnit) and the blocks of the links.
class PlainSwitch {
 public:
  struct BlockType {};
  static constexpr Cycle kLag = 0;

  PlainSwitch(const SwitchParams& params, RouteUnit route, unsigned ring_cycles,
              std::unique_ptr<BlockType> none = nullptr);

  Mailbox& mailbox() { return mailbox_; }
  void observe(SwitchObserver* observer) { observer_ = observer; }
  // It hands nothing to endpoints, which hang on the chip core alongside it, and has no pins.
  void attach(Endpoints*) {}
  void watch_pins(PinObserver&, uint64_t) {}
  void join_driver(unsigned port, LinkDriver& driver);
  void schedule_failures(unsigned chip, ChipFailures plan);
  void join_mos(unsigned, MosPort&) { throw InvariantError("the plain switch sends no MOS"); }
  void edit_routes(Cycle, const RouteEdit&) {
    throw InvariantError("the plain switch has one route table for the whole run");
  }
  void edit_settings(Cycle at, const SwitchSettings& settings) { settings_[at] = settings; }
  void stall_links(const LinkStalls* stalls) { stalls_ = stalls; }
  void advance(Cycle from, Cycle to) {
    for (Cycle now = from; now < to; ++now) step(now);
  }
  std::unique_ptr<BlockType> take_block() { return nullptr; }

 private:
  /// A cell in a VC FIFO.
  struct Held {
    Cell cell;
    Route to;
    Cycle complete = 0;  ///< first cycle in which all its words are there
  };
  /// A cell that has been matched and not chosen to leave.
  struct Sent {
    Cell cell;
    Cycle matched = 0;
  };
  struct Input {
    Cycle free_at = 0;
    unsigned last_vc = 0;
    bool yielded_to_discard = false;  ///< its last turn went to a cell that was dropped or parked
    std::array<uint8_t, PortSet::kPorts> vc_pointer{};  ///< by output
  };
  struct Output {
    Cycle free_at = 0;
    std::array<unsigned, kMaxVcs> credit{};
    std::deque<Sent> waiting;
    BasicQosPicker<kMaxVcs> picker;
    Cell leaving;  ///< the last cell that began to leave, or is about to
    Cycle slot = 0;
    unsigned begun_parts = 0;  ///< of cycle `slot` before the begin of `leaving`, by rate().num
    bool ready = true;         ///< another may begin in the next slot
    bool up = true;
    LinkDriver* driver = nullptr;
  };
  /// Words of an input's FIFO that are granted again.
  struct Grant {
    Cycle at = 0;
    unsigned in = 0;
    Credit credit;
  };
  using Fifo = std::pair<unsigned, unsigned>;  ///< input and VC
  /// VCs with a head that fits, by input and output.
  using VcsAsking = std::map<std::pair<unsigned, unsigned>, uint64_t>;

  void step(Cycle now);
  void run_links(Cycle now);
  void run_failures(Cycle now);
  void route_arrivals(Cycle now);
  void take_credits(Cycle now);
  void put(unsigned in, const Held& held);
  void arbitrate_with_drops(Cycle now);
  void arbitrate(Cycle now);
  std::vector<Pair> matching(Cycle now, const VcsAsking& asking);
  void drop(Cycle now, unsigned in);
  void park(Cycle now, Cell cell);
  void choose_cells(Cycle now);
  void grant_words(Cycle now);

  Route choose(unsigned in, const Cell& cell) const {
    return failures_ != nullptr ? failures_->choose(in, cell, route_) : route_.choose(in, cell);
  }
  /// On the pins `age` cycles before cycle `now`; before cycle 0 those of the reset.
  const SwitchSettings& settings(Cycle now, Cycle age) const {
    const auto later = now < age ? settings_.begin() : settings_.upper_bound(now - age);
    return later == settings_.begin() ? of_reset_ : std::prev(later)->second;
  }
  /// End of the cell that leaves, in parts of a cycle: as many as words in rate().den cycles.
  uint64_t end_in_parts(unsigned port) const {
    const Output& o = outputs_[port];
    return uint64_t{o.slot} * rate(port).num + o.begun_parts +
           uint64_t{o.leaving.words} * rate(port).den;
  }
  /// Words per cycle of a port's link.
  Ratio rate(unsigned port) const {
    return params_.link_rates.empty() ? Ratio(1) : params_.link_rates[port];
  }
  bool is_dead(unsigned out) const { return failures_ != nullptr && failures_->dead() >> out & 1; }
  bool is_terminal(unsigned out) const { return params_.terminal_ports >> out & 1; }
  void route_anew(unsigned in, Held& held);
  bool fits(const Held& head) const;
  unsigned shared_after(const Held& head) const;
  bool has_head(Cycle now, const Fifo& place, const std::deque<Held>& fifo) const;
  uint64_t vcs_to_drop(Cycle now, unsigned in) const;
  void transfer(Cycle now, unsigned in, unsigned vc);
  Cell take(Cycle now, unsigned in, unsigned vc, unsigned out);

  SwitchParams params_;
  RouteUnit route_;
  Mailbox mailbox_;
  SwitchSettings of_reset_;
  std::map<Cycle, SwitchSettings> settings_;  ///< on the pins from a cycle on
  SwitchObserver* observer_ = nullptr;
  std::unique_ptr<FailureUnit> failures_;
  const LinkStalls* stalls_ = nullptr;
  Pointers pointers_;
  std::array<Input, PortSet::kPorts> inputs_{};
  std::array<Output, PortSet::kPorts> outputs_{};
  std::map<Fifo, std::deque<Held>> fifos_;
  std::map<Fifo, unsigned> granted_;  ///< words since reset, modulo 4096
  std::deque<Grant> grants_;
};

}  // namespace tinsim::reference
