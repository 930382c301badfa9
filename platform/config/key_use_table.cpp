// SPDX-License-Identifier: Apache-2.0
// Table of the keys that only some values of other keys use: network, routing, run.
#include "platform/config/key_use_rules.h"

namespace tinsim {
namespace {

using namespace key_use_rules;

void add_network(std::vector<KeyUse>& table) {
  table.push_back(of_kinds({"topology.pods", "topology.global_links_per_pair"}, {"dragonfly"}));
  table.push_back(of_kinds({"topology.tins_per_pod"},
                           {"dragonfly", "flattened", "torus", "fat_tree", "graph"}));
  table.push_back(of_kinds({"topology.local_links_per_pair"}, {"pair", "dragonfly", "flattened"}));
  table.push_back(of_kinds({"topology.chips"}, {"flattened"}));
  table.push_back(of_kinds({"topology.dims", "topology.links_per_direction"}, {"torus"}));
  table.push_back(of_kinds({"topology.arity", "topology.levels"}, {"fat_tree"}));
  table.push_back(of_kinds({"topology.file", "topology.nodes_file"}, {"graph"}));
  table.push_back(of_kinds({"topology.link_kind"}, {"flattened", "torus", "fat_tree", "graph"}));
  table.push_back({{"link.fc_hold_cycles", "link.fc_refresh_us"},
                   {"link.credits"},
                   "credits in sets",
                   "with link.credits: ideal",
                   [](const PlatformConfig& c, size_t) { return c.link.credits == "sets"; }});
  table.push_back({{"failures.repair_tables_us", "failures.parked_words"},
                   {"failures.events"},
                   "failures",
                   "without failures.events",
                   [](const PlatformConfig& c, size_t) { return !c.failures.events.empty(); }});
  table.push_back(
      {{"failures.events.*.seed"},
       {"failures.events.*.percent"},
       "a draw",
       "where all fail",
       [](const PlatformConfig& c, size_t i) { return c.failures.events[i].percent < 100; }});
}

void add_routing(std::vector<KeyUse>& table) {
  // Not ordered_classes: to name none is true of modes that know none.
  table.push_back(of_modes({"routing.minimal_candidates"}, {"minimal_adaptive", "fully_adaptive"}));
  table.push_back(
      of_modes({"routing.nonminimal_candidates", "routing.ordered_mode"}, {"fully_adaptive"}));
  table.push_back(of_modes(
      {"routing.minimal_weight", "routing.local_queue_weight", "routing.global_queue_weight"},
      {"minimal_adaptive", "fully_adaptive", "ugal_l"}));
  table.push_back(of_modes(
      {"routing.nonminimal_weight", "routing.minimal_bias_words", "routing.nonminimal_bias_words"},
      {"fully_adaptive", "ugal_l"}));
  table.push_back(of_modes({"routing.local_detours"}, {"deterministic", "fully_adaptive"}));
  table.push_back(of_kinds({"routing.minimal_copies"}, {"dragonfly"}));
}

void add_run(std::vector<KeyUse>& table) {
  table.push_back({{"run.max_warmup_us"},
                   {"run.warmup_us"},
                   "warmup_us: auto",
                   "with a warm-up of given length",
                   [](const PlatformConfig& c, size_t) { return c.run.warmup_us == "auto"; }});
  table.push_back(
      {{"trace.from_us", "trace.to_us"},
       {"trace.cells.ports", "trace.timeline.ports", "trace.waves.ports", "ip.capture.ports"},
       "traces",
       "where no ports are traced",
       [](const PlatformConfig& c, size_t) { return c.writes_traces(); }});
  table.push_back({{"trace.cells.file", "trace.cells.csv", "trace.cells.sets"},
                   {"trace.cells.ports"},
                   "a capture",
                   "without trace.cells.ports",
                   [](const PlatformConfig& c, size_t) { return !c.trace.cells.ports.empty(); }});
  table.push_back(
      {{"trace.timeline.file"},
       {"trace.timeline.ports"},
       "a timeline",
       "without trace.timeline.ports",
       [](const PlatformConfig& c, size_t) { return !c.trace.timeline.ports.empty(); }});
  table.push_back({{"trace.waves.file"},
                   {"trace.waves.ports"},
                   "waves",
                   "without trace.waves.ports",
                   [](const PlatformConfig& c, size_t) { return !c.trace.waves.ports.empty(); }});
}

std::vector<KeyUse> make_table() {
  std::vector<KeyUse> table;
  add_network(table);
  add_routing(table);
  add_traffic_uses(table);
  add_host_uses(table);
  add_run(table);
  return table;
}

}  // namespace

const std::vector<KeyUse>& key_uses() {
  static const std::vector<KeyUse> table = make_table();
  return table;
}

}  // namespace tinsim
