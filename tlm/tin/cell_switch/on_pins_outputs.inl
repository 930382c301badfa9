// SPDX-License-Identifier: Apache-2.0
// A switch driven through its pins: values of its output pins, checked against the cells that
// entered.

namespace tinsim {

// Occupancy is that of the cycle whose matches show now: it includes cells due in that cycle, and
// matched cells leave it next.
template <class Block, unsigned kBlockPorts, unsigned kBlockVcs>
void SwitchOnPins<Block, kBlockPorts, kBlockVcs>::admit_arrivals(Cycle pin) {
  for (; !arrivals_.empty() && arrivals_.front().due < pin; arrivals_.pop_front()) {
    const Arrival& arrival = arrivals_.front();
    VcShadow& fifo = at(arrival.port, arrival.vc);
    fifo.words_at_match += arrival.words;
    fifo.counters.peak_words =
        std::max(fifo.counters.peak_words, static_cast<uint16_t>(fifo.words_at_match));
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
    route_.matched(matched, {node.out, node.out_vc}, node.cell.words);
    ++cell_hops_;
    fifo.words -= node.cell.words;
    fifo.words_at_match -= node.cell.words;
    ++fifo.counters.cells;
    fifo.counters.words += node.cell.words;
    credits_expected_[in].push_back({matched + timing::kMatchToCredit, credit});
    const PortWire& wire = wires_[in];
    if (drivers_[in] != nullptr) {
      // Its flow-control pins show the credit.
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
    // A chip with its links has received the wrong bits of a damaged cell.
    const bool has_wrong_bits = detail::HasLinks<Block>::value && tx.cell.damaged;
    if (!has_wrong_bits && out.tx_data_o[port] != word_of(tx.cell, tx.next_word)) {
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
  route_.left_queue(pin, {static_cast<uint8_t>(out), static_cast<uint8_t>(vc)}, cell.words);
  if (header != word_of(cell, 0)) {
    fail(pin, out, vc, fmt::format("header {:016x}, expected {:016x}", header, word_of(cell, 0)));
  }
  tx_[out].cell = cell;
  tx_[out].next_word = 1;
  mailbox_.pool().release(index);
  if (observer_ != nullptr) observer_->cell_started(pin, out, cell);
  const PortWire& wire = wires_[out];
  if (drivers_[out] != nullptr) {
    // The driver reads the pins.
  } else if (wire.peer != nullptr) {
    wire.send_cell(pin, cell);
  } else if (endpoints_ != nullptr) {
    due_.next = std::min(due_.next,
                         endpoints_->deliver(out, cell, pin + timing::kTxToSink + cell.words - 1));
  }
}

}  // namespace tinsim
