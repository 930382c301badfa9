// SPDX-License-Identifier: Apache-2.0
// Event model of the bootstrap of a Clique in waves.
#include "platform/controller/bootstrap/bootstrap_model.h"

#include <algorithm>
#include <map>

namespace tinsim::control {
namespace {

constexpr double kShortestNs = 180e9;  ///< of a TiN (Aquila, section 4.4)

std::uint64_t messages_over_tcp(const MessageCosts& costs, const BootstrapAssumptions& assumed) {
  return costs.dhcp + costs.tcp_open + assumed.requests * costs.over_tcp(assumed.registers);
}

class Model {
 public:
  Model(const Topology& topology, const MessageCosts& costs, const BootstrapAssumptions& assumed)
      : topology_(topology), costs_(costs), assumed_(assumed), tins_(topology.chips.size()) {}

  BootstrapResult run(unsigned dcn_per_pod) {
    for (std::size_t tin = 0; tin < tins_.size(); ++tin)
      if (topology_.chips[tin].tin < dcn_per_pod) start_over_tcp(tin);
    while (!ends_.empty()) {
      const std::uint64_t now = ends_.begin()->first;
      while (!ends_.empty() && ends_.begin()->first == now) {
        finish(ends_.begin()->second, now);
        ends_.erase(ends_.begin());
      }
      start_targets(now);
    }
    return result_;
  }

 private:
  struct Tin {
    bool is_started = false, is_done = false, is_busy = false;
    std::size_t proxy = 0;
    unsigned wave = 0, last_wave = 0;  ///< of itself, and of its last target
    std::uint64_t start_ns = 0;
    std::uint64_t message_ns = 0;  ///< of messages until now, of it and of those before it
  };

  void start(std::size_t tin, std::uint64_t now, std::uint64_t messages_ns,
             std::uint64_t software_ns) {
    tins_[tin].is_started = true;
    tins_[tin].start_ns = now;
    tins_[tin].message_ns += messages_ns;
    ends_.emplace(now + messages_ns + software_ns, tin);
  }
  void start_over_tcp(std::size_t tin) {
    ++result_.dcn_tins;
    result_.tcp_requests += assumed_.requests;
    tins_[tin].proxy = tin;
    start(tin, 0, messages_over_tcp(costs_, assumed_),
          assumed_.requests * assumed_.tcp_software_ns);
  }
  void start_by_proxy(std::size_t tin, std::size_t proxy, std::uint64_t now) {
    ++result_.proxied_dhcp;
    result_.pmos_requests += assumed_.requests;
    result_.pmos_packets += std::uint64_t{assumed_.requests} * pmos_packets(assumed_.registers);
    tins_[proxy].is_busy = true;
    tins_[tin].proxy = proxy;
    tins_[tin].wave = tins_[tin].last_wave = ++tins_[proxy].last_wave;
    tins_[tin].message_ns = tins_[proxy].message_ns;
    start(tin, now,
          costs_.proxied_dhcp + costs_.tcp_open +
              assumed_.requests * costs_.over_pmos(assumed_.registers),
          assumed_.requests * assumed_.pmos_software_ns);
  }

  void finish(std::size_t number, std::uint64_t now) {
    Tin& tin = tins_[number];
    tin.is_done = true;
    tins_[tin.proxy].is_busy = false;
    tins_[tin.proxy].message_ns = tin.message_ns;
    const std::uint64_t took = now - tin.start_ns;
    const bool is_first = result_.complete_ns == 0;
    result_.shortest_ns = is_first ? took : std::min(result_.shortest_ns, took);
    result_.longest_ns = std::max(result_.longest_ns, took);
    result_.complete_ns = now;
    result_.message_ns = tin.message_ns;
    if (result_.waves.size() <= tin.wave) result_.waves.resize(tin.wave + 1);
    result_.waves[tin.wave].end_ns = now;
    ++result_.waves[tin.wave].tins;
  }

  void start_targets(std::uint64_t now) {
    for (std::size_t proxy = 0; proxy < tins_.size(); ++proxy) {
      if (!tins_[proxy].is_done || tins_[proxy].is_busy) continue;
      for (const PortKind kind : {PortKind::kLocal, PortKind::kGlobal}) {
        if (tins_[proxy].is_busy) break;
        const std::size_t target = bare_neighbour(proxy, kind);
        if (target != tins_.size()) start_by_proxy(target, proxy, now);
      }
    }
  }
  std::size_t bare_neighbour(std::size_t proxy, PortKind kind) const {
    std::size_t found = tins_.size();
    for (const PortInfo& port : topology_.chips[proxy].ports)
      if (port.kind == kind && !tins_[port.peer_chip].is_started)
        found = std::min<std::size_t>(found, port.peer_chip);
    return found;
  }

  const Topology& topology_;
  const MessageCosts& costs_;
  const BootstrapAssumptions& assumed_;
  std::vector<Tin> tins_;
  std::multimap<std::uint64_t, std::size_t> ends_;
  BootstrapResult result_;
};

}  // namespace

double time_scale(const MessageCosts& costs, const BootstrapAssumptions& assumptions) {
  return kShortestNs / static_cast<double>(messages_over_tcp(costs, assumptions));
}

BootstrapResult bootstrap(const Topology& topology, unsigned dcn_per_pod, const MessageCosts& costs,
                          const BootstrapAssumptions& assumptions) {
  return Model(topology, costs, assumptions).run(dcn_per_pod);
}

}  // namespace tinsim::control
