// SPDX-License-Identifier: Apache-2.0
// GNet sockets: what is sent arrives, with its delay; arrays, observers, stubs.
#include "tlm/sockets/gnet_socket.h"

#include <gtest/gtest.h>

#include <sstream>
#include <tuple>

#include "tests/unit/gnet_test.h"
#include "tlm/sockets/gnet_stub.h"

namespace tinsim {
namespace {

using sc_core::sc_time;

class GnetSocketTest : public ::testing::Test {
 protected:
  void SetUp() override { fresh_kernel(); }
};

using SeenCredit = std::tuple<unsigned, unsigned, sc_time>;

struct Recorder : GnetObserver {
  void cell(const Cell& c, sc_time delay) override { cells.emplace_back(c, delay); }
  void credit(unsigned vc, unsigned words, sc_time delay) override {
    credits.emplace_back(vc, words, delay);
  }
  std::vector<std::pair<Cell, sc_time>> cells;
  std::vector<SeenCredit> credits;
};

/// A port whose owner keeps what comes.
struct Port : sc_core::sc_module {
  explicit Port(const sc_core::sc_module_name& name) : sc_module(name), tx("tx"), rx("rx") {
    rx.on_cell([this](const Cell& c, sc_time delay) { got.cell(c, delay); });
    tx.on_credit(
        [this](unsigned vc, unsigned words, sc_time delay) { got.credit(vc, words, delay); });
  }
  GnetInitiatorSocket tx;
  GnetTargetSocket rx;
  Recorder got;
};

TEST_F(GnetSocketTest, CellsAndCreditsReachTheOtherSideWithTheirDelay) {
  Port a("a"), b("b");
  join_gnet_ports(a, b);
  run_cycles(1);
  a.tx.send_cell(cell_of(5, 3, 17), cycles(9));
  b.rx.give_credit(3, 5, cycles(11));
  ASSERT_EQ(b.got.cells.size(), 1u);
  EXPECT_EQ(b.got.cells[0], std::make_pair(cell_of(5, 3, 17), cycles(9)));
  ASSERT_EQ(a.got.credits.size(), 1u);
  EXPECT_EQ(a.got.credits[0], SeenCredit(3, 5, cycles(11)));
  EXPECT_TRUE(a.got.cells.empty());
  EXPECT_TRUE(b.got.credits.empty());
}

TEST_F(GnetSocketTest, ObserversOfBothEndsSeeTheSameBothWays) {
  Port a("a"), b("b");
  join_gnet_ports(a, b);
  Recorder at_sender, at_receiver, second;
  a.tx.attach(at_sender);
  a.tx.attach(second);
  b.rx.attach(at_receiver);
  run_cycles(1);
  a.tx.send_cell(cell_of(2), cycles(9));
  b.rx.give_credit(0, 2, cycles(20));
  for (const Recorder* seen : {&at_sender, &at_receiver, &second}) {
    EXPECT_EQ(seen->cells, b.got.cells);
    EXPECT_EQ(seen->credits, a.got.credits);
  }
}

/// A module with a GNet port for each of 50 links.
struct Ports : sc_core::sc_module {
  explicit Ports(const sc_core::sc_module_name& name)
      : sc_module(name), tx("tx", kPorts), rx("rx", kPorts), got(kPorts) {
    for (unsigned i = 0; i < kPorts; ++i) {
      rx[i].on_cell([this, i](const Cell& c, sc_time) { got[i] = c.seq; });
    }
  }
  static constexpr unsigned kPorts = 50;
  sc_core::sc_vector<GnetInitiatorSocket> tx;
  sc_core::sc_vector<GnetTargetSocket> rx;
  std::vector<unsigned> got;
};

TEST_F(GnetSocketTest, ArraysBindAsOne) {
  Ports a("a"), b("b");
  a.tx.bind(b.rx);
  b.tx.bind(a.rx);
  run_cycles(1);
  for (unsigned i = 0; i < Ports::kPorts; ++i) a.tx[i].send_cell(cell_of(2, 0, 100 + i), cycles(9));
  for (unsigned i = 0; i < Ports::kPorts; ++i) EXPECT_EQ(b.got[i], 100 + i);
  EXPECT_STREQ(b.rx[49].name(), "b.rx_49");
}

TEST_F(GnetSocketTest, AnUnboundSocketIsAnErrorOfElaboration) {
  Port a("a");
  EXPECT_NE(error_of([] { run_cycles(1); }), "");
}

TEST_F(GnetSocketTest, AStubClosesAPortAndReturnsCreditAfterItsTime) {
  Port a("a");
  GnetStub stub("stub", cycles(12));
  join_gnet_ports(a, stub);
  run_cycles(1);
  a.tx.send_cell(cell_of(7, 2), cycles(9));
  ASSERT_EQ(a.got.credits.size(), 1u);
  EXPECT_EQ(a.got.credits[0], SeenCredit(2, 7, cycles(9 + 12)));
  EXPECT_EQ(stub.cells(), 1u);
  run_cycles(1000);
  EXPECT_TRUE(a.got.cells.empty());
}

TEST_F(GnetSocketTest, ACellPrintsItsHeader) {
  Cell cell = cell_of(20, 14, 7);
  cell.src = 65;
  cell.dst = 1026;
  cell.cls = 4;
  cell.birth = 99;
  std::ostringstream text;
  text << cell;
  EXPECT_EQ(text.str(), "cell 65/7 to 1026, 20 words, vc 14, hop 12, class 4, born 99");
}

}  // namespace
}  // namespace tinsim
