// SPDX-License-Identifier: Apache-2.0
// Rules of the control processors.
#include <fmt/format.h>

#include "platform/config/host_map.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

/// The controller's DHCP server is one for all of them, so its replies find them by routes of a
/// pod.
void check_ethernet_chips(const PlatformConfig& config, RuleErrors& errors) {
  const auto& chips = config.ecp.ethernet_chips;
  errors.expect(!chips.empty(), "ecp.ethernet_chips",
                "is empty; expected the chips on whose Ethernet the controller is, with "
                "bring_up.enabled: true");
  const unsigned tins = network_size(config.topology).tins_per_pod;
  for (const unsigned chip : chips) {
    errors.expect(chip / tins == chips.front() / tins, "ecp.ethernet_chips",
                  fmt::format("chip {} is in pod {} and chip {} in pod {}; expected chips of one "
                              "pod with bring_up.enabled: true",
                              chips.front(), chips.front() / tins, chip, chip / tins));
  }
}

void check_bring_up(const PlatformConfig& config, RuleErrors& errors) {
  const TopologyKind kind = config.topology.kind;
  errors.expect(kind == TopologyKind::dragonfly || kind == TopologyKind::pair, "topology.kind",
                fmt::format("is {}, whose route tables have no registers; expected dragonfly or "
                            "pair with bring_up.enabled: true",
                            word_of(kind)));
  const bool has_all = config.ecp.enabled && config.ip.enabled;
  errors.expect(has_all, "bring_up.enabled",
                "needs control processors and the IP path; expected ecp.enabled: true and "
                "ip.enabled: true");
  errors.expect(config.link.credits == CreditReturn::sets, "bring_up.enabled",
                "needs slots for ordered sets; expected false with link.credits: ideal");
  errors.expect(config.failures.events.empty(), "failures.events",
                "change route tables that the controller writes; expected none with "
                "bring_up.enabled: true");
  const RouteMode mode = config.routing.mode;
  errors.expect(!has_detours(mode) && !has_via_pods(mode), "routing.mode",
                fmt::format("is {}, whose routes visit chips that have no tables yet; expected "
                            "minimal_deterministic or minimal_adaptive with bring_up.enabled: true",
                            word_of(mode)));
  errors.expect(!config.host.at_macs, "host.at_macs",
                "puts hosts where the controller is; expected false with bring_up.enabled: true");
  const bool starts_silent = config.run.start_us && config.run.start_load.value_or(1) == 0;
  errors.expect(!config.bring_up.clear_tables || config.traffic.empty() || starts_silent,
                "run.start_load",
                "lets cells leave before they have routes; expected 0, and in run.start_us the "
                "time of the bring-up, or bring_up.clear_tables: false");
  check_ethernet_chips(config, errors);
}

}  // namespace

void check_ecp(const PlatformConfig& config, RuleErrors& errors) {
  if (config.bring_up.enabled) check_bring_up(config, errors);
  if (!config.ecp.enabled) return;
  if (!config.ecp.image.empty()) expect_readable(errors, "ecp.image", config.ecp.image);
  const HostMap hosts = host_map(config.topology);
  expect_distinct_below(errors, "ecp.ethernet_chips", config.ecp.ethernet_chips, hosts.chips(),
                        fmt::format("the network has {} chips", hosts.chips()));
  for (const unsigned chip : config.ecp.ethernet_chips) {
    errors.expect(chip >= hosts.chips() || hosts.hosts_of(chip) != 0, "ecp.ethernet_chips",
                  fmt::format("chip {} has no IP path; expected chips with hosts", chip));
  }
  errors.expect(!config.mos.is_on(), "mos.words_per_us",
                "with ecp.enabled: true the processors send the MOS words; expected 0");
  errors.expect(!config.ip.enabled || config.ip.payload == Payload::carried, "ip.payload",
                fmt::format("is {}, but control processors read the octets of packets; expected "
                            "carried with ecp.enabled: true",
                            word_of(config.ip.payload)));
}

}  // namespace tinsim
