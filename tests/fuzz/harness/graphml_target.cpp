// SPDX-License-Identifier: Apache-2.0
// Fuzz target: graphs in GraphML.
#include "platform/network/topology/graph_draft.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const std::string text = fuzz::text_of(data, size);
  fuzz::refuse_or_accept([&] {
    const TopologyConfig config;
    GraphDraft draft(config);
    read_graphml("g", text, draft);
    const NetworkGraph graph = draft.finish("g");
    for (const GraphLink& link : graph.links)
      fuzz::require(link.a < graph.chips() && link.b < graph.chips() && link.a != link.b &&
                        link.port_a + link.count <= 64 && link.port_b + link.count <= 64,
                    "a link joins ports of two chips");
    fuzz::require(!unjoined_chip(graph), "the network is one");
  });
  return 0;
}
