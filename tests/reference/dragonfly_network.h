// SPDX-License-Identifier: Apache-2.0
// The network of the second simulator: routers, wires, packets on their way.
#pragma once

#include <utility>

#include "tests/reference/dragonfly_reference.h"

namespace tinsim::reference {

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

  Result run();

 private:
  unsigned draw(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  unsigned index(unsigned router, unsigned port) const { return router * ports_ + port; }
  bool terminal(unsigned port) const { return port < c_.p; }
  bool global(unsigned port) const { return port >= c_.p + c_.a - 1; }
  unsigned depth(unsigned port) const {
    return terminal(port) ? c_.terminal_buffer : global(port) ? c_.global_buffer : c_.local_buffer;
  }
  unsigned group(unsigned node) const { return node / c_.p / c_.a; }
  unsigned local_port(unsigned from, unsigned to) const { return c_.p + (to < from ? to : to - 1); }

  // Where packets go.

  /// Router and port at the other end: group offset d hangs on router (d - 1) / h.
  std::pair<unsigned, unsigned> peer(unsigned router, unsigned port) const;
  unsigned port_to_group(unsigned router, unsigned target) const;
  unsigned port_to_target(unsigned router, const Packet& packet) const;
  unsigned queue(unsigned router, unsigned port, unsigned vc) const;
  unsigned queue(unsigned router, unsigned port) const;
  unsigned uncredited(unsigned router, unsigned port) const;
  // Kim et al. 2008: whole ports are compared, or two VCs of one port.
  bool goes_minimally(unsigned router, const Packet& packet) const;
  /// kPorts: 0 up to the router drawn, 1 up to the next global link, 2 on it and behind it.
  unsigned phase(const Packet& packet) const;
  /// When its head arrives.
  void route(unsigned router, unsigned in_port, Packet& packet);

  // The parts of a cycle.

  void make_packet(unsigned node);
  void inject();
  void deliver(const Flit& flit);
  void store(unsigned i, unsigned vc, Flit flit);
  void arrive();
  std::pair<unsigned, unsigned> peer_of(unsigned i) const;
  void allocate_vcs(unsigned router);
  void allocate_vc(unsigned router, InputVc& in);
  void allocate_switch(unsigned router);
  void traverse(unsigned router, unsigned port, unsigned vc);
  void leave();

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

}  // namespace tinsim::reference
