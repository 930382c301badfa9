// SPDX-License-Identifier: Apache-2.0
// Topology export: what each format says about a small network.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "platform/network/topology/export.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

using Writer = void (*)(std::ostream&, const PlatformConfig&, const Topology&);

std::string written(Writer write, const PlatformConfig& config) {
  std::ostringstream out;
  write(out, config, make_topology(config));
  return out.str();
}

size_t occurrences(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(TopologyExport, SummaryCountsTheCliquesLinks) {
  const std::string text = written(write_topology_summary, clique());
  EXPECT_NE(text.find("chips                       576\n"), std::string::npos) << text;
  EXPECT_NE(text.find("hosts                       1152\n"), std::string::npos) << text;
  EXPECT_NE(text.find("local links                 6336\n"), std::string::npos) << text;
  EXPECT_NE(text.find("global links                2256\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  global in use             7 to 8\n"), std::string::npos) << text;
}

TEST(TopologyExport, CsvHasALineOfElevenFieldsPerPort) {
  PlatformConfig config = of_kind("pair", 1, 1);
  config.tin.switch_.ports = 4;
  config.topology.terminal_ports_per_host = 2;
  EXPECT_EQ(written(write_topology_csv, config),
            "chip,pod,tin,port,kind,peer_chip,peer_pod,peer_tin,peer_port,host,address\n"
            "0,0,0,0,local,1,0,1,0,,\n"
            "0,0,0,1,terminal,,,,,0,0\n"
            "0,0,0,2,terminal,,,,,0,1\n"
            "0,0,0,3,unused,,,,,,\n"
            "1,0,1,0,local,0,0,0,0,,\n"
            "1,0,1,1,terminal,,,,,1,64\n"
            "1,0,1,2,terminal,,,,,1,65\n"
            "1,0,1,3,unused,,,,,,\n");
}

TEST(TopologyExport, DotDrawsEachJoinedPairOfChipsOnce) {
  const std::string text = written(write_topology_dot, canonical());
  EXPECT_EQ(occurrences(text, "subgraph"), 9u);
  EXPECT_EQ(occurrences(text, " -- "), 9u * 6 + 36);  // 6 pairs in each pod, 36 pairs of pods
  EXPECT_EQ(occurrences(text, "style=bold"), 36u);
  EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

}  // namespace
}  // namespace tinsim
