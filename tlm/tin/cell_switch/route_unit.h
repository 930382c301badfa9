// SPDX-License-Identifier: Apache-2.0
// Route choice of one chip: table lookup, VC phase, and the queue lengths that adaptive modes
// compare.
#pragma once

#include <array>
#include <vector>

#include "platform/routing/route_table.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/cell_switch/mailbox.h"

namespace tinsim {

/// Output port and VC of a cell.
struct Route {
  uint8_t port = kNoRoute;
  uint8_t vc = 0;
};

/// Queue length of an output VC: words of cells routed to it and not yet credited by the receiver,
/// that is, requests waiting for it, words in its output queue, and words sent but not credited
/// (facts 4.3, each weighted 1). A decision in cycle h (three cycles after the header was received)
/// sees the routes and credits of cycles before h.
class RouteUnit {
 public:
  RouteUnit(const RouteTable& table, bool adaptive, uint64_t seed, unsigned chip,
            uint64_t terminal_ports)
      : table_(&table), adaptive_(adaptive), seed_(seed), chip_(chip), terminals_(terminal_ports) {
    if (adaptive_) queued_.resize(kMaxVcs * kMaxPorts);
  }

  bool adaptive() const { return adaptive_; }

  Route choose(unsigned in_port, const Cell& cell) const {
    const unsigned phase = table_->phase_increment_ports >> in_port & 1;
    const auto vc = static_cast<uint8_t>(cell.vc + phase);
    if (cell.dst >> 6 == table_->self) return {table_->terminal_port[cell.dst & 63], vc};
    const Candidates& candidates = table_->candidates(in_port, cell.dst);
    if (!adaptive_) {
      const uint64_t flow = flow_hash(seed_, cell.src, cell.dst, cell.cls);
      return {choose_deterministic(candidates, hop_hash(flow, chip_)), vc};
    }
    const uint32_t* row = &queued_[vc * kMaxPorts];
    return {choose_adaptive(candidates, hop_random(seed_, chip_, cell.src, cell.dst, cell.seq),
                            [row](unsigned port) { return row[port]; }),
            vc};
  }

  /// A cell of `words` was routed; call after all decisions of its cycle.
  void routed(Route route, unsigned words) {
    if (!adaptive_ || terminals_ >> route.port & 1) return;  // terminals return no credit
    queued_[route.vc * kMaxPorts + route.port] += words;
  }
  /// The receiver granted words again; call before the decisions that may see it.
  void credited(unsigned port, Credit credit) {
    if (adaptive_) queued_[credit.vc * kMaxPorts + port] -= credit.words;
  }

 private:
  const RouteTable* table_;
  bool adaptive_;
  uint64_t seed_;
  unsigned chip_;
  uint64_t terminals_;
  /// [vc * 64 + port], words. Beyond 16 bits: the FIFOs of all inputs can wait for one output VC.
  std::vector<uint32_t> queued_;
};

}  // namespace tinsim
