// SPDX-License-Identifier: Apache-2.0
// Torus: chips on a grid of one to four dimensions, each joined to its neighbours around a ring.
#include "platform/network/topology/torus.h"

namespace tinsim {

std::vector<unsigned> torus_place(const std::vector<unsigned>& dims, unsigned chip) {
  std::vector<unsigned> place;
  for (unsigned radix : dims) {
    place.push_back(chip % radix);
    chip /= radix;
  }
  return place;
}

NetworkGraph torus_graph(const std::vector<unsigned>& dims, unsigned links_per_direction,
                         unsigned hosts_per_chip) {
  unsigned chips = 1;
  for (unsigned radix : dims) chips *= radix;
  NetworkGraph graph;
  graph.hosts.assign(chips, hosts_per_chip);
  unsigned stride = 1, port = 0;
  for (unsigned radix : dims) {
    const unsigned back_port = radix == 2 ? port : port + links_per_direction;
    for (unsigned chip = 0; chip < chips; ++chip) {
      const unsigned at = chip / stride % radix;
      if (radix == 2 && at == 1) continue;  // joined from the other end
      const unsigned next = chip - at * stride + (at + 1) % radix * stride;
      graph.links.push_back({chip, next, port, back_port, links_per_direction, {}, {}});
    }
    port = back_port + links_per_direction;
    stride *= radix;
  }
  return graph;
}

}  // namespace tinsim
