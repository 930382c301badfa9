// SPDX-License-Identifier: Apache-2.0
// Fuzz target: graphs in CSV, edges above a line `---` and nodes below it.
#include "platform/network/topology/graph_draft.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const std::string text = fuzz::text_of(data, size);
  fuzz::refuse_or_accept([&] {
    const TopologyConfig config;
    GraphDraft draft(config);
    const std::size_t cut = text.find("\n---\n");
    read_edges_csv("g", text.substr(0, cut), draft);
    if (cut != text.npos) read_nodes_csv("n", text.substr(cut + 5), draft);
    const NetworkGraph graph = draft.finish("g");
    for (const GraphLink& link : graph.links)
      fuzz::require(link.a < graph.chips() && link.b < graph.chips() && link.a != link.b &&
                        link.port_a + link.count <= 64 && link.port_b + link.count <= 64,
                    "a link joins ports of two chips");
    fuzz::require(!unjoined_chip(graph), "the network is one");
  });
  return 0;
}
