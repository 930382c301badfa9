// SPDX-License-Identifier: Apache-2.0
// A second simulator of canonical Dragonflies: one cycle at a time, one flit at a time.
#include "tests/reference/dragonfly_reference.h"

namespace tinsim::reference {
namespace {

constexpr unsigned kNone = ~0u;

struct Packet {
  unsigned source = 0, target = 0;  ///< nodes
  unsigned via = kNone;             ///< group to pass first
  unsigned via_router = kNone;      ///< kPorts: router there to pass
  unsigned cls = 0;
  unsigned globals = 0;  ///< global links crossed
  bool ahead = false;    ///< UGAL: minimal, one phase ahead
  unsigned routers = 0;
  unsigned port = kNone, vc = kNone;  ///< route at the router that its head reached last
  uint64_t born = 0;
};

struct Flit {
  unsigned packet = 0;
  bool head = false, tail = false;
  uint64_t ready = 0;  ///< first cycle in which it can be allocated
};

struct InputVc {
  std::deque<Flit> flits;
  unsigned port = kNone, vc = kNone;  ///< route of the packet in front
  bool granted = false;               ///< it holds that output VC
};
struct OutputVc {
  unsigned credit = 0;
  unsigned queued = 0;  ///< flits behind the crossbar
  bool taken = false;   ///< by a packet until its tail has left
};
struct InFlight {
  uint64_t at = 0;
  Flit flit;
  unsigned vc = 0;
};
struct Wire {
  std::deque<InFlight> flits;
  std::deque<std::pair<uint64_t, unsigned>> credits;  ///< due, VC; to the sender
};

/// Ports: p terminals, then a - 1 local ones by router, then h global ones.
class Network {
 public:
  explicit Network(const Parameters& parameters)
      : c_(parameters),
        ports_(c_.p + c_.a - 1 + c_.h),
        vcs_(3 * c_.classes),
        nodes_(c_.p * c_.routers()),
        in_(c_.routers() * ports_ * vcs_),
        out_(in_.size()),
        waiting_for_(out_.size()),
        leaving_(c_.routers() * ports_),
        filled_(leaving_.size()),
        wires_(leaving_.size()),
        in_turn_(leaving_.size()),
        out_turn_(leaving_.size()),
        waiting_(nodes_),
        sent_(nodes_),
        ports_rule_(c_.routing == Parameters::Routing::kUgalL &&
                    c_.ugal_rule == Parameters::Rule::kPorts),
        random_(c_.seed) {
    for (unsigned i = 0; i < out_.size(); ++i) out_[i].credit = depth(i / vcs_ % ports_);
    source_credit_.assign(nodes_ * vcs_, c_.terminal_buffer);
  }

  Result run() {
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

 private:
  unsigned draw(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  unsigned index(unsigned router, unsigned port) const { return router * ports_ + port; }
  bool terminal(unsigned port) const { return port < c_.p; }
  bool global(unsigned port) const { return port >= c_.p + c_.a - 1; }
  unsigned depth(unsigned port) const {
    return terminal(port) ? c_.terminal_buffer : global(port) ? c_.global_buffer : c_.local_buffer;
  }
  unsigned group(unsigned node) const { return node / c_.p / c_.a; }

  /// Router and port at the other end: group offset d hangs on router (d - 1) / h.
  std::pair<unsigned, unsigned> peer(unsigned router, unsigned port) const {
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
  unsigned local_port(unsigned from, unsigned to) const { return c_.p + (to < from ? to : to - 1); }

  unsigned port_to_group(unsigned router, unsigned target) const {
    const unsigned offset = (target + c_.groups() - router / c_.a) % c_.groups();
    const unsigned owner = (offset - 1) / c_.h;
    if (owner == router % c_.a) return c_.p + c_.a - 1 + (offset - 1) % c_.h;
    return local_port(router % c_.a, owner);
  }
  unsigned port_to_target(unsigned router, const Packet& packet) const {
    if (group(packet.target) != router / c_.a) return port_to_group(router, group(packet.target));
    const unsigned r = packet.target / c_.p;
    return r == router ? packet.target % c_.p : local_port(router % c_.a, r % c_.a);
  }

  unsigned queue(unsigned router, unsigned port, unsigned vc) const {
    const unsigned o = index(router, port) * vcs_ + vc;
    return depth(port) - out_[o].credit + waiting_for_[o];
  }
  unsigned queue(unsigned router, unsigned port) const {
    unsigned all = 0;
    for (unsigned vc = 0; vc < vcs_; ++vc) all += queue(router, port, vc);
    return all;
  }

  unsigned uncredited(unsigned router, unsigned port) const {
    unsigned all = 0;
    for (unsigned o = index(router, port) * vcs_, vc = 0; vc < vcs_; ++vc) {
      all += depth(port) - out_[o + vc].credit;
    }
    return all;
  }

  // Kim et al. 2008: whole ports are compared, or two VCs of one port.
  bool goes_minimally(unsigned router, const Packet& packet) const {
    const unsigned m = port_to_target(router, packet);
    if (packet.via == router / c_.a) return true;
    const unsigned v = port_to_group(router, packet.via);
    if (ports_rule_) return uncredited(router, m) <= 2 * uncredited(router, v) + c_.ugal_threshold;
    const unsigned vc = packet.cls * 3;
    const unsigned qm = m == v ? queue(router, m, vc + 1) : queue(router, m);
    const unsigned qv = m == v ? queue(router, v, vc) : queue(router, v);
    return qm <= 2 * qv + c_.ugal_threshold;
  }

  /// kPorts: 0 up to the router drawn, 1 up to the next global link, 2 on it and behind it.
  unsigned phase(const Packet& packet) const {
    if (packet.via != kNone) return 0;
    const unsigned globals = packet.ahead ? packet.globals + 1 : packet.globals;
    return globals == 2 || global(packet.port) ? 2 : 1;
  }

  /// When its head arrives.
  void route(unsigned router, unsigned in_port, Packet& packet) {
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

  void make_packet(unsigned node) {
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

  void store(unsigned i, unsigned vc, Flit flit) {
    flit.ready = now_ + c_.router_delay;
    in_[i * vcs_ + vc].flits.push_back(flit);
    filled_[i] |= 1u << vc;
  }

  void inject() {
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

  void arrive() {
    for (unsigned i = 0; i < wires_.size(); ++i) {
      Wire& wire = wires_[i];
      for (; !wire.credits.empty() && wire.credits.front().first <= now_;
           wire.credits.pop_front()) {
        ++out_[i * vcs_ + wire.credits.front().second].credit;
      }
      const auto [router, port] = peer_of(i);
      for (; !wire.flits.empty() && wire.flits.front().at <= now_; wire.flits.pop_front()) {
        const Flit flit = wire.flits.front().flit;
        if (flit.head) {
          if (global(port)) ++packets_[flit.packet].globals;
          route(router, port, packets_[flit.packet]);
        }
        store(index(router, port), wire.flits.front().vc, flit);
      }
    }
  }
  std::pair<unsigned, unsigned> peer_of(unsigned i) const {
    return terminal(i % ports_) ? std::pair(0u, 0u) : peer(i / ports_, i % ports_);
  }

  void allocate_vcs(unsigned router) {
    for (unsigned n = 0; n < ports_; ++n) {
      const unsigned port = (n + now_) % ports_;  // who asks first changes from cycle to cycle
      const unsigned i = index(router, port);
      for (unsigned m = 0; m < vcs_ && filled_[i] != 0; ++m) {
        const unsigned vc = (m + now_ / ports_) % vcs_;
        if (filled_[i] >> vc & 1) allocate_vc(router, in_[i * vcs_ + vc]);
      }
    }
  }
  void allocate_vc(unsigned router, InputVc& in) {
    const Flit& front = in.flits.front();
    if (in.granted || !front.head || front.ready > now_) return;
    in.port = packets_[front.packet].port;
    in.vc = packets_[front.packet].vc;
    OutputVc& out = out_[index(router, in.port) * vcs_ + in.vc];
    if (out.taken) return;
    out.taken = true;
    in.granted = true;
  }

  void allocate_switch(unsigned router) {
    std::array<unsigned, 64> offer{};  // by input: VC that asks
    std::array<uint64_t, 64> asked{};  // by output: inputs
    for (unsigned port = 0; port < ports_; ++port) {
      const unsigned i = index(router, port);
      for (unsigned n = 0; n < vcs_ && filled_[i] != 0; ++n) {
        const unsigned vc = (in_turn_[i] + n) % vcs_;
        const InputVc& in = in_[i * vcs_ + vc];
        if (!in.granted || !(filled_[i] >> vc & 1) || in.flits.front().ready > now_) continue;
        const OutputVc& out = out_[index(router, in.port) * vcs_ + in.vc];
        if (out.queued >= c_.output_queue || (!terminal(in.port) && out.credit == 0)) continue;
        offer[port] = vc;
        asked[in.port] |= uint64_t{1} << port;
        break;
      }
    }
    for (unsigned out = 0; out < ports_; ++out) {
      if (asked[out] == 0) continue;
      unsigned& turn = out_turn_[index(router, out)];
      while (!(asked[out] >> turn & 1)) turn = (turn + 1) % ports_;
      const unsigned port = turn;
      turn = (turn + 1) % ports_;
      in_turn_[index(router, port)] = (offer[port] + 1) % vcs_;
      traverse(router, port, offer[port]);
    }
  }

  void traverse(unsigned router, unsigned port, unsigned vc) {
    const unsigned i = index(router, port);
    InputVc& in = in_[i * vcs_ + vc];
    const Flit flit = in.flits.front();
    in.flits.pop_front();
    if (in.flits.empty()) filled_[i] &= ~(1u << vc);
    if (terminal(port)) {
      ++source_credit_[(router * c_.p + port) * vcs_ + vc];
    } else {
      const auto [sender, sender_port] = peer(router, port);
      const unsigned wire = global(port) ? c_.global_wire : c_.local_wire;
      wires_[index(sender, sender_port)].credits.push_back({now_ + wire + c_.credit_delay, vc});
    }
    const unsigned o = index(router, in.port);
    leaving_[o].push_back({now_, flit, in.vc});
    if (flit.head) ++packets_[flit.packet].routers;
    ++out_[o * vcs_ + in.vc].queued;
    --waiting_for_[o * vcs_ + in.vc];
    if (!terminal(in.port)) --out_[o * vcs_ + in.vc].credit;
    if (!flit.tail) return;
    out_[o * vcs_ + in.vc].taken = false;
    in.port = in.vc = kNone;
    in.granted = false;
  }

  void leave() {
    for (unsigned i = 0; i < leaving_.size(); ++i) {
      if (leaving_[i].empty()) continue;
      InFlight next = leaving_[i].front();
      leaving_[i].pop_front();
      --out_[i * vcs_ + next.vc].queued;
      const unsigned port = i % ports_;
      if (terminal(port)) {
        deliver(next.flit);
        continue;
      }
      next.at = now_ + (global(port) ? c_.global_wire : c_.local_wire);
      wires_[i].flits.push_back(next);
    }
  }

  void deliver(const Flit& flit) {
    if (now_ < c_.warmup) return;
    ++accepted_;
    const Packet& packet = packets_[flit.packet];
    if (!flit.tail || packet.born < c_.warmup) return;
    ++counted_;
    latency_ += now_ - packet.born;
    hops_ += packet.routers;
  }

  Parameters c_;
  unsigned ports_, vcs_, nodes_;
  std::vector<InputVc> in_;                    ///< [router][port][VC]
  std::vector<OutputVc> out_;                  ///< likewise
  std::vector<unsigned> waiting_for_;          ///< likewise: flits routed there and not sent
  std::vector<std::deque<InFlight>> leaving_;  ///< behind the crossbar
  std::vector<uint32_t> filled_;               ///< [router][port]: input VCs with flits
  std::vector<Wire> wires_;                    ///< by the sending end
  std::vector<unsigned> in_turn_, out_turn_;
  std::vector<std::deque<unsigned>> waiting_;  ///< by node: packets at the source
  std::vector<unsigned> sent_;                 ///< flits of the first of those
  std::vector<unsigned> source_credit_;
  std::deque<Packet> packets_;
  bool ports_rule_;
  std::mt19937_64 random_;
  uint64_t now_ = 0, accepted_ = 0, counted_ = 0, latency_ = 0, hops_ = 0;
};

}  // namespace

Result run(const Parameters& parameters) { return Network(parameters).run(); }

}  // namespace tinsim::reference
