// SPDX-License-Identifier: Apache-2.0
// Rules of the controller of a run.
#include <fmt/format.h>

#include <algorithm>

#include "platform/config/chip_impl.h"
#include "platform/network/topology/topology.h"
#include "platform/validate/port_budget.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr const char* kWith = "with controller.kind: constellation";

/// The Ethernet of a TiN delays packets by so many cycles: no pod may be simulated further ahead.
constexpr double kEthernetCycles = 400, kBesideLink = 64;
constexpr double kNsPerMetre = 5;

void check_ethernet(const PlatformConfig& config, RuleErrors& errors) {
  const auto& chips = config.ecp.ethernet_chips;
  errors.expect(
      !chips.empty(), "ecp.ethernet_chips",
      fmt::format("is empty; expected the chips on whose Ethernet the controller is, {}", kWith));
  const unsigned tins = network_size(config.topology).tins_per_pod;
  const bool has_pods = std::any_of(chips.begin(), chips.end(), [&](unsigned chip) {
    return chip / tins != chips.front() / tins;
  });
  const double ns_per_cycle = 1e3 / config.tin.core_mhz;
  const double most =
      (kEthernetCycles - kBesideLink - config.link.fec_cycles) * ns_per_cycle / kNsPerMetre;
  errors.expect(!has_pods || config.link.global_m <= most, "link.global_m",
                fmt::format("is {} with chips of several pods in ecp.ethernet_chips; expected at "
                            "most {:.0f} {}",
                            config.link.global_m, most, kWith));
}

void check_controlled_network(const PlatformConfig& config, RuleErrors& errors) {
  errors.expect(config.topology.kind == TopologyKind::dragonfly, "topology.kind",
                fmt::format("is {}, for which a controller has no routing; expected dragonfly {}",
                            word_of(config.topology.kind), kWith));
  errors.expect(!has_via_pods(config.routing.mode), "routing.mode",
                fmt::format("is {}, for which a controller has no flows; expected "
                            "minimal_deterministic, minimal_adaptive, deterministic or "
                            "fully_adaptive {}",
                            word_of(config.routing.mode), kWith));
  errors.expect(config.link.credits == CreditReturn::sets, "controller.kind",
                "needs slots for ordered sets; expected none with link.credits: ideal");
}

void check_operations(const PlatformConfig& config, RuleErrors& errors) {
  const auto& operations = config.controller.operations;
  for (std::size_t n = 0; n < operations.size(); ++n) {
    if (operations[n].act == ControllerAct::kill) continue;
    errors.expect(!operations[n].tins.empty(), fmt::format("controller.operations.{}.tins", n),
                  "is missing; expected TiNs as pod0.tin1, where * stands for anything");
  }
}

}  // namespace

void check_controller(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.controller.is_on()) {
    errors.expect(config.controller.operations.empty(), "controller.operations",
                  "are those of a controller; expected none with controller.kind: none");
    return;
  }
  errors.expect(config.ecp.enabled && config.ip.enabled, "controller.kind",
                "needs control processors and the IP path; expected ecp.enabled: true and "
                "ip.enabled: true");
  errors.expect(!config.bring_up.enabled, "bring_up.enabled",
                fmt::format("writes the tables too; expected false {}", kWith));
  check_controlled_network(config, errors);
  const bool is_model = switch_impl(config) == SwitchImpl::model;
  errors.expect(is_model || config.failures.events.empty(), "failures.events",
                fmt::format("change ports of chips on pins, whose routes a controller then cannot "
                            "write; expected none {}",
                            kWith));
  check_operations(config, errors);
  errors.expect(config.ip.routes.empty(), "ip.routes",
                fmt::format("are written by the controller; expected none {}", kWith));
  errors.expect(!config.host.at_macs, "host.at_macs",
                fmt::format("puts hosts where the controller is; expected false {}", kWith));
  const bool starts_silent = config.run.start_us && config.run.start_load.value_or(1) == 0;
  errors.expect(!config.controller.clear_tables || config.traffic.empty() || starts_silent,
                "run.start_load",
                "lets cells leave before they have routes; expected 0, and in run.start_us the "
                "time of the bootstrap, or controller.clear_tables: false");
  check_ethernet(config, errors);
  const auto& chips = config.ecp.ethernet_chips;
  errors.expect(!config.controller.timeline || chips.empty() ||
                    chips.front() < network_size(config.topology).tins_per_pod,
                "controller.timeline",
                "is written where pod 0 is simulated; expected false, or a chip of pod 0 first in "
                "ecp.ethernet_chips");
}

void check_controller_tins_exist(const PlatformConfig& config, RuleErrors& errors) {
  const auto& operations = config.controller.operations;
  if (operations.empty()) return;
  const Topology topology = make_topology(config);
  for (std::size_t n = 0; n < operations.size(); ++n) {
    if (operations[n].act == ControllerAct::kill) continue;
    expect_tins(errors, fmt::format("controller.operations.{}.tins", n), topology,
                operations[n].tins);
  }
}

}  // namespace tinsim
