// SPDX-License-Identifier: Apache-2.0
// The reference of the result files is that of the lists of fields, and says something of each.
#include "platform/result/result_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/fields/field_json.h"
#include "platform/result/writer.h"
#include "platform/services/registry.h"
#include "platform/statistics/ip_result.h"
#include "platform/statistics/rma_result.h"
#include "tests/platform/stats_sample.h"

namespace tinsim {
namespace {

TEST(ResultReference, ThePageHasItsTables) {
  std::ifstream in(std::string(TINSIM_SOURCE_DIR) + "/docs/reference/result_fields.md");
  std::ostringstream page;
  page << in.rdbuf();
  EXPECT_NE(page.str().find(results_reference(all_sections())), std::string::npos)
      << "replace the tables of docs/reference/result_fields.md by `tinsim schema --format "
         "results`";
}

TEST(ResultReference, EveryFieldHasAMeaning) {
  EXPECT_FALSE(contains(results_reference(all_sections()), "|  |"));
}

/// Paths of all keys of `json`, lists by their first element, as the reference writes them.
void add_keys(const Json& json, const std::string& path, std::vector<std::string>& keys) {
  if (json.is_array() && !json.empty()) return add_keys(json[0], path + "[]", keys);
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) {
    keys.push_back(path + "." + key + (value.is_array() ? "[]" : ""));
    add_keys(value, path + "." + key, keys);
  }
}

TEST(ResultReference, NamesTheKeysOfSummaries) {
  RunResult r = sample();
  r.cells = {1487, 1474, 13, {}};  // names of causes and reasons are no fields
  r.sections = all_sections();
  r.sections.get<IpResult>().classes.resize(1);
  r.sections.get<RmaResult>().ops.resize(1);
  r.sections.get<RmaResult>().entries.resize(1);
  r.sections.get<RmaResult>().demand.emplace();
  r.links.resize(1);
  r.failures.changes.resize(1);
  const Json summary = make_summary(r);
  std::vector<std::string> keys;
  for (const auto& [key, value] : summary.items()) {
    keys.push_back(key + (value.is_array() ? "[]" : ""));
    add_keys(value, key, keys);
  }
  for (const auto& section : r.sections)
    EXPECT_EQ(std::count(keys.begin(), keys.end(), section->name()), 1) << section->name();
  const std::string reference = results_reference(all_sections());
  unsigned named = 0;
  for (const std::string& key : keys) {
    const std::size_t dot = key.rfind('.');
    // Names of causes and of parts of a distribution stand with the field that they belong to.
    const bool is_row = contains(reference, "`" + key + "`");
    const bool is_named_above =
        contains(reference, "| `" + key.substr(0, dot) + "` |") &&
        (contains(reference, "`" + key.substr(dot + 1) + "`") ||
         key.substr(0, dot).rfind("_ns") == dot - 3 || key.substr(0, dot) == "flows.slowdown");
    EXPECT_TRUE(is_row || is_named_above) << key;
    named += is_row;
  }
  EXPECT_GT(named, 100u);
}

}  // namespace
}  // namespace tinsim
