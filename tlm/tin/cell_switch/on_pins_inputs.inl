// SPDX-License-Identifier: Apache-2.0
// A switch driven through its pins: values of its input pins, from mailbox and link drivers.

namespace tinsim {

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::run_drivers(Cycle pin, const Out& out) {
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (drivers_[port] == nullptr) continue;
    const bool begins = out.tx_valid_o[port] && out.tx_sop_o[port];
    in_.tx_ready_i[port] =
        drivers_[port]->cycle(pin, out.tx_valid_o[port], out.tx_sop_o[port], out.tx_data_o[port],
                              begins ? &tx_[port].cell : nullptr);
    drivers_[port]->end_cycle(pin, out.fc_valid_o[port], static_cast<unsigned>(out.fc_vc_o[port]),
                              static_cast<unsigned>(out.fc_limit_o[port]));
  }
}

// Headers driven three cycles ago are routed now, all on the queue lengths of the cycles before.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::drive_routes(Cycle pin) {
  std::rotate(lookup_.begin(), lookup_.end() - 1, lookup_.end());
  constexpr Cycle kRouteToRequest = 1;
  const Cycle due = pin + kRouteToRequest;  // of the cells, and of the tables that route them
  if (failures_ != nullptr && failures_->next() <= due) failures_->take_plan(due, route_);
  if (edits_ != nullptr) edits_->apply(due, route_);
  route_.count_queues(due);
  for (const auto& [port, index] : lookup_[3]) {
    CellPool::Node& node = mailbox_.pool()[index];
    if (node.cell.hop == 0) fail(pin, port, node.cell.vc, "hop count exhausted");
    const Route route = choose(port, node.cell, due);
    if (route.port >= params_.ports || route.vc >= params_.vcs) {
      fail(pin, port, node.cell.vc,
           fmt::format("no route to address {:#06x}", unsigned{node.cell.dst}));
    }
    node.out = route.port;
    node.out_vc = route.vc;
    --node.cell.hop;
    in_.route_port_i[port] = route.port;
    in_.route_vc_i[port] = route.vc;
    VcShadow& fifo = at(port, node.cell.vc);
    fifo.cells.push_back(index);
  }
  for (const auto& [port, index] : lookup_[3]) {
    const CellPool::Node& node = mailbox_.pool()[index];
    route_.routed({node.out, node.out_vc}, node.cell.words);
  }
  lookup_[3].clear();
}

// The route of a cell that can be matched from cycle `due` on; the counters ignore cells due after
// the run. A cell without a permitted output would have to be dropped: no route.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
Route SwitchOnPins<Block, kBlockPorts, kBlockVcs>::choose(unsigned port, const Cell& cell,
                                                          Cycle due) {
  const auto by_table = [&] {
    Route route = route_.choose(port, cell);
    if (route_pins_ != nullptr && RoutePins::is_choice(route_, cell))
      route.port = route_pins_->choose(route_, port, cell, due);
    return route;
  };
  if (failures_ == nullptr) return by_table();
  const Route route = failures_->choose(port, cell, route_, by_table);
  if (due < end_) failures_->count_route_change(cell.vc, {}, route);
  return route;
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::drive_words(Cycle pin) {
  const Cycle due = pin + timing::kRxToRequest;
  std::array<uint32_t, kMaxPorts> arriving;
  arriving.fill(kNil);
  for (uint32_t i = mailbox_.take_cells(due); i != kNil; i = mailbox_.pool()[i].next) {
    arriving[mailbox_.pool()[i].port] = i;
  }
  for (unsigned port = 0; port < params_.ports; ++port) {
    Serial& rx = rx_[port];
    const bool first = arriving[port] != kNil;
    if (first) {
      if (rx.next_word != 0) fail(pin, port, rx.cell.vc, "cells overlap on the link");
      const uint32_t index = arriving[port];
      rx.cell = mailbox_.pool()[index].cell;
      if (observer_ != nullptr) observer_->cell_received(pin, port, rx.cell);
      lookup_[0].push_back({port, index});
      VcShadow& fifo = at(port, rx.cell.vc);
      fifo.words += rx.cell.words;
      if (fifo.words > params_.rx_depth[port]) fail(pin, port, rx.cell.vc, "VC FIFO overrun");
      arrivals_.push_back({due, static_cast<uint8_t>(port), rx.cell.vc, rx.cell.words});
    }
    const bool valid = first || rx.next_word != 0;
    in_.rx_valid_i[port] = valid;
    in_.rx_sop_i[port] = first;
    in_.rx_data_i[port] = valid ? word_of(rx.cell, rx.next_word) : 0;
    if (valid) rx.next_word = rx.next_word + 1 == rx.cell.words ? 0 : rx.next_word + 1;
  }
}

// Credits that take effect in the next cycle are on the flow-control pins now.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::drive_credits(Cycle pin) {
  for (unsigned port = 0; port < params_.ports; ++port) in_.fc_valid_i[port] = false;
  mailbox_.drain_credits(pin + timing::kCreditToUse, [&](unsigned port, Credit credit, Cycle) {
    if (observer_ != nullptr) observer_->credit_received(pin, port, credit);
    OutVc& vc = out_at(port, credit.vc);
    vc.limit = (vc.limit + credit.words) % kCreditModulus;
    route_.credited(port, credit);
    in_.fc_valid_i[port] = true;
    in_.fc_vc_i[port] = credit.vc;
    in_.fc_limit_i[port] = vc.limit;
  });
}

}  // namespace tinsim
