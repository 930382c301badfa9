// SPDX-License-Identifier: Apache-2.0
// Failure rules: links and TiNs that exist, times in the run, and requirements of failures on the
// chips.
#include <fmt/format.h>

#include <algorithm>

#include "platform/config/chip_impl.h"
#include "platform/network/failure_plan.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kVcs = 32;  ///< 30 and 31 are the escape VCs
constexpr unsigned kMaxPortsWithFailures =
    61;  ///< the chip core needs three numbers of ports for itself

std::string at(std::size_t index, const char* key = "") {
  return fmt::format("failures.events.{}{}{}", index, *key != 0 ? "." : "", key);
}

/// Longest run that the configuration allows, in microseconds.
double longest_run_us(const RunConfig& run) {
  return run.start_us.value_or(0) + run.longest_measure_us() + run.longest_warmup_us();
}

void check_network(const PlatformConfig& config, RuleErrors& errors) {
  const SwitchConfig& chip = config.tin.switch_;
  errors.expect(chip.vcs == kVcs, "tin.switch.vcs",
                fmt::format("is {}, but with failures the last two of {} VCs are the escape VCs; "
                            "expected {}",
                            chip.vcs, kVcs, kVcs));
  errors.expect(
      chip.ports <= kMaxPortsWithFailures, "tin.switch.ports",
      fmt::format("is {}; expected at most {} with failures", chip.ports, kMaxPortsWithFailures));
  for (std::size_t i = 0; i < config.traffic.size(); ++i) {
    errors.expect(
        config.traffic[i].vc == TrafficVc::class_, fmt::format("traffic.{}.vc", i),
        fmt::format("is {}; expected class with failures", word_of(config.traffic[i].vc)));
  }
}

void check_event(const PlatformConfig& config, std::size_t i, RuleErrors& errors) {
  const FailureConfig& event = config.failures.events[i];
  if (event.links.empty() == event.tins.empty())
    errors.add(at(i), fmt::format("names {}; expected links or tins",
                                  event.links.empty() ? "nothing" : "both links and tins"));
  errors.expect(event.tins.empty() || event.direction == LinkDirection::both, at(i, "direction"),
                "is only for links; expected no direction with tins");
  const double longest = longest_run_us(config.run);
  errors.expect(event.at_us < longest, at(i, "at_us"),
                fmt::format("{} us is after the end of the run; expected less than {}, the longest "
                            "warm-up and the measurement",
                            event.at_us, longest));
  const double for_us = event.for_us.value_or(1e9);
  errors.expect(for_us * config.tin.core_mhz >= 1, at(i, "for_us"),
                fmt::format("{} us is less than a cycle at {} MHz; expected at least one cycle",
                            for_us, config.tin.core_mhz));
}

bool on_pins(const PlatformConfig& config, unsigned chip) {
  return switch_impl(config) != SwitchImpl::model && is_impl_chip(config, chip);
}

/// Pins have no input for ports that are dead, and no way to drop a cell.
void check_pins(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  if (switch_impl(config) == SwitchImpl::model) return;
  const FailurePlan plan(config, topology);
  const PinsKey pins = pins_key(config.tin);
  for (std::size_t i = 0; i < plan.failures().size(); ++i) {
    errors.expect(config.failures.events[i].tins.empty(), at(i, "tins"),
                  fmt::format("cells for them are dropped, which {} {} cannot; expected links, or "
                              "{}",
                              pins.key, pins.value, pins.without));
    if (!config.failures.events[i].tins.empty()) continue;
    for (const LinkEnd& end : plan.failures()[i].links) {
      for (const LinkEnd& of : {end, far_end(topology, end)}) {
        if (!on_pins(config, of.chip)) continue;
        errors.add(at(i, "links"),
                   fmt::format("{} fails, but {} {} has no input for ports that are dead; "
                               "expected links between other chips, or {}",
                               port_name(topology, of), pins.key, pins.value, pins.without));
        return;
      }
    }
  }
}

}  // namespace

void check_failures(const PlatformConfig& config, RuleErrors& errors) {
  if (config.failures.events.empty()) return;
  check_network(config, errors);
  for (std::size_t i = 0; i < config.failures.events.size(); ++i) check_event(config, i, errors);
}

void check_failures_exist(const PlatformConfig& config, RuleErrors& errors) {
  if (config.failures.events.empty()) return;
  const Topology topology = make_topology(config);
  for (std::size_t i = 0; i < config.failures.events.size(); ++i) {
    const FailureConfig& event = config.failures.events[i];
    if (!event.links.empty()) {
      if (!is_link_selector(event.links))
        errors.add(at(i, "links"),
                   fmt::format("'{}' is no selector; expected local, global, all, or three names "
                               "with dots between them as in pod0.tin1.port25, where * stands for "
                               "anything",
                               event.links));
      else if (named_ends(topology, event.links).empty())
        errors.add(at(i, "links"),
                   fmt::format("'{}' matches no link; expected one that does", event.links));
    } else {
      expect_tins(errors, at(i, "tins"), topology, event.tins);
    }
  }
  if (errors.lines().empty()) check_pins(config, topology, errors);
}

}  // namespace tinsim
