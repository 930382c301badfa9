// SPDX-License-Identifier: Apache-2.0
// Hostile use of the program: nothing a user names or feeds it ends in a crash, lost files or an
// unreadable message.
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "config_test_util.h"

namespace tinsim {
namespace {

using namespace std::string_literals;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

constexpr const char* kNetwork =
    "topology: {kind: pair, hosts_per_tin: 2, local_links_per_pair: 1}\n"
    "tin: {switch: {ports: 4}}\n"
    "run: {warmup_us: 0, measure_us: 1}\n";

class HostileUse : public testing::Test {
 protected:
  void SetUp() override {
    work_.write("c.yaml", std::string(kNetwork) + "traffic: [{load: 0.2}]\n");
    work_.write("t.yaml", std::string(kNetwork) + "traffic: [{pattern: trace, file: t.csv}]\n");
    work_.write("p.yaml", std::string(kNetwork) + "traffic: [{pattern: pcap, file: p.pcap}]\n");
  }

  /// Runs the program in work_; returns its exit status and fills out_ and err_.
  int tinsim(const std::string& arguments) {
    const auto out = dir_ / "stdout", err = dir_ / "stderr";
    const std::string command = "cd " + work_.path().string() + " && " TINSIM_PROGRAM " " +
                                arguments + " >" + out.string() + " 2>" + err.string();
    const int status = std::system(command.c_str());
    out_ = text_of(out);
    err_ = text_of(err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// One line, of characters that a terminal shows, that says what was expected.
  void expect_refused(const std::string& arguments, const std::string& part) {
    EXPECT_EQ(tinsim(arguments), 2) << arguments;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_EQ(std::count_if(err_.begin(), err_.end(), [](char c) { return c >= 0 && c < 32; }), 1)
        << arguments << ": " << err_;
    EXPECT_NE(err_.find(part), std::string::npos) << arguments << ": " << err_;
    EXPECT_NE(err_.find("; expected "), std::string::npos) << arguments << ": " << err_;
    EXPECT_LT(err_.size(), 2000u) << arguments;
  }

  TempDir dir_;   ///< what the program prints
  TempDir work_;  ///< where it runs
  std::string out_, err_;
};

TEST_F(HostileUse, QuotedInputStaysOneReadableLine) {
  work_.write("nul.yaml", "a: \"\\\0\""s);
  expect_refused("check nul.yaml", "nul.yaml:1:7: unknown escape character: \\x00; expected");
  work_.write("key.yaml", "? |\n  topology\n: 3\n");
  expect_refused("check key.yaml", "unknown key 'topology\\n'");
  work_.write("t.csv", "cycle,src,dst,bytes,class\n0,0,\0\x1b[31m,160,0\n"s);
  expect_refused("run t.yaml", "t.csv:2:5: trace: dst is '\\x00\\x1b[31m'");
  work_.write("long.yaml", "topology: {kind: " + std::string(2000000, 'x') + "}\n");
  expect_refused("check long.yaml", "long.yaml:1:18: topology.kind: 'xxx");
  expect_refused("check 'no\nfile'", "no\\nfile: cannot be read");
}

TEST_F(HostileUse, EndlessOrUnsuitableFilesAreRefused) {
  expect_refused("check /dev/zero", "cannot be read: it is no regular file");
  work_.write("large.yaml", std::string(16000001, '#'));
  expect_refused("check large.yaml", "cannot be read: it is larger than 16 MB");
  expect_refused("run t.yaml --set traffic.0.file=/dev/zero", "'/dev/zero' cannot be read");
  ASSERT_EQ(std::system(("mkfifo " + (work_ / "pipe").string()).c_str()), 0);
  expect_refused("run t.yaml --set traffic.0.file=pipe", "cannot be read");
}

TEST_F(HostileUse, CheckFindsWhatARunWouldFind) {
  work_.write("t.csv", "cycle,src,dst,bytes,class\n0,0,2,160,0\n0,0,4,160,0\n");
  for (const char* command : {"check", "run"}) {
    expect_refused(std::string(command) + " t.yaml", "t.csv:3:5: trace: dst is '4'");
    expect_refused(std::string(command) + " p.yaml --set traffic.0.file=t.csv", "not a capture");
  }
}

TEST_F(HostileUse, FilesAreNamedWithTheirKeyAndItsPlace) {
  work_.write("bad", "no capture, no table");
  expect_refused("run p.yaml --set traffic.0.file=bad",
                 "--set traffic.0.file=bad: traffic.0.file: " + (work_ / "bad").string() +
                     ": not a capture (unknown file format)");
  const std::string network =
      "topology: {kind: pair, hosts_per_tin: 2}\nrun: {warmup_us: 0, measure_us: 1}\n";
  const auto refused = [&](const std::string& text, const std::string& error) {
    work_.write("n.yaml", network + text);
    expect_refused("run n.yaml", error);
  };
  refused("traffic:\n  - {pattern: pcap, file: bad}\n",
          "n.yaml:4:27: traffic.0.file: " + (work_ / "bad").string() + ": not a capture");
  refused("ip:\n  enabled: true\n  replay: [{mac: 1, file: bad}]\n",
          "n.yaml:5:27: ip.replay.0.file: " + (work_ / "bad").string() + ": not a capture");
  refused("ip: {enabled: true}\nip_traffic: [{size_cdf: bad}]\n",
          "n.yaml:4:25: ip_traffic.0.size_cdf: " + (work_ / "bad").string());
}

TEST_F(HostileUse, TracesWrittenBySpreadsheetsAreRead) {
  work_.write("t.csv",
              "\xef\xbb\xbf"
              "cycle,src,dst,bytes,class\r\n0,0,2,160,0\r\n");
  EXPECT_EQ(tinsim("run t.yaml --quiet"), 0) << err_;
}

TEST_F(HostileUse, UnknownCommandIsNamed) {
  expect_refused("fly c.yaml",
                 "'fly' is no command; expected run, resume, check, topology, report, schema, "
                 "registers, controller, sweep, compare, trace-paths, replay or wan");
}

TEST_F(HostileUse, ResultFolderWithoutANameIsRefused) {
  expect_refused("run c.yaml --out ''", "--out: '' is no name; expected a folder");
}

TEST_F(HostileUse, OnlyFilesOfAResultAreEverReplaced) {
  for (const char* mine : {"notes.md", "chapter/one.tex", "config.yaml.bak"}) {
    ASSERT_EQ(tinsim("run c.yaml --quiet --out out"), 0);
    std::filesystem::create_directories(work_ / "out/chapter");
    work_.write(std::string("out/") + mine, "years of work");
    expect_refused("run c.yaml --out out", "holds files that are not a tinsim result");
    EXPECT_EQ(text_of(work_ / "out" / mine), "years of work");
    std::filesystem::remove_all(work_ / "out");
  }
}

TEST_F(HostileUse, FoldersThatCannotBeReplacedAreRefusedBeforeTheRun) {
  std::filesystem::create_directory(work_ / "empty");
  EXPECT_EQ(tinsim("run c.yaml --quiet --out empty"), 0);
  std::filesystem::create_directory(work_ / "here");
  const std::string in_folder = "cd " + (work_ / "here").string() +
                                " && " TINSIM_PROGRAM " run ../c.yaml --out . >/dev/null 2>&1";
  EXPECT_EQ(WEXITSTATUS(std::system(in_folder.c_str())), 2);
  EXPECT_TRUE(std::filesystem::is_empty(work_ / "here"));
}

// A run that is interrupted before its first cycle leaves nothing, so a slow machine gets more
// time.
TEST_F(HostileUse, AnInterruptedRunLeavesItsPartialResultAlone) {
  for (double seconds = 0.5; seconds < 20 && !std::filesystem::exists(work_ / "deep");
       seconds *= 2) {
    const std::string command =
        "cd " + work_.path().string() + " && timeout -s INT " + std::to_string(seconds) +
        " " TINSIM_PROGRAM " run c.yaml --set run.measure_us=1e5 --out deep/out >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 124);  // timeout's own: the run was still going
  }
  EXPECT_NE(text_of(work_ / "deep/out/summary.json").find("\"cut\": {"), std::string::npos);
  const std::filesystem::directory_iterator entries(work_ / "deep");
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST_F(HostileUse, TrafficWithoutASenderOrADestinationIsRefused) {
  expect_refused("check c.yaml --set traffic.0.pattern=incast --set traffic.0.targets=[0,1,2,3]",
                 "traffic.0.targets: every source is a target");
  expect_refused(
      "check c.yaml --set traffic.0.pattern=incast --set traffic.0.targets=1 "
      "--set traffic.0.sources=1",
      "traffic.0.targets: every source is a target");
  for (const char* pattern : {"uniform", "'hotspot, targets: 0'"}) {
    work_.write("one.yaml",
                "topology: {kind: dragonfly, pods: 1, tins_per_pod: 1, hosts_per_tin: 2}\n"
                "traffic: [{load: 0.2}]\n");
    expect_refused(std::string("check one.yaml --set traffic.0={pattern:\\ ") + pattern + "}",
                   "sends to other chips, but there is only one");
  }
}

TEST_F(HostileUse, MoreDestinationsThanNumbersAreRefusedWithTheirPlace) {
  expect_refused(
      "check c.yaml --set 'topology={kind: dragonfly, pods: 64, tins_per_pod: 16, hosts_per_tin: "
      "40, "
      "global_links_per_pair: 1, local_links_per_pair: 1}' --set tin.switch.ports=64",
      "topology.hosts_per_tin: 40960 hosts and 40960 terminal ports are too many");
}

}  // namespace
}  // namespace tinsim
