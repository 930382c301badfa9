// SPDX-License-Identifier: Apache-2.0
// The ExaNet APErouter: intra-tile and inter-tile ports, virtual cut-through.
#include "rtl_models/exanet_router/exanet_router.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/exanet_route_pins.h"
#include "rtl_models/parts/exanet_space.h"

#define TIN_ROUTER \
  template <unsigned kIntra, unsigned kInter, unsigned kHeader, unsigned kIntraW, unsigned kInterW>
#define TIN_ROUTER_CLASS ExanetRouter<kIntra, kInter, kHeader, kIntraW, kInterW>

namespace tinsim {
namespace {

constexpr unsigned kRouteAge = 2;    // cycles from fetch to the routing decision
constexpr unsigned kRequestAge = 7;  // … and to the request
constexpr unsigned kPacketsPerPause = 4, kPauseCycles = 3;

using State = ExanetQueue::State;

}  // namespace

TIN_ROUTER
void TIN_ROUTER_CLASS::tick(const In& in) {
  out_ = {};
  for (unsigned o = 0; o < kPorts; ++o) arbitrate(in, o);
  for (unsigned q = 0; q < kQueues; ++q) step(in, q);
  for (unsigned o = 0; o < kPorts; ++o)
    if (granted_[o] != kNone) queues_[granted_[o]].state = State::kGranted;
  for (unsigned p = 0; p < kPorts; ++p)
    if (in.in_valid_i[p]) arrive(in, p);
  release(in);
}

TIN_ROUTER
bool TIN_ROUTER_CLASS::fits(unsigned queue, unsigned output) const {
  const ExanetQueue& q = queues_[queue];
  const Output& o = outputs_[output];
  return q.state == State::kRequest && q.output == output &&
         exanet_fits(o.header_space[q.vc], o.payload_space[q.vc], q.words);
}

TIN_ROUTER
unsigned TIN_ROUTER_CLASS::pick(const In& in, unsigned output) const {
  unsigned best = kNone;
  for (unsigned n = 0; n < kQueues; ++n) {
    const unsigned q = in.fixed_i[output] ? n : (outputs_[output].pointer + n) % kQueues;
    if (!fits(q, output)) continue;
    if (!in.fixed_i[output]) return q;
    if (best == kNone || in.rank_i[q] < in.rank_i[best]) best = q;
  }
  return best;
}

TIN_ROUTER
void TIN_ROUTER_CLASS::arbitrate(const In& in, unsigned output) {
  Output& o = outputs_[output];
  granted_[output] = kNone;
  if (o.hold > 0) {
    --o.hold;
    return;
  }
  if (o.busy) return;
  const unsigned q = pick(in, output);
  if (q == kNone) return;
  granted_[output] = static_cast<std::uint8_t>(q);
  o.busy = true;
  o.pointer = static_cast<std::uint8_t>((q + 1) % kQueues);
  const ExanetQueue& queue = queues_[q];
  o.header_space[queue.vc] =
      static_cast<std::uint16_t>(o.header_space[queue.vc] - kExanetFrameWords);
  o.payload_space[queue.vc] = static_cast<std::uint16_t>(o.payload_space[queue.vc] - queue.words);
}

TIN_ROUTER
void TIN_ROUTER_CLASS::step(const In& in, unsigned queue) {
  ExanetQueue& q = queues_[queue];
  q.header_left = q.payload_left = false;
  switch (q.state) {
    case State::kIdle:
      if (q.header.empty()) break;
      q.head = q.header.pop();
      q.header_left = true;
      out_.freed_header_o[queue] = 1;
      q.state = State::kDecide;
      q.age = 1;
      break;
    case State::kDecide:
      if (q.age == kRouteAge) route(in, queue);
      if (++q.age == kRequestAge) q.state = q.routed ? State::kRequest : State::kDiscard;
      break;
    case State::kRequest:
      break;
    case State::kGranted:
      show(queue, ExanetKind::kHeader, q.head);
      q.state = State::kSend;
      break;
    case State::kSend:
      move_word(queue, true);
      break;
    case State::kDiscard:
      out_.discarded_o[queue] = q.age == kRequestAge;
      ++q.age;
      if (q.age > kRequestAge + 1) q.age = kRequestAge + 1;
      move_word(queue, false);
      break;
  }
}

TIN_ROUTER
void TIN_ROUTER_CLASS::route(const In& in, unsigned queue) {
  ExanetQueue& q = queues_[queue];
  const ExanetHeader header = unpack_exanet_header(q.head);
  q.words = q.left = static_cast<std::uint8_t>(exanet_words(header.bytes));
  check_exanet_place(lattice_, here_);
  const ExanetStep step =
      exanet_step(lattice_, exanet_routing_of(in), here_, header.dst, header.src);
  q.routed = !step.no_route;
  q.vc = step.upper;
  if (step.local) {
    q.routed = header.dst_port < kIntra;
    q.output = header.dst_port;
  } else if (q.routed) {
    q.output = static_cast<std::uint8_t>(in.port_map_i[step.direction]);
    TIN_CHECK(MapInRange, q.output >= kIntra && q.output < kPorts,
              fmt::format("direction {} has port {}; inter-tile ports are {}..{}", step.direction,
                          q.output, kIntra, kPorts - 1));
  }
}

TIN_ROUTER
void TIN_ROUTER_CLASS::move_word(unsigned queue, bool shown) {
  ExanetQueue& q = queues_[queue];
  if (q.left > 0) {
    if (q.payload.empty()) return;
    const ExanetWord word = q.payload.pop();
    q.payload_left = true;
    --q.left;
    out_.freed_payload_o[queue] = 1;
    if (shown) show(queue, ExanetKind::kPayload, word);
  } else if (!q.header.empty()) {
    const ExanetWord word = q.header.pop();
    q.header_left = true;
    out_.freed_header_o[queue] = 1;
    if (shown) show(queue, ExanetKind::kFooter, word);
    end_packet(queue, shown);
  }
}

TIN_ROUTER
void TIN_ROUTER_CLASS::end_packet(unsigned queue, bool shown) {
  ExanetQueue& q = queues_[queue];
  q.state = State::kIdle;
  if (!shown) return;
  Output& o = outputs_[q.output];
  o.busy = false;
  o.packets = static_cast<std::uint8_t>((o.packets + 1) % kPacketsPerPause);
  if (o.packets == 0) o.hold = kPauseCycles;
}

TIN_ROUTER
void TIN_ROUTER_CLASS::show(unsigned queue, ExanetKind kind, const ExanetWord& word) {
  const ExanetQueue& q = queues_[queue];
  out_.out_valid_o[q.output] = true;
  out_.out_kind_o[q.output] = static_cast<unsigned>(kind);
  out_.out_vc_o[q.output] = q.vc;
  out_.out_data_o[q.output] = to_bits<128>(word);
}

TIN_ROUTER
void TIN_ROUTER_CLASS::arrive(const In& in, unsigned port) {
  const bool vc = in.in_vc_i[port];
  TIN_CHECK(VcInRange, port >= kIntra || !vc, fmt::format("intra-tile port {}, VC 1", port));
  const unsigned q = queue_of(port, vc);
  const ExanetArrival arrival =
      queues_[q].arrive(q, unsigned(in.in_kind_i[port]), to_word(in.in_data_i[port]));
  out_.corrected_o[q] = arrival.corrected;
  out_.bad_header_o[q] = arrival.bad_header;
  out_.freed_header_o[q] = out_.freed_header_o[q] + arrival.freed_header;
  out_.freed_payload_o[q] = out_.freed_payload_o[q] + arrival.freed_payload;
}

TIN_ROUTER
void TIN_ROUTER_CLASS::release(const In& in) {
  for (unsigned p = 0; p < kPorts; ++p) {
    Output& o = outputs_[p];
    for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
      const unsigned header = unsigned(in.out_freed_header_i[p][vc]);
      const unsigned payload = unsigned(in.out_freed_payload_i[p][vc]);
      if (header == 0 && payload == 0) continue;
      o.header_space[vc] = static_cast<std::uint16_t>(o.header_space[vc] + header);
      o.payload_space[vc] = static_cast<std::uint16_t>(o.payload_space[vc] + payload);
      TIN_CHECK(
          SpaceWithinSize,
          o.header_space[vc] <= o.header_words[vc] && o.payload_space[vc] <= o.payload_words[vc],
          fmt::format("output {} VC {}: space for {} header and {} payload words", p, vc,
                      o.header_space[vc], o.payload_space[vc]));
    }
  }
}

TIN_ROUTER
void TIN_ROUTER_CLASS::reset(const In& straps) {
  *this = {};
  lattice_ = exanet_lattice_of(straps);
  here_ = exanet_place_of(straps.here_i);
  for (unsigned q = 0; q < kQueues; ++q) {
    queues_[q].header.reset(kHeader);
    queues_[q].payload.reset(q < kIntra ? kIntraW : kInterW);
  }
  for (unsigned p = 0; p < kPorts; ++p) {
    for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
      outputs_[p].header_words[vc] = static_cast<std::uint16_t>(straps.out_header_words_i[p][vc]);
      outputs_[p].payload_words[vc] = static_cast<std::uint16_t>(straps.out_payload_words_i[p][vc]);
    }
    outputs_[p].header_space = outputs_[p].header_words;
    outputs_[p].payload_space = outputs_[p].payload_words;
  }
}

TIN_ROUTER
void TIN_ROUTER_CLASS::list_state(StateList& state) const {
  const auto each = [&](const char* name, auto member) {
    state.add_each(name, queues_, [member](const ExanetQueue& q) { return q.*member; });
  };
  each("state", &ExanetQueue::state);
  each("age", &ExanetQueue::age);
  each("output", &ExanetQueue::output);
  each("words_left", &ExanetQueue::left);
  each("arrival", &ExanetQueue::arrival);
  state.add_each("header_count", queues_, [](const ExanetQueue& q) { return q.header.count(); });
  state.add_each("payload_count", queues_, [](const ExanetQueue& q) { return q.payload.count(); });
  state.add_each("header_space", outputs_, [](const Output& o) { return o.header_space; });
  state.add_each("payload_space", outputs_, [](const Output& o) { return o.payload_space; });
  state.add_each("pointer", outputs_, [](const Output& o) { return o.pointer; });
}

template class ExanetRouter<3, 2, 8, 64, 64>;
template class ExanetRouter<3, 2, 128, 4096, 1024>;
template class ExanetRouter<3, 6, 16, 128, 64>;
template class ExanetRouter<3, 6, 128, 4096, 1024>;

}  // namespace tinsim
