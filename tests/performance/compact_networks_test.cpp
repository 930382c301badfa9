// SPDX-License-Identifier: Apache-2.0
// HyperX, Slim Fly, Polarfly and Dragonfly+ in overload, against the bounds of
// compact_bounds_test.cpp: uniform and worst-case traffic on shortest routes and over random chips.
#include "tests/platform/compact_networks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/performance/saturation.h"

namespace tinsim {
namespace {

/// A network that its links limit, with the settings of configs/published/clique_valiant.yaml: a
/// crossbar at twice the links' rate, long output queues, credits that share their sets.
PlatformConfig of_links(PlatformConfig config, unsigned terminal_ports) {
  config.topology.terminal_ports_per_host = terminal_ports;
  config.topology.link_kind = GraphLinkKind::local;
  config.tin.switch_.crossbar_speedup = 2;
  config.tin.output.queue_words = 80;
  config.link.fc_hold_cycles = 255;
  config.routing.ordered_classes.clear();
  unsigned most = 0;
  for (const ChipInfo& chip : make_topology(config).chips)
    most = std::max(most, ports_of(chip, PortKind::kLocal) + ports_of(chip, PortKind::kGlobal));
  config.tin.switch_.ports = most + terminal_ports;
  return config;
}

struct Load {
  std::string pattern, mode;
  double ports;  ///< offered, in port rates per chip
  unsigned class_count;
};

/// Accepted, as a share of the bound that the run reports.
double share_of_bound(const PlatformConfig& config, const Load& load, const std::string& name) {
  Overload overload;
  overload.pattern = load.pattern;
  overload.mode = load.mode;
  overload.ports = load.ports;
  overload.class_count = load.class_count;
  const RunResult result = saturate(config, overload);
  const double bound = result.bounds.front().gbps_per_tin / (result.core_mhz * 0.064);
  const double share = accepted(result) / bound;
  record(name, share);
  fmt::print("{}: bound {:.4f}, share {:.4f}\n", name, bound, share);
  return share;
}

TEST(CompactSaturation, Hyperx) {
  const PlatformConfig config = of_links(hyperx({4, 4}), 5);
  EXPECT_GE(share_of_bound(config, {"uniform", "minimal_adaptive", 4, 10}, "hyperx_uniform"), 0.95);
  EXPECT_GE(share_of_bound(config, {"adversarial", "minimal_adaptive", 1.2, 10}, "hyperx_shift"),
            0.95);
  EXPECT_GE(share_of_bound(config, {"adversarial", "valiant", 1.9, 6}, "hyperx_shift_valiant"),
            0.95);
}

TEST(CompactSaturation, SlimFly) {
  const PlatformConfig config = of_links(slim_fly(5), 5);
  EXPECT_GE(share_of_bound(config, {"uniform", "minimal_adaptive", 4, 10}, "slim_fly_uniform"),
            0.95);
  EXPECT_GE(share_of_bound(config, {"adversarial", "valiant", 2, 6}, "slim_fly_shift_valiant"),
            0.95);
}

TEST(CompactSaturation, Polarfly) {
  const PlatformConfig config = of_links(polarfly(5), 4);
  EXPECT_GE(share_of_bound(config, {"uniform", "minimal_adaptive", 3.2, 10}, "polarfly_uniform"),
            0.95);
  EXPECT_GE(share_of_bound(config, {"uniform", "valiant", 1.6, 6}, "polarfly_valiant"), 0.95);
}

TEST(CompactSaturation, DragonflyPlus) {
  PlatformConfig config = of_links(dragonfly_plus(5, 4, 4, 2), 3);
  config.topology.link_kind = GraphLinkKind::auto_;
  config.link.global_m = 2;
  EXPECT_GE(share_of_bound(config, {"uniform", "minimal_adaptive", 2.6, 8}, "megafly_uniform"),
            0.95);
  EXPECT_GE(share_of_bound(config, {"adversarial", "minimal_adaptive", 0.6, 8}, "megafly_shift"),
            0.95);
  EXPECT_GE(share_of_bound(config, {"adversarial", "valiant", 1.4, 4}, "megafly_shift_valiant"),
            0.95);
}

}  // namespace
}  // namespace tinsim
