// SPDX-License-Identifier: Apache-2.0
// The curves of BookSim 2 in tests/data/published, and what they and tinsim take without load.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tinsim {

/// Rows of one load, all seeds: means by packet, and of what was accepted.
struct BookSimPoint {
  double latency = 0;   ///< cycles, of packets between different routers
  double accepted = 0;  ///< flits per node and cycle
  double routers = 0;   ///< per packet between different routers
  double packets = 0;
};

/// One curve of the data, and what is compared with it.
struct BookSimCurve {
  const char* routing;  ///< as BookSim names it
  const char* traffic;
  unsigned packet_flits, speedup;
  double low, half, high;  ///< loads, flits per node and cycle
  double saturating;       ///< likewise
  double bound;            ///< 1: terminals; 1/(a p)
  bool held = false;       ///< hold_switch_for_packet, with iSLIP
  bool uniform() const { return traffic == std::string("uniform"); }
  std::string mode() const { return routing == std::string("min") ? "minimal_adaptive" : "ugal_l"; }
};

// Uniform traffic of BookSim goes to all 72 nodes, here to the 70 of other routers.
inline constexpr double kElsewhere = 70. / 72;

/// Reads the rows of one load of the curve, with 256-flit VCs; a failure if there is none.
inline BookSimPoint booksim(const BookSimCurve& curve, double load) {
  std::ifstream file(TINSIM_SOURCE_DIR "/tests/data/published/booksim_dragonfly.csv");
  std::string line;
  BookSimPoint sum;
  unsigned rows = 0;
  const std::string wanted =
      fmt::format("{},{},{},{},256,-1,{},{},", curve.routing, curve.traffic, curve.packet_flits,
                  curve.speedup, curve.held ? "1,islip" : "0,separable_input_first", load);
  while (std::getline(file, line)) {
    if (line.rfind(wanted, 0) != 0) continue;
    std::istringstream rest(line.substr(wanted.size()));
    std::vector<double> value;  // seed, latency, latency_elsewhere, routers, accepted, packets
    for (std::string field; value.size() < 6 && std::getline(rest, field, ',');) {
      value.push_back(std::stod(field));
    }
    const double all = value.at(5), elsewhere = curve.uniform() ? kElsewhere : 1;
    sum.latency += value[2] * all;
    sum.routers += (value[3] - (1 - elsewhere)) / elsewhere * all;
    sum.accepted += value[4];
    sum.packets += all;
    ++rows;
  }
  if (rows == 0) ADD_FAILURE() << "no row " << wanted;
  return {sum.latency / sum.packets, sum.accepted / rows, sum.routers / sum.packets, sum.packets};
}

// Links on the way to a node of another router, by the mean. Six of the 70 are a local link away;
// of the ways to and from a global link three in four have a local one.
inline double local_links(const BookSimCurve& curve) {
  return curve.uniform() ? (64 * 1.5 + 6 * 1) / 70 : 1.5;
}
inline double global_links(const BookSimCurve& curve) { return curve.uniform() ? 64. / 70 : 1; }

/// BookSim without load: two cycles to the first router, r in each, 10 and 100 on channels, one
/// from the last router, and the flits behind the head. A head needs three steps of a router (VC,
/// switch, crossbar), and r = 2 cycles hold four with speed-up 2.
inline double booksim_zero_load(const BookSimCurve& curve) {
  const double router = curve.speedup == 2 ? 2 : 3, local = local_links(curve);
  const double global = global_links(curve);
  return 2 + router * (1 + local + global) + 10 * local + 100 * global + 1 + curve.packet_flits - 1;
}

/// docs/reference/validation.md: 16 cycles per TiN; links without FEC, 0 m and 43 m.
inline double our_zero_load(const BookSimCurve& curve) {
  const double local = local_links(curve), global = global_links(curve);
  return 16 * (1 + local + global) + 86 * global + curve.packet_flits - 1;
}

/// The additional latency of the same packets here, by the routers that they pass. A non-minimal
/// route has two global links; there 6 routers and 3 local links, for it visits the router of a
/// random node, here 5.25 and 2.25, for it visits a group.
inline double longer_here(const BookSimCurve& curve, const BookSimPoint& there) {
  const double minimal = 1 + local_links(curve) + global_links(curve);
  const double share = std::clamp((there.routers - minimal) / (6 - minimal), 0., 1.);
  const double detour_there = 2 + (curve.speedup == 2 ? 2 : 3) * 6 + 10 * 3 + 100 * 2 + 1;
  const double detour_here = 16 * 5.25 + 86 * 2;
  return (our_zero_load(curve) - booksim_zero_load(curve)) * (1 - share) +
         (detour_here - detour_there) * share;
}

}  // namespace tinsim
