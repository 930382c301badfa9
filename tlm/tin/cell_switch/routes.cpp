// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: the routes of cells, with dead ports and heads that are routed again.
#include "tlm/tin/cell_switch/routes.h"

#include <fmt/format.h>

#include "tlm/tin/cell_switch/core_inline.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

template <bool kPlain>
inline void Routes::route(Cycle now, CellPool::Node& node) {
  if (node.cell.hop == 0) fail_route(now, node);
  const bool failing = !kPlain && may_fail();
  const Route route =
      failing ? choose_with_failures(node) : unit_.choose(node.port, node.cell, node.draws);
  const SwitchParams& params = records().params();
  const bool exists = route.port < params.ports || (failing && route.port >= kPark);
  if (!exists || route.vc >= params.vcs) fail_route(now, node);
  observation().notify_received(now, node);
  --node.cell.hop;
  node.out = route.port;
  node.out_vc = route.vc;
}

void Routes::fail_route(Cycle now, const CellPool::Node& node) const {
  records().fail(now, node.port, node.cell.vc,
                 node.cell.hop == 0
                     ? "hop count exhausted"
                     : fmt::format("no route to address {:#06x}", unsigned{node.cell.dst}));
}

void Routes::plan_failures(unsigned chip, ChipFailures plan) {
  failures_ = std::make_unique<FailureUnit>(chip, std::move(plan));
  dead_ = failures_->dead();
}

Route Routes::choose_with_failures(CellPool::Node& node) {
  const Route route = failures_->choose(node.port, node.cell, unit_);
  failures_->count_route_change(node.cell.vc, {}, route);
  return route;
}

void Routes::reroute(uint32_t index) {
  CellPool::Node& node = records().mailbox().pool()[index];
  const Route from{node.out, node.out_vc};
  const Route to = failures_->choose(node.port, node.cell, unit_);
  unit_.unrouted(from, node.cell.words);
  unit_.routed(to, node.cell.words);
  failures_->count_route_change(node.cell.vc, from, to);
  node.out = to.port;
  node.out_vc = to.vc;
}

void Routes::run_failures(Cycle now) {
  const PortMask down = failures_->seen(now, links().links_not_up());
  const PortMask before = failures_->down_ports();
  if (down == before && failures_->next() > now) return;
  if (now != 0) {  // the new routes depend on these
    links().take_credits(now - 1);
    unit_.count_queues(now - 1);
  }
  failures_->set_down(now, down);
  unit_.set_down(down);
  failures_->take_plan(now, unit_);
  dead_ = failures_->dead();
  for (PortMask left = down & ~before; left != 0; drop_lowest(left)) {
    const unsigned out = lowest(left);
    failures_->lost_in_queue[out] += links().flush(now, out);
  }
  for (unsigned out = 0; out < kCorePorts; ++out) {
    if (is_dead(out) && arbiter().requests(out) != 0) reroute_heads(now, out);
  }
}

void Routes::reroute_heads(Cycle now, unsigned out) {
  for (PortMask ins = arbiter().requests(out); ins != 0; drop_lowest(ins)) {
    const unsigned in = lowest(ins);
    for (VcMask left = inputs().heads(in); left != 0; drop_lowest(left)) {
      if (inputs().record(in, lowest(left)).fifo.out() == out) reroute_head(now, in, lowest(left));
    }
  }
}

void Routes::reroute_head(Cycle now, unsigned in, unsigned vc) {
  VcRecord& q = inputs().record(in, vc);
  const unsigned before = q.fifo.out();
  arbiter().unblock_head(now, in, q);
  reroute(q.fifo.head());
  inputs().reload_route(q);
  arbiter().remove_request_without_head(in, before);
  arbiter().add_request(in, q.fifo.out());
  arbiter().schedule_arbitration(now, in, q.fifo.out());
}

uint64_t Routes::lost_in_queue(unsigned port) const {
  return failures_ == nullptr ? 0 : failures_->lost_in_queue[port];
}

FailureCounters Routes::failure_counters() const {
  if (failures_ == nullptr) return {};
  FailureCounters counters = failures_->counters;
  counters.peak_parked_cells = failures_->memory.peak_cells();
  counters.peak_parked_words = failures_->memory.peak_words();
  counters.hops_before_parking = failures_->memory.hops_sent();
  return counters;
}

void Routes::clear_counters() {
  if (failures_ != nullptr) failures_->memory.restart_hops();
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
