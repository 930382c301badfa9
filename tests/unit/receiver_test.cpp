// SPDX-License-Identifier: Apache-2.0
// A connection's receiving end: order, duplicates, gaps.
#include "tlm/host/receiver.h"

#include <gtest/gtest.h>

#include <vector>

namespace tinsim {
namespace {

Segment segment(uint32_t number, bool is_last, Cycle born) {
  Segment segment;
  segment.number = number;
  segment.is_last = is_last;
  segment.message_born = born;
  return segment;
}

struct Sink {
  std::vector<Cycle> done;
  void operator()(Cycle born) { done.push_back(born); }
};

TEST(Receiver, MessagesCompleteInOrder) {
  Receiver receiver(true);
  Sink sink;
  EXPECT_TRUE(receiver.take(segment(0, false, 10), sink));
  EXPECT_TRUE(receiver.take(segment(2, true, 20), sink));  // a message of its own
  EXPECT_TRUE(sink.done.empty());
  EXPECT_EQ(receiver.held(), 1u);
  EXPECT_TRUE(receiver.take(segment(1, true, 10), sink));
  EXPECT_EQ(sink.done, (std::vector<Cycle>{10, 20}));
  EXPECT_EQ(receiver.held(), 0u);
}

TEST(Receiver, DuplicatesAreKnown) {
  Receiver receiver(true);
  Sink sink;
  EXPECT_TRUE(receiver.take(segment(0, true, 10), sink));
  EXPECT_FALSE(receiver.take(segment(0, true, 10), sink));
  EXPECT_TRUE(receiver.take(segment(2, true, 30), sink));
  EXPECT_FALSE(receiver.take(segment(2, true, 30), sink));
  EXPECT_EQ(sink.done, (std::vector<Cycle>{10}));
}

TEST(Receiver, WithoutTransportALossBreaksItsMessageOnly) {
  Receiver receiver(false);
  Sink sink;
  receiver.take(segment(0, false, 10), sink);
  receiver.take(segment(2, true, 10), sink);  // 1 was lost
  EXPECT_TRUE(sink.done.empty());
  receiver.take(segment(3, false, 20), sink);
  receiver.take(segment(4, true, 20), sink);
  EXPECT_EQ(sink.done, (std::vector<Cycle>{20}));
  EXPECT_EQ(receiver.held(), 0u);
}

}  // namespace
}  // namespace tinsim
