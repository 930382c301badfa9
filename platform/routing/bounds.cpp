// SPDX-License-Identifier: Apache-2.0
// Throughput bound: the load that a traffic pattern puts on the busiest link, from tables alone.
#include "platform/routing/bounds.h"

#include <algorithm>
#include <numeric>

namespace tinsim {

TrafficMatrix::TrafficMatrix(const Topology& topology)
    : topology_(&topology),
      chips_(topology.chips.size()),
      rate_(chips_ * chips_),
      sent_(topology.hosts.size()),
      received_(topology.hosts.size()),
      host_rate_(static_cast<double>(chips_) / static_cast<double>(topology.hosts.size())) {}

void TrafficMatrix::add(unsigned from, unsigned to, double share) {
  const double rate = share * host_rate_;
  rate_[topology_->hosts[from].chip * chips_ + topology_->hosts[to].chip] += rate;
  sent_[from] += rate;
  received_[to] += rate;
}

double TrafficMatrix::injected() const { return std::accumulate(sent_.begin(), sent_.end(), 0.0); }

double TrafficMatrix::busiest_terminal() const {
  double busiest = 0;
  for (size_t h = 0; h < sent_.size(); ++h)
    busiest = std::max(busiest, std::max(sent_[h], received_[h]) / topology_->hosts[h].ports);
  return busiest;
}

namespace {

/// Each host sends equally to all hosts for which `is_target(from, to)`.
template <class Fn>
TrafficMatrix equal_matrix(const Topology& t, const Fn& is_target) {
  TrafficMatrix matrix(t);
  std::vector<unsigned> targets;
  for (unsigned from = 0; from < t.hosts.size(); ++from) {
    targets.clear();
    for (unsigned to = 0; to < t.hosts.size(); ++to)
      if (is_target(from, to)) targets.push_back(to);
    for (unsigned to : targets) matrix.add(from, to, 1.0 / static_cast<double>(targets.size()));
  }
  return matrix;
}

/// Flow towards one destination as it moves through the network, a link at a time. Ports of a class
/// share their entries, so a chip's flow needs no finer division than by class.
class FlowTracer {
 public:
  FlowTracer(const Topology& t, const std::vector<RouteTable>& tables)
      : topology_(t),
        tables_(tables),
        load_(t.chips.size() * t.ports_per_chip),
        flow_(t.chips.size() * kPortClasses),
        next_flow_(flow_.size()) {}

  /// Adds what the traffic for chip `dst` puts on every link.
  void trace(const TrafficMatrix& traffic, unsigned dst) {
    for (unsigned src = 0; src < topology_.chips.size(); ++src)
      if (src != dst) arrive(src, kTerminalIn, traffic.rate(src, dst));
    while (!next_active_.empty()) {
      active_.swap(next_active_);
      flow_.swap(next_flow_);
      for (size_t place : active_) {
        leave(place, dst, flow_[place]);
        flow_[place] = 0;
      }
      active_.clear();
    }
  }

  /// [chip, port] load of the outgoing direction.
  const std::vector<double>& load() const { return load_; }

 private:
  void arrive(unsigned chip, unsigned in_class, double flow) {
    if (flow == 0) return;
    const size_t place = size_t{chip} * kPortClasses + in_class;
    if (next_flow_[place] == 0) next_active_.push_back(place);
    next_flow_[place] += flow;
  }

  void leave(size_t place, unsigned dst, double flow) {
    const auto chip = static_cast<unsigned>(place / kPortClasses);
    const ChipInfo& to = topology_.chips[dst];
    const RouteTable& table = tables_[chip];
    const unsigned row = table.row_of[gnet_address(to.pod, to.tin, 0) >> 6];
    for (unsigned out : table.entry[place % kPortClasses * table.rows + row]) {
      load_[chip * topology_.ports_per_chip + out] += flow / 8;
      const PortInfo& link = topology_.chips[chip].ports[out];
      if (link.peer_chip != dst)
        arrive(link.peer_chip, tables_[link.peer_chip].port_class[link.peer_port], flow / 8);
    }
  }

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  std::vector<double> load_;
  std::vector<double> flow_, next_flow_;      // [chip, class]
  std::vector<size_t> active_, next_active_;  // places with flow
};

void set_limit(ThroughputBound& bound) {
  const double busiest = std::max({bound.max_local, bound.max_global, bound.max_terminal});
  if (busiest == 0) return;
  bound.per_chip_ports = 1 / busiest;
  if (busiest == bound.max_terminal) bound.limited_by = "terminal ports";
  if (busiest == bound.max_local) bound.limited_by = "local links";
  if (busiest == bound.max_global) bound.limited_by = "global links";
}

}  // namespace

TrafficMatrix uniform_matrix(const Topology& t) {
  return equal_matrix(t, [](unsigned from, unsigned to) { return from != to; });
}

TrafficMatrix adversarial_matrix(const Topology& t, unsigned offset) {
  return equal_matrix(t, [&](unsigned from, unsigned to) {
    const unsigned pod = t.chips[t.hosts[from].chip].pod;
    return t.chips[t.hosts[to].chip].pod == (pod + offset) % t.pods;
  });
}

TrafficMatrix local_adversarial_matrix(const Topology& t, unsigned offset) {
  return equal_matrix(t, [&](unsigned from, unsigned to) {
    const ChipInfo& src = t.chips[t.hosts[from].chip];
    const ChipInfo& dst = t.chips[t.hosts[to].chip];
    return dst.pod == src.pod && dst.tin == (src.tin + offset) % t.tins_per_pod;
  });
}

TrafficMatrix permutation_matrix(const Topology& t, const std::vector<unsigned>& target_of) {
  TrafficMatrix matrix(t);
  for (unsigned from = 0; from < target_of.size(); ++from) matrix.add(from, target_of[from], 1);
  return matrix;
}

ThroughputBound throughput_bound(const Topology& t, const std::vector<RouteTable>& tables,
                                 const TrafficMatrix& traffic) {
  FlowTracer tracer(t, tables);
  for (unsigned dst = 0; dst < t.chips.size(); ++dst) tracer.trace(traffic, dst);
  ThroughputBound bound;
  bound.max_terminal = traffic.busiest_terminal();
  double links = 0;
  for (size_t i = 0; i < tracer.load().size(); ++i) {
    const double load = tracer.load()[i];
    const PortKind kind = t.chips[i / t.ports_per_chip].ports[i % t.ports_per_chip].kind;
    double& most = kind == PortKind::kGlobal ? bound.max_global : bound.max_local;
    most = std::max(most, load);
    links += load;
  }
  if (traffic.injected() > 0) bound.mean_links = links / traffic.injected();
  set_limit(bound);
  return bound;
}

}  // namespace tinsim
