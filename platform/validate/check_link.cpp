// SPDX-License-Identifier: Apache-2.0
// Link rules: periods that the link blocks can keep, links that exist, faults that can happen.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "platform/config/chip_impl.h"
#include "platform/network/link_plan.h"
#include "platform/network/topology/link_selector.h"
#include "platform/network/topology/port_selector.h"
#include "platform/validate/rules.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr unsigned kFecCycles = 12;    ///< of rs_fec_decoder
constexpr unsigned kLeastPeriod = 32;  ///< a set waits up to 21 slots, and cells are to go on too

std::string at(const char* list, std::size_t index, const char* key = "") {
  return fmt::format("link.{}.{}{}{}", list, index, *key != 0 ? "." : "", key);
}

void check_refresh(const PlatformConfig& config, RuleErrors& errors) {
  if (config.link.fc_refresh_us == 0) return;
  const unsigned sets = refresh_sets(config);
  errors.expect(refresh_period(config) >= kLeastPeriod, "link.fc_refresh_us",
                fmt::format("{} us is less than {} cycles for each of the {} sets that refresh {} "
                            "VCs; expected 0, or at least {}",
                            config.link.fc_refresh_us, kLeastPeriod, sets, config.tin.switch_.vcs,
                            static_cast<double>(sets) * kLeastPeriod / config.tin.core_mhz));
}

void check_timesync(const PlatformConfig& config, RuleErrors& errors) {
  if (config.link.timesync_us == 0) return;
  // A set waits for the cell and the set that precede it; a new one replaces one that waits.
  constexpr unsigned kLongestWait = 20 + 1;
  const double cycles = config.link.timesync_us * config.tin.core_mhz;
  errors.expect(cycles > kLongestWait, "link.timesync_us",
                fmt::format("{} us are {:.0f} cycles at {} MHz, but a set may wait {}; expected 0, "
                            "or more than {} us",
                            config.link.timesync_us, cycles, config.tin.core_mhz, kLongestWait,
                            static_cast<double>(kLongestWait) / config.tin.core_mhz));
}

/// A measurement that begins before the last one has its answer would take that one for its own.
void check_latency(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  if (config.link.latency_us == 0) return;
  // Both sets wait for a cell, and for the sets that precede them or were requested before.
  constexpr Cycle kLongestWait = 32;
  const Cycle longest = 2 * (longest_link(config, topology) + kLongestWait);
  const double cycles = config.link.latency_us * config.tin.core_mhz;
  errors.expect(cycles > longest, "link.latency_us",
                fmt::format("{} us are {:.0f} cycles at {} MHz, but PING and PONG may take {}; "
                            "expected 0, or more than {} us",
                            config.link.latency_us, cycles, config.tin.core_mhz, longest,
                            static_cast<double>(longest) / config.tin.core_mhz));
}

/// Links at wire fidelity have the code of global links alone.
void check_local_fec(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  if (config.link.local_fec_cycles == 0) return;
  errors.expect(LinkPlan(config, topology).census(PortKind::kLocal).wire == 0,
                "link.local_fec_cycles",
                "is for local links at cell fidelity, and some are at wire fidelity; expected 0");
}

/// Only the chip core has links with other slots than one per cycle, and only at cell fidelity.
void check_full_rate(const PlatformConfig& config, const Topology& topology, PortKind kind,
                     RuleErrors& errors) {
  if (!is_full_rate(config, kind)) return;
  const char* const name = kind == PortKind::kLocal ? "local" : "global";
  const auto expect = [&](bool holds, const std::string& key, const std::string& expected) {
    errors.expect(holds, key,
                  fmt::format("runs {0} links with one slot per cycle; expected {1} with "
                              "link.{0}_fec: false",
                              name, expected));
  };
  const LinkConfig& link = config.link;
  const bool is_wire = LinkPlan(config, topology).census(kind).wire != 0;
  const char* const key = link.fidelity == LinkFidelity::wire ? "link.fidelity"
                          : link.train_at_start               ? "link.train_at_start"
                          : !link.wire_links.empty()          ? "link.wire_links"
                          : !link.noise.empty()               ? "link.noise"
                          : !link.faults.empty()              ? "link.faults"
                                                              : "failures.events";
  expect(!is_wire, key, fmt::format("{} links at cell fidelity", name));
  expect(link.latency_us == 0, "link.latency_us", "0");
  if (switch_impl(config) != SwitchImpl::model)
    expect(false, pins_key(config.tin).key, pins_key(config.tin).without);
}

void check_noise(const PlatformConfig& config, RuleErrors& errors) {
  for (std::size_t i = 0; i < config.link.noise.size(); ++i) {
    const LinkNoiseConfig& noise = config.link.noise[i];
    errors.expect(noise.burst_per_s == 0 || noise.burst_bits > 0, at("noise", i, "burst_per_s"),
                  "has bursts without length; expected burst_bits of at least 1");
    errors.expect(noise.burst_bits == 0 || noise.burst_per_s > 0, at("noise", i, "burst_bits"),
                  "is a length without bursts; expected burst_per_s of more than 0");
    const double per_cycle = noise.burst_per_s / (config.tin.core_mhz * 1e6);
    errors.expect(per_cycle <= 1, at("noise", i, "burst_per_s"),
                  fmt::format("{} are more than one in each cycle; expected at most {}",
                              noise.burst_per_s, config.tin.core_mhz * 1e6));
  }
}

/// Keys that only some kinds of fault have.
void check_fault_keys(const LinkFaultConfig& fault, std::size_t i, RuleErrors& errors) {
  const bool lasts = fault.kind != LinkFaultKind::drop_fc;
  const auto foreign = [&](bool is_set, const char* key, const char* kinds) {
    errors.expect(!is_set, at("faults", i, key),
                  fmt::format("is only for {}; expected no {} with this kind", kinds, key));
  };
  if (lasts)
    errors.expect(fault.for_us.has_value(), at("faults", i),
                  fmt::format("{} has no length; expected for_us", word_of(fault.kind)));
  else
    foreign(fault.for_us.has_value(), "for_us", "down and stuck");
  if (fault.kind == LinkFaultKind::stuck)
    errors.expect(fault.value.has_value(), at("faults", i),
                  "stuck has no value; expected value: 0 or 1");
  else
    foreign(fault.value.has_value(), "value", "stuck");
  if (lasts) foreign(fault.count.has_value(), "count", "drop_fc");
}

/// Longest run that the configuration allows, in microseconds.
double longest_run_us(const RunConfig& run) {
  return run.start_us.value_or(0) + run.longest_measure_us() + run.longest_warmup_us();
}

void check_fault_times(const PlatformConfig& config, std::size_t i, RuleErrors& errors) {
  const LinkFaultConfig& fault = config.link.faults[i];
  const double longest = longest_run_us(config.run);
  errors.expect(fault.at_us < longest, at("faults", i, "at_us"),
                fmt::format("{} us is after the end of the run; expected less than {}, the longest "
                            "warm-up and the measurement",
                            fault.at_us, longest));
  const double for_us = fault.for_us.value_or(0);
  errors.expect(!fault.for_us || for_us * config.tin.core_mhz >= 1, at("faults", i, "for_us"),
                fmt::format("{} us is less than a cycle at {} MHz; expected at least one cycle",
                            for_us, config.tin.core_mhz));
  if (fault.times == 1) {
    return errors.expect(!fault.every_us, at("faults", i, "every_us"),
                         "says when it happens again, but times is 1; expected times of at least "
                         "2, or no every_us");
  }
  if (!fault.every_us) {
    return errors.add(at("faults", i, "times"),
                      fmt::format("{} times without an interval; expected every_us", fault.times));
  }
  errors.expect(*fault.every_us > for_us, at("faults", i, "every_us"),
                fmt::format("{} us is not longer than for_us; expected more than {}, so that the "
                            "fault ends before it begins again",
                            *fault.every_us, for_us));
}

/// Ports of the first chip that has links, as a hint.
std::string ports_hint(const Topology& topology) {
  const auto ends = named_ends(topology, "all");
  if (ends.empty()) return "the network has no links between chips";
  const ChipInfo& chip = topology.chips[ends[0].chip];
  const auto last = std::find_if(ends.rbegin(), ends.rend(),
                                 [&](const LinkEnd& end) { return end.chip == ends[0].chip; });
  return fmt::format("pod{}.tin{} has links on ports {} to {}", chip.pod, chip.tin, ends[0].port,
                     last->port);
}

/// Whether the selector names a link; if not, says so.
bool check_selector(const Topology& topology, const std::string& selector, const std::string& path,
                    RuleErrors& errors) {
  if (!is_link_selector(selector)) {
    errors.add(path, fmt::format("'{}' is no selector; expected local, global, all, or three "
                                 "names with dots between them as in pod0.tin1.port25, where * "
                                 "stands for anything",
                                 selector));
    return false;
  }
  if (!named_ends(topology, selector).empty()) return true;
  errors.add(path, fmt::format("'{}' matches no link; expected one that does: {}", selector,
                               ports_hint(topology)));
  return false;
}

bool check_selectors(const LinkConfig& link, const Topology& topology, RuleErrors& errors) {
  bool good = true;
  for (std::size_t i = 0; i < link.wire_links.size(); ++i)
    good &= check_selector(topology, link.wire_links[i], at("wire_links", i), errors);
  for (std::size_t i = 0; i < link.noise.size(); ++i)
    good &= check_selector(topology, link.noise[i].links, at("noise", i, "links"), errors);
  for (std::size_t i = 0; i < link.faults.size(); ++i)
    good &= check_selector(topology, link.faults[i].links, at("faults", i, "links"), errors);
  return good;
}

/// Both lists ascending.
bool overlap(const std::vector<CycleInterval>& a, const std::vector<CycleInterval>& b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].to <= b[j].from)
      ++i;
    else if (b[j].to <= a[i].from)
      ++j;
    else
      return true;
  }
  return false;
}

/// One direction cannot be stuck at both values at once.
void check_stuck(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  const auto& faults = config.link.faults;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (faults[i].kind != LinkFaultKind::stuck || faults[j].kind != LinkFaultKind::stuck)
        continue;
      if (faults[i].value == faults[j].value) continue;
      if (!overlap(times_of(faults[i], config.tin.core_mhz),
                   times_of(faults[j], config.tin.core_mhz)))
        continue;
      const auto a = directions_of(topology, faults[i]), b = directions_of(topology, faults[j]);
      std::vector<LinkEnd> shared;
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
      if (shared.empty()) continue;
      const ChipInfo& chip = topology.chips[shared[0].chip];
      errors.add(at("faults", i),
                 fmt::format("pod{}.tin{}.port{} is stuck at the other value by link.faults.{} at "
                             "the same time; expected other links or times",
                             chip.pod, chip.tin, shared[0].port, j));
    }
  }
}

void check_fec(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  const unsigned cycles = config.link.fec_cycles;
  if (cycles == 0 || cycles == kFecCycles) return;
  errors.expect(LinkPlan(config, topology).census(PortKind::kGlobal).wire == 0, "link.fec_cycles",
                fmt::format("{} is not what RS(70,66) takes, and global links are at wire "
                            "fidelity; expected {}, or 0 for none",
                            cycles, kFecCycles));
}

/// Chips on pins receive the state of a link at wire fidelity too late.
void check_pins(const PlatformConfig& config, const Topology& topology, RuleErrors& errors) {
  if (switch_impl(config) == SwitchImpl::model) return;
  const LinkPlan plan(config, topology);
  const bool measures = plan.measures();
  for (const LinkEnd& end : named_ends(topology, "all")) {
    const PortInfo& port = topology.chips[end.chip].ports[end.port];
    const bool is_wire = measures || plan.census(port.kind).wire != 0;
    if (!is_wire || link_cycles(config, port) > kWireToPins) continue;
    const PinsKey pins = pins_key(config.tin);
    errors.add(pins.key, fmt::format("is {}, links are {}, and that on {} has no length; "
                                     "expected one that light takes a cycle for, or {}",
                                     pins.value, measures ? "measured" : "at wire fidelity",
                                     port_name(topology, {end.chip, end.port}), pins.without));
    return;
  }
}

}  // namespace

void check_link(const PlatformConfig& config, RuleErrors& errors) {
  check_refresh(config, errors);
  check_timesync(config, errors);
  check_noise(config, errors);
  for (std::size_t i = 0; i < config.link.faults.size(); ++i) {
    check_fault_keys(config.link.faults[i], i, errors);
    check_fault_times(config, i, errors);
  }
}

void check_links_exist(const PlatformConfig& config, RuleErrors& errors) {
  const Topology topology = make_topology(config);
  if (!check_selectors(config.link, topology, errors)) return;
  check_stuck(config, topology, errors);
  check_fec(config, topology, errors);
  check_latency(config, topology, errors);
  for (PortKind kind : {PortKind::kLocal, PortKind::kGlobal})
    check_full_rate(config, topology, kind, errors);
  check_local_fec(config, topology, errors);
  check_pins(config, topology, errors);
}

}  // namespace tinsim
