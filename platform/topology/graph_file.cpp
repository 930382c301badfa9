// SPDX-License-Identifier: Apache-2.0
// Graph files: the user's own network, as a list of edges in CSV or as GraphML.
#include "platform/topology/graph_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "platform/errors.h"
#include "platform/printable.h"
#include "platform/topology/graph_draft.h"

namespace tinsim {
namespace {

constexpr size_t kMostBytes = 16'000'000;

bool is_graphml(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".graphml" || extension == ".xml";
}

}  // namespace

std::string read_graph_text(const std::string& file) {
  const auto unreadable = [&](const char* why) {
    return ConfigError(fmt::format(
        "{}: graph: cannot be read: {}; expected a file of CSV or GraphML", printable(file), why));
  };
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  // A pipe would be used up by looking, a device may have no end.
  if (!std::filesystem::is_regular_file(file, error))
    throw unreadable(error ? error.message().c_str() : "it is no regular file");
  if (size > kMostBytes) throw unreadable("it is larger than 16 MB");
  std::ifstream in(file, std::ios::binary);
  std::string text(size, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(size)))
    throw unreadable(std::strerror(errno));
  return text;
}

NetworkGraph read_graph(const TopologyConfig& config) {
  GraphDraft draft(config);
  const std::string text = read_graph_text(config.file);
  if (is_graphml(config.file))
    read_graphml(config.file, text, draft);
  else
    read_edges_csv(config.file, text, draft);
  if (!config.nodes_file.empty())
    read_nodes_csv(config.nodes_file, read_graph_text(config.nodes_file), draft);
  return draft.finish(config.file);
}

}  // namespace tinsim
