// SPDX-License-Identifier: Apache-2.0
// Networks given as a graph, and distances by an algorithm that the program does not use.
#pragma once

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <string>

#include "platform/network/topology/link_selector.h"
#include "tests/platform/config_test_util.h"
#include "tests/platform/networks.h"

namespace tinsim {

/// 64 ports per chip, so that any shape fits; a host with one port on each chip.
inline PlatformConfig graph_kind(const char* kind) {
  PlatformConfig config = of_kind(kind, 1);
  config.topology.tins_per_pod = 16;
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = 64;
  return config;
}

inline PlatformConfig torus(std::initializer_list<unsigned> dims, unsigned links = 1) {
  PlatformConfig config = graph_kind("torus");
  config.topology.dims = dims;
  config.topology.links_per_direction = links;
  return config;
}

inline PlatformConfig fat_tree(unsigned arity, unsigned levels) {
  PlatformConfig config = graph_kind("fat_tree");
  config.topology.arity = arity;
  config.topology.levels = levels;
  config.topology.hosts_per_tin = arity;
  return config;
}

inline PlatformConfig full_mesh(unsigned chips, unsigned lanes = 1) {
  PlatformConfig config = graph_kind("flattened");
  config.topology.chips = chips;
  config.topology.local_links_per_pair = lanes;
  return config;
}

/// A file that is there as long as the object.
class GraphFile {
 public:
  explicit GraphFile(const std::string& text, const std::string& name = "g.csv")
      : path_((folder_ / name).string()) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  const std::string& path() const { return path_; }
  PlatformConfig config() const {
    PlatformConfig config = graph_kind("graph");
    config.topology.file = path_;
    config.traffic.resize(1);
    config.traffic[0].load = 0.1;
    config.traffic[0].class_ = {0};
    return config;
  }

 private:
  TempDir folder_;
  std::string path_;
};

/// Links between all pairs of chips (Floyd and Warshall).
inline std::vector<std::vector<unsigned>> all_distances(const Topology& t) {
  constexpr unsigned kFar = 100000;
  const auto n = static_cast<unsigned>(t.chips.size());
  std::vector<std::vector<unsigned>> d(n, std::vector<unsigned>(n, kFar));
  for (unsigned a = 0; a < n; ++a) {
    d[a][a] = 0;
    for (const PortInfo& port : t.chips[a].ports)
      if (is_link(port)) d[a][port.peer_chip] = 1;
  }
  for (unsigned via = 0; via < n; ++via)
    for (unsigned a = 0; a < n; ++a)
      for (unsigned b = 0; b < n; ++b) d[a][b] = std::min(d[a][b], d[a][via] + d[via][b]);
  return d;
}

/// Greatest distance between chips with hosts.
inline unsigned diameter(const Topology& t) {
  const auto d = all_distances(t);
  unsigned longest = 0;
  for (const HostInfo& a : t.hosts)
    for (const HostInfo& b : t.hosts) longest = std::max(longest, d[a.chip][b.chip]);
  return longest;
}

}  // namespace tinsim
