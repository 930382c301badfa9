// SPDX-License-Identifier: Apache-2.0
// Cell switch: header check, VC FIFOs, arbiter, crossbar, credit and output queues of N ports.
#include "rtl_models/cell_switch/cell_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {
namespace {

// The FIFO's meta: output VC above output port.
constexpr unsigned kPortBits = 6;
unsigned make_meta(unsigned port, unsigned vc) { return vc << kPortBits | port; }
unsigned meta_port(unsigned meta) { return meta & ((1u << kPortBits) - 1); }
unsigned meta_vc(unsigned meta) { return meta >> kPortBits; }

}  // namespace

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::tick(const In& in) {
  wire_settings();
  wire_fifos(in);
  wire_requests(in);
  wire_matches(in);
  wire_words();
  wire_links(in);

  arbiter_.tick(arbiter_in_);
  crossbar_.tick(crossbar_in_);
  for (unsigned port = 0; port < kPorts; ++port) {
    fifos_[port].tick(fifo_in_[port]);
    credits_[port].tick(credit_in_[port]);
    queues_[port].tick(queue_in_[port]);
    receive(in, port);
  }
  follow_settings(in);
  drive_outputs();
  ++cycle_;
}

// The models of a switch without choices use the functions of the codec.
template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
CellHeader CellSwitch<kPorts, kVcs, kMaxWords, Part>::decode(unsigned port,
                                                             std::uint64_t word) const {
  if constexpr (std::is_same_v<Part<CellHeaderCodec>, CellHeaderCodec>) {
    return decode_header(word);
  } else {
    CellHeaderCodec::In in;
    in.word_i = word;
    const CellHeaderCodec::Out out = codecs_[port].eval(in);
    CellHeader header;
    header.dst = static_cast<std::uint16_t>(out.dst_o);
    header.src = static_cast<std::uint16_t>(out.src_o);
    header.len = static_cast<std::uint8_t>(out.len_o);
    header.cell_type = static_cast<std::uint8_t>(out.cell_type_o);
    header.vc = static_cast<std::uint8_t>(out.vc_o);
    header.hop = static_cast<std::uint8_t>(out.hop_o);
    header.trace = out.trace_o;
    return header;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
bool CellSwitch<kPorts, kVcs, kMaxWords, Part>::is_bad(unsigned port, std::uint64_t word) const {
  if constexpr (std::is_same_v<Part<CellHeaderCodec>, CellHeaderCodec>) {
    return check_header(word).any();
  } else {
    CellHeaderCodec::In in;
    in.word_i = word;
    const CellHeaderCodec::Out out = codecs_[port].eval(in);
    return out.soc_error_o || out.crc_error_o || out.len_error_o || out.type_error_o;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
std::uint64_t CellSwitch<kPorts, kVcs, kMaxWords, Part>::encode(unsigned port,
                                                                const CellHeader& header) const {
  if constexpr (std::is_same_v<Part<CellHeaderCodec>, CellHeaderCodec>) {
    return encode_header(header);
  } else {
    CellHeaderCodec::In in;
    in.dst_i = header.dst;
    in.src_i = header.src;
    in.len_i = header.len;
    in.cell_type_i = header.cell_type;
    in.vc_i = header.vc;
    in.hop_i = header.hop;
    in.trace_i = header.trace;
    return codecs_[port].eval(in).word_o;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::place_blocks(const BlockChoices& choices,
                                                             ArbiterBlock arbiter,
                                                             const std::string& name,
                                                             unsigned ports) {
  place_arbiter(arbiter_, arbiter, choices, {name, &cycle_});
  place_block(crossbar_, choices.crossbar, {name, &cycle_});
  for (unsigned port = 0; port < ports; ++port) {
    const BlockPlace at{fmt::format("{} port {}", name, port), &cycle_};
    place_block(codecs_[port], choices.cell_header_codec, at);
    place_block(fifos_[port], choices.vc_fifo, at);
    place_block(credits_[port], choices.credit_counter, at);
    place_block(queues_[port], choices.output_queue, at);
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::follow_settings(const In& in) {
  std::copy_backward(settings_.begin(), settings_.end() - 1, settings_.end());
  settings_.front() = settings_of(in);
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::wire_settings() {
  const Settings& of_arbiter = settings_[kArbiterAge - 1];
  arbiter_in_.iterations_i = of_arbiter.iterations;
  arbiter_in_.strict_i = of_arbiter.strict;
  if (settings_[kQueueAge - 1] == of_queues_) return;
  of_queues_ = settings_[kQueueAge - 1];
  for (auto& queue_in : queue_in_) {
    queue_in.strict_i = of_queues_.strict;
    queue_in.weight_i = of_queues_.weight;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::wire_fifos(const In& in) {
  for (unsigned port = 0; port < kPorts; ++port) {
    RxPort& rx = rx_[port];
    auto& fifo_in = fifo_in_[port];
    const RxWord& word = rx.looked_up;
    fifo_in.push_valid_i = word.valid;
    fifo_in.push_sop_i = word.sop;
    fifo_in.push_data_i = word.data;
    fifo_in.push_len_i = 0;
    fifo_in.push_meta_i = 0;
    if (word.sop) {
      const unsigned out_port = in.route_port_i[port], out_vc = in.route_vc_i[port];
      TIN_CHECK(RouteInRange, out_port < kPorts && out_vc < kVcs,
                fmt::format("input {}: route to output {} VC {}", port, out_port, out_vc));
      CellHeader header = decode(port, word.data);
      rx.write_vc = header.vc;
      fifo_in.push_len_i = header.len;
      fifo_in.push_meta_i = make_meta(out_port, out_vc);
      header.vc = static_cast<std::uint8_t>(out_vc);
      --header.hop;
      fifo_in.push_data_i = encode(port, header);
    }
    fifo_in.push_vc_i = word.valid ? rx.write_vc : 0;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::wire_requests(const In& in) {
  arbiter_in_.in_busy_i = crossbar_.out().in_busy_o;
  arbiter_in_.out_busy_i = crossbar_.out().out_busy_o;
  for (unsigned port = 0; port < kPorts; ++port) {
    const auto& head = fifos_[port].out();
    for (unsigned vc = 0; vc < kVcs; ++vc) {
      arbiter_in_.req_valid_i[port][vc] = false;
      arbiter_in_.req_port_i[port][vc] = 0;
      if (!head.head_valid_o[vc]) continue;
      const unsigned len = head.head_len_o[vc], meta = head.head_meta_o[vc];
      const unsigned output = meta_port(meta), out_vc = meta_vc(meta);
      const bool credit =
          !in.tx_credited_i[output] || len <= credits_[output].out().avail_o[out_vc];
      if (!credit || len > queues_[output].out().space_o[out_vc]) continue;
      arbiter_in_.req_valid_i[port][vc] = true;
      arbiter_in_.req_port_i[port][vc] = output;
    }
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::wire_matches(const In& in) {
  const auto& match = arbiter_.out();
  for (unsigned port = 0; port < kPorts; ++port) {
    credit_in_[port].take_valid_i = false;
    queue_in_[port].reserve_valid_i = false;
  }
  for (unsigned input = 0; input < kPorts; ++input) {
    const bool matched = match.match_valid_o[input];
    const unsigned vc = match.match_vc_o[input], output = match.match_port_o[input];
    const auto& head = fifos_[input].out();
    const unsigned len = matched ? unsigned(head.head_len_o[vc]) : 0;
    fifo_in_[input].pop_valid_i = matched;
    fifo_in_[input].pop_vc_i = vc;
    crossbar_in_.start_valid_i[input] = matched;
    crossbar_in_.start_port_i[input] = output;
    crossbar_in_.start_len_i[input] = len;
    if (!matched) continue;
    const unsigned out_vc = meta_vc(head.head_meta_o[vc]);
    credit_in_[output].take_valid_i = in.tx_credited_i[output];
    credit_in_[output].take_vc_i = out_vc;
    credit_in_[output].take_words_i = len;
    queue_in_[output].reserve_valid_i = true;
    queue_in_[output].reserve_vc_i = out_vc;
    queue_in_[output].reserve_words_i = len;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::wire_words() {
  const auto& crossing = crossbar_.out();
  for (unsigned port = 0; port < kPorts; ++port) {
    const auto& popped = fifos_[port].out();
    crossbar_in_.in_valid_i[port] = popped.pop_valid_o;
    crossbar_in_.in_sop_i[port] = popped.pop_sop_o;
    crossbar_in_.in_data_i[port] = popped.pop_data_o;
    queue_in_[port].push_valid_i = crossing.out_valid_o[port];
    queue_in_[port].push_sop_i = crossing.out_sop_o[port];
    queue_in_[port].push_data_i = crossing.out_data_o[port];
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::wire_links(const In& in) {
  for (unsigned port = 0; port < kPorts; ++port) {
    credit_in_[port].fc_valid_i = in.fc_valid_i[port];
    credit_in_[port].fc_vc_i = in.fc_vc_i[port];
    credit_in_[port].fc_limit_i = in.fc_limit_i[port];
    queue_in_[port].tx_ready_i = in.tx_ready_i[port];
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::receive(const In& in, unsigned port) {
  RxPort& rx = rx_[port];
  rx.looked_up = rx.in_lookup;
  rx.in_lookup = rx.received;
  rx.received = {};
  out_.lookup_valid_o[port] = out_.rx_error_o[port] = false;
  out_.lookup_word_o[port] = 0;

  const bool valid = in.rx_valid_i[port], sop = valid && in.rx_sop_i[port];
  TIN_CHECK(CellIsContiguous, rx.left == 0 || (valid && !sop),
            fmt::format("input {}: {} words of a cell missing", port, rx.left));
  const std::uint64_t word = in.rx_data_i[port];
  if (sop) {
    const CellHeader header = decode(port, word);
    const bool bad = is_bad(port, word) || header.hop == 0 || header.vc >= kVcs;
    out_.rx_error_o[port] = bad;
    if (bad) return;
    out_.lookup_valid_o[port] = true;
    out_.lookup_word_o[port] = word;
    rx.left = header.len;
  }
  if (!valid || rx.left == 0) return;  // nothing, or a word of a discarded cell
  rx.received = {true, sop, word};
  --rx.left;
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::drive_outputs() {
  out_.match_valid_o = arbiter_.out().match_valid_o;
  out_.match_port_o = arbiter_.out().match_port_o;
  out_.match_vc_o = arbiter_.out().match_vc_o;
  out_.xbar_valid_o = crossbar_.out().out_valid_o;
  out_.xbar_sop_o = crossbar_.out().out_sop_o;
  for (unsigned port = 0; port < kPorts; ++port) {
    const auto& queue = queues_[port].out();
    out_.tx_valid_o[port] = queue.tx_valid_o;
    out_.tx_sop_o[port] = queue.tx_sop_o;
    out_.tx_data_o[port] = queue.tx_data_o;
    const auto& fifo = fifos_[port].out();
    out_.fc_valid_o[port] = fifo.credit_valid_o;
    out_.fc_vc_o[port] = fifo.credit_vc_o;
    out_.fc_limit_o[port] = fifo.credit_limit_o;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::reset(const In& straps) {
  settings_.fill(settings_of(straps));
  of_queues_ = settings_of(straps);
  rx_ = {};
  arbiter_in_ = {};
  crossbar_in_ = {};
  arbiter_.reset(arbiter_in_);
  crossbar_.reset(crossbar_in_);
  for (unsigned port = 0; port < kPorts; ++port) {
    fifo_in_[port] = {};
    fifo_in_[port].depth_words_i.fill(straps.rx_depth_i[port]);
    fifos_[port].reset(fifo_in_[port]);
    credit_in_[port] = {};
    credit_in_[port].init_limit_i.fill(straps.tx_limit_i[port]);
    credits_[port].reset(credit_in_[port]);
    queue_in_[port] = {};
    queue_in_[port].queue_words_i = straps.queue_words_i;
    queue_in_[port].strict_i = straps.strict_i;
    queue_in_[port].weight_i = straps.weight_i;
    queues_[port].reset(queue_in_[port]);
  }
  out_ = {};
  cycle_ = 0;
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords, template <class> class Part>
void CellSwitch<kPorts, kVcs, kMaxWords, Part>::list_state(
    [[maybe_unused]] StateList& state) const {
  if constexpr (std::is_same_v<Part<Fifo>, Fifo>) {  // RTL lists none
    state.add_block("arbiter", arbiter_);
    state.add_block("crossbar", crossbar_);
    for (unsigned port = 0; port < kPorts; ++port) {
      state.add_block(fmt::format("fifo[{}]", port), fifos_[port]);
      state.add_block(fmt::format("credit[{}]", port), credits_[port]);
      state.add_block(fmt::format("queue[{}]", port), queues_[port]);
    }
  }
}

template class CellSwitch<4, 4, 64>;
template class CellSwitch<50, 32, 512>;

}  // namespace tinsim
