// SPDX-License-Identifier: Apache-2.0
// Port selectors: what each form names on a network counted by hand, and what is refused.
#include "platform/network/topology/port_selector.h"

#include <gtest/gtest.h>

namespace tinsim {
namespace {

/// 2 pods of 2 TiNs, one local link per pair of TiNs, 2 global links: so each TiN has local port 0,
/// global port 1, terminal ports 2 and 3, and port 4 stays unused.
Topology small_network() {
  PlatformConfig config;
  config.topology.pods = 2;
  config.topology.tins_per_pod = 2;
  config.topology.local_links_per_pair = 1;
  config.topology.global_links_per_pair = 2;
  config.topology.hosts_per_tin = 2;
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = 5;
  return make_topology(config);
}

std::string names(const std::string& selector) {
  const Topology topology = small_network();
  std::string error;
  std::string all;
  for (const PortRef& port : select_ports(topology, selector, &error)) {
    all += std::to_string(port.chip) + "/" + std::to_string(port.port) + " ";
  }
  EXPECT_EQ(error.empty(), !all.empty()) << selector << ": " << error;
  return all;
}

TEST(PortSelector, AKindNamesItsPorts) {
  EXPECT_EQ(names("local"), "0/0 1/0 2/0 3/0 ");
  EXPECT_EQ(names("global"), "0/1 1/1 2/1 3/1 ");
  EXPECT_EQ(names("terminal"), "0/2 0/3 1/2 1/3 2/2 2/3 3/2 3/3 ");
  EXPECT_EQ(names("all"), "0/0 0/1 0/2 0/3 1/0 1/1 1/2 1/3 2/0 2/1 2/2 2/3 3/0 3/1 3/2 3/3 ");
}

TEST(PortSelector, ANameNamesOnePortAndAStarAllInUse) {
  EXPECT_EQ(names("pod1.tin0.port3"), "2/3 ");
  EXPECT_EQ(names("pod1.tin0.port*"), "2/0 2/1 2/2 2/3 ");
  EXPECT_EQ(names("pod*.tin1.port1"), "1/1 3/1 ");
  EXPECT_EQ(names("*.tin1.port1"), "1/1 3/1 ");
  EXPECT_EQ(names("pod0.*.port0"), "0/0 1/0 ");
  EXPECT_EQ(names("*.*.*"), names("all"));
  EXPECT_EQ(names("pod0.tin[01].port[1-2]"), "0/1 0/2 1/1 1/2 ");
  EXPECT_EQ(names("pod?.tin0.port3"), "0/3 2/3 ");
}

TEST(PortSelector, APortIsCalledByTheSelectorThatNamesIt) {
  const Topology topology = small_network();
  EXPECT_EQ(port_name(topology, {2, 3}), "pod1.tin0.port3");
  EXPECT_EQ(names(port_name(topology, {3, 1})), "3/1 ");
}

TEST(PortSelector, WhatNamesNothingIsRefused) {
  const Topology topology = small_network();
  std::string error;
  for (const char* selector :
       {"pod2.tin0.port0", "pod0.tin2.port0", "pod0.tin0.port4", "pod0.tin0.port9",
        "pod0.tin0.port99999999999", "0.1.2", "pod0.tin0.port", "pod0.tin0.port2 ",
        "pod0.tin0.port02", "tin0.pod0.port0", "Pod0.tin0.port0", "pod0.tin0.port[7-9]"}) {
    EXPECT_TRUE(select_ports(topology, selector, &error).empty()) << selector;
    EXPECT_NE(error, "") << selector;
  }
  select_ports(topology, "pod0.tin0.port4", &error);
  EXPECT_EQ(error,
            "names no port in use; expected a port of a network of 2 pods, 2 TiNs per pod and 5 "
            "ports per TiN");
}

TEST(PortSelector, WhatIsNoSelectorIsRefused) {
  const Topology topology = small_network();
  std::string error;
  for (const char* selector :
       {"", "*", "lokal", "pod0", "pod0.tin1", "pod0.tin1.port2.", "pod0.tin1.port2.x",
        "pod0..port0", "..", ".tin0.port0", "pod0.tin0."}) {
    EXPECT_TRUE(select_ports(topology, selector, &error).empty()) << selector;
    EXPECT_EQ(error,
              "is no port selector; expected all, local, global, terminal, or podP.tinT.portN "
              "with patterns such as * in place of parts")
        << selector;
  }
}

}  // namespace
}  // namespace tinsim
