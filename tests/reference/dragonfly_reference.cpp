// SPDX-License-Identifier: Apache-2.0
// A second simulator of canonical Dragonflies: sources, routes, sinks.
#include "tests/reference/dragonfly_network.h"

namespace tinsim::reference {

Result Network::run() {
  const uint64_t end = c_.warmup + c_.measure;
  for (now_ = 0; now_ < end; ++now_) {
    inject();
    arrive();
    for (unsigned r = 0; r < c_.routers(); ++r) allocate_vcs(r);
    for (unsigned i = 0; i < c_.speedup; ++i) {
      for (unsigned r = 0; r < c_.routers(); ++r) allocate_switch(r);
    }
    leave();
  }
  Result result;
  result.accepted = static_cast<double>(accepted_) / c_.measure / nodes_;
  result.packets = counted_;
  if (counted_ != 0) {
    result.latency = static_cast<double>(latency_) / static_cast<double>(counted_);
    result.routers_per_packet = static_cast<double>(hops_) / static_cast<double>(counted_);
  }
  return result;
}

std::pair<unsigned, unsigned> Network::peer(unsigned router, unsigned port) const {
  const unsigned g = router / c_.a, r = router % c_.a;
  if (!global(port)) {
    const unsigned other = port - c_.p < r ? port - c_.p : port - c_.p + 1;
    return {g * c_.a + other, c_.p + (r < other ? r : r - 1)};
  }
  const unsigned offset = r * c_.h + port - (c_.p + c_.a - 1) + 1;
  const unsigned back = c_.groups() - offset;
  return {(g + offset) % c_.groups() * c_.a + (back - 1) / c_.h,
          c_.p + c_.a - 1 + (back - 1) % c_.h};
}

unsigned Network::port_to_group(unsigned router, unsigned target) const {
  const unsigned offset = (target + c_.groups() - router / c_.a) % c_.groups();
  const unsigned owner = (offset - 1) / c_.h;
  if (owner == router % c_.a) return c_.p + c_.a - 1 + (offset - 1) % c_.h;
  return local_port(router % c_.a, owner);
}

unsigned Network::port_to_target(unsigned router, const Packet& packet) const {
  if (group(packet.target) != router / c_.a) return port_to_group(router, group(packet.target));
  const unsigned r = packet.target / c_.p;
  return r == router ? packet.target % c_.p : local_port(router % c_.a, r % c_.a);
}

unsigned Network::queue(unsigned router, unsigned port, unsigned vc) const {
  const unsigned o = index(router, port) * vcs_ + vc;
  return depth(port) - out_[o].credit + waiting_for_[o];
}

unsigned Network::queue(unsigned router, unsigned port) const {
  unsigned all = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) all += queue(router, port, vc);
  return all;
}

unsigned Network::uncredited(unsigned router, unsigned port) const {
  unsigned all = 0;
  for (unsigned o = index(router, port) * vcs_, vc = 0; vc < vcs_; ++vc) {
    all += depth(port) - out_[o + vc].credit;
  }
  return all;
}

bool Network::goes_minimally(unsigned router, const Packet& packet) const {
  const unsigned m = port_to_target(router, packet);
  if (packet.via == router / c_.a) return true;
  const unsigned v = port_to_group(router, packet.via);
  if (ports_rule_) return uncredited(router, m) <= 2 * uncredited(router, v) + c_.ugal_threshold;
  const unsigned vc = packet.cls * 3;
  const unsigned qm = m == v ? queue(router, m, vc + 1) : queue(router, m);
  const unsigned qv = m == v ? queue(router, v, vc) : queue(router, v);
  return qm <= 2 * qv + c_.ugal_threshold;
}

unsigned Network::phase(const Packet& packet) const {
  if (packet.via != kNone) return 0;
  const unsigned globals = packet.ahead ? packet.globals + 1 : packet.globals;
  return globals == 2 || global(packet.port) ? 2 : 1;
}

void Network::route(unsigned router, unsigned in_port, Packet& packet) {
  if (packet.via != kNone && terminal(in_port) && c_.routing == Parameters::Routing::kUgalL &&
      goes_minimally(router, packet)) {
    packet.via = kNone;
    packet.ahead = true;
  }
  const bool there = packet.via == router / c_.a;
  if (there && (!ports_rule_ || packet.via_router == router)) packet.via = kNone;
  packet.port = packet.via == kNone ? port_to_target(router, packet)
                : there             ? local_port(router % c_.a, packet.via_router % c_.a)
                                    : port_to_group(router, packet.via);
  packet.vc =
      packet.cls * 3 + (ports_rule_ ? phase(packet) : packet.globals + (packet.ahead ? 1 : 0));
  waiting_for_[index(router, packet.port) * vcs_ + packet.vc] += c_.packet_flits;
}

void Network::make_packet(unsigned node) {
  Packet packet;
  packet.source = node;
  const unsigned own = group(node);
  if (c_.group_offset != 0) {
    packet.target = (own + c_.group_offset) % c_.groups() * c_.a * c_.p + draw(c_.a * c_.p);
  } else {
    packet.target = draw(nodes_ - c_.p);  // any node but those of the own router
    if (packet.target >= node / c_.p * c_.p) packet.target += c_.p;
  }
  if (c_.routing != Parameters::Routing::kMinimal && group(packet.target) != own) {
    if (ports_rule_) {
      packet.via_router = draw(c_.routers());
      packet.via = packet.via_router / c_.a;
    } else {
      do {
        packet.via = draw(c_.groups());
      } while (packet.via == own || packet.via == group(packet.target));
    }
  }
  packet.cls = draw(c_.classes);
  packet.born = now_;
  waiting_[node].push_back(static_cast<unsigned>(packets_.size()));
  packets_.push_back(packet);
}

void Network::inject() {
  for (unsigned node = 0; node < nodes_; ++node) {
    if (std::uniform_real_distribution<>(0, 1)(random_) < c_.rate / c_.packet_flits) {
      make_packet(node);
    }
    if (waiting_[node].empty()) continue;
    const unsigned id = waiting_[node].front();
    const unsigned vc = packets_[id].cls * 3;
    unsigned& credit = source_credit_[node * vcs_ + vc];
    if (credit == 0) continue;
    --credit;
    if (sent_[node] == 0) route(node / c_.p, node % c_.p, packets_[id]);
    const bool tail = ++sent_[node] == c_.packet_flits;
    store(index(node / c_.p, node % c_.p), vc, {id, sent_[node] == 1, tail});
    if (!tail) continue;
    sent_[node] = 0;
    waiting_[node].pop_front();
  }
}

void Network::deliver(const Flit& flit) {
  if (now_ < c_.warmup) return;
  ++accepted_;
  const Packet& packet = packets_[flit.packet];
  if (!flit.tail || packet.born < c_.warmup) return;
  ++counted_;
  latency_ += now_ - packet.born;
  hops_ += packet.routers;
}

Result run(const Parameters& parameters) { return Network(parameters).run(); }

}  // namespace tinsim::reference
