// SPDX-License-Identifier: Apache-2.0
// Field table: one entry per field, and the reference page shows all of them.
#include <fstream>
#include <set>
#include <sstream>

#include "config_test_util.h"
#include "platform/config/field_table.h"
#include "platform/config/nearest_name.h"
#include "platform/config/schema.h"

namespace tinsim {
namespace {

template <class T>
void collect(const std::string& pattern, const T& value, std::set<std::string>& out) {
  if constexpr (HasFields<T>::value) {
    T::walk(value, [&](const char* name, const auto& field) {
      collect(join_path(pattern, yaml_key(name)), field, out);
    });
  } else if constexpr (IsVector<T>::value) {
    using Item = typename T::value_type;
    const Item item{};
    collect(HasFields<Item>::value ? pattern + ".*" : pattern, item, out);
  } else {
    out.insert(pattern);
  }
}

std::set<std::string> all_fields() {
  const PlatformConfig config;
  std::set<std::string> fields;
  collect("", config, fields);
  return fields;
}

TEST(FieldTable, HasEachFieldOnceAndNothingElse) {
  std::multiset<std::string> table;
  for (const FieldRule& rule : field_table()) table.insert(rule.path);
  const auto fields = all_fields();
  EXPECT_EQ(table, std::multiset<std::string>(fields.begin(), fields.end()));
}

TEST(FieldTable, DocumentedKeyNamesAreThere) {
  // The names that configurations rely on.
  const auto fields = all_fields();
  for (const char* path : {"topology.kind",
                           "topology.pods",
                           "topology.tins_per_pod",
                           "topology.hosts_per_tin",
                           "topology.global_links_per_pair",
                           "topology.local_links_per_pair",
                           "tin.core_mhz",
                           "tin.router_latency_cycles",
                           "tin.switch.ports",
                           "tin.switch.islip_iterations",
                           "tin.switch.crossbar_speedup",
                           "tin.vc_fifo.local_words",
                           "tin.vc_fifo.global_words",
                           "tin.vc_fifo.terminal_words",
                           "tin.output.strict_vcs",
                           "tin.output.weights",
                           "tin.impl",
                           "link.local_m",
                           "link.global_m",
                           "routing.mode",
                           "traffic.*.pattern",
                           "traffic.*.process",
                           "traffic.*.load",
                           "traffic.*.cell_bytes",
                           "traffic.*.class",
                           "run.warmup_us",
                           "run.measure_us",
                           "run.seed",
                           "run.audit"}) {
    EXPECT_TRUE(fields.count(path)) << path;
  }
}

TEST(FieldTable, ReferencePageIsUpToDate) {
  std::ifstream in(std::string(TINSIM_SOURCE_DIR) + "/docs/reference/configuration.md");
  std::stringstream page;
  page << in.rdbuf();
  EXPECT_NE(page.str().find(config_reference()), std::string::npos)
      << "replace the tables of docs/reference/configuration.md by `tinsim schema --format "
         "markdown`";
}

// Distances by hand; the classic example is Wagner and Fischer's.
TEST(NearestName, EditDistance) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("ports", "prots"), 1u);
  EXPECT_EQ(edit_distance("ca", "abc"), 3u);  // no edit touches a swapped pair again
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(NearestName, HintsOnlyAtSlips) {
  const std::vector<std::string> keys = {"ports", "vcs", "islip_iterations"};
  EXPECT_EQ(did_you_mean("port", keys), " (did you mean 'ports'?)");
  EXPECT_EQ(did_you_mean("vc", keys), " (did you mean 'vcs'?)");
  EXPECT_EQ(did_you_mean("islip_iteration", keys), " (did you mean 'islip_iterations'?)");
  EXPECT_EQ(did_you_mean("depth", keys), "");
}

}  // namespace
}  // namespace tinsim
