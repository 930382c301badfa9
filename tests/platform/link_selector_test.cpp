// SPDX-License-Identifier: Apache-2.0
// Link selectors: which ends a text names, counted manually on small networks.
#include "platform/network/topology/link_selector.h"

#include <gtest/gtest.h>

#include <set>

namespace tinsim {
namespace {

Topology network(unsigned pods, unsigned tins, unsigned lanes, unsigned copies) {
  PlatformConfig config;
  config.topology.pods = pods;
  config.topology.tins_per_pod = tins;
  config.topology.local_links_per_pair = lanes;
  config.topology.global_links_per_pair = copies;
  return make_topology(config);
}

std::size_t count(const Topology& topology, const std::string& selector) {
  return named_ends(topology, selector).size();
}

TEST(LinkSelector, KindsNameBothEndsOfEachLink) {
  const Topology t = network(3, 4, 2, 5);
  const std::size_t local = 3 * (4 * 3 / 2) * 2, global = 3 * 5;
  EXPECT_EQ(count(t, "local"), 2 * local);
  EXPECT_EQ(count(t, "global"), 2 * global);
  EXPECT_EQ(count(t, "all"), 2 * (local + global));
}

TEST(LinkSelector, AnExactNameIsOneEnd) {
  const Topology t = network(3, 4, 2, 5);
  const auto ends = named_ends(t, "pod2.tin1.port3");
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].chip, 2 * 4 + 1);
  EXPECT_EQ(ends[0].port, 3);
}

TEST(LinkSelector, PatternsHoldForOnePartEach) {
  const Topology t = network(12, 4, 2, 1);
  // Of TiN 0: 6 local ports in each of the 12 pods.
  EXPECT_EQ(count(t, "pod*.tin0.port[0-5]"), 12u * 6);
  EXPECT_EQ(count(t, "*.tin0.port0"), 12u);
  EXPECT_EQ(count(t, "pod1.*.port0"), 4u);
  EXPECT_EQ(count(t, "pod1?.*.port0"), 2u * 4);  // pods 10 and 11, not 1
  EXPECT_EQ(count(t, "pod1*.*.port0"), 3u * 4);
  EXPECT_EQ(count(t, "*.*.*"), count(t, "all"));
}

TEST(LinkSelector, TerminalAndMissingPortsAreNoLinks) {
  const Topology t = network(1, 2, 2, 0);
  EXPECT_EQ(count(t, "pod0.tin0.port1"), 1u);
  EXPECT_EQ(count(t, "pod0.tin0.port2"), 0u);  // a host's
  EXPECT_EQ(count(t, "pod0.tin0.port50"), 0u);
  EXPECT_EQ(count(t, "pod1.tin0.port0"), 0u);
  EXPECT_EQ(count(t, "global"), 0u);
  EXPECT_EQ(count(t, "pod0.tin0.1"), 0u);
}

TEST(LinkSelector, OtherTextsAreNoSelectors) {
  for (const char* good : {"local", "global", "all", "pod0.tin1.port25", "*.*.*", "a.b.c"})
    EXPECT_TRUE(is_link_selector(good)) << good;
  for (const char* bad : {"", "*", "some", "pod0", "pod0.tin1", "pod0.tin1.port3.x", "..",
                          ".tin0.port1", "pod0..port1", "pod0.tin1.", "Local"})
    EXPECT_FALSE(is_link_selector(bad)) << bad;
}

TEST(LinkSelector, FarEndsLeadBack) {
  const Topology t = network(4, 3, 2, 3);
  for (const LinkEnd& end : named_ends(t, "all")) {
    const LinkEnd far = far_end(t, end);
    EXPECT_FALSE(far == end);
    EXPECT_TRUE(far_end(t, far) == end);
  }
}

TEST(LinkSelector, BothEndsAreInOrderAndOnce) {
  const Topology t = network(1, 3, 1, 0);
  const auto of_one = both_ends(t, named_ends(t, "pod0.tin2.port0"));  // to TiN 0
  ASSERT_EQ(of_one.size(), 2u);
  EXPECT_EQ(of_one[0].chip, 0);
  EXPECT_EQ(of_one[1].chip, 2);
  const auto of_all = both_ends(t, named_ends(t, "all"));
  EXPECT_EQ(std::set<LinkEnd>(of_all.begin(), of_all.end()).size(), of_all.size());
  EXPECT_TRUE(of_all == named_ends(t, "all"));
}

}  // namespace
}  // namespace tinsim
