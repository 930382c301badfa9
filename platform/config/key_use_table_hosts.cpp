// SPDX-License-Identifier: Apache-2.0
// Table of the keys that only some values of other keys use: traffic, IP path, hosts, 1RMA.
#include "platform/config/key_use_rules.h"

namespace tinsim::key_use_rules {
namespace {

bool replays(const TrafficConfig& entry) {
  return entry.pattern == "trace" || entry.pattern == "pcap";
}

}  // namespace

void add_traffic_uses(std::vector<KeyUse>& table) {
  constexpr auto list = &PlatformConfig::traffic;
  table.push_back(of_patterns({"traffic.*.offset"}, list, {"adversarial", "local_adversarial"}));
  table.push_back(of_patterns({"traffic.*.targets"}, list, {"hotspot", "incast"}));
  table.push_back(of_patterns({"traffic.*.fraction"}, list, {"hotspot"}));
  table.push_back(of_patterns({"traffic.*.file", "traffic.*.time_scale", "traffic.*.loop"}, list,
                              {"trace", "pcap"}));
  table.push_back({{"traffic.*.process", "traffic.*.cell_bytes", "traffic.*.sources"},
                   {"traffic.*.pattern"},
                   "cells that are made, and a recording has its own",
                   "with this pattern",
                   [](const PlatformConfig& c, size_t i) { return !replays(c.traffic[i]); }});
  table.push_back({{"traffic.*.burst_cells"},
                   {"traffic.*.process", "traffic.*.pattern"},
                   "onoff",
                   "with this process",
                   [](const PlatformConfig& c, size_t i) {
                     return c.traffic[i].process == "onoff" && !replays(c.traffic[i]);
                   }});
  const Names with_targets = {"incast", "pairs"};
  table.push_back(of_patterns({"ip_traffic.*.targets"}, &PlatformConfig::ip_traffic, with_targets));
  table.push_back(
      {{"ip_traffic.*.message_bytes"},
       {"ip_traffic.*.size_cdf"},
       "messages of one size",
       "beside size_cdf",
       [](const PlatformConfig& c, size_t i) { return c.ip_traffic[i].size_cdf.empty(); }});
  table.push_back(
      of_patterns({"rma_traffic.*.targets"}, &PlatformConfig::rma_traffic, with_targets));
}

namespace {

bool sends_messages(const PlatformConfig& config) {
  return config.cliquemap.enabled && config.cliquemap.sends_messages();
}

bool has_swift(const PlatformConfig& config) {
  const auto& entries = config.ip_traffic;
  return sends_messages(config) ||
         std::any_of(entries.begin(), entries.end(),
                     [](const IpTrafficConfig& entry) { return entry.transport == "swift"; });
}

const Names kCliqueMessages = {"cliquemap.enabled", "cliquemap.transport", "cliquemap.set_share",
                               "cliquemap.erase_share"};

Names with_messages(Names selectors) {
  selectors.insert(selectors.end(), kCliqueMessages.begin(), kCliqueMessages.end());
  return selectors;
}

void add_ip(std::vector<KeyUse>& table) {
  table.push_back(of_section("ip", "an IP path", &PlatformConfig::ip));
  table.push_back({{"ip.mac.xoff_percent", "ip.mac.xon_percent", "ip.mac.quanta",
                    "ip.mac.response_ns", "ip.mac.partner_obeys"},
                   {"ip.mac.flow_control"},
                   "pause and pfc",
                   "with flow_control: none",
                   [](const PlatformConfig& c, size_t) {
                     return c.ip.enabled && c.ip.mac.flow_control != "none";
                   }});
  table.push_back({{"ip.capture.file", "ip.capture.with_fcs"},
                   {"ip.capture.ports"},
                   "a capture",
                   "without ip.capture.ports",
                   [](const PlatformConfig& c, size_t) { return !c.ip.capture.ports.empty(); }});
  table.push_back(
      {{"host"},
       with_messages({"ip_traffic"}),
       "hosts that send messages",
       "without ip_traffic, or messages of cliquemap",
       [](const PlatformConfig& c, size_t) { return !c.ip_traffic.empty() || sends_messages(c); }});
  table.push_back({{"swift"},
                   with_messages({"ip_traffic", "ip_traffic.*.transport"}),
                   "messages under Swift",
                   "without ip_traffic of transport swift, or messages of cliquemap",
                   [](const PlatformConfig& c, size_t) { return has_swift(c); }});
}

void add_rma(std::vector<KeyUse>& table) {
  table.push_back(of_section("rma", "1RMA", &PlatformConfig::rma));
  table.push_back({{"rma.weights"},
                   {"rma.strict"},
                   "classes that take turns",
                   "with rma.strict: true",
                   [](const PlatformConfig& c, size_t) { return !c.rma.strict; }});
  table.push_back({{"rma.mac_mode", "rma.key_mode"},
                   {"rma.payload"},
                   "payload that is carried",
                   "with payload: counted",
                   [](const PlatformConfig& c, size_t) { return c.rma.payload == "carried"; }});
  table.push_back({{"pcie.nak_error_rate"},
                   {"pcie.tlp_error_rate"},
                   "packets that fail",
                   "without tlp_error_rate",
                   [](const PlatformConfig& c, size_t) { return c.pcie.tlp_error_rate > 0; }});
  table.push_back({{"pcie"},
                   {"rma.enabled"},
                   "1RMA",
                   "without rma.enabled: true",
                   [](const PlatformConfig& c, size_t) { return c.rma.enabled; },
                   true});
  table.push_back(of_section("cliquemap", "CliqueMap", &PlatformConfig::cliquemap));
  table.push_back({{"cliquemap.class", "cliquemap.local_window", "cliquemap.remote_window"},
                   {"cliquemap.transport"},
                   "lookups by 1RMA",
                   "with this transport",
                   [](const PlatformConfig& c, size_t) { return c.cliquemap.reads_by_rma(); }});
  table.push_back({{"cliquemap.cos", "cliquemap.process_us", "cliquemap.jitter_us",
                    "cliquemap.message_ns", "cliquemap.message_bytes"},
                   kCliqueMessages,
                   "messages",
                   "with lookups by 1RMA alone",
                   [](const PlatformConfig& c, size_t) { return c.cliquemap.sends_messages(); }});
  table.push_back({{"cliquemap.value_bytes"},
                   {"cliquemap.value_cdf"},
                   "values of one size",
                   "beside value_cdf",
                   [](const PlatformConfig& c, size_t) { return c.cliquemap.value_cdf.empty(); }});
}

}  // namespace

void add_host_uses(std::vector<KeyUse>& table) {
  add_ip(table);
  add_rma(table);
}

}  // namespace tinsim::key_use_rules
