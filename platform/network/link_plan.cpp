// SPDX-License-Identifier: Apache-2.0
// Link plan: the configuration of each direction of each link, in cycles.
#include "platform/network/link_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/random.h"
#include "platform/config/chip_shape.h"
#include "platform/network/failure_plan.h"
#include "tlm/gnet/cycles.h"
#include "tlm/gnet/full_rate.h"
#include "tlm/gnet/link/link_event.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

constexpr double kPicosecondsPerMetre =
    5000;  // light in fibre, n about 1.47 (docs/explanation/architecture.md)
constexpr uint32_t kNoSpec = 0xffffffffu;
constexpr uint32_t kNoiseStream = 0xffffffffu;  // no traffic entry has this number
// Prime, and above any period: the phases of P ports in a row are all different (Knuth 6.4).
constexpr uint64_t kPhaseStep = 2654435761;

/// Bits on the line per slot: a block, and with FEC its share of the parity.
constexpr unsigned line_bits(bool fec) { return fec ? 70 : 66; }

/// Configuration entries of one direction.
struct Draft {
  PortInfo port;        ///< of its kind and length
  bool wire = false;    ///< listed, of wire fidelity, or trained at the start
  bool forced = false;  ///< by noise or faults
  int noise = -1;       ///< entry that holds; -1: none
  std::vector<unsigned> faults;
  bool fails = false;              ///< in either direction
  std::vector<unsigned> failures;  ///< entries by which this direction goes dark

  bool operator<(const Draft& o) const {
    return std::tie(port.kind, port.metres, wire, forced, noise, faults, fails, failures) <
           std::tie(o.port.kind, o.port.metres, o.wire, o.forced, o.noise, o.faults, o.fails,
                    o.failures);
  }
};

/// The drafts of all ports, as a table to write to.
class Drafts {
 public:
  Drafts(const PlatformConfig& config, const Topology& topology, const FailurePlan& failures)
      : topology_(topology), drafts_(topology.chips.size() * topology.ports_per_chip) {
    const bool all_wire = config.link.fidelity == LinkFidelity::wire || config.link.train_at_start;
    for (const LinkEnd& end : named_ends(topology, "all")) {
      at(end).port = topology.chips[end.chip].ports[end.port];
      at(end).wire = all_wire;
    }
    for (const std::string& selector : config.link.wire_links)
      for (const LinkEnd& end : ends(selector)) at(end).wire = true;
    for (unsigned i = 0; i < config.link.noise.size(); ++i)
      for (const LinkEnd& end : ends(config.link.noise[i].links)) {
        at(end).forced = true;
        at(end).noise = static_cast<int>(i);
      }
    for (unsigned i = 0; i < config.link.faults.size(); ++i) {
      for (const LinkEnd& end : ends(config.link.faults[i].links)) at(end).forced = true;
      for (const LinkEnd& end : directions_of(topology, config.link.faults[i]))
        at(end).faults.push_back(i);
    }
    for (unsigned i = 0; i < failures.failures().size(); ++i) {
      const std::vector<LinkEnd>& dark = failures.failures()[i].dark;
      for (const LinkEnd& end : both_ends(topology, dark)) at(end).forced = at(end).fails = true;
      for (const LinkEnd& end : dark) at(end).failures.push_back(i);
    }
  }

  Draft& at(const LinkEnd& end) { return drafts_[end.chip * topology_.ports_per_chip + end.port]; }

 private:
  std::vector<LinkEnd> ends(const std::string& selector) const {
    return both_ends(topology_, named_ends(topology_, selector));
  }

  const Topology& topology_;
  std::vector<Draft> drafts_;
};

bool joins(const CycleInterval& a, const CycleInterval& b) { return b.from <= a.to; }
bool joins(const LinkSpec::Stuck& a, const LinkSpec::Stuck& b) {
  return b.from <= a.to && b.value == a.value;
}

/// Sorts, and merges intervals that overlap or touch.
template <class Interval>
void merge(std::vector<Interval>& intervals) {
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  std::vector<Interval> merged;
  for (const Interval& interval : intervals) {
    if (!merged.empty() && joins(merged.back(), interval))
      merged.back().to = std::max(merged.back().to, interval.to);
    else
      merged.push_back(interval);
  }
  intervals = std::move(merged);
}

void add_fault(LinkSpec& spec, const LinkFaultConfig& fault, unsigned core_mhz) {
  for (const CycleInterval& time : times_of(fault, core_mhz)) {
    if (fault.kind == LinkFaultKind::down) spec.dark.push_back(time);
    if (fault.kind == LinkFaultKind::stuck)
      spec.stuck.push_back({time.from, time.to, fault.value.value_or(0) != 0});
    if (fault.kind == LinkFaultKind::drop_fc)
      spec.drop_fc.insert(spec.drop_fc.end(), fault.count.value_or(1), time.from);
  }
}

LinkSpec make_spec(const PlatformConfig& config, const Draft& draft, const FailurePlan& failures) {
  const unsigned core_mhz = config.tin.core_mhz;
  LinkSpec spec;
  spec.wire = draft.wire || draft.forced;
  spec.fec = draft.port.kind == PortKind::kGlobal && config.link.fec_cycles != 0;
  spec.full_rate = is_full_rate(config, draft.port.kind);
  spec.wire_cycles = wire_cycles(config, draft.port);
  spec.latency = link_cycles(config, draft.port);
  spec.fc_hold = config.link.fc_hold_cycles;
  spec.refresh_period = refresh_period(config);
  spec.timesync = cycles_of_us(config.link.timesync_us, core_mhz);
  spec.measure = cycles_of_us(config.link.latency_us, core_mhz);
  spec.trained = !config.link.train_at_start;
  if (draft.noise >= 0) {
    const LinkNoiseConfig& noise = config.link.noise[static_cast<unsigned>(draft.noise)];
    spec.ber = noise.ber;
    spec.burst_rate = noise.burst_per_s / (core_mhz * 1e6 * line_bits(spec.fec));
    spec.burst_bits = noise.burst_bits;
  }
  for (unsigned fault : draft.faults) add_fault(spec, config.link.faults[fault], core_mhz);
  spec.fails = draft.fails;
  for (unsigned i : draft.failures)
    spec.dark.push_back({failures.failures()[i].at, failures.failures()[i].until});
  merge(spec.dark);
  merge(spec.stuck);
  std::sort(spec.drop_fc.begin(), spec.drop_fc.end());
  return spec;
}

}  // namespace

LinkPlan::LinkPlan(const PlatformConfig& config, const Topology& topology)
    : topology_(topology),
      seed_(config.run.seed),
      ordered_sets_(config.link.credits == CreditReturn::sets),
      measures_(config.link.latency_us != 0),
      spec_of_(topology.chips.size() * topology.ports_per_chip, kNoSpec) {
  const FailurePlan failures(config, topology);
  Drafts drafts(config, topology, failures);
  std::map<Draft, uint32_t> known;
  for (const LinkEnd& end : named_ends(topology, "all")) {
    const Draft& draft = drafts.at(end);
    const auto [entry, is_new] = known.emplace(draft, static_cast<uint32_t>(specs_.size()));
    if (is_new) specs_.push_back({make_spec(config, draft, failures), draft.forced && !draft.wire});
    spec_of_[end.chip * topology.ports_per_chip + end.port] = entry->second;
  }
}

LinkSpec LinkPlan::spec(unsigned chip, unsigned port) const {
  LinkSpec spec = specs_.at(spec_of_.at(chip * topology_.ports_per_chip + port)).spec;
  const uint32_t number = chip * topology_.port_stride() + port;
  if (spec.refresh_period != 0)
    spec.refresh_phase = static_cast<Cycle>(number * kPhaseStep % spec.refresh_period);
  const Draw random = draw(seed_, kNoiseStream, number, 0);
  spec.noise_seed = uint64_t{random.gap} << 32 | random.destination;
  return spec;
}

LinkCensus LinkPlan::census(PortKind kind) const {
  LinkCensus census;
  for (const LinkEnd& end : named_ends(topology_, "all")) {
    const LinkEnd far = far_end(topology_, end);
    if (far < end || topology_.chips[end.chip].ports[end.port].kind != kind) continue;
    const auto shared = [&](const LinkEnd& e) -> const Shared& {
      return specs_[spec_of_[e.chip * topology_.ports_per_chip + e.port]];
    };
    const Shared& there = shared(end);
    const Shared& back = shared(far);
    ++census.links;
    census.wire += there.spec.wire;
    census.noisy += there.spec.noisy() || back.spec.noisy();
    census.faulty += there.spec.faulty() || back.spec.faulty();
    census.forced += there.forced;
  }
  return census;
}

std::string LinkPlan::note() const {
  const unsigned forced = census(PortKind::kLocal).forced + census(PortKind::kGlobal).forced;
  if (forced == 0) return "";
  return fmt::format("{} link{} at wire fidelity because of noise or faults", forced,
                     forced == 1 ? " is" : "s are");
}

Cycle wire_cycles(const PlatformConfig& config, const PortInfo& port) {
  return cycles_of_us(length_metres(config, port) * kPicosecondsPerMetre / 1e6,
                      config.tin.core_mhz) +
         slower_router_cycles(config);
}

double length_metres(const PlatformConfig& config, const PortInfo& port) {
  const double of_kind =
      port.kind == PortKind::kGlobal ? config.link.global_m : config.link.local_m;
  return port.metres == kLengthOfKind ? of_kind : double{port.metres};
}

double metres_per_cycle(const PlatformConfig& config) {
  return 1e6 / (kPicosecondsPerMetre * config.tin.core_mhz);
}

Cycle slower_router_cycles(const PlatformConfig& config) {
  return config.tin.router_latency_cycles - timing::kRouterCycles;
}

Cycle link_cycles(const PlatformConfig& config, const PortInfo& port) {
  const Cycle fec = fec_cycles(config, port.kind);
  const Cycle rate = is_full_rate(config, port.kind) ? full_rate::kLineDelay : 0;
  // A word that takes longer than a cycle is complete as much later.
  const Cycle slow = link_rate(config, port.kind).divide_up(1) - 1;
  const PipelineDelays delays = chip_delays(config);
  return delays.tx_to_wire + wire_cycles(config, port) + fec + rate + slow + delays.wire_to_rx;
}

Ratio link_rate(const PlatformConfig& config, PortKind kind) {
  if (kind == PortKind::kLocal) return config.link.local_rate;
  return kind == PortKind::kGlobal ? config.link.global_rate : Ratio(1);
}

Cycle fec_cycles(const PlatformConfig& config, PortKind kind) {
  if (kind == PortKind::kLocal) return config.link.local_fec_cycles;
  return kind == PortKind::kGlobal ? config.link.fec_cycles : 0;
}

bool is_full_rate(const PlatformConfig& config, PortKind kind) {
  const bool fec = kind == PortKind::kGlobal ? config.link.global_fec : config.link.local_fec;
  return !fec && kind != PortKind::kTerminal && kind != PortKind::kUnused;
}

Cycle wire_cycles(const PlatformConfig& config, PortKind kind) {
  PortInfo port;
  port.kind = kind;
  return wire_cycles(config, port);
}

Cycle link_cycles(const PlatformConfig& config, PortKind kind) {
  PortInfo port;
  port.kind = kind;
  return link_cycles(config, port);
}

Cycle longest_link(const PlatformConfig& config, const Topology& topology) {
  Cycle longest = 0;
  for (const LinkEnd& end : named_ends(topology, "all"))
    longest = std::max(longest, link_cycles(config, topology.chips[end.chip].ports[end.port]));
  return longest;
}

Cycle refresh_period(const PlatformConfig& config) {
  constexpr Cycle kMaxPeriod = 4095;  // 12 bits of fc_sender
  // Rounded down, and limited to the range of the block: at least as often as configured.
  const Cycle cycles =
      saturated(std::floor(config.link.fc_refresh_us * config.tin.core_mhz + 1e-9));
  return std::min(cycles / refresh_sets(config), kMaxPeriod);
}

unsigned refresh_sets(const PlatformConfig& config) {
  return 2 * ((link_block_vcs(config.tin.switch_.vcs) + 2) / 3);
}

std::vector<CycleInterval> times_of(const LinkFaultConfig& fault, unsigned core_mhz) {
  std::vector<CycleInterval> times;
  for (unsigned i = 0; i < fault.times; ++i) {
    const double at_us = fault.at_us + i * fault.every_us.value_or(0);
    const Cycle from = cycles_of_us(at_us, core_mhz);
    if (from == kNoCycle) break;
    times.push_back({from, cycles_of_us(at_us + fault.for_us.value_or(0), core_mhz)});
  }
  return times;
}

std::vector<LinkEnd> directions_of(const Topology& topology, const LinkFaultConfig& fault) {
  const std::vector<LinkEnd> named = named_ends(topology, fault.links);
  if (fault.direction == LinkDirection::from) return named;
  if (fault.direction == LinkDirection::both) return both_ends(topology, named);
  std::vector<LinkEnd> senders;
  for (const LinkEnd& end : named) senders.push_back(far_end(topology, end));
  std::sort(senders.begin(), senders.end());
  return senders;
}

}  // namespace tinsim
