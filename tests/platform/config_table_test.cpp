// SPDX-License-Identifier: Apache-2.0
// Rules of the keys and words of enumerations; the reference page shows all of them.
#include <fstream>
#include <set>
#include <sstream>

#include "config_test_util.h"
#include "platform/config/nearest_name.h"
#include "platform/config/range_text.h"
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

/// Whether each key has a text, and each number a range.
template <class T>
void check_rules(const std::string& path, const T& section) {
  T::walk_keys(section, [&](const char* name, const auto& field, const KeyRule& rule) {
    using Field = std::decay_t<decltype(field)>;
    const std::string at = join_path(path, yaml_key(name));
    if constexpr (HasFields<Field>::value) {
      check_rules(at, field);
    } else if constexpr (IsVector<Field>::value) {
      if constexpr (HasFields<typename Field::value_type>::value)
        return check_rules(at + ".*", typename Field::value_type{});
      else
        EXPECT_FALSE(rule.text.empty()) << at;
    } else {
      EXPECT_FALSE(rule.text.empty()) << at;
      const bool is_number = std::is_same_v<Field, double> || std::is_same_v<Field, unsigned>;
      EXPECT_TRUE(!is_number || rule.range.max < std::numeric_limits<double>::infinity()) << at;
    }
  });
}

TEST(KeyRules, KeysHaveATextAndNumbersARange) { check_rules("", PlatformConfig{}); }

TEST(KeyRules, RangesIncludeTheirEndsButAnOpenOne) {
  EXPECT_TRUE(in_range(range(1, 4), 1) && in_range(range(1, 4), 4));
  EXPECT_FALSE(in_range(range(1, 4), 0.9) || in_range(range(1, 4), 4.1));
  EXPECT_TRUE(in_range(above(1, 4), 1.1) && in_range(above(1, 4), 4));
  EXPECT_FALSE(in_range(above(1, 4), 1));
  EXPECT_EQ(range_text(range(1, 4)), "1 to 4");
  EXPECT_EQ(range_text(above(0, 0.5)), "more than 0 and at most 0.5");
  EXPECT_EQ(range_text(KeyRange()), "");
}

TIN_ENUM(Weather, dry, auto_, wet)

TEST(NamedEnum, WordsAreThoseOfTheList) {
  EXPECT_EQ(words_of<Weather>(), (std::vector<std::string>{"dry", "auto", "wet"}));
  EXPECT_EQ(word_of(Weather::auto_), "auto");
  EXPECT_EQ(from_word<Weather>("wet"), Weather::wet);
  EXPECT_EQ(from_word<Weather>("auto"), Weather::auto_);
  for (const char* none : {"", "auto_", "Wet", "we", "wetter"})
    EXPECT_FALSE(from_word<Weather>(none).has_value()) << none;
}

TEST(KeyRules, DocumentedKeyNamesAreThere) {
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

TEST(KeyRules, ReferencePageIsUpToDate) {
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
