// SPDX-License-Identifier: Apache-2.0
// Section `topology`: shape of the network.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

TIN_ENUM(TopologyKind, single, pair, dragonfly, flattened, torus, mesh, fat_tree, graph, hyperx,
         slim_fly, polarfly, dragonfly_plus)
/// Kind of the links where the shape of the network does not give it.
TIN_ENUM(GraphLinkKind, auto_, local, global)

/// Shape of the network (Aquila 3.2, figure 1).
struct TopologyConfig {
  TopologyKind kind = TopologyKind::dragonfly;
  unsigned pods = 4;
  unsigned tins_per_pod = 12;
  unsigned hosts_per_tin = 2;
  unsigned terminal_ports_per_host = 0;
  unsigned global_links_per_pair = 32;
  unsigned local_links_per_pair = 2;
  unsigned chips = 12;
  std::vector<unsigned> dims = {8, 8};
  unsigned links_per_direction = 1;
  unsigned arity = 4;
  unsigned levels = 2;
  std::vector<unsigned> widths = {1};
  unsigned q = 5;
  unsigned groups = 4;
  unsigned leaves = 4;
  unsigned spines = 4;
  std::string file;
  std::string nodes_file;
  GraphLinkKind link_kind = GraphLinkKind::auto_;
  TIN_KEYS(
      (kind,
       "one chip; two chips joined; pods of fully joined chips, each pair of pods joined; chips "
       "that are all joined; torus; mesh; folded Clos; edges from a file; HyperX; Slim Fly; "
       "Polarfly; "
       "Dragonfly+"),
      (pods, "pods; dragonfly only", range(1, 64),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly}, "with this kind")),
      (tins_per_pod,
       "TiN chips per pod; flattened and all kinds after it: so many chips in a row make a pod, "
       "the "
       "last one may have fewer",
       range(1, 16),
       only_with(&TopologyConfig::kind,
                 {TopologyKind::dragonfly, TopologyKind::flattened, TopologyKind::torus,
                  TopologyKind::mesh, TopologyKind::fat_tree, TopologyKind::graph,
                  TopologyKind::hyperx, TopologyKind::slim_fly, TopologyKind::polarfly,
                  TopologyKind::dragonfly_plus},
                 "with this kind")),
      (hosts_per_tin, "hosts that share each chip", range(1, 64)),
      (terminal_ports_per_host, "switch ports of each host; 0: all terminal ports, shared evenly",
       range(0, 64)),
      (global_links_per_pair, "links that join each pair of pods, or of groups of dragonfly_plus",
       range(0, 1024),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly, TopologyKind::dragonfly_plus},
                 "with this kind")),
      (local_links_per_pair,
       "links that join each pair of chips in a pod, or the two chips of a pair, or each pair of "
       "chips of kind flattened, or each leaf to each spine of a group of dragonfly_plus",
       range(0, 64),
       only_with(&TopologyConfig::kind,
                 {TopologyKind::pair, TopologyKind::dragonfly, TopologyKind::flattened,
                  TopologyKind::dragonfly_plus},
                 "with this kind")),
      (chips, "chips; flattened only", range(2, 64),
       only_with(&TopologyConfig::kind, {TopologyKind::flattened}, "with this kind")),
      (dims, "chips along each of 1 to 4 dimensions; torus, mesh and hyperx only", range(2, 1024),
       only_with(&TopologyConfig::kind,
                 {TopologyKind::torus, TopologyKind::mesh, TopologyKind::hyperx},
                 "with this kind")),
      (links_per_direction,
       "links to each neighbour; torus and mesh only. A dimension of 2 has one neighbour",
       range(1, 32),
       only_with(&TopologyConfig::kind, {TopologyKind::torus, TopologyKind::mesh},
                 "with this kind")),
      (arity, "links down, and up, of each chip; fat_tree only", range(2, 32),
       only_with(&TopologyConfig::kind, {TopologyKind::fat_tree}, "with this kind")),
      (levels, "levels of arity^(levels-1) chips; hosts at the lowest; fat_tree only", range(2, 8),
       only_with(&TopologyConfig::kind, {TopologyKind::fat_tree}, "with this kind")),
      (widths,
       "links that join two chips of one row, by dimension; one entry: in all of them; hyperx only",
       range(1, 8), only_with(&TopologyConfig::kind, {TopologyKind::hyperx}, "with this kind")),
      (q, "order of the finite field, a power of a prime; slim_fly and polarfly only", range(2, 64),
       only_with(&TopologyConfig::kind, {TopologyKind::slim_fly, TopologyKind::polarfly},
                 "with this kind")),
      (groups, "groups, each pair of them joined; dragonfly_plus only", range(2, 512),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly_plus}, "with this kind")),
      (leaves, "chips with hosts of each group; dragonfly_plus only", range(1, 63),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly_plus}, "with this kind")),
      (spines, "chips with global links of each group; dragonfly_plus only", range(1, 63),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly_plus}, "with this kind")),
      (file,
       "edges, CSV or GraphML, relative to this file (in --set: to the current folder); graph only",
       only_with(&TopologyConfig::kind, {TopologyKind::graph}, "with this kind")),
      (nodes_file,
       "hosts of each node, CSV, relative as topology.file; empty: hosts_per_tin; graph only",
       only_with(&TopologyConfig::kind, {TopologyKind::graph}, "with this kind")),
      (link_kind,
       "kind of the links of flattened, torus, mesh, fat_tree, graph, hyperx, slim_fly and "
       "polarfly; "
       "auto: local in a pod, global between pods",
       only_with(&TopologyConfig::kind,
                 {TopologyKind::flattened, TopologyKind::torus, TopologyKind::mesh,
                  TopologyKind::fat_tree, TopologyKind::graph, TopologyKind::hyperx,
                  TopologyKind::slim_fly, TopologyKind::polarfly},
                 "with this kind")))
};

}  // namespace tinsim
