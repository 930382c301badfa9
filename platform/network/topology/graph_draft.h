// SPDX-License-Identifier: Apache-2.0
// Graph draft: nodes and edges as a file names them, checked and made into a NetworkGraph.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/network/topology/graph.h"

namespace tinsim {

/// One line of a file of nodes or edges, for errors.
struct FileLine {
  const std::string& file;
  unsigned number;

  /// Throws ConfigError: `file:number: graph: sentence`.
  [[noreturn]] void fail(const std::string& sentence) const;
};

/// An edge as text; empty: not given.
struct EdgeText {
  std::string a, b;            ///< names of nodes
  std::string port_a, port_b;  ///< the first of its ports at each end
  std::string kind, count, metres;
};

class GraphDraft {
 public:
  explicit GraphDraft(const TopologyConfig& config) : config_(config) {}

  /// A node that the file lists, with its hosts as text; empty: hosts_per_tin.
  void add_node(const FileLine& line, const std::string& name, const std::string& hosts);
  /// An edge. Where files list no nodes, the ends are named by it.
  void add_edge(const FileLine& line, const EdgeText& text);
  /// Nodes are only those of add_node(): an edge to any other is a fault.
  void require_listed_nodes() { listed_only_ = true; }
  /// Hosts of a node that is there already.
  void set_hosts(const FileLine& line, const std::string& name, const std::string& hosts);

  /// `file` is named where the fault is no line's.
  NetworkGraph finish(const std::string& file) const;

 private:
  struct Node {
    std::string name;
    unsigned hosts;
    bool hosts_set;
  };
  struct Edge {
    unsigned a, b;  ///< nodes
    unsigned line;
    bool has_ports;
    GraphLink link;
  };
  unsigned node_of(const FileLine& line, const std::string& name);
  std::vector<unsigned> order() const;
  void check_ports(const std::string& file, const NetworkGraph& graph) const;

  const TopologyConfig& config_;
  bool listed_only_ = false;
  std::vector<Node> nodes_;  ///< in order of appearance
  std::vector<Edge> edges_;
  std::map<std::string, unsigned, std::less<>> number_of_;
  std::map<std::pair<unsigned, unsigned>, unsigned> line_of_pair_;
};

/// Text of a file, at most 16 MB. Throws ConfigError.
std::string read_graph_text(const std::string& file);

/// Edges in CSV: a header that names two ends and any of their ports, `kind`, `count`, `metres`.
void read_edges_csv(const std::string& file, const std::string& text, GraphDraft& draft);
/// Hosts in CSV: `node,hosts`.
void read_nodes_csv(const std::string& file, const std::string& text, GraphDraft& draft);
/// GraphML: nodes with `hosts`, edges with `kind`, `count`, `metres`; other data are passed over.
void read_graphml(const std::string& file, const std::string& text, GraphDraft& draft);

}  // namespace tinsim
