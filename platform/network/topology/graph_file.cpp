// SPDX-License-Identifier: Apache-2.0
// Graph files: the user's own network, as a list of edges in CSV or as GraphML.
#include "platform/network/topology/graph_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/errors.h"
#include "base/input_file.h"
#include "base/printable.h"
#include "platform/network/topology/graph_draft.h"
#include "platform/network/topology/graph_shapes.h"

namespace tinsim {
namespace {

constexpr size_t kMaxMb = 16;

bool is_graphml(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".graphml" || extension == ".xml";
}

/// The ConfigErrors of `read` are of the file that `key` names.
template <class Read>
auto of_key(const char* key, const Read& read) try {
  return read();
} catch (const ConfigError& error) {
  throw GraphFileError(error.what(), key);
}

std::string file_name_of(const TopologyConfig& config, const Topology& topology) {
  return fmt::format("graph of {} chips, {}", topology.chips.size(),
                     std::filesystem::path(config.file).filename().string());
}

}  // namespace

extern const GraphShape kGraphFileShape = {TopologyKind::graph, RoutingScheme::auto_, nullptr,
                                           read_graph, file_name_of};

std::string read_graph_text(const std::string& file) {
  InputText input = read_input(file, kMaxMb);
  if (input.fault.empty()) return std::move(input.text);
  throw ConfigError(fmt::format("{}: graph: cannot be read: {}; expected a file of CSV or GraphML",
                                printable(file), input.fault));
}

NetworkGraph read_graph(const TopologyConfig& config) {
  GraphDraft draft(config);
  of_key("file", [&] {
    const std::string text = read_graph_text(config.file);
    if (is_graphml(config.file)) return read_graphml(config.file, text, draft);
    read_edges_csv(config.file, text, draft);
  });
  if (!config.nodes_file.empty()) {
    of_key("nodes_file",
           [&] { read_nodes_csv(config.nodes_file, read_graph_text(config.nodes_file), draft); });
  }
  return of_key("file", [&] { return draft.finish(config.file); });
}

}  // namespace tinsim
