// SPDX-License-Identifier: Apache-2.0
// Configurations that start from another file: what replaces what, and whose file an error names.
#include "config_test_util.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

class ConfigBase : public testing::Test {
 protected:
  ConfigBase() {
    std::filesystem::create_directory(folder / "sub");
    folder.write("base.yaml",
                 "topology: {kind: single, hosts_per_tin: 4}\n"
                 "link: {local_m: 3, fec_cycles: 0}\n"
                 "traffic: [{load: 0.1}, {load: 0.2}]\n");
  }

  PlatformConfig load(const std::string& text, const std::vector<std::string>& overrides = {}) {
    return load_config(folder.write("c.yaml", text), overrides);
  }

  /// Error text, in which the folder is `F`.
  std::string error(const std::string& text, const std::vector<std::string>& overrides = {}) try {
    load(text, overrides);
    return "";
  } catch (const ConfigError& error) {
    std::string what = error.what();
    const std::string path = folder.path().string();
    for (size_t at; (at = what.find(path)) != what.npos;) what.replace(at, path.size(), "F");
    return what;
  }

  TempDir folder;
};

TEST_F(ConfigBase, KeepsWhatTheFileDoesNotName) {
  const PlatformConfig config = load("base: base.yaml\nlink: {local_m: 7}\n");
  EXPECT_EQ(config.topology.hosts_per_tin, 4u);
  EXPECT_EQ(config.link.local_m, 7);
  EXPECT_EQ(config.link.fec_cycles, 0u);
  EXPECT_EQ(config.traffic.size(), 2u);
}

TEST_F(ConfigBase, KeyMayFollowOthers) {
  EXPECT_EQ(load("link: {local_m: 7}\nbase: base.yaml\n").link.local_m, 7);
}

TEST_F(ConfigBase, ListsReplaceLists) {
  const PlatformConfig config = load("base: base.yaml\ntraffic: [{gbps: 1}]\n");
  ASSERT_EQ(config.traffic.size(), 1u);
  EXPECT_FALSE(config.traffic[0].load.has_value());
}

TEST_F(ConfigBase, ChainsAreRelativeToEachFile) {
  folder.write("sub/middle.yaml", "base: ../base.yaml\nlink: {fec_cycles: 5}\n");
  const PlatformConfig config = load("base: sub/middle.yaml\nlink: {local_m: 7}\n");
  EXPECT_EQ(config.link.local_m, 7);
  EXPECT_EQ(config.link.fec_cycles, 5u);
  EXPECT_EQ(config.topology.hosts_per_tin, 4u);
}

TEST_F(ConfigBase, NamesOfFilesAreRelativeToTheFileThatHasThem) {
  folder.write("sub/cells.csv", "time_ns,src,dst,bytes\n10,0,1,64\n");
  folder.write("sub/replay.yaml",
               "topology: {kind: single, hosts_per_tin: 4}\n"
               "traffic: [{pattern: trace, file: cells.csv}]\n");
  EXPECT_EQ(load("base: sub/replay.yaml\n").traffic[0].file, (folder / "sub/cells.csv").string());
}

TEST_F(ConfigBase, OverridesComeLast) {
  EXPECT_EQ(load("base: base.yaml\nlink: {local_m: 7}\n", {"link.local_m=9"}).link.local_m, 9);
}

TEST_F(ConfigBase, EffectiveConfigurationIsWhole) {
  const PlatformConfig config = load("base: base.yaml\nlink: {local_m: 7}\n");
  const std::string printed = print_config(config);
  EXPECT_EQ(printed.find("base:"), printed.npos);
  EXPECT_TRUE(same_fields(parse_config(printed, "printed").config, config));
}

TEST_F(ConfigBase, ErrorsNameTheFileThatWroteTheValue) {
  EXPECT_EQ(error("base: base.yaml\nlink: {local_m: -1}\n"),
            "F/c.yaml:2:17: link.local_m: -1 is out of range; expected 0 to 10000");
  folder.write("bad.yaml", "link:\n  local_m: -1\n  globl_m: 3\n");
  EXPECT_EQ(
      first_line(error("base: bad.yaml\ntraffic: [{load: 0.1}]\n")),
      "F/bad.yaml:3:3: link: unknown key 'globl_m' (did you mean 'global_m'?); expected one "
      "of: local_m, global_m, fec_cycles, local_fec, global_fec, local_fec_cycles, local_rate, "
      "global_rate, fidelity, wire_links, credits, "
      "fc_hold_cycles, "
      "fc_refresh_us, timesync_us, latency_us, train_at_start, noise, faults");
  folder.write("bad.yaml", "link:\n  local_m: -1\n");
  EXPECT_EQ(error("base: bad.yaml\ntraffic: [{load: 0.1}]\n"),
            "F/bad.yaml:2:12: link.local_m: -1 is out of range; expected 0 to 10000");
}

TEST_F(ConfigBase, KeysOfAReplacedChoiceAreNoMistake) {
  folder.write("torus.yaml",
               "topology: {kind: torus, dims: [2, 2], tins_per_pod: 2}\ntraffic: [{load: 0.1}]\n");
  EXPECT_EQ(load("base: torus.yaml\ntopology: {kind: single}\n").topology.dims,
            TopologyConfig().dims);
  EXPECT_EQ(
      error("base: torus.yaml\ntopology: {kind: single, dims: [3]}\n"),
      "F/c.yaml:2:32: topology.dims: is only for torus, mesh and hyperx; expected no dims with "
      "this kind");
}

TEST_F(ConfigBase, CyclesAreRefused) {
  EXPECT_EQ(first_line(error("base: c.yaml\n")),
            "F/c.yaml:1:7: base: starts from itself: F/c.yaml, F/c.yaml; expected a file that does "
            "not start from this one");
  folder.write("a.yaml", "link: {local_m: 2}\nbase: sub/../c.yaml\n");
  EXPECT_EQ(first_line(error("base: a.yaml\n")),
            "F/a.yaml:2:7: base: starts from itself: F/c.yaml, F/a.yaml, F/sub/../c.yaml; expected "
            "a file that does not start from this one");
}

TEST_F(ConfigBase, FilesThatCannotBeRead) {
  EXPECT_EQ(first_line(error("run: {seed: 1}\nbase: none.yaml\n")),
            "F/c.yaml:2:7: base: 'F/none.yaml' cannot be read: No such file or directory; expected "
            "a YAML file");
  EXPECT_EQ(first_line(error("base: [base.yaml]\n")),
            "F/c.yaml:1:7: base: is a list; expected a string");
  folder.write("bad.yaml", "link: {\n");
  EXPECT_EQ(first_line(error("base: bad.yaml\n")),
            "F/bad.yaml:2:1: end of map flow not found; expected valid YAML");
}

TEST_F(ConfigBase, OnlyFilesHaveOne) {
  EXPECT_EQ(first_line(error("base: base.yaml\n", {"base=base.yaml"})).substr(0, 40),
            "--set base=base.yaml: unknown key 'base'");
  EXPECT_EQ(first_line(error("link: {base: base.yaml}\ntraffic: [{load: 0.1}]\n")).substr(0, 37),
            "F/c.yaml:1:8: link: unknown key 'base");
}

}  // namespace
}  // namespace tinsim
