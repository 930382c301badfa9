// SPDX-License-Identifier: Apache-2.0
// Route choice of one chip: what adaptive routing sees of the queues.
#include "tlm/tin/cell_switch/route_unit.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace tinsim {
namespace {

constexpr uint16_t kElsewhere = 1 << 6;

/// One chip whose cells for elsewhere may leave by ports 0 and 1.
class RouteUnitTest : public ::testing::Test {
 protected:
  RouteUnitTest() {
    RouteRows rows(1);
    for (size_t place = 0; place < rows.places(); ++place)
      rows.set_minimal(place, {0, 1, 0, 1, 0, 1, 0, 1});
    table_.mode = RouteMode::minimal_adaptive;
    table_.row_of = std::make_shared<const RowMap>();
    table_.routes = std::make_shared<const RouteRows>(std::move(rows));
    unit_.emplace(table_, RouteParams{}, 1, 0, 0);
  }

  /// How many of 1000 cells leave by port 1 on VC `vc`.
  unsigned by_port_1(unsigned vc) const {
    unsigned count = 0;
    Cell cell;
    cell.src = 1;
    cell.dst = kElsewhere;
    cell.words = 20;
    cell.vc = static_cast<uint8_t>(vc);
    for (; cell.seq < 1000; ++cell.seq) {
      count += unit_->choose(2, cell).port;
    }
    return count;
  }

  RouteTable table_;
  std::optional<RouteUnit> unit_;
};

// Of the 28 pairs of entries 16 name both ports, 6 only port 1, and 12 name port 1 first.
TEST_F(RouteUnitTest, CellsAvoidTheLongerQueueOfTheirOwnVc) {
  constexpr double kTie = 1000 * 12 / 28., kLonger = 1000 * 6 / 28., kShorter = 1000 * 22 / 28.;
  EXPECT_NEAR(by_port_1(3), kTie, 50);
  unit_->routed({0, 3}, 20);
  EXPECT_NEAR(by_port_1(3), kShorter, 50);
  EXPECT_NEAR(by_port_1(2), kTie, 50);
  unit_->credited(0, {3, 20});
  unit_->routed({1, 3}, 20);
  EXPECT_NEAR(by_port_1(3), kLonger, 50);
}

// A match of cycle 100 counts for cells that can be matched from cycle 102 on, and no longer for
// those from the cycle after that of the header on the link.
TEST_F(RouteUnitTest, OutputQueuesCountFromTheMatchToTheHeaderOnTheLink) {
  constexpr double kTie = 1000 * 12 / 28., kShorter = 1000 * 22 / 28.;
  RouteParams params;
  params.metric = QueueMetric::output_queue;
  unit_.emplace(table_, params, 1, 0, 0);
  const auto by_port_1_from = [this](Cycle due) {
    unit_->count_queues(due);
    return by_port_1(3);
  };
  unit_->routed({0, 3}, 20);
  unit_->matched(100, {0, 3}, 20);
  EXPECT_NEAR(by_port_1_from(101), kTie, 50) << "a request is not in the queue";
  EXPECT_NEAR(by_port_1_from(102), kShorter, 50);
  EXPECT_NEAR(by_port_1(2), kTie, 50);
  unit_->left_queue(105, {0, 3}, 20);
  EXPECT_NEAR(by_port_1_from(105), kShorter, 50);
  EXPECT_NEAR(by_port_1_from(106), kTie, 50) << "what is not credited is not in the queue";
  unit_->credited(0, {3, 20});
  EXPECT_NEAR(by_port_1(3), kTie, 50);
}

// 50 inputs with FIFOs of 2047 words can all wait for one output VC.
TEST_F(RouteUnitTest, AQueueOfAllInputsIsNotTakenForAShortOne) {
  unit_->routed({1, 3}, 20);
  const unsigned before = by_port_1(3);
  for (unsigned words = 0; words < 65540; words += 20) unit_->routed({0, 3}, 20);
  EXPECT_GT(by_port_1(3), before + 400);
}

}  // namespace
}  // namespace tinsim
