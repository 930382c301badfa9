// SPDX-License-Identifier: Apache-2.0
// Rules of the control processors.
#include <fmt/format.h>

#include "platform/config/host_map.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

void check_bring_up(const PlatformConfig& config, RuleErrors& errors) {
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
  const auto& chips = config.ecp.ethernet_chips;
  errors.expect(!chips.empty(), "ecp.ethernet_chips",
                "is empty; expected the chips on whose Ethernet the controller is, with "
                "bring_up.enabled: true");
}

}  // namespace

void check_ecp(const PlatformConfig& config, RuleErrors& errors) {
  if (config.bring_up.enabled) check_bring_up(config, errors);
  if (!config.ecp.enabled) return;
  if (!config.ecp.image.empty()) expect_readable(errors, "ecp.image", config.ecp.image);
  const HostMap hosts = host_map(config.topology);
  for (const unsigned chip : config.ecp.ethernet_chips) {
    errors.expect(chip < hosts.chips() && hosts.hosts_of(chip) != 0, "ecp.ethernet_chips",
                  fmt::format("chip {} has no IP path; expected chips with hosts, below {}", chip,
                              hosts.chips()));
  }
  errors.expect(!config.mos.is_on(), "mos.words_per_us",
                "with ecp.enabled: true the processors send the MOS words; expected 0");
  errors.expect(!config.ip.enabled || config.ip.payload == Payload::carried, "ip.payload",
                fmt::format("is {}, but control processors read the octets of packets; expected "
                            "carried with ecp.enabled: true",
                            word_of(config.ip.payload)));
}

}  // namespace tinsim
