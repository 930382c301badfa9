// SPDX-License-Identifier: Apache-2.0
// The clocks of the chips of a network, their places in the trees, and the delays of the links.
#include "platform/network/time_sync_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "platform/network/topology/link_selector.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/time_sync/time_sync_unit.h"

namespace tinsim {
namespace {

constexpr uint32_t kClockStream = 0xfffffffeu;  ///< no traffic entry has this number
constexpr Cycle kLongestWait = 21;              ///< of a set at a cell boundary, in slots
/// From the clock of a chip to its transmit pins and from the receive pins to the next clock, in
/// cycles, where the set waits and the elastic buffer is full.
constexpr Cycle kLongestFlight = 1 + kFlightFromClock + kLongestWait + 1 + 1 + kFlightToClock;
/// From pins to pins and through the register behind the receive pins.
constexpr Cycle kReceiveRegister = 1;

/// From -limit to limit.
double drawn(uint32_t word, double limit) { return (word / 2147483648.0 - 1) * limit; }

/// By which any clock is off during the run.
double largest_ppm(const PlatformConfig& config) {
  const double us = config.run.start_us.value_or(0) + config.run.longest_warmup_us() +
                    config.run.longest_measure_us();
  return config.timesync.clock_ppm + config.timesync.drift_ppm_per_s * us / 1e6;
}

}  // namespace

unsigned measured_delay(const Oscillator& here, const Oscillator& there, Cycle ping, Cycle to,
                        Cycle back) {
  constexpr Cycle kRegister = 1;  ///< behind the receive pins
  constexpr Cycle kAnswer = 3;    ///< latency_meter 1, transmit scheduler 2
  const Cycle received = ping + to + kRegister;
  const Cycle answered = received + kAnswer;
  const Cycle returned = answered + back + kRegister;
  const int64_t residence = there.edges(answered) - there.edges(received);
  return static_cast<unsigned>((here.edges(returned) - here.edges(ping) - residence) / 2);
}

Cycle skip_interval(const PlatformConfig& config) {
  const double ppm = largest_ppm(config);
  if (ppm == 0) return 0;
  return static_cast<Cycle>(std::min(1e6 / (2 * ppm), 1e9)) - kLongestWait;
}

TimeSyncPlan::TimeSyncPlan(const PlatformConfig& config, const Topology& topology)
    : config_(config), topology_(topology), links_(config, topology) {
  const TimeSyncConfig& sync = config_.timesync;
  tree_ = sync.parents.empty() ? breadth_first_tree(topology, sync.primary)
                               : tree_of_parents(topology, sync.primary, sync.parents);
  if (sync.standby) standby_tree_ = breadth_first_tree(topology, *sync.standby, sync.primary);
  for (unsigned chip = 0; chip < topology.chips.size(); ++chip) {
    const Draw random = draw(config_.run.seed, kClockStream, chip, 0);
    offsets_.push_back(drawn(random.gap, sync.clock_ppm));
    oscillators_.push_back(Oscillator::of_ppm(offsets_[chip],
                                              drawn(random.destination, sync.drift_ppm_per_s),
                                              random.size, config_.tin.core_mhz));
  }
  // The time of a clock has left the primary one interval and one path before its next update.
  const double ppm = largest_ppm(config_);
  const Cycle path = std::max(longest_path(tree_), longest_path(standby_tree_));
  const double cycles = sync.interval_us * config_.tin.core_mhz + path;
  ticks_per_link_ = 3 + std::max({uint64_t{1}, delay_error(tree_), delay_error(standby_tree_)});
  drift_ticks_ = static_cast<uint64_t>(std::ceil(2e-6 * ppm * cycles));
}

/// Largest difference between the delay that a clock adds and that of its link, in ticks.
uint64_t TimeSyncPlan::delay_error(const TimeSyncTree& tree) const {
  int64_t largest = 0;
  for (unsigned chip = 0; chip < tree.size(); ++chip) {
    const TimeSyncNode& node = tree[chip];
    if (node.parent == chip) continue;
    const int64_t delay = links_.spec(node.parent, node.parent_port).latency + kReceiveRegister;
    largest = std::max(largest, std::abs(int64_t{channel_delay(chip, tree)} - delay));
  }
  return static_cast<uint64_t>(largest);
}

/// From the primary to any clock, in cycles.
Cycle TimeSyncPlan::longest_path(const TimeSyncTree& tree) const {
  Cycle longest = 0;
  for (unsigned chip = 0; chip < tree.size(); ++chip) {
    Cycle path = 0;
    for (unsigned at = chip; tree[at].parent != at; at = tree[at].parent)
      path += links_.spec(tree[at].parent, tree[at].parent_port).latency + kLongestFlight;
    longest = std::max(longest, path);
  }
  return longest;
}

// The children of the primary fail together, but for the paths to them. A child then receives its
// parent's failed status once in each interval, until it has refused enough of them; or it times
// out. Clocks are off by less than a 500th.
Cycle TimeSyncPlan::failure_spread() const {
  const TimeSyncConfig& sync = config_.timesync;
  double level_us = sync.timeout_us;
  if (sync.invalid_limit != 0) level_us = std::min(level_us, sync.invalid_limit * sync.interval_us);
  const unsigned depth = std::max(depth_of(tree_), 1u);
  const double cycles = (depth - 1) * level_us * config_.tin.core_mhz + depth * longest_path(tree_);
  return static_cast<Cycle>(std::ceil(cycles * 1.002)) + 1;
}

unsigned TimeSyncPlan::channel_delay(unsigned chip, const TimeSyncTree& tree) const {
  const TimeSyncNode& node = tree[chip];
  if (node.parent == chip) return 0;
  const bool is_local = topology_.chips[chip].ports[node.port].kind == PortKind::kLocal;
  const auto& written =
      is_local ? config_.timesync.local_delay_cycles : config_.timesync.global_delay_cycles;
  if (written) return *written;
  return measured_delay(oscillators_[chip], oscillators_[node.parent], 0,
                        links_.spec(chip, node.port).latency,
                        links_.spec(node.parent, node.parent_port).latency);
}

TimeSyncPlace TimeSyncPlan::place(unsigned chip, const TimeSyncTree& tree) const {
  const TimeSyncNode& node = tree[chip];
  return {node.parent == chip, node.port, channel_delay(chip, tree), node.out_ports};
}

TimeSyncParams TimeSyncPlan::params(unsigned chip) const {
  const TimeSyncConfig& sync = config_.timesync;
  const unsigned core_mhz = config_.tin.core_mhz;
  TimeSyncParams params;
  const ChipInfo& info = topology_.chips[chip];
  params.name = fmt::format("pod{}.tin{}", info.pod, info.tin);
  params.interval = static_cast<uint32_t>(cycles_of_us(sync.interval_us, core_mhz));
  params.timeout = static_cast<uint32_t>(cycles_of_us(sync.timeout_us, core_mhz));
  params.threshold = static_cast<uint32_t>(cycles_of_us(sync.threshold_ns / 1000, core_mhz));
  params.invalid_limit = sync.invalid_limit;
  params.oscillator = oscillators_[chip];
  for (const PortInfo& port : info.ports)
    params.peers.push_back(is_link(port) ? oscillators_[port.peer_chip] : Oscillator());
  // Clocks were switched on at different times; that of the primary shows the cycle.
  const Draw random = draw(config_.run.seed, kClockStream, chip, 1);
  params.place = place(chip, tree_);
  if (!params.place.primary) params.start_time = uint64_t{random.gap} << 16 | random.size >> 16;
  if (sync.standby) params.standby = place(chip, standby_tree_);
  const Cycle reaction =
      sync.reaction_us ? cycles_of_us(*sync.reaction_us, core_mhz) : failure_spread();
  params.reaction_cycles = std::max(reaction, Cycle{1});
  if (params.place.primary && sync.primary_fails_us)
    params.stops_at = cycles_of_us(*sync.primary_fails_us, core_mhz);
  params.skip_cycles = skip_interval(config_);
  return params;
}

uint64_t TimeSyncPlan::allowed_ticks(unsigned depth, unsigned other_depth) const {
  return ticks_per_link_ * (depth + other_depth) + drift_ticks_;
}

}  // namespace tinsim
