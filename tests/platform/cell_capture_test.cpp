// SPDX-License-Identifier: Apache-2.0
// Cell capture, with hand-made events: order, filters, ordered sets.
#include "platform/trace/cell_capture.h"

#include <gtest/gtest.h>

#include "config_test_util.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {
namespace {

/// Two chips with 2 local ports, 0 and 1, and 8 terminal ports each.
class CellCaptureTest : public ::testing::Test {
 protected:
  CellCaptureTest() {
    config_.topology.kind = TopologyKind::pair;
    config_.topology.local_links_per_pair = 2;
    config_.topology.hosts_per_tin = 8;
    config_.tin.switch_.ports = 10;
    config_.trace.cells.ports = {"local"};
    config_.trace.cells.csv = true;
    config_.trace.cells.sets = true;
  }

  void open() {
    topology_ = make_topology(config_);
    capture_.emplace(TraceSetup{config_, topology_, dir_.path(), [this] { return horizon_; }});
  }

  /// A cell of 2 words identified by its `seq`.
  void cell(unsigned chip, Cycle cycle, unsigned port, uint32_t seq) {
    Cell cell;
    cell.words = 2;
    cell.seq = seq;
    capture_->observer(chip)->cell_started(cycle, port, cell);
  }

  /// The last column of each row: a cell's `seq`.
  std::string column(const std::string& name) const {
    std::ifstream table(dir_ / name);
    std::string line, all;
    std::getline(table, line);
    while (std::getline(table, line)) all += line.substr(line.rfind(',') + 1) + " ";
    return all;
  }
  std::string cells() { return column("cells.csv"); }

  TempDir dir_;
  PlatformConfig config_;
  Topology topology_;
  Cycle horizon_ = 0;
  std::optional<CellCapture> capture_;
};

TEST_F(CellCaptureTest, EventsOfChipsThatRunInTurnComeOutInOrderOfTime) {
  open();
  cell(0, 10, 1, 2);
  cell(0, 30, 0, 5);
  cell(1, 10, 0, 3);
  cell(1, 20, 1, 4);
  cell(1, 5, 0, 1);
  cell(0, 30, 1, 6);
  capture_->close(100);
  EXPECT_EQ(cells(), "1 2 3 4 5 6 ");
}

TEST_F(CellCaptureTest, WhatTheRunDidNotReachDidNotHappen) {
  open();
  cell(0, 99, 0, 1);
  cell(0, 100, 0, 2);
  capture_->close(100);
  EXPECT_EQ(cells(), "1 ");
}

TEST_F(CellCaptureTest, TimeLimitsAreTakenInCycles) {
  config_.trace.from_us = 0.1;  // 40 cycles
  config_.trace.to_us = 0.15;   // 60
  open();
  for (Cycle cycle : {39, 40, 59, 60}) cell(0, cycle, 0, cycle);
  capture_->close(100);
  EXPECT_EQ(cells(), "40 59 ");
}

TEST_F(CellCaptureTest, OtherPortsAndChipsAreLeftOut) {
  config_.trace.cells.ports = {"pod0.tin0.port1", "pod0.tin0.port*", "pod0.tin0.port5"};
  open();
  EXPECT_EQ(capture_->observer(1), nullptr);
  cell(0, 10, 5, 1);
  capture_->close(100);
  EXPECT_EQ(cells(), "1 ");
}

TEST_F(CellCaptureTest, WhatIsSettledIsWrittenAndTheRestKept) {
  open();
  cell(0, 10, 0, 1);
  cell(0, 200, 0, 3);
  capture_->advance(100);  // up to cycle 100 - kObserverLag
  cell(1, 100 - kObserverLag, 0, 2);
  capture_->close(300);
  EXPECT_EQ(cells(), "1 2 3 ");
}

TEST_F(CellCaptureTest, AnEventThatComesTooLateIsNotWrittenOutOfOrder) {
  open();
  capture_->advance(100);
  EXPECT_THROW(cell(1, 100 - kObserverLag - 1, 0, 2), InvariantError);
}

// 300000 cells, reported by one chip after the other in windows of 20 cycles.
TEST_F(CellCaptureTest, ManyEventsAreWrittenAsTheChipsGoOn) {
  open();
  uint32_t seq = 0;
  constexpr Cycle kEnd = 3'000'000;
  for (Cycle window = 0; window < kEnd; window += 20) {
    horizon_ = window;
    cell(1, window + 10, 0, ++seq);
    cell(0, window + 2, 0, ++seq);
  }
  capture_->close(kEnd);
  std::string expected;
  for (uint32_t i = 1; i <= seq; i += 2) {
    expected += std::to_string(i + 1) + " " + std::to_string(i) + " ";
  }
  EXPECT_EQ(seq, 300'000u);
  EXPECT_TRUE(cells() == expected);
}

TEST_F(CellCaptureTest, OrderedSetsHaveATableOfTheirOwn) {
  open();
  const uint64_t body = 0xFEDCBA987654C;
  capture_->observer(0)->set_sent(20, 1, static_cast<uint8_t>(OrderedSetCode::TimeSync), body);
  capture_->observer(1)->set_sent(10, 0, 9, 0);
  cell(0, 10, 1, 1);
  capture_->close(100);
  EXPECT_EQ(cells(), "1 ");
  std::ifstream table(dir_ / "cells_sets.csv");
  std::string header, first, second;
  std::getline(table, header);
  std::getline(table, first);
  std::getline(table, second);
  EXPECT_EQ(header, "cycle,time_ns,chip,pod,tin,port,code,name,body,crc");
  EXPECT_EQ(first.substr(0, first.rfind(',')), "10,25.000,1,0,1,0,9,unknown,0x0000000000000");
  EXPECT_EQ(second.substr(0, second.rfind(',')), "20,50.000,0,0,0,1,3,TIMESYNC,0xfedcba987654c");
}

TEST_F(CellCaptureTest, OrderedSetsAreOptional) {
  config_.trace.cells.sets = false;
  open();
  capture_->observer(0)->set_sent(20, 1, 3, 1);
  capture_->close(100);
  EXPECT_FALSE(std::filesystem::exists(dir_ / "cells_sets.csv"));
  // Section header 44 bytes; four interfaces; nothing else.
  EXPECT_LT(std::filesystem::file_size(dir_ / "cells.pcapng"), 44u + 4 * 150);
}

TEST(TraceTime, CyclesArePicosecondsToTheNearest) {
  EXPECT_EQ(picoseconds(1, 400), 2500u);
  EXPECT_EQ(picoseconds(4'000'000'000u, 400), 10'000'000'000'000u);
  EXPECT_EQ(picoseconds(1, 300), 3333u);  // 3333.3
  EXPECT_EQ(picoseconds(2, 300), 6667u);  // 6666.7
  EXPECT_EQ(picoseconds(3, 300), 10000u);
}

}  // namespace
}  // namespace tinsim
