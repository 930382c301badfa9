// SPDX-License-Identifier: Apache-2.0
// Program: exit status, error texts and result folders of the tinsim binary itself.
#include <sys/wait.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "config_test_util.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

#ifdef TINSIM_RTL
constexpr const char* kImplsOnPins[] = {"pins", "lockstep_pins", "rtl", "lockstep"};
#else
constexpr const char* kImplsOnPins[] = {"pins", "lockstep_pins"};
#endif

class CliProgram : public testing::Test {
 protected:
  Outcome tinsim(const std::string& arguments) {
    const auto out = dir_ / "stdout", err = dir_ / "stderr";
    const int status = std::system(("cd " + work_.path().string() + " && " TINSIM_PROGRAM " " +
                                    arguments + " >" + out.string() + " 2>" + err.string())
                                       .c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
  }

  void SetUp() override {
    work_.write("c.yaml",
                "topology: {kind: single, hosts_per_tin: 4}\n"
                "tin: {switch: {ports: 4}}\n"
                "traffic: [{load: 0.3, cell_bytes: 160}]\n"
                "run: {warmup_us: 1, measure_us: 1}\n");
  }

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(work_.path())) {
      found.push_back(entry.path().filename().string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  TempDir dir_;   ///< what the program prints
  TempDir work_;  ///< where it runs
};

using Names = std::vector<std::string>;

TEST_F(CliProgram, RunPrintsATableAndNothingElse) {
  const Outcome run = tinsim("run c.yaml");
  EXPECT_EQ(run.status, 0);
  EXPECT_FALSE(run.out.empty());
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(names(), Names{"c.yaml"});
}

/// From the line that begins with `first` to the one that begins with `last`, but for the speed.
std::string part_of(const std::string& text, const std::string& first, const std::string& last) {
  std::istringstream lines(text);
  std::string part, line;
  for (bool inside = false; std::getline(lines, line);) {
    inside = inside || line.rfind(first, 0) == 0;
    if (inside && line.rfind("  speed", 0) != 0) part += line + "\n";
    if (inside && line.rfind(last, 0) == 0) return part;
  }
  return "";
}

// The output that README.md shows is the same on every machine.
TEST_F(CliProgram, RunPrintsTheTableOfTheReadme) {
  const Outcome run = tinsim("run " TINSIM_SOURCE_DIR "/configs/dragonfly_4pod.yaml");
  const std::string table = part_of(run.out, "  network ", "  state hash");
  EXPECT_NE(table, "");
  EXPECT_EQ(part_of(text_of(TINSIM_SOURCE_DIR "/README.md"), "  network ", "  state hash"), table);
}

// Model and RTL of the switch chip with its links, alone and in lockstep with the chip core.
TEST_F(CliProgram, AChipWithItsLinksChangesNothing) {
  const auto hash_with = [this](const std::string& more) {
    const Outcome run =
        tinsim("run " TINSIM_SOURCE_DIR "/configs/tin_switch.yaml --set run.measure_us=8" + more);
    EXPECT_EQ(run.status, 0) << run.err;
    return part_of(run.out, "  state hash", "  state hash");
  };
  const std::string model = hash_with("");
  EXPECT_NE(model, "");
  for (const std::string impl : kImplsOnPins)
    EXPECT_EQ(hash_with(" --set tin.impl=" + impl + " --set tin.impl_block=tin_switch"), model)
        << impl;
}

TEST_F(CliProgram, QuietRunPrintsNothing) {
  const Outcome run = tinsim("run c.yaml --quiet");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out + run.err, "");
}

TEST_F(CliProgram, ResultFolderHoldsSummaryAndEffectiveConfiguration) {
  EXPECT_EQ(tinsim("run c.yaml --seed 7 --set traffic.0.load=0.25 --out deep/er/out").status, 0);
  EXPECT_TRUE(nlohmann::json::accept(text_of(work_ / "deep/er/out/summary.json")));
  const PlatformConfig config = load_config(work_ / "deep/er/out/config.yaml");
  EXPECT_EQ(config.run.seed, 7u);
  EXPECT_EQ(config.traffic[0].load, 0.25);
  EXPECT_EQ(names(), (Names{"c.yaml", "deep"}));
}

TEST_F(CliProgram, PreviousResultIsReplacedWhole) {
  EXPECT_EQ(tinsim("run c.yaml --out out --set trace.cells.ports=all").status, 0);
  EXPECT_TRUE(std::filesystem::exists(work_ / "out/cells.pcapng"));
  EXPECT_EQ(tinsim("run c.yaml --out out/").status, 0);
  EXPECT_FALSE(std::filesystem::exists(work_ / "out/cells.pcapng"));
  EXPECT_TRUE(std::filesystem::exists(work_ / "out/summary.json"));
  EXPECT_EQ(names(), (Names{"c.yaml", "out"}));
}

TEST_F(CliProgram, FolderWithOtherFilesIsLeftAlone) {
  std::filesystem::create_directory(work_ / "mine");
  work_.write("mine/thesis.tex", "years of work");
  const Outcome run = tinsim("run c.yaml --out mine");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(
      run.err,
      "tinsim: error: --out mine: holds files that are not a tinsim result (thesis.tex: there is "
      "no manifest.sha256); expected a "
      "folder that can be written, and is new, empty or a previous result\n");
  EXPECT_EQ(text_of(work_ / "mine/thesis.tex"), "years of work");
  EXPECT_EQ(run.out, "");
}

// Works for root too, whom permission bits do not stop.
TEST_F(CliProgram, UnwritableResultFolderIsFoundBeforeTheRun) {
  const Outcome run = tinsim("run c.yaml --out c.yaml/out");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "tinsim: error: --out c.yaml/out: Not a directory; expected a folder that can be "
            "written, and is new, empty or a previous result\n");
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(names(), Names{"c.yaml"});
}

TEST_F(CliProgram, BadConfigurationIsOneErrorPerLineAndWritesNothing) {
  work_.write("bad.yaml", "topology: {podz: 4}\ntraffic: [{load: 9}]\n");
  const Outcome run = tinsim("run bad.yaml --out out --set run.seed=x");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "bad.yaml:1:12: topology: unknown key 'podz' (did you mean 'pods'?); expected one of: "
            "kind, pods, tins_per_pod, hosts_per_tin, terminal_ports_per_host, "
            "global_links_per_pair, local_links_per_pair, chips, dims, links_per_direction, "
            "arity, levels, widths, q, groups, leaves, spines, file, nodes_file, link_kind\n"
            "--set run.seed=x: run.seed: 'x' is not an integer; expected an integer from 0 to "
            "18446744073709551615\n"
            "bad.yaml:2:18: traffic.0.load: 9 is out of range; expected 0 to 4\n");
  EXPECT_EQ(names(), (Names{"bad.yaml", "c.yaml"}));
}

TEST_F(CliProgram, EveryCommandThatReadsAConfigurationTakesOverrides) {
  for (const char* command : {"run", "check", "topology"}) {
    const Outcome bad = tinsim(std::string(command) + " c.yaml --set topology.pods=0");
    EXPECT_EQ(bad.status, 2) << command;
    EXPECT_EQ(bad.err,
              "--set topology.pods=0: topology.pods: 0 is out of range; expected 1 to 64\n");
    EXPECT_EQ(tinsim(std::string(command) + " c.yaml --set tin.output.weights=[3]").status, 0);
  }
}

TEST_F(CliProgram, BadUsage) {
  for (const char* arguments :
       {"", "fly", "run", "run c.yaml --sed 4", "run c.yaml extra", "run c.yaml --seed many",
        "run c.yaml --seed -1", "run c.yaml --seed 18446744073709551616", "run c.yaml --set",
        "topology c.yaml --format svg", "schema c.yaml"}) {
    const Outcome run = tinsim(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_EQ(run.err.rfind("tinsim: error: ", 0), 0u) << arguments << ": " << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << arguments << ": " << run.err;
  }
}

TEST_F(CliProgram, HelpIsNoError) {
  for (const char* arguments : {"--help", "run --help", "check --help"}) {
    const Outcome run = tinsim(arguments);
    EXPECT_EQ(run.status, 0);
    EXPECT_NE(run.out.find("Usage"), std::string::npos);
    EXPECT_EQ(run.err, "");
  }
}

TEST_F(CliProgram, FullStandardOutputIsReported) {
  EXPECT_EQ(std::system("cd / && " TINSIM_PROGRAM " schema >/dev/full 2>/dev/null") >> 8, 1);
}

TEST_F(CliProgram, CheckReadsTheFilesOfMessageSizes) {
  work_.write("h.yaml",
              "topology: {kind: single, hosts_per_tin: 2}\n"
              "ip: {enabled: true}\n"
              "ip_traffic: [{size_cdf: sizes.csv}]\n"
              "run: {warmup_us: 1, measure_us: 1}\n");
  work_.write("sizes.csv", "bytes,cumulative\n100,0.5\n301,1\n");
  const Outcome good = tinsim("check h.yaml");
  EXPECT_EQ(good.status, 0) << good.err;
  // Half are of 100 bytes, half of 101 to 301.
  EXPECT_NE(good.out.find("# ip_traffic.0: messages of 150.5 bytes on average\n"),
            std::string::npos)
      << good.out;
  work_.write("sizes.csv", "bytes,cumulative\n100,0.5\n300,1.1\n");
  const Outcome bad = tinsim("check h.yaml");
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("sizes.csv:3:5: size_cdf: cumulative is '1.1'"), std::string::npos)
      << bad.err;
}

TEST_F(CliProgram, CheckPrintsAConfigurationWithDerivedFiguresAsComments) {
  const Outcome check = tinsim("check c.yaml");
  EXPECT_EQ(check.status, 0);
  EXPECT_TRUE(same_fields(parse_config(check.out, "check").config, load_config(work_ / "c.yaml")));
  EXPECT_NE(check.out.find("\n# input FIFO per chip: "), std::string::npos);
}

TEST_F(CliProgram, TopologyInEachFormat) {
  for (const char* format : {"summary", "csv", "dot"}) {
    const Outcome run = tinsim(std::string("topology c.yaml --format ") + format);
    EXPECT_EQ(run.status, 0) << format;
    EXPECT_NE(run.out, "") << format;
  }
}

}  // namespace
}  // namespace tinsim
