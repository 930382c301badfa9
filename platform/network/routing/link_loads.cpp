// SPDX-License-Identifier: Apache-2.0
// The load that traffic puts on every link where choices do not depend on queues.
#include "platform/network/routing/link_loads.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "platform/network/topology/topology.h"

namespace tinsim {
namespace {

/// Flow as it moves through the network, a link at a time.
class FlowTracer {
 public:
  FlowTracer(const Topology& t, const std::vector<RouteTable>& tables, RouteUse use)
      : topology_(t),
        tables_(tables),
        first_hash_(use == RouteUse::kNonMinimal ? kMinimalEntries : 0),
        end_hash_(kMinimalEntries),
        phases_(tables[0].vc_phases),
        ports_(t.port_stride()),
        load_(t.chips.size() * t.ports_per_chip),
        flow_(t.chips.size() * ports_ * phases_),
        next_flow_(flow_.size()),
        shares_number_(t.chips.size() * ports_) {
    number_shares();
    const bool detours = use == RouteUse::kAll || use == RouteUse::kNonMinimal;
    if (detours && has_detours(tables[0].mode)) end_hash_ += kDetourEntries;
  }

  /// Input of a chip, for cells of VC phase `phase`.
  size_t place(unsigned chip, unsigned in_port, unsigned phase) const {
    return (size_t{chip} * ports_ + in_port) * phases_ + phase;
  }
  size_t source(unsigned chip) const {
    unsigned port = 0;
    while (topology_.chips[chip].ports[port].kind != PortKind::kTerminal) ++port;
    return place(chip, port, 0);
  }
  /// Puts flow at a place, for finish().
  void add(size_t at, double flow) {
    if (flow == 0) return;
    if (next_flow_[at] == 0) next_active_.push_back(at);
    next_flow_[at] += flow;
  }
  /// Moves all flow that was added on to chip `dst`.
  void finish(unsigned dst) {
    const uint16_t address = topology_.address(dst);
    while (!next_active_.empty()) {
      active_.swap(next_active_);
      flow_.swap(next_flow_);
      for (size_t at : active_) {
        leave(at, address, flow_[at], [&](size_t next, double flow) {
          if (chip_of(next) != dst) add(next, flow);
        });
        flow_[at] = 0;
      }
      active_.clear();
    }
  }
  /// Moves `flow` from a place to `pod`; calls fn(place, flow) at its entry.
  template <class Fn>
  void to_pod(size_t at, unsigned pod, double flow, const Fn& fn) {
    leave(at, gnet_address(pod, 0, 0), flow, [&](size_t next, double part) {
      if (topology_.chips[chip_of(next)].pod == pod) {
        fn(next, part);
      } else {
        to_pod(next, pod, part, fn);
      }
    });
  }

  std::vector<double> take_loads() { return std::move(load_); }

 private:
  unsigned chip_of(size_t at) const { return static_cast<unsigned>(at / phases_ / ports_); }

  /// Calls fn(place, flow) for each part of the flow that one chip sends on.
  template <class Fn>
  void leave(size_t at, uint16_t address, double flow, const Fn& fn) {
    const unsigned chip = chip_of(at);
    const auto in_port = static_cast<unsigned>(at / phases_ % ports_);
    const RouteTable& table = tables_[chip];
    const unsigned phase = table.phase_after(in_port, at % phases_);
    const Shares& shares =
        shares_of(at / phases_, table, in_port, table.place(in_port, phase, address));
    for (const auto& [out, share] : shares) {
      load_[chip * topology_.ports_per_chip + out] += flow * share;
      const PortInfo& link = topology_.chips[chip].ports[out];
      fn(place(link.peer_chip, link.peer_port, phase), flow * share);
    }
  }

  /// Output ports of an entry with the share of hash values that lead there.
  using Shares = std::vector<std::pair<uint8_t, double>>;

  /// Chips that share entries share these too, except where an input's forbidden outputs matter.
  void number_shares() {
    std::map<std::pair<const RouteRows*, PortSet>, unsigned> numbers;
    for (size_t chip = 0; chip < tables_.size(); ++chip)
      for (unsigned in = 0; in < ports_; ++in) {
        const auto number = static_cast<unsigned>(numbers.size());
        const RouteTable& table = tables_[chip];
        shares_number_[chip * ports_ + in] =
            numbers.try_emplace({table.routes.get(), ~table.permitted_outputs(in)}, number)
                .first->second;
      }
    shares_.resize(numbers.size());
  }
  const Shares& shares_of(size_t input, const RouteTable& table, unsigned in_port, size_t entry) {
    std::vector<Shares>& known = shares_[shares_number_[input]];
    if (known.empty()) known.resize(table.routes->entries.size());
    Shares& shares = known[table.routes->index[entry]];
    if (!shares.empty()) return shares;
    const Detours* detours = end_hash_ > kMinimalEntries ? table.routes->detours(entry) : nullptr;
    std::array<unsigned, PortSet::kPorts> times{};
    for (unsigned hash = first_hash_; hash < end_hash_; ++hash)
      ++times[choose_by_hash(table.routes->minimal(entry), detours,
                             table.permitted_outputs(in_port), hash)
                  .port];
    for (unsigned port = 0; port < ports_; ++port)
      if (times[port] != 0)
        shares.emplace_back(port, static_cast<double>(times[port]) / (end_hash_ - first_hash_));
    return shares;
  }

  const Topology& topology_;
  const std::vector<RouteTable>& tables_;
  unsigned first_hash_, end_hash_;
  unsigned phases_;
  unsigned ports_;  ///< places of a chip's ports
  std::vector<double> load_;
  std::vector<double> flow_, next_flow_;      // [place]
  std::vector<size_t> active_, next_active_;  // places with flow
  std::vector<unsigned> shares_number_;       // [chip * ports_ + input port] in shares_
  std::vector<std::vector<Shares>> shares_;   // [number][entry of the rows]
};

/// The entries of a chip's cells into the pod that they pass first, with their shares.
using Entries = std::vector<std::pair<size_t, double>>;

class Loads {
 public:
  Loads(const Topology& t, const std::vector<RouteTable>& tables, const TrafficMatrix& traffic,
        RouteUse use, TrafficPart part)
      : t_(t), traffic_(traffic), part_(part), tracer_(t, tables, use) {
    const bool over_chips = tables[0].first_leg_phases != 0;
    const bool over = use == RouteUse::kOverAPod && part != TrafficPart::kInPods;
    over_pods_ = over && !over_chips && t.pods > 2;
    if (over && over_chips) add_legs();
  }

  std::vector<double> run() {
    if (over_pods_) first_legs();
    for (unsigned dst = 0; dst < t_.chips.size(); ++dst) {
      for (unsigned src = 0; src < t_.chips.size(); ++src) start(src, dst);
      tracer_.finish(dst);
    }
    return tracer_.take_loads();
  }

 private:
  /// Traffic over random chips: from each source to the chips that it passes, and from there on.
  void add_legs() {
    std::vector<unsigned> chips;
    for (const HostInfo& host : t_.hosts)
      if (chips.empty() || chips.back() != host.chip) chips.push_back(host.chip);
    if (chips.size() < 3) return;
    const size_t all = t_.chips.size();
    std::vector<double> sent(all), received(all);
    for (unsigned src : chips)
      for (unsigned dst : chips) {
        sent[src] += rate(src, dst);
        received[dst] += rate(src, dst);
      }
    std::vector<double> legs(all * all);
    const auto others = static_cast<double>(chips.size() - 2);
    for (unsigned src : chips)
      for (unsigned dst : chips)
        legs[src * all + dst] = (sent[src] + received[dst] - 2 * rate(src, dst)) / others;
    legs_ = std::move(legs);
  }

  double rate(unsigned src, unsigned dst) const {
    if (src == dst) return 0;
    if (!legs_.empty()) return legs_[src * t_.chips.size() + dst];
    const bool in_pod = t_.chips[src].pod == t_.chips[dst].pod;
    if (part_ == TrafficPart::kInPods && !in_pod) return 0;
    if (part_ == TrafficPart::kBetweenPods && in_pod) return 0;
    return traffic_.rate(src, dst);
  }

  void start(unsigned src, unsigned dst) {
    const double flow = rate(src, dst);
    if (flow == 0) return;
    const unsigned own = t_.chips[src].pod, target = t_.chips[dst].pod;
    if (!over_pods_ || own == target) return tracer_.add(tracer_.source(src), flow);
    for (unsigned pod = 0; pod < t_.pods; ++pod) {
      if (pod == own || pod == target) continue;
      for (const auto& [place, share] : entries_[src * t_.pods + pod])
        tracer_.add(place, flow * share / (t_.pods - 2));
    }
  }

  /// Traffic of each chip to each pod that only passes through it.
  void first_legs() {
    entries_.resize(t_.chips.size() * t_.pods);
    std::vector<double> to_pod(t_.pods);
    for (unsigned src = 0; src < t_.chips.size(); ++src) {
      std::fill(to_pod.begin(), to_pod.end(), 0);
      double all = 0;
      const unsigned own = t_.chips[src].pod;
      for (unsigned dst = 0; dst < t_.chips.size(); ++dst) {
        if (t_.chips[dst].pod == own) continue;
        to_pod[t_.chips[dst].pod] += rate(src, dst);
        all += rate(src, dst);
      }
      for (unsigned pod = 0; pod < t_.pods; ++pod) {
        const double through = (all - to_pod[pod]) / (t_.pods - 2);
        if (pod == own || through <= 0) continue;
        Entries& entries = entries_[src * t_.pods + pod];
        tracer_.to_pod(tracer_.source(src), pod, through, [&](size_t place, double flow) {
          entries.emplace_back(place, flow / through);
        });
        merge(entries);
      }
    }
  }

  static void merge(Entries& entries) {
    std::sort(entries.begin(), entries.end());
    Entries merged;
    for (const auto& [place, share] : entries) {
      if (merged.empty() || merged.back().first != place) merged.emplace_back(place, 0);
      merged.back().second += share;
    }
    entries = std::move(merged);
  }

  const Topology& t_;
  const TrafficMatrix& traffic_;
  TrafficPart part_;
  bool over_pods_;
  std::vector<double> legs_;  // [from chip, to chip]; empty: cells pass no random chip
  FlowTracer tracer_;
  std::vector<Entries> entries_;  // [chip * pods + pod]
};

}  // namespace

std::vector<double> link_loads(const Topology& topology, const std::vector<RouteTable>& tables,
                               const TrafficMatrix& traffic, RouteUse use, TrafficPart part) {
  return Loads(topology, tables, traffic, use, part).run();
}

}  // namespace tinsim
