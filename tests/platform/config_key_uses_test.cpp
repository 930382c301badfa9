// SPDX-License-Identifier: Apache-2.0
// Keys that only some values of other keys use: refused where they are written without effect,
// accepted where a file is read for another purpose than its own, and never without effect
// otherwise.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>

#include "config_test_util.h"
#include "platform/config/key_uses.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

const std::string kTraffic = "traffic: [{load: 0.1}]\n";

/// The error lines of a text, without `c.yaml:`.
std::string errors_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const ParsedConfig parsed = parse_config(text, "c.yaml", overrides);
  std::string all = fmt::format("{}", fmt::join(find_errors(parsed.config, parsed.origins), "\n"));
  for (size_t at; (at = all.find("c.yaml:")) != all.npos;) all.erase(at, 7);
  return all;
}

TEST(KeyUses, AKeyOfAnotherKindOfTopologyIsRefusedAtItsPlace) {
  EXPECT_EQ(
      errors_of("topology: {dims: [4, 4]}\n" + kTraffic),
      "1:18: topology.dims: is only for torus, mesh and hyperx; expected no dims with this kind");
  EXPECT_EQ(errors_of("topology: {kind: torus, dims: [4], pods: 5}\n" + kTraffic),
            "1:42: topology.pods: is only for dragonfly; expected no pods with this kind");
  EXPECT_EQ(errors_of("topology: {kind: single, arity: 5, levels: 3}\n" + kTraffic),
            "1:33: topology.arity: is only for fat_tree; expected no arity with this kind\n"
            "1:44: topology.levels: is only for fat_tree; expected no levels with this kind");
  EXPECT_EQ(
      errors_of("topology: {kind: pair, link_kind: local}\n" + kTraffic),
      "1:35: topology.link_kind: is only for flattened, torus, mesh, fat_tree, graph, hyperx, "
      "slim_fly and polarfly; expected no link_kind with this kind");
  EXPECT_EQ(errors_of("topology: {file: x.csv, nodes_file: y.csv}\n" + kTraffic),
            "1:18: topology.file: is only for graph; expected no file with this kind\n"
            "1:37: topology.nodes_file: is only for graph; expected no nodes_file with this kind");
}

// Else no effective configuration of another tool, with all keys written out, could be read.
TEST(KeyUses, ADefaultMayBeWritten) {
  EXPECT_EQ(
      errors_of("topology: {kind: torus, dims: [4], chips: 12}\npcie: {mps: 256}\n" + kTraffic),
      "");
  EXPECT_EQ(errors_of("topology: {kind: torus, dims: [4], chips: 13}\n" + kTraffic),
            "1:43: topology.chips: is only for flattened; expected no chips with this kind");
}

TEST(KeyUses, TrafficOfAnotherPatternOrProcess) {
  const auto entry = [](const std::string& keys) {
    return errors_of("traffic: [{load: 0.1, " + keys + "}]\n");
  };
  EXPECT_EQ(entry("offset: 2"),
            "1:31: traffic.0.offset: is only for adversarial and local_adversarial; expected no "
            "offset with this pattern");
  EXPECT_EQ(entry("targets: [1]"),
            "1:32: traffic.0.targets: is only for hotspot and incast; expected no targets with "
            "this pattern");
  EXPECT_EQ(entry("pattern: incast, targets: 1, fraction: 0.5"),
            "1:62: traffic.0.fraction: is only for hotspot; expected no fraction with this "
            "pattern");
  EXPECT_EQ(entry("burst_cells: 4"),
            "1:36: traffic.0.burst_cells: is only for onoff; expected no burst_cells with this "
            "process");
  EXPECT_EQ(entry("process: onoff, burst_cells: 4"), "");
  EXPECT_EQ(entry("file: x.csv, time_scale: 2, loop: true"),
            "1:29: traffic.0.file: is only for trace and pcap; expected no file with this "
            "pattern\n"
            "1:48: traffic.0.time_scale: is only for trace and pcap; expected no time_scale with "
            "this pattern\n"
            "1:57: traffic.0.loop: is only for trace and pcap; expected no loop with this pattern");
  EXPECT_EQ(errors_of("traffic:\n  - {load: 0.1}\n"
                      "  - {pattern: trace, file: /etc/hostname, cell_bytes: 16}\n"),
            "3:55: traffic.1.cell_bytes: is only for cells that are made, and a recording has its "
            "own; expected no cell_bytes with this pattern");
}

TEST(KeyUses, RoutingOfAnotherMode) {
  EXPECT_EQ(errors_of("routing: {nonminimal_bias_words: 80}\n" + kTraffic),
            "1:34: routing.nonminimal_bias_words: is only for fully_adaptive and ugal_l; expected "
            "no nonminimal_bias_words with this mode");
  EXPECT_EQ(errors_of("routing: {mode: valiant, ordered_classes: []}\n" + kTraffic), "");
  EXPECT_EQ(errors_of("routing: {mode: valiant, minimal_candidates: 3}\n" + kTraffic),
            "1:46: routing.minimal_candidates: is only for minimal_adaptive and fully_adaptive; "
            "expected no minimal_candidates with this mode");
  EXPECT_EQ(errors_of("routing: {mode: ugal_l, nonminimal_bias_words: 80}\n" + kTraffic), "");
}

TEST(KeyUses, SectionsThatNothingUses) {
  EXPECT_EQ(errors_of("ip: {nic_ports: 4, mac_ports: 4}\n" + kTraffic),
            "1:17: ip.nic_ports: is only for an IP path; expected no nic_ports without "
            "ip.enabled: true");
  EXPECT_EQ(
      errors_of("pcie: {mps: 128}\n" + kTraffic),
      "1:7: pcie: is only for 1RMA, or packets of hosts that cross PCIe; expected no pcie without "
      "rma.enabled: true or nic.host: pcie");
  EXPECT_EQ(errors_of("rma: {payload: carried}\ncliquemap: {keys: 10}\n" + kTraffic),
            "1:16: rma.payload: is only for 1RMA; expected no payload without rma.enabled: true\n"
            "2:19: cliquemap.keys: is only for CliqueMap; expected no keys without "
            "cliquemap.enabled: true");
  EXPECT_EQ(errors_of("host: {process_us: 2}\nip: {enabled: true}\n" + kTraffic),
            "1:7: host: is only for hosts that send messages; expected no host without "
            "ip_traffic, or messages of cliquemap or flows");
  EXPECT_EQ(errors_of("trace: {from_us: 1, cells: {csv: true}}\nfailures: {repair_tables_us: 1}\n"
                      "run: {warmup_us: 2, max_warmup_us: 9}\n" +
                      kTraffic),
            "2:30: failures.repair_tables_us: is only for failures; expected no repair_tables_us "
            "without failures.events\n"
            "3:36: run.max_warmup_us: is only for warmup_us: auto; expected no max_warmup_us with "
            "a warm-up of given length\n"
            "1:18: trace.from_us: is only for traces; expected no from_us where no ports are "
            "traced\n"
            "1:34: trace.cells.csv: is only for a capture; expected no csv without "
            "trace.cells.ports");
}

TEST(KeyUses, SecurityOfCountedPayloadAndNaksWithoutErrors) {
  const auto of = [](const std::string& rma, const std::string& pcie) {
    return errors_of("rma: {enabled: true" + rma + "}\npcie: {mps: 256" + pcie + "}\n" + kTraffic);
  };
  EXPECT_EQ(of(", mac_mode: hmac", ""),
            "1:32: rma.mac_mode: is only for payload that is carried; expected no mac_mode with "
            "payload: counted");
  EXPECT_EQ(of(", key_mode: region", ""),
            "1:32: rma.key_mode: is only for payload that is carried; expected no key_mode with "
            "payload: counted");
  EXPECT_EQ(of(", payload: carried, mac_mode: hmac, key_mode: region", ""), "");
  EXPECT_EQ(of("", ", nak_error_rate: 0.5"),
            "2:34: pcie.nak_error_rate: is only for packets that fail; expected no "
            "nak_error_rate without tlp_error_rate");
  EXPECT_EQ(of("", ", nak_error_rate: 0.5, tlp_error_rate: 0.1"), "");
}

// A section that is explicitly off may keep its keys, which have no effect.
TEST(KeyUses, ASectionMayBeOffBesideItsKeys) {
  EXPECT_EQ(errors_of("ip: {enabled: false, nic_ports: 4, mac: {xoff_percent: 30}}\n"
                      "rma: {enabled: false, payload: carried}\npcie: {mps: 128}\n" +
                      kTraffic),
            "");
}

TEST(KeyUses, AnOverrideMayChangeWhatTheFileIsFor) {
  const std::string torus = "topology: {kind: torus, dims: [4, 4]}\n" + kTraffic;
  EXPECT_EQ(errors_of(torus, {"topology.kind=dragonfly"}), "");
  EXPECT_EQ(errors_of(torus, {"topology.kind=dragonfly", "topology.pods=2"}), "");
  const std::string hotspot = "traffic: [{load: 0.1, pattern: hotspot, targets: [1]}]\n";
  EXPECT_EQ(errors_of(hotspot, {"traffic.0.pattern=uniform"}), "");
  // Of another entry, or of an entry that is written again, it does not.
  const std::string two = "traffic: [{load: 0.1}, {load: 0.1, offset: 3}]\n";
  EXPECT_NE(errors_of(two, {"traffic.0.pattern=permutation"}), "");
  EXPECT_EQ(errors_of(two, {"traffic=[{load: 0.2}, {load: 0.2}]"}), "");
}

TEST(KeyUses, AnOverrideThatHasNoEffectIsRefused) {
  const std::string torus = "topology: {kind: torus, dims: [4, 4]}\n" + kTraffic;
  EXPECT_EQ(errors_of(torus, {"topology.pods=2"}),
            "--set topology.pods=2: topology.pods: is only for dragonfly; expected no pods with "
            "this kind");
  EXPECT_EQ(errors_of(torus, {"topology.kind=dragonfly", "topology.dims=[2]"}),
            "--set topology.dims=[2]: topology.dims: is only for torus, mesh and hyperx; "
            "expected no dims with this kind");
  EXPECT_EQ(errors_of(torus, {"run.start_us=null", "trace.to_us=null"}), "");
}

// A key without effect cannot break a rule either.
TEST(KeyUses, TheRunHasDefaultsInPlaceOfThem) {
  const TempDir dir;
  const auto file = dir.write("c.yaml",
                              "topology: {kind: single}\n"
                              "traffic: [{load: 0.1, pattern: hotspot, targets: [40, 41],"
                              " fraction: 0.5}]\n"
                              "tin: {switch: {ports: 50}}\n");
  EXPECT_THROW(load_config(file, {"topology.hosts_per_tin=4"}), ConfigError) << "no host 40";
  const PlatformConfig config =
      load_config(file, {"topology.hosts_per_tin=4", "traffic.0.pattern=uniform"});
  EXPECT_TRUE(config.traffic[0].targets.empty());
  EXPECT_EQ(config.traffic[0].fraction, TrafficConfig{}.fraction);
}

TEST(KeyUses, TheEffectiveConfigurationLeavesThemOut) {
  const PlatformConfig config =
      parse_config("topology: {kind: torus, dims: [4]}\ntraffic: [{load: 0.1}]\n", "c.yaml").config;
  const std::string text = print_config(config);
  for (const char* absent : {"pods:", "  chips:", "arity:", "offset:", "fraction:", "pcie:",
                             "swift:", "nic_ports:", "max_frame_bytes:"})
    EXPECT_EQ(text.find(absent), text.npos) << absent;
  for (const char* there : {"dims: [4]", "links_per_direction: 1", "process: poisson", "ip:"})
    EXPECT_NE(text.find(there), text.npos) << there;
  EXPECT_EQ(errors_of(text), "");
}

using Rules = std::map<std::string, KeyRule>;

/// The rule of each key and section by path; entries of lists of mappings have `*`.
template <class T>
void collect(const std::string& path, const T& section, Rules& rules) {
  T::walk_keys(section, [&](const char* name, const auto& field, const KeyRule& rule) {
    using Field = std::decay_t<decltype(field)>;
    const std::string at = join_path(path, yaml_key(name));
    EXPECT_TRUE(rules.emplace(at, rule).second) << at;
    if constexpr (HasFields<Field>::value) {
      collect(at, field, rules);
    } else if constexpr (IsVector<Field>::value) {
      if constexpr (HasFields<typename Field::value_type>::value)
        collect(at + ".*", typename Field::value_type{}, rules);
    }
  });
}

// A key that is renamed must be renamed here too.
TEST(KeyUses, ConditionsNameKeysThatThereAre) {
  Rules rules;
  collect("", PlatformConfig{}, rules);
  size_t conditions = 0;
  for (const auto& [path, rule] : rules) {
    if (!rule.only_if) continue;
    const size_t dot = path.rfind('.');
    const std::string section = dot == path.npos ? "" : path.substr(0, dot);
    EXPECT_FALSE(rule.only_if->selectors.empty()) << path;
    for (const std::string& selector : rule.only_if->selectors) {
      ++conditions;
      EXPECT_TRUE(rules.count(rule.only_if->of_config ? selector : join_path(section, selector)))
          << path << " " << selector;
    }
  }
  EXPECT_GT(conditions, 50u);
}

}  // namespace
}  // namespace tinsim
