// SPDX-License-Identifier: Apache-2.0
// A second switch, slow and obvious: dead ports, and cells that are dropped or parked
// (docs/explanation/escape_routes.md).
#include "rtl_models/parts/rotate_pick.h"
#include "tests/reference/plain_switch.h"

namespace tinsim::reference {

void PlainSwitch::schedule_failures(unsigned chip, ChipFailures plan) {
  failures_ = std::make_unique<FailureUnit>(chip, std::move(plan));
}

/// Ports that are dead or alive again, and tables that come: what waits for a dead port is lost,
/// its credit is there again, and heads bound to one go elsewhere.
void PlainSwitch::run_failures(Cycle now) {
  PortMask down = 0;
  for (unsigned port = 0; port < params_.ports; ++port) {
    const Output& o = outputs_[port];
    if (o.driver != nullptr && o.driver->params().fails && !o.up) down |= port_bit(port);
  }
  const PortMask before = failures_->down_ports();
  if (down == before && failures_->next() > now) return;
  failures_->set_down(now, down);
  route_.set_down(down);
  failures_->take_plan(now, route_);
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (!((down & ~before) >> port & 1)) continue;
    for (const Sent& sent : outputs_[port].waiting) {
      outputs_[port].credit[sent.cell.vc] += sent.cell.words;
      route_.credited(port, {sent.cell.vc, sent.cell.words});
      route_.left_queue(now + timing::kMatchToTx, {static_cast<PortNumber>(port), sent.cell.vc},
                        sent.cell.words);
    }
    outputs_[port].waiting.clear();
  }
  for (unsigned out = 0; out < kCorePorts; ++out) {
    for (auto& [place, fifo] : fifos_) {
      if (is_dead(out) && !fifo.empty() && fifo.front().to.port == out)
        route_anew(place.first, fifo.front());
    }
  }
}

void PlainSwitch::route_anew(unsigned in, Held& held) {
  const Route to = choose(in, held.cell);
  route_.unrouted(held.to, held.cell.words);
  route_.routed(to, held.cell.words);
  held.to = to;
}

/// A cell in memory must have been read as a whole.
bool PlainSwitch::has_head(Cycle now, const Fifo& place, const std::deque<Held>& fifo) const {
  return !fifo.empty() &&
         (failures_ == nullptr || place.first != kMemory || fifo.front().complete <= now);
}

/// VCs of an input whose heads leave the network here, or go to memory.
uint64_t PlainSwitch::vcs_to_drop(Cycle now, unsigned in) const {
  uint64_t vcs = 0;
  for (const auto& [place, fifo] : fifos_) {
    if (place.first != in || !has_head(now, place, fifo)) continue;
    const unsigned out = fifo.front().to.port;
    if (out == kDiscard || out == kPark) vcs |= uint64_t{1} << place.second;
  }
  return vcs;
}

/// Dropping or parking a cell takes its input as a transfer would. Where other VCs want the input
/// as well, they and these take turns.
void PlainSwitch::arbitrate_with_drops(Cycle now) {
  const auto drop_where = [&](bool turn_of_others) {
    for (unsigned in = 0; failures_ != nullptr && in < PortSet::kPorts; ++in) {
      const bool may =
          inputs_[in].free_at <= now && (turn_of_others || !inputs_[in].yielded_to_discard);
      if (may && vcs_to_drop(now, in) != 0) drop(now, in);
    }
  };
  drop_where(false);
  arbitrate(now);
  drop_where(true);
}

void PlainSwitch::drop(Cycle now, unsigned in) {
  const uint64_t vcs = vcs_to_drop(now, in);
  const unsigned vc = pick_round_robin(vcs, next_cyclic(inputs_[in].last_vc, params_.vcs));
  const Held head = fifos_[{in, vc}].front();
  route_.unrouted(head.to, head.cell.words);
  const Cell cell = take(now, in, vc, head.to.port);
  inputs_[in].free_at = now + cell.words;
  inputs_[in].yielded_to_discard = true;
  if (head.to.port == kPark) park(now, cell);
}

void PlainSwitch::park(Cycle now, Cell cell) {
  cell.vc = kEscapeVc;
  cell.hop = kHopsFromMemory;
  const Route to = choose(kMemory, cell);
  route_.routed(to, cell.words);
  put(kMemory, {cell, to, now + cell.words});
}

}  // namespace tinsim::reference
