// SPDX-License-Identifier: Apache-2.0
// CSV cell traces: what a good one becomes, and one exact sentence for each fault.
#include "tests/platform/traffic_fixture.h"

namespace tinsim {
namespace {

const std::string kHeader = "cycle,src,dst,bytes,class\n";

PlatformConfig trace_config(const std::string& file) {
  TrafficConfig entry;
  entry.pattern = TrafficPattern::trace;
  entry.file = file;
  return config_of("pair", entry);
}

Topology two_chips() { return network(1, 2, {2, 1}, 3); }  // hosts 0..3 of 2, 1, 2, 1 ports

TEST(CellTrace, CellsAreBornAsWritten) {
  const TempFile file("csv",
                      "# made by hand\n\n" + kHeader +
                          "0,0,3,160,4\r\n# a pause\n100,0,3,16,0\n100,0,1,17,9\n250,3,2,96,5");
  const Topology t = two_chips();
  ReplayReport report;
  auto ports = make_traffic(trace_config(file.path()), t, &report);
  EXPECT_EQ(report.cells, 4u);
  ASSERT_EQ(ports.size(), 3u) << "ports without cells have no generator";

  // Host 0 has two ports, used in turn: its 1st and 3rd cell on one, its 2nd on the other.
  Generator& first = ports[0].generators.at(0);
  EXPECT_EQ(first.src(), address_of(t, 0, 0));
  const auto cells = take(first, 3);
  EXPECT_EQ(cells[0].birth, 0u);
  EXPECT_EQ(cells[0].words, 20);
  EXPECT_EQ(cells[0].cls, 4);
  EXPECT_EQ(cells[0].vc, 12);
  EXPECT_EQ(cells[0].dst, address_of(t, 3, 0));
  EXPECT_EQ(cells[1].birth, 100u);
  EXPECT_EQ(cells[1].words, 3) << "17 bytes take three words";
  EXPECT_EQ(cells[1].cls, 9);
  EXPECT_EQ(cells[1].dst, address_of(t, 1, 0));
  EXPECT_EQ(cells[2].birth, kNever);

  Generator& second = ports[1].generators.at(0);
  EXPECT_EQ(second.src(), address_of(t, 0, 1));
  EXPECT_EQ(second.head().birth, 100u);
  EXPECT_EQ(second.head().words, 2);
  Generator& last = ports[2].generators.at(0);
  EXPECT_EQ(last.src(), address_of(t, 3, 0));
  EXPECT_EQ(last.head().birth, 250u);
  EXPECT_EQ(last.head().dst, address_of(t, 2, 0));
}

TEST(CellTrace, TimesAreScaledAndRounded) {
  const TempFile file("csv", kHeader + "0,1,3,160,4\n10,1,3,160,4\n15,1,3,160,4\n");
  auto config = trace_config(file.path());
  config.traffic[0].time_scale = 2.5;
  auto ports = make_traffic(config, two_chips());
  const auto cells = take(ports.at(0).generators[0], 3);
  EXPECT_EQ(cells[0].birth, 0u);
  EXPECT_EQ(cells[1].birth, 25u);
  EXPECT_EQ(cells[2].birth, 38u);
}

TEST(CellTrace, UnscaledTimesAreKeptExactly) {
  const TempFile file("csv", kHeader + "4611686018427387903,1,3,160,4\n");
  const auto ports = make_traffic(trace_config(file.path()), two_chips());
  EXPECT_EQ(ports.at(0).generators[0].head().birth, 4611686018427387903u);
}

TEST(CellTrace, ALoopStartsAgainWhenTheLastCellIsSent) {
  const TempFile file("csv", kHeader + "5,1,3,160,4\n7,1,2,24,4\n40,3,1,16,4\n");
  auto config = trace_config(file.path());
  config.traffic[0].loop = true;
  auto ports = make_traffic(config, two_chips());
  const auto cells = take(ports.at(0).generators[0], 5);  // period 40 + 2
  const std::vector<uint64_t> births = {5, 7, 47, 49, 89};
  for (size_t i = 0; i < births.size(); ++i) EXPECT_EQ(cells[i].birth, births[i]);
  EXPECT_EQ(ports.at(1).generators[0].born_between(0, 40 + 42 * 9 + 1).cells, 10u);
}

TEST(CellTrace, EntriesAddUp) {
  const TempFile file("csv", kHeader + "5,1,3,160,4\n");
  auto config = trace_config(file.path());
  TrafficConfig drawn;
  drawn.load = 0.5;
  drawn.class_ = {4};
  config.traffic.push_back(drawn);
  ReplayReport report;
  const auto ports = make_traffic(config, two_chips(), &report);
  EXPECT_EQ(ports.size(), 6u);
  EXPECT_EQ(ports[2].generators.size(), 2u);  // port of host 1
  EXPECT_EQ(ports[2].tables.size(), 2u);
  EXPECT_EQ(report.cells, 1u);
}

/// The error for a trace with this content, without the key and the file that it names.
std::string fault(const std::string& content, double time_scale = 1) {
  const TempFile file("csv", content);
  auto config = trace_config(file.path());
  config.traffic[0].time_scale = time_scale;
  const std::string text = config_error([&] { make_traffic(config, two_chips()); });
  const std::string place = "traffic.0.file: " + file.path();
  EXPECT_EQ(text.rfind(place + ":", 0), 0u) << text;
  return text.substr(place.size());
}

TEST(CellTraceErrors, NameLineAndColumn) {
  EXPECT_EQ(fault("cycle,src,dst,bytes\n0,0,1,16\n"),
            ":1:1: trace: header is 'cycle,src,dst,bytes'; expected 'cycle,src,dst,bytes,class'");
  EXPECT_EQ(fault("# x\n0,0,1,16,4\n"),
            ":2:1: trace: header is '0,0,1,16,4'; expected 'cycle,src,dst,bytes,class'");
  EXPECT_EQ(fault(kHeader + "0,0,1,16\n"),
            ":2:1: trace: 4 fields; expected 5: cycle,src,dst,bytes,class");
  EXPECT_EQ(fault(kHeader + "0,0,1,16,4\n0,0,1,16,4,\n"),
            ":3:1: trace: 6 fields; expected 5: cycle,src,dst,bytes,class");
  EXPECT_EQ(fault(kHeader + "1.5,0,1,16,4\n"),
            ":2:1: trace: cycle is '1.5'; expected an integer from 0 to 4611686018427387904");
  EXPECT_EQ(fault(kHeader + "-1,0,1,16,4\n"),
            ":2:1: trace: cycle is '-1'; expected an integer from 0 to 4611686018427387904");
  EXPECT_EQ(fault(kHeader + "99999999999999999999,0,1,16,4\n"),
            ":2:1: trace: cycle is '99999999999999999999'; expected an integer from 0 to "
            "4611686018427387904");
  EXPECT_EQ(fault(kHeader + "17,four,1,16,4\n"),
            ":2:4: trace: src is 'four'; expected an integer from 0 to 3");
  EXPECT_EQ(fault(kHeader + "17,4,1,16,4\n"),
            ":2:4: trace: src is '4'; expected an integer from 0 to 3");
  EXPECT_EQ(fault(kHeader + "17,3,4,16,4\n"),
            ":2:6: trace: dst is '4'; expected an integer from 0 to 3");
  EXPECT_EQ(fault(kHeader + "17,3,,16,4\n"),
            ":2:6: trace: dst is ''; expected an integer from 0 to 3");
  EXPECT_EQ(fault(kHeader + "17,3,1,15,4\n"),
            ":2:8: trace: bytes is '15'; expected an integer from 16 to 160");
  EXPECT_EQ(fault(kHeader + "17,3,1,161,4\n"),
            ":2:8: trace: bytes is '161'; expected an integer from 16 to 160");
  EXPECT_EQ(fault(kHeader + "17,3,1,160,10\n"),
            ":2:12: trace: class is '10'; expected an integer from 0 to 9");
  EXPECT_EQ(fault(kHeader + "17,3,1,160,4 \n"),
            ":2:12: trace: class is '4 '; expected an integer from 0 to 9");
  EXPECT_EQ(fault(kHeader + "17,3,1,160,4\n\n16,3,1,160,4\n"),
            ":4:1: trace: cycle 16 comes after cycle 17; expected cells in order of time");
  EXPECT_EQ(fault(kHeader + "4611686018427387904,3,1,160,4\n", 2),
            ":2:1: trace: cycle 4611686018427387904 times time_scale 2 is too late; expected at "
            "most 4611686018427387904");
}

// 3 * class + phase must be a VC: phase 0 within a pod, 0 to 2 between pods.
TEST(CellTraceErrors, ClassesWithoutVcsAreRefused) {
  const TempFile file("csv", kHeader + "0,0,1,16,2\n0,0,1,16,3\n");
  auto config = trace_config(file.path());
  const auto error = [&](unsigned vcs, unsigned pods) {
    config.tin.switch_.vcs = vcs;
    const std::string text = config_error([&] { make_traffic(config, network(pods, 2, {1}, 1)); });
    return text.substr(text.find(": trace: "));
  };
  const std::string refused = ": trace: class is '3'; expected an integer from 0 to 2";
  EXPECT_EQ(error(9, 1), refused);
  EXPECT_EQ(error(11, 2), refused);
  config.tin.switch_.vcs = 10;
  EXPECT_NO_THROW(make_traffic(config, network(1, 2, {1}, 1)));
  config.tin.switch_.vcs = 12;
  EXPECT_NO_THROW(make_traffic(config, network(2, 2, {1}, 1)));
}

TEST(CellTraceErrors, EmptyTraces) {
  const std::string expected =
      ": trace: no cells; expected a line 'cycle,src,dst,bytes,class' and at least one cell";
  EXPECT_EQ(fault(""), expected);
  EXPECT_EQ(fault("# nothing\n"), expected);
  EXPECT_EQ(fault(kHeader), expected);
}

TEST(CellTraceErrors, MissingFile) {
  EXPECT_EQ(config_error([] { read_cell_trace("no/such.csv", 1, {4}); }),
            "no/such.csv: trace: cannot be opened (No such file or directory); expected a CSV cell "
            "trace");
}

TEST(CellTraceErrors, ADirectoryIsNotATrace) {
  const std::string directory = testing::TempDir();
  EXPECT_EQ(config_error([&] { read_cell_trace(directory, 1, {4}); }),
            directory + ": trace: cannot be opened (it is a directory); expected a CSV cell trace");
}

TEST(CellTrace, TheShippedSampleIsReadable) {
  const auto cells = read_cell_trace(TINSIM_SOURCE_DIR "/configs/traces/sample.csv", 1, {8});
  uint64_t words = 0;
  for (const ReplayCell& cell : cells) words += cell.words;
  // Counted by hand: 6 * 3 requests of 6 words and answers of 20, then 9 of 20.
  EXPECT_EQ(cells.size(), 6u * 3 * 2 + 9);
  EXPECT_EQ(words, 6u * 3 * (6 + 20) + 9 * 20);
}

}  // namespace
}  // namespace tinsim
