// SPDX-License-Identifier: Apache-2.0
// A switch driven through its pins: bodies of SwitchOnPins.

namespace tinsim {

namespace detail {
template <std::size_t kCount, class T>
struct IsArrayOf : std::false_type {};
template <std::size_t kCount, class T>
struct IsArrayOf<kCount, std::array<T, kCount>> : std::true_type {};
}  // namespace detail

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
SwitchOnPins<Block, kBlockPorts, kBlockVcs>::SwitchOnPins(const SwitchParams& params,
                                                          RouteUnit route, unsigned ring_cycles,
                                                          std::unique_ptr<Block> block)
    : params_(params),
      route_(std::move(route)),
      mailbox_(ring_cycles + 2 * kLag),
      block_(std::move(block)),
      inputs_(kMaxVcs * kMaxPorts),
      outputs_(kMaxVcs * kMaxPorts) {
  set_straps();
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    for (unsigned port = 0; port < params.ports; ++port) {
      out_at(port, vc).limit = params.tx_limit[port];
    }
  }
  block_->reset(in_);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::set_straps() {
  in_ = {};
  in_.iterations_i = params_.iterations;
  in_.queue_words_i = params_.queue_words;
  for (unsigned vc = 0; vc < kBlockVcs; ++vc) {
    in_.strict_i[vc] = params_.strict_vcs >> vc & 1;
    in_.weight_i[vc] = params_.weights[vc] != 0 ? params_.weights[vc] : 1;
  }
  for (unsigned port = 0; port < kBlockPorts; ++port) {
    in_.rx_depth_i[port] = params_.rx_depth[port];
    in_.tx_limit_i[port] = params_.tx_limit[port];
    in_.tx_credited_i[port] = !(params_.terminal_ports >> port & 1);
  }
}

// Calls fn(port, name, pins) for the watched ports' share of each field that has one; straps, which
// never change, are left out.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
template <class Bundle, class Fn>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::for_watched(const Bundle& bundle, Fn&& fn) const {
  static const std::set<std::string> kStraps = {"iterations_i",  "rx_depth_i", "tx_limit_i",
                                                "tx_credited_i", "strict_i",   "weight_i",
                                                "queue_words_i"};
  Bundle::walk(bundle, [&](const char* name, const auto& field) {
    if constexpr (detail::IsArrayOf<kBlockPorts, std::decay_t<decltype(field)>>::value) {
      if (kStraps.count(name) != 0) return;
      for (uint64_t left = watched_ports_; left != 0; left &= left - 1) {
        const auto port = static_cast<unsigned>(__builtin_ctzll(left));
        fn(port, name, field[port]);
      }
    }
  });
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::watch_pins(PinObserver& observer,
                                                             uint64_t ports) {
  pin_observer_ = &observer;
  watched_ports_ = ports;
  const auto add = [&](bool is_output) {
    return [this, is_output](unsigned port, const char* name, const auto& pins) {
      constexpr unsigned kPins = kWidth<decltype(pins)>;
      watched_.push_back({pin_observer_->add_pins(port, name, kPins, is_output), 0});
    };
  };
  for_watched(in_, add(false));
  for_watched(block_->out(), add(true));
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::show_pins(Cycle pin, const Out& out) {
  auto watched = watched_.begin();
  const auto show = [&](unsigned, const char*, const auto& pins) {
    const uint64_t value = pack_to_integer(pins);
    if (value != watched->shown) pin_observer_->pins_changed(pin, watched->number, value);
    watched->shown = value;
    ++watched;
  };
  for_watched(in_, show);
  for_watched(out, show);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::step(Cycle now) {
  if (now < kLag) return inject(now);  // no pin has moved before cycle 0
  const Cycle pin = now - kLag;
  const Out& out = block_->out();
  for (unsigned port = 0; port < params_.ports; ++port) {
    if (out.rx_error_o[port]) fail(pin, port, 0, "the switch refused a good header");
  }
  if (pin == count_from_ + 1) begin_count();
  admit_arrivals(pin);
  read_matches(pin, out);
  read_credits(pin, out);
  read_links(pin, out);
  // The last word of a cell of two words that begins now reaches its endpoint in this very cycle.
  inject(now);
  drive_routes(pin);
  drive_words(pin);
  drive_credits(pin);
  const uint64_t ready = stalls_ != nullptr ? stalls_->ready(pin) : ~0ull;
  for (unsigned port = 0; port < params_.ports; ++port) in_.tx_ready_i[port] = ready >> port & 1;
  run_drivers(pin, out);
  if (pin_observer_ != nullptr) show_pins(pin, out);
  block_->tick(in_);
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::inject(Cycle now) {
  if (endpoints_ == nullptr || finishing_) return;
  while (!source_credits_.empty() && source_credits_.front().due <= now) {
    const SourceCredit& c = source_credits_.front();
    due_ = endpoints_->credit(c.port, c.credit, now);
    source_credits_.pop_front();
  }
  if (due_.next <= now) due_ = endpoints_->inject(now, mailbox_);
}

// Occupancy is counted as of the cycle whose matches show now: what was due in it is in, what it
// matched leaves next.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::admit_arrivals(Cycle pin) {
  for (; !arrivals_.empty() && arrivals_.front().due < pin; arrivals_.pop_front()) {
    const Arrival& arrival = arrivals_.front();
    VcShadow& fifo = at(arrival.port, arrival.vc);
    fifo.words_then += arrival.words;
    fifo.counters.peak_words =
        std::max(fifo.counters.peak_words, static_cast<uint16_t>(fifo.words_then));
  }
}

// A match of cycle pin - 1. Its credit and its departure from the FIFO follow from it.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::read_matches(Cycle pin, const Out& out) {
  const Cycle matched = pin - 1;
  for (unsigned in = 0; in < params_.ports; ++in) {
    if (!out.match_valid_o[in]) continue;
    const unsigned vc = out.match_vc_o[in];
    const unsigned port = out.match_port_o[in];
    VcShadow& fifo = at(in, vc);
    if (fifo.cells.empty()) fail(pin, in, vc, "match of an empty VC FIFO");
    const uint32_t index = fifo.cells.front();
    fifo.cells.pop_front();
    CellPool::Node& node = mailbox_.pool()[index];
    if (node.out != port) {
      fail(pin, in, vc, fmt::format("match to port {}, routed to {}", port, unsigned{node.out}));
    }
    const Credit credit{static_cast<uint8_t>(vc), node.cell.words};
    if (observer_ != nullptr) observer_->matched(matched, in, vc, port, node.cell);
    ++cell_hops_;
    fifo.words -= node.cell.words;
    fifo.words_then -= node.cell.words;
    ++fifo.counters.cells;
    fifo.counters.words += node.cell.words;
    credits_expected_[in].push_back({matched + timing::kMatchToCredit, credit});
    const PortWire& wire = wires_[in];
    if (drivers_[in] != nullptr) {
      // Its flow-control pins tell.
    } else if (wire.peer != nullptr) {
      wire.send_credit(matched, credit);
    } else if (endpoints_ != nullptr) {
      source_credits_.push_back(
          {matched + timing::kMatchToSourceCredit, static_cast<uint8_t>(in), credit});
    }
    OutVc& target = out_at(port, node.out_vc);
    if (!(params_.terminal_ports >> port & 1)) {
      target.sent = (target.sent + node.cell.words) % kCreditModulus;
      if (observer_ != nullptr) {
        observer_->credit_taken(matched, port, {node.out_vc, node.cell.words});
      }
    }
    target.words += node.cell.words;
    target.cells.push_back(index);
    node.cell.vc = node.out_vc;
  }
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::read_credits(Cycle pin, const Out& out) {
  for (unsigned port = 0; port < params_.ports; ++port) {
    auto& expected = credits_expected_[port];
    const bool due = !expected.empty() && expected.front().first == pin;
    if (due != static_cast<bool>(out.fc_valid_o[port])) {
      fail(pin, port, due ? expected.front().second.vc : 0,
           due ? "no credit returned for a matched cell" : "credit without a matched cell");
    }
    if (!due) continue;
    const Credit credit = expected.front().second;
    expected.pop_front();
    VcShadow& fifo = at(port, credit.vc);
    fifo.granted = (fifo.granted + credit.words) % kCreditModulus;
    const unsigned limit = (params_.rx_depth[port] + fifo.granted) % kCreditModulus;
    if (out.fc_vc_o[port] != credit.vc || out.fc_limit_o[port] != limit) {
      fail(pin, port, credit.vc,
           fmt::format("credit limit {} of vc {}, expected {}", uint64_t{out.fc_limit_o[port]},
                       uint64_t{out.fc_vc_o[port]}, limit));
    }
    if (observer_ != nullptr) observer_->credit_sent(pin, port, credit);
  }
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::read_links(Cycle pin, const Out& out) {
  for (unsigned port = 0; port < params_.ports; ++port) {
    Serial& tx = tx_[port];
    const bool inside = tx.next_word != 0;
    if (out.tx_valid_o[port] && out.tx_sop_o[port] && !inside) {
      begin_cell(pin, port, out.tx_data_o[port]);
      continue;
    }
    if (inside != static_cast<bool>(out.tx_valid_o[port]) || (inside && out.tx_sop_o[port])) {
      fail(pin, port, tx.cell.vc, "a cell on the link was interrupted or a word has no cell");
    }
    if (!inside) continue;
    if (out.tx_data_o[port] != word_of(tx.cell, tx.next_word)) {
      fail(pin, port, tx.cell.vc, fmt::format("word {} of a cell changed", tx.next_word));
    }
    tx.next_word = tx.next_word + 1 == tx.cell.words ? 0 : tx.next_word + 1;
  }
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::begin_cell(Cycle pin, unsigned out,
                                                             uint64_t header) {
  const unsigned vc = header_vc(header);
  OutVc& queue = out_at(out, vc);
  if (queue.cells.empty()) fail(pin, out, vc, "a cell leaves that was not matched");
  const uint32_t index = queue.cells.front();
  queue.cells.pop_front();
  const Cell cell = mailbox_.pool()[index].cell;
  queue.words -= cell.words;
  if (header != word_of(cell, 0)) {
    fail(pin, out, vc, fmt::format("header {:016x}, expected {:016x}", header, word_of(cell, 0)));
  }
  tx_[out].cell = cell;
  tx_[out].next_word = 1;
  mailbox_.pool().release(index);
  if (observer_ != nullptr) observer_->cell_started(pin, out, cell);
  const PortWire& wire = wires_[out];
  if (drivers_[out] != nullptr) {
    // It sees the pins.
  } else if (wire.peer != nullptr) {
    wire.send_cell(pin, cell);
  } else if (endpoints_ != nullptr) {
    due_.next = std::min(due_.next,
                         endpoints_->deliver(out, cell, pin + timing::kTxToSink + cell.words - 1));
  }
}

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

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
unsigned SwitchOnPins<Block, kBlockPorts, kBlockVcs>::unadvertised(unsigned port,
                                                                   unsigned vc) const {
  if (drivers_[port] == nullptr) return 0;
  unsigned words = drivers_[port]->untold(vc);
  for (const auto& [cycle, credit] : credits_expected_[port]) {
    words += credit.vc == vc ? credit.words : 0;
  }
  return words;
}

// Headers driven three cycles ago are routed now, all on the queue lengths of the cycles before.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::drive_routes(Cycle pin) {
  std::rotate(lookup_.begin(), lookup_.end() - 1, lookup_.end());
  constexpr Cycle kRouteToRequest = 1;
  const Cycle due = pin + kRouteToRequest;  // of the cells, and so of the tables that they go by
  if (failures_ != nullptr && failures_->next() <= due) failures_->take_plan(due, route_);
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

// The route of a cell that can be matched from cycle `due` on; what is due after the run does not
// count. Where nothing leads any more a cell would have to be dropped: no route.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
Route SwitchOnPins<Block, kBlockPorts, kBlockVcs>::choose(unsigned port, const Cell& cell,
                                                          Cycle due) {
  if (failures_ == nullptr) return route_.choose(port, cell);
  const Route route = failures_->choose(port, cell, route_);
  if (due < end_) failures_->rebound(cell.vc, {}, route);
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

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::begin_count() {
  for (VcShadow& fifo : inputs_) {
    fifo.counters = {};
    fifo.counters.peak_words = static_cast<uint16_t>(fifo.words_then);
  }
}

// Matches of the last cycles show on the pins kLag + 1 cycles later.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
std::string SwitchOnPins<Block, kBlockPorts, kBlockVcs>::finish(Cycle end) {
  finishing_ = true;
  end_ = end;
  for (Cycle now = end; now <= end + kLag; ++now) step(now);
  return "";
}

template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
VcHead SwitchOnPins<Block, kBlockPorts, kBlockVcs>::head(unsigned port, unsigned vc) const {
  const VcShadow& fifo = at(port, vc);
  if (fifo.cells.empty()) return {};
  const CellPool::Node& node = mailbox_.pool()[fifo.cells.front()];
  return {true, node.out, node.out_vc, 0, node.cell};
}

}  // namespace tinsim
