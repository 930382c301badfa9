// SPDX-License-Identifier: Apache-2.0
// Rules of TimeSync: chips that exist, trees of links, times that fit the registers, and what links
// and chips must be.
#include <fmt/format.h>

#include "platform/config/chip_impl.h"
#include "platform/network/time_sync_plan.h"
#include "platform/validate/rules.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr double kMostCycles = (1 << 24) - 1;  ///< of time_sync `interval_i` and `timeout_i`
constexpr double kMostTicks = (1 << 16) - 1;   ///< of `threshold_i`
constexpr double kLongestSetWait = 21;

void check_times(const PlatformConfig& config, RuleErrors& errors) {
  const TimeSyncConfig& sync = config.timesync;
  const double mhz = config.tin.core_mhz;
  const auto expect_at_most = [&](const char* key, double us, double most) {
    errors.expect(
        us * mhz <= most, fmt::format("timesync.{}", key),
        fmt::format("is {:.0f} cycles at {} MHz; expected at most {:.0f}, the register of "
                    "time_sync",
                    us * mhz, config.tin.core_mhz, most));
  };
  expect_at_most("interval_us", sync.interval_us, kMostCycles);
  expect_at_most("timeout_us", sync.timeout_us, kMostCycles);
  expect_at_most("threshold_ns", sync.threshold_ns / 1000, kMostTicks);
  errors.expect(
      sync.interval_us * mhz > kLongestSetWait, "timesync.interval_us",
      fmt::format("{} us are {} cycles at {} MHz, but a set may wait {}; expected more",
                  sync.interval_us, sync.interval_us * mhz, config.tin.core_mhz, kLongestSetWait));
  errors.expect(
      sync.timeout_us == 0 || sync.timeout_us > sync.interval_us, "timesync.timeout_us",
      fmt::format("{} us are over before the next message, after interval_us {}; expected "
                  "more, or 0",
                  sync.timeout_us, sync.interval_us));
  errors.expect(!sync.primary_fails_us || sync.timeout_us != 0, "timesync.primary_fails_us",
                "would never be noticed; expected timesync.timeout_us of more than 0");
}

/// Only the chip core, on links of cell fidelity, carries the sets of the clocks.
void check_links(const PlatformConfig& config, RuleErrors& errors) {
  const LinkConfig& link = config.link;
  errors.expect(link.timesync_us == 0, "link.timesync_us",
                "sends TIMESYNC sets without a clock; expected 0 with timesync.enabled");
  errors.expect(link.latency_us == 0, "link.latency_us",
                "runs the ports of links cycle by cycle, where all clocks are one; expected 0 with "
                "timesync.enabled, whose clocks measure the delays of their links themselves");
  errors.expect(link.credits == CreditReturn::sets, "link.credits",
                "is ideal, so that links carry no ordered sets; expected sets with "
                "timesync.enabled");
  const bool is_wire = link.fidelity == LinkFidelity::wire || link.train_at_start ||
                       !link.wire_links.empty() || !link.noise.empty() || !link.faults.empty() ||
                       !config.failures.events.empty();
  const char* const key = link.fidelity == LinkFidelity::wire ? "link.fidelity"
                          : link.train_at_start               ? "link.train_at_start"
                          : !link.wire_links.empty()          ? "link.wire_links"
                          : !link.noise.empty()               ? "link.noise"
                          : !link.faults.empty()              ? "link.faults"
                                                              : "failures.events";
  errors.expect(!is_wire, key,
                "has links at wire fidelity, where all clocks are one; expected links at cell "
                "fidelity with timesync.enabled");
  const SwitchImpl impl = switch_impl(config);
  const bool on_pins = impl == SwitchImpl::pins || impl == SwitchImpl::rtl;
  if (impl == SwitchImpl::model) return;
  const PinsKey pins = pins_key(config.tin);
  errors.expect(!on_pins, pins.key,
                fmt::format("is {}, which carries no sets of a clock; expected {}, or tin.impl "
                            "lockstep_pins or lockstep, with timesync.enabled",
                            pins.value, pins.without));
  errors.expect(on_pins || skip_interval(config) == 0, "tin.impl",
                fmt::format("is {}, whose pins have one clock; expected model where "
                            "timesync.clock_ppm or timesync.drift_ppm_per_s is not 0",
                            word_of(impl)));
}

void expect_chip(const char* key, unsigned chip, unsigned chips, RuleErrors& errors) {
  errors.expect(chip < chips, fmt::format("timesync.{}", key),
                fmt::format("{} does not exist; expected 0 to {}, because the network has {} chips",
                            chip, chips - 1, chips));
}

/// The clock of the failed primary forwards nothing.
void check_standby_tree(const TimeSyncConfig& sync, const Topology& topology, RuleErrors& errors) {
  if (!sync.standby) return;
  const auto outside = first_outside(breadth_first_tree(topology, *sync.standby, sync.primary));
  errors.expect(!outside, "timesync.standby",
                fmt::format("{} reaches chip {} only by way of the primary {}, whose clock has "
                            "failed then; expected a chip that reaches all others without it",
                            *sync.standby, outside.value_or(0), sync.primary));
}

/// A clock that has not failed would follow its parent in the second tree, and forward the time
/// along the first one.
void check_reaction(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  const TimeSyncConfig& sync = config.timesync;
  if (!sync.standby || !sync.reaction_us) return;
  const double least =
      TimeSyncPlan(config, topology).failure_spread() / double(config.tin.core_mhz);
  errors.expect(
      *sync.reaction_us >= least, "timesync.reaction_us",
      fmt::format("{} us may be over before all clocks of the tree have failed; expected at "
                  "least {:.2f}, or unset",
                  *sync.reaction_us, least + 0.005));
}

void check_parents(const TimeSyncConfig& sync, const Topology& topology, RuleErrors& errors) {
  const std::size_t chips = topology.chips.size();
  errors.expect(sync.parents.size() == chips, "timesync.parents",
                fmt::format("has {} entries; expected one for each of the {} chips",
                            sync.parents.size(), chips));
  if (sync.parents.size() != chips) return;
  const auto outside = first_outside(tree_of_parents(topology, sync.primary, sync.parents));
  if (!outside) return;
  errors.add(fmt::format("timesync.parents.{}", *outside),
             fmt::format("chip {} does not follow the primary {} over links by way of chip {}; "
                         "expected a neighbour that does",
                         *outside, sync.primary, sync.parents[*outside]));
}

}  // namespace

void check_time_sync(const PlatformConfig& config, RuleErrors& errors) {
  const TimeSyncConfig& sync = config.timesync;
  if (!sync.enabled) return;
  check_times(config, errors);
  check_links(config, errors);
}

void check_time_sync_trees(const PlatformConfig& config, RuleErrors& errors) {
  const TimeSyncConfig& sync = config.timesync;
  if (!sync.enabled) return;
  const Topology topology = make_topology(config);
  const auto chips = static_cast<unsigned>(topology.chips.size());
  expect_chip("primary", sync.primary, chips, errors);
  if (sync.standby) expect_chip("standby", *sync.standby, chips, errors);
  errors.expect(!sync.standby || *sync.standby != sync.primary, "timesync.standby",
                "is the primary; expected another chip");
  if (!errors.lines().empty()) return;
  check_standby_tree(sync, topology, errors);
  if (!sync.parents.empty()) check_parents(sync, topology, errors);
  if (errors.lines().empty()) check_reaction(config, topology, errors);
}

}  // namespace tinsim
