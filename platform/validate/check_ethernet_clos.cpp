// SPDX-License-Identifier: Apache-2.0
// Rules of the Ethernet Clos network: traffic, classes, and queues that hold a frame.
#include <fmt/format.h>

#include <algorithm>

#include "platform/validate/rules.h"

namespace tinsim {
namespace {

constexpr unsigned kClasses = 8;
constexpr unsigned kFrameBytes = 18;  // Ethernet header and FCS

void check_clos_traffic(const PlatformConfig& config, RuleErrors& errors) {
  errors.expect(!config.ip_traffic.empty(), "ethernet_clos.enabled",
                "there are no messages to compare; expected ip_traffic");
  const auto is_unmarked = [](const IpTrafficConfig& entry) {
    return entry.transport == IpTransport::swift && !entry.ecn;
  };
  if (config.ethernet_clos.transport != ClosTransport::dctcp) return;
  for (std::size_t i = 0; i < config.ip_traffic.size(); ++i) {
    errors.expect(!is_unmarked(config.ip_traffic[i]), fmt::format("ip_traffic.{}.ecn", i),
                  "is false, but ethernet_clos.transport is dctcp, which marks control; expected "
                  "true");
  }
}

void check_clos_lookups(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.ethernet_clos.lookups.enabled) return;
  errors.expect(config.cliquemap.enabled, "ethernet_clos.lookups.enabled",
                "there are no lookups to compare; expected cliquemap.enabled: true");
  errors.expect(
      !config.cliquemap.enabled || !config.cliquemap.makes_changes(),
      "ethernet_clos.lookups.enabled",
      "SETs and ERASEs cross the chips only; expected neither with lookups over Ethernet");
}

}  // namespace

void check_ethernet_clos(const PlatformConfig& config, RuleErrors& errors) {
  const EthernetClosConfig& clos = config.ethernet_clos;
  if (!clos.enabled) return;
  check_clos_traffic(config, errors);
  check_clos_lookups(config, errors);
  expect_distinct_below(errors, "ethernet_clos.strict_classes", clos.strict_classes, kClasses,
                        "there are 8 classes of service");
  errors.expect(clos.weights.size() == 1 || clos.weights.size() == kClasses,
                "ethernet_clos.weights",
                fmt::format("has {} entries; expected 1, or one for each of the 8 classes",
                            clos.weights.size()));
  unsigned largest = config.host.ack_bytes;
  for (const IpTrafficConfig& entry : config.ip_traffic)
    largest = std::max(largest, entry.mtu_bytes);
  const unsigned frame = largest + kFrameBytes;
  errors.expect(!clos.queue_kib || *clos.queue_kib * 1024 >= frame, "ethernet_clos.queue_kib",
                fmt::format("{} is less than a frame of {} bytes; expected at least {}",
                            clos.queue_kib.value_or(0), frame, (frame + 1023) / 1024));
}

}  // namespace tinsim
