// SPDX-License-Identifier: Apache-2.0
// Networks of ExaNet chips in the configuration: exact error texts.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/config/reader.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.chip = ChipKind::exanet;
  config.topology.kind = TopologyKind::torus;
  config.topology.dims = {4, 4, 4};
  config.traffic.resize(1);
  config.traffic[0].load = 0.1;
  config.run.warmup_us = 10;
  change(config);
  return find_errors(config);
}

std::string errors_of(const std::string& yaml) {
  try {
    valid_config(parse_config(yaml, "c.yaml"));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ExanetRules, NodesOfRtlExistAndAreNamedOnce) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.exanet.impl_nodes = {63, 0}; }), Errors{});
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.exanet.impl_nodes = {64}; }),
            Errors{"exanet.impl_nodes.0: 64 does not exist; expected 0 to 63, because the network "
                   "has 64 nodes"});
  EXPECT_EQ(
      errors_with([](PlatformConfig& c) {
        c.exanet.impl = BlockImpl::lockstep;
        c.exanet.impl_nodes = {};
      }),
      Errors{"exanet.impl_nodes: is empty while impl is lockstep; expected at least one node"});
}

TEST(ExanetRules, DefaultsAreGood) {
  EXPECT_EQ(errors_with([](PlatformConfig&) {}), Errors{});
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.topology.kind = TopologyKind::mesh; }), Errors{});
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.topology.dims = {8, 8, 8}; }), Errors{});
}

TEST(ExanetRules, OnlyTorusAndMeshOfThreeDimensions) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.topology.kind = TopologyKind::dragonfly; }),
            Errors{"topology.kind: dragonfly is not for ExaNet chips, which route by coordinates; "
                   "expected torus or mesh"});
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.topology.dims = {2, 2, 2, 2};
            }),
            Errors{"topology.dims: has 4 entries; expected 1 to 3, for which headers have "
                   "coordinates"});
  EXPECT_EQ(errors_with([](PlatformConfig& c) { c.topology.dims = {65}; }),
            Errors{"topology.dims.0: 65 nodes in a row; expected at most 64, for a coordinate has "
                   "six bits"});
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.topology.kind = TopologyKind::mesh;
              c.topology.dims = {32, 4};
            }),
            Errors{"topology.dims: the longest route has 34 links; expected at most 30, which the "
                   "hop count of a result can tell"});
}

TEST(ExanetRules, ANodeHasThreeIntraTilePorts) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.topology.hosts_per_tin = 2;
              c.topology.terminal_ports_per_host = 2;
            }),
            Errors{"topology.hosts_per_tin: 2 hosts with 2 ports each need 4 intra-tile ports; "
                   "expected at most 3"});
}

TEST(ExanetRules, PacketsAreWordsOfTheBus) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.traffic[0].packet_bytes = {256, 500};
            }),
            Errors{"traffic.0.packet_bytes.1: 500 bytes; expected a multiple of 16, a word of the "
                   "bus"});
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.exanet.priority = {0, 1, 1};
            }),
            Errors{"exanet.priority.2: 1 is listed twice; expected each entry once"});
}

TEST(ExanetRules, TracesNamePortsThatExistAndAFileOfTheirOwn) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.trace.cells.ports = {"local", "pod0.*.*"};
            }),
            Errors{});
  EXPECT_EQ(
      errors_with([](PlatformConfig& c) { c.trace.waves.ports = {"pod9.tin0.port0"}; }),
      Errors{"trace.waves.ports.0: 'pod9.tin0.port0' names no port in use; expected a port of "
             "a network of 6 pods, 12 TiNs per pod and 9 ports per TiN"});
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.trace.timeline.ports = {"all"};
              c.trace.from_us = 5;
              c.trace.to_us = 5;
            }),
            Errors{"trace.to_us: 5 us is not after from_us 5; expected a later time"});
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.trace.cells.ports = {"all"};
              c.trace.cells.file = "links.pcapng";
              c.trace.cells.csv = true;
            }),
            Errors{"trace.cells.file: 'links.pcapng' makes the table links.csv, which is a result; "
                   "expected another name"});
}

TEST(ExanetRules, KeysOfTheOtherChipAreRefused) {
  const std::string traffic = "traffic: [{load: 0.1}]\n";
  const std::string torus = "topology: {kind: torus, dims: [4]}\n" + traffic;
  EXPECT_EQ(errors_of("chip: exanet\ntin: {core_mhz: 500}\n" + torus),
            "c.yaml:2:6: tin: is only for TiN chips; expected no tin with chip: exanet");
  EXPECT_EQ(errors_of("exanet: {line_cycles: 5}\n" + torus),
            "c.yaml:1:9: exanet: is only for ExaNet chips; expected no exanet with chip: tin");
  EXPECT_EQ(errors_of("chip: exanet\nmos: {words_per_us: 5}\n" + torus),
            "c.yaml:2:6: mos: is only for TiN chips; expected no mos with chip: exanet");
  EXPECT_EQ(errors_of("chip: exanet\ntrace: {waves: {ports: [pod0.tin0.port0]}}\n" + torus), "");
  EXPECT_EQ(errors_of("chip: exanet\nip: {enabled: true}\n" + torus),
            "c.yaml:2:15: ip.enabled: is for TiN chips, and chip is exanet; expected false");
  EXPECT_EQ(errors_of("chip: exanet\ntopology: {kind: torus, dims: [4]}\n"
                      "traffic: [{load: 0.1, cell_bytes: 64}]\n"),
            "c.yaml:3:35: traffic.0.cell_bytes: is for TiN chips, and chip is exanet; expected "
            "packet_bytes");
}

}  // namespace
}  // namespace tinsim
