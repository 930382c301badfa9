// SPDX-License-Identifier: Apache-2.0
// A second simulator of canonical Dragonflies: one cycle of its routers and wires, flit by flit.
#include "tests/reference/dragonfly_network.h"

namespace tinsim::reference {

void Network::store(unsigned i, unsigned vc, Flit flit) {
  flit.ready = now_ + c_.router_delay;
  in_[i * vcs_ + vc].flits.push_back(flit);
  filled_[i] |= 1u << vc;
}

void Network::arrive() {
  for (unsigned i = 0; i < wires_.size(); ++i) {
    Wire& wire = wires_[i];
    for (; !wire.credits.empty() && wire.credits.front().first <= now_; wire.credits.pop_front()) {
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

std::pair<unsigned, unsigned> Network::peer_of(unsigned i) const {
  return terminal(i % ports_) ? std::pair(0u, 0u) : peer(i / ports_, i % ports_);
}

void Network::allocate_vcs(unsigned router) {
  for (unsigned n = 0; n < ports_; ++n) {
    const unsigned port = (n + now_) % ports_;  // the first request changes from cycle to cycle
    const unsigned i = index(router, port);
    for (unsigned m = 0; m < vcs_ && filled_[i] != 0; ++m) {
      const unsigned vc = (m + now_ / ports_) % vcs_;
      if (filled_[i] >> vc & 1) allocate_vc(router, in_[i * vcs_ + vc]);
    }
  }
}

void Network::allocate_vc(unsigned router, InputVc& in) {
  const Flit& front = in.flits.front();
  if (in.granted || !front.head || front.ready > now_) return;
  in.port = packets_[front.packet].port;
  in.vc = packets_[front.packet].vc;
  OutputVc& out = out_[index(router, in.port) * vcs_ + in.vc];
  if (out.taken) return;
  out.taken = true;
  in.granted = true;
}

void Network::allocate_switch(unsigned router) {
  std::array<unsigned, 64> offer{};      // by input: VC with the request
  std::array<uint64_t, 64> requested{};  // by output: inputs
  for (unsigned port = 0; port < ports_; ++port) {
    const unsigned i = index(router, port);
    for (unsigned n = 0; n < vcs_ && filled_[i] != 0; ++n) {
      const unsigned vc = (in_turn_[i] + n) % vcs_;
      const InputVc& in = in_[i * vcs_ + vc];
      if (!in.granted || !(filled_[i] >> vc & 1) || in.flits.front().ready > now_) continue;
      const OutputVc& out = out_[index(router, in.port) * vcs_ + in.vc];
      if (out.queued >= c_.output_queue || (!terminal(in.port) && out.credit == 0)) continue;
      offer[port] = vc;
      requested[in.port] |= uint64_t{1} << port;
      break;
    }
  }
  for (unsigned out = 0; out < ports_; ++out) {
    if (requested[out] == 0) continue;
    unsigned& turn = out_turn_[index(router, out)];
    while (!(requested[out] >> turn & 1)) turn = (turn + 1) % ports_;
    const unsigned port = turn;
    turn = (turn + 1) % ports_;
    in_turn_[index(router, port)] = (offer[port] + 1) % vcs_;
    traverse(router, port, offer[port]);
  }
}

void Network::traverse(unsigned router, unsigned port, unsigned vc) {
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

void Network::leave() {
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

}  // namespace tinsim::reference
