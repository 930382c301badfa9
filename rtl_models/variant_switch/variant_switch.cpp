// SPDX-License-Identifier: Apache-2.0
// Variant switch: the cell switch with a faster crossbar, round-robin matching, shared buffers.
#include "rtl_models/variant_switch/variant_switch.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/credit.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::tick(const In& in) {
  read_words();
  take_matches(in);
  arbitrate(in);
  send_words(in);
  count_credit(in);
  write_words(in);
  for (unsigned port = 0; port < kPorts; ++port) receive(in, port);
  free_places();
  follow_settings(in);
}

/// Words that were read in the cycle before cross; each input reads those of this cycle.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::read_words() {
  for (VariantOutput& output : outputs_) output.crossing = {};
  for (unsigned port = 0; port < kPorts; ++port) {
    VariantInput& input = inputs_[port];
    if (input.read.count > 0) outputs_[input.read.output].crossing = input.read;
    input.read = {};
    out_.fc_valid_o[port] = input.read_first;
    out_.fc_vc_o[port] = input.read_first ? input.read_vc : 0;
    out_.fc_limit_o[port] = input.read_first ? input.fifos[input.read_vc].granted : 0;
    if (input.read_left == 0) continue;
    const unsigned count = input.read_singles > 0 ? 1 : 2;
    input.read = {count, input.read_output, input.read_first, {}};
    std::deque<std::uint64_t>& words = input.fifos[input.read_vc].words;
    for (unsigned n = 0; n < count; ++n) {
      input.read.words[n] = words.front();
      words.pop_front();
    }
    input.read_left -= count;
    if (input.read_singles > 0) --input.read_singles;
    input.read_first = false;
  }
}

/// Cycles for which the head of this VC, matched in the cycle before, holds its ports.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
unsigned VariantSwitch<kPorts, kVcs, kPortWords>::hold_of(const VariantInput& input,
                                                          unsigned vc) const {
  const std::deque<VariantCell>& cells = input.fifos[vc].cells;
  const bool arrived_last = vc == input.write_vc && cells.size() == 1;
  const unsigned to_write = arrived_last ? input.missing_before : 0;
  return std::max((cells.front().len + speedup_ - 1) / speedup_, to_write + 1);
}

/// The match that is visible now: its heads leave their FIFOs, with credit and space.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::take_matches(const In& in) {
  for (auto& credit : credit_in_) credit.take_valid_i = false;
  for (unsigned port = 0; port < kPorts; ++port) {
    if (!out_.match_valid_o[port]) continue;
    VariantInput& input = inputs_[port];
    const unsigned vc = out_.match_vc_o[port];
    const unsigned hold = hold_of(input, vc);
    VariantFifo& fifo = input.fifos[vc];
    const VariantCell cell = fifo.cells.front();
    fifo.cells.pop_front();
    fifo.granted = (fifo.granted + cell.len) % kCreditModulus;
    input.freed_vc = vc;
    input.freed_words = cell.len;
    input.read_vc = vc;
    input.read_output = cell.output;
    input.read_left = cell.len;
    input.read_singles = 2 * hold - cell.len;
    input.read_first = true;
    input.held = outputs_[cell.output].held = hold - 1;
    outputs_[cell.output].queues[cell.output_vc].reserved += cell.len;
    auto& credit = credit_in_[cell.output];
    credit.take_valid_i = in.tx_credited_i[cell.output];
    credit.take_vc_i = cell.output_vc;
    credit.take_words_i = cell.len;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::arbitrate(const In& in) {
  typename RoundArbiter<kPorts, kVcs>::In of_arbiter;
  of_arbiter.iterations_i = settings_[kArbiterAge - 1].iterations;
  of_arbiter.strict_i = settings_[kArbiterAge - 1].strict;
  of_arbiter.rrm_i = in.rrm_i;
  for (unsigned port = 0; port < kPorts; ++port) {
    of_arbiter.in_free_i[port] = inputs_[port].held == 0;
    of_arbiter.out_free_i[port] = outputs_[port].held == 0;
    if (inputs_[port].held > 0) --inputs_[port].held;
    if (outputs_[port].held > 0) --outputs_[port].held;
    if (!of_arbiter.in_free_i[port]) continue;
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      const std::deque<VariantCell>& cells = inputs_[port].fifos[vc].cells;
      if (cells.empty() || !fits(in, cells.front())) continue;
      of_arbiter.req_valid_i[port][vc] = true;
      of_arbiter.req_port_i[port][vc] = cells.front().output;
    }
  }
  arbiter_.tick(of_arbiter);
  out_.match_valid_o = arbiter_.out().match_valid_o;
  out_.match_port_o = arbiter_.out().match_port_o;
  out_.match_vc_o = arbiter_.out().match_vc_o;
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
bool VariantSwitch<kPorts, kVcs, kPortWords>::fits(const In& in, const VariantCell& head) const {
  const VariantVcQueue& queue = outputs_[head.output].queues[head.output_vc];
  if (queue.reserved + head.len > queue_words_) return false;
  if (!in.tx_credited_i[head.output]) return true;
  if (head.len > credit(head.output, head.output_vc)) return false;
  const unsigned shared = in.tx_shared_i[head.output];
  return shared == 0 || shared_after(in, head) <= shared;
}

/// Credit of a VC, without what the match that is visible now takes.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
unsigned VariantSwitch<kPorts, kVcs, kPortWords>::credit(unsigned output, unsigned vc) const {
  const auto& taken = credit_in_[output];
  const unsigned avail = credits_[output].out().avail_o[vc], words = taken.take_words_i;
  return taken.take_valid_i && taken.take_vc_i == vc ? avail - words : avail;
}

/// Shared words that the VCs behind this output hold once the head has been sent.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
unsigned VariantSwitch<kPorts, kVcs, kPortWords>::shared_after(const In& in,
                                                               const VariantCell& head) const {
  const unsigned limit = in.tx_limit_i[head.output];
  const unsigned reserved = limit - in.tx_shared_i[head.output];
  unsigned words = 0;
  for (unsigned vc = 0; vc < kVcs; ++vc) {
    const unsigned held = limit - credit(head.output, vc) + (vc == head.output_vc ? head.len : 0);
    words += held > reserved ? held - reserved : 0;
  }
  return words;
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::send_words(const In& in) {
  for (unsigned port = 0; port < kPorts; ++port) {
    VariantOutput& output = outputs_[port];
    if (output.crossed.count > 0) push(output, port);
    out_.tx_sop_o[port] = false;
    if (output.send_left == 0 && in.tx_ready_i[port]) begin_cell(output, port);
    out_.tx_valid_o[port] = output.send_left > 0;
    out_.tx_data_o[port] = 0;
    if (output.send_left > 0) {
      std::deque<std::uint64_t>& words = output.queues[output.send_vc].words;
      out_.tx_data_o[port] = words.front();
      words.pop_front();
      --output.send_left;
    }
    output.crossed = output.crossing;
    out_.xbar_valid_o[port] = output.crossed.count > 0;
    out_.xbar_sop_o[port] = output.crossed.sop;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::push(VariantOutput& output, unsigned port) {
  if (output.crossed.sop) {
    output.push_vc = header_vc(output.crossed.words[0]);
    VariantVcQueue& queue = output.queues[output.push_vc];
    ++queue.cells;
    TIN_CHECK(
        PushIsReserved, header_len(output.crossed.words[0]) <= queue.reserved,
        fmt::format("output {} VC {}: {} words reserved", port, output.push_vc, queue.reserved));
  }
  std::deque<std::uint64_t>& words = output.queues[output.push_vc].words;
  for (unsigned n = 0; n < output.crossed.count; ++n) words.push_back(output.crossed.words[n]);
}

/// Chooses the cell that leaves next, if there is one.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::begin_cell(VariantOutput& output, unsigned port) {
  std::uint32_t nonempty = 0;
  for (unsigned vc = 0; vc < kVcs; ++vc)
    nonempty |= std::uint32_t{output.queues[vc].cells > 0} << vc;
  if (nonempty == 0) return;
  QosPlan plan{kVcs, 0, {}};
  if ((nonempty & (nonempty - 1)) != 0) {
    const Settings& of_queues = settings_[kQueueAge - 1];
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      plan.strict |= std::uint32_t{of_queues.strict[vc]} << vc;
      plan.weights[vc] = static_cast<std::uint8_t>(of_queues.weight[vc]);
      TIN_CHECK(WeightNotZero, plan.weights[vc] > 0, fmt::format("VC {}: weight 0", vc));
    }
  }
  const auto length = [&output](unsigned vc) {
    return header_len(output.queues[vc].words.front());
  };
  output.send_vc = output.picker.next(plan, nonempty, length);
  output.send_left = length(output.send_vc);
  VariantVcQueue& queue = output.queues[output.send_vc];
  --queue.cells;
  queue.reserved -= output.send_left;
  out_.tx_sop_o[port] = true;
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::count_credit(const In& in) {
  for (unsigned port = 0; port < kPorts; ++port) {
    credit_in_[port].fc_valid_i = in.fc_valid_i[port];
    credit_in_[port].fc_vc_i = in.fc_vc_i[port];
    credit_in_[port].fc_limit_i = in.fc_limit_i[port];
    credits_[port].tick(credit_in_[port]);
  }
}

/// Words whose lookup is over are written to their FIFOs.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::write_words(const In& in) {
  for (unsigned port = 0; port < kPorts; ++port) {
    VariantInput& input = inputs_[port];
    input.missing_before = input.missing;
    std::uint64_t word = input.looked_up.data;
    if (!input.looked_up.valid) continue;
    if (input.looked_up.sop) {
      const unsigned output = in.route_port_i[port], output_vc = in.route_vc_i[port];
      TIN_CHECK(RouteInRange, output < kPorts && output_vc < kVcs,
                fmt::format("input {}: route to output {} VC {}", port, output, output_vc));
      CellHeader header = decode_header(word);
      input.write_vc = header.vc;
      input.missing = header.len;
      VariantFifo& fifo = input.fifos[header.vc];
      TIN_CHECK(NoOverrun, header.len <= fifo.room,
                fmt::format("input {} VC {}: cell of {} words, {} granted", port, header.vc,
                            header.len, fifo.room));
      fifo.room -= header.len;
      fifo.cells.push_back({header.len, output, output_vc});
      header.vc = static_cast<std::uint8_t>(output_vc);
      --header.hop;
      word = encode_header(header);
    }
    TIN_CHECK(StorageNotExceeded, input.stored < kPortWords,
              fmt::format("input {}: {} words are stored", port, input.stored));
    ++input.stored;
    --input.missing;
    input.fifos[input.write_vc].words.push_back(word);
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::receive(const In& in, unsigned port) {
  VariantInput& input = inputs_[port];
  input.looked_up = input.in_lookup;
  input.in_lookup = input.received;
  input.received = {};
  out_.lookup_valid_o[port] = out_.rx_error_o[port] = false;
  out_.lookup_word_o[port] = 0;
  const bool valid = in.rx_valid_i[port], sop = valid && in.rx_sop_i[port];
  TIN_CHECK(CellIsContiguous, input.left == 0 || (valid && !sop),
            fmt::format("input {}: {} words of a cell missing", port, input.left));
  const std::uint64_t word = in.rx_data_i[port];
  if (sop) {
    const CellHeader header = decode_header(word);
    const bool bad = check_header(word).any() || header.hop == 0 || header.vc >= kVcs;
    out_.rx_error_o[port] = bad;
    out_.lookup_valid_o[port] = !bad;
    out_.lookup_word_o[port] = bad ? 0 : word;
    input.left = bad ? 0 : header.len;
  }
  if (!valid || input.left == 0) return;  // nothing, or a word of a discarded cell
  input.received = {true, sop, word};
  --input.left;
}

/// Places that were read and words that were taken in this cycle are free from the next one on.
template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::free_places() {
  for (VariantInput& input : inputs_) {
    input.stored -= input.read.count;
    input.fifos[input.freed_vc].room += input.freed_words;
    input.freed_words = 0;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::follow_settings(const In& in) {
  std::copy_backward(settings_.begin(), settings_.end() - 1, settings_.end());
  settings_.front() = settings_of(in);
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::reset(const In& straps) {
  speedup_ = straps.speedup_i;
  queue_words_ = straps.queue_words_i;
  TIN_CHECK(SpeedupInRange, speedup_ == 1 || speedup_ == 2, fmt::format("{}", speedup_));
  settings_.fill(settings_of(straps));
  arbiter_.reset({});
  for (unsigned port = 0; port < kPorts; ++port) {
    const unsigned depth = straps.rx_depth_i[port];
    TIN_CHECK(
        DepthWithinStorage, depth <= kPortWords,
        fmt::format("input {}: VC FIFOs of {} words, storage of {}", port, depth, kPortWords));
    TIN_CHECK(SharedWithinLimit, straps.tx_shared_i[port] <= straps.tx_limit_i[port],
              fmt::format("output {}", port));
    inputs_[port] = {};
    outputs_[port] = {};
    for (VariantFifo& fifo : inputs_[port].fifos) fifo.room = fifo.granted = depth;
    credit_in_[port] = {};
    credit_in_[port].init_limit_i.fill(straps.tx_limit_i[port]);
    credits_[port].reset(credit_in_[port]);
  }
  out_ = {};
}

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
void VariantSwitch<kPorts, kVcs, kPortWords>::list_state(StateList& state) const {
  state.add_block("arbiter", arbiter_);
  for (unsigned port = 0; port < kPorts; ++port) {
    const VariantInput& input = inputs_[port];
    const std::string name = fmt::format("input[{}].", port);
    state.add_each(name + "cells", input.fifos, [](const auto& fifo) { return fifo.cells.size(); });
    state.add_each(name + "room", input.fifos, [](const auto& fifo) { return fifo.room; });
    state.add(name + "stored", input.stored);
    state.add(name + "held", input.held);
    state.add_block(fmt::format("credit[{}]", port), credits_[port]);
    state.add_each(fmt::format("output[{}].reserved", port), outputs_[port].queues,
                   [](const auto& queue) { return queue.reserved; });
    state.add(fmt::format("output[{}].held", port), outputs_[port].held);
  }
}

template class VariantSwitch<4, 4, 256>;
template class VariantSwitch<50, 32, 16384>;

}  // namespace tinsim
