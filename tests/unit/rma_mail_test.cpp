// SPDX-License-Identifier: Apache-2.0
// RmaMail: messages find their cells, once and not too late, however many are in flight.
#include "tlm/tin/rma/rma_mail.h"

#include <gtest/gtest.h>

#include <vector>

#include "tlm/gnet/cell_words.h"

namespace tinsim {
namespace {

constexpr uint16_t kSender = 5 << 6;

RmaMessage response(uint64_t counter) {
  RmaMeta meta;
  meta.counter = counter;
  const RmaMetaPayload words = pack_words(meta);
  RmaMessage message;
  message.words = {words[0], words[1], words[2], 0, 0};
  message.answers = counter * 7;
  return message;
}
Cell cell_of(const RmaMessage& message, RmaCell type = RmaCell::Resp) {
  Cell cell = make_cell(message.words[0], static_cast<unsigned>(type), 4, 1);
  cell.src = kSender + 13;
  return cell;
}

TEST(RmaMail, GivesEachMessageToItsCellOnce) {
  RmaMail mail;
  std::vector<Cell> cells;
  // Far more than the first box holds, and taken in another order.
  for (uint64_t n = 1; n <= 5000; ++n) {
    const RmaMessage message = response(n);
    cells.push_back(cell_of(message));
    mail.post(cells.back(), kSender, message, 10);
  }
  for (uint64_t n = 5000; n >= 1; --n) {
    RmaMessage message;
    ASSERT_TRUE(mail.take(cells[n - 1], 100, message)) << n;
    EXPECT_EQ(message.answers, n * 7);
    EXPECT_FALSE(mail.take(cells[n - 1], 100, message)) << n;
  }
}

TEST(RmaMail, KeepsRequestsPullsAndAnswersApart) {
  RmaMail mail;
  RmaRequest request;
  request.slot = 3;
  request.region = 3;
  request.op = 1;
  RmaMessage message;
  message.words = pack_words(request);
  const Cell wreq = cell_of(message, RmaCell::Wreq), pull = cell_of(message, RmaCell::Pull);
  message.answers = 1;
  mail.post(wreq, kSender, message, 0);
  message.answers = 2;
  mail.post(pull, kSender, message, 0);
  ASSERT_TRUE(mail.take(pull, 10, message));
  EXPECT_EQ(message.answers, 2u);
  ASSERT_TRUE(mail.take(wreq, 10, message));
  EXPECT_EQ(message.answers, 1u);
}

TEST(RmaMail, DropsLateEntries) {
  for (Cycle late : {0u, 1u}) {
    RmaMail mail;
    RmaMessage message = response(1);
    const Cell cell = cell_of(message);
    mail.post(cell, kSender, message, 50);
    EXPECT_EQ(mail.take(cell, 50 + RmaMail::kLifetime - 1 + late, message), late == 0);
  }
}

/// Places of messages that never came are used again after twice the lifetime, not before.
TEST(RmaMail, KeepsPlacesAsLongAsASenderMayBeAhead) {
  RmaMail mail;
  RmaMessage message = response(1);
  const Cell first = cell_of(message);
  mail.post(first, kSender, message, 0);
  for (uint64_t n = 1; n <= 4; ++n)
    mail.post(cell_of(response(1 + 64 * n)), kSender, response(1 + 64 * n),
              2 * RmaMail::kLifetime - 1);
  EXPECT_TRUE(mail.take(first, 10, message));
}

/// A message for a chip of another process leaves once, is found there as it would have been here,
/// and nowhere else.
TEST(RmaMail, CarriesMessagesToOtherProcesses) {
  constexpr uint16_t kFar = 9 << 6, kNear = 10 << 6;
  RmaMail here, there;
  here.add_remote(kFar, 2);
  Cell far = cell_of(response(1)), near = cell_of(response(2));
  far.dst = kFar + 12;
  near.dst = kNear + 12;
  here.post(far, kSender, response(1), 70);
  here.post(near, kSender, response(2), 70);
  EXPECT_TRUE(here.take_outgoing(1).empty());
  EXPECT_TRUE(here.take_outgoing(7).empty());
  const std::vector<RmaRemoteMessage> leaving = here.take_outgoing(2);
  ASSERT_EQ(leaving.size(), 1u);
  EXPECT_TRUE(here.take_outgoing(2).empty());
  there.arrive(leaving[0]);
  RmaMessage message;
  EXPECT_FALSE(here.take(far, 100, message));
  EXPECT_TRUE(here.take(near, 100, message));
  EXPECT_FALSE(there.take(near, 100, message));
  ASSERT_TRUE(there.take(far, 70 + RmaMail::kLifetime - 1, message));
  EXPECT_EQ(message.answers, 7u);
  EXPECT_EQ(message.words, response(1).words);
  there.arrive(leaving[0]);
  EXPECT_FALSE(there.take(far, 70 + RmaMail::kLifetime, message)) << "too late";
}

TEST(RmaMail, DistinguishesSenders) {
  RmaMail mail;
  RmaMessage message = response(1);
  Cell cell = cell_of(message);
  mail.post(cell, kSender, message, 0);
  cell.src = 6 << 6;
  EXPECT_FALSE(mail.take(cell, 1, message));
}

}  // namespace
}  // namespace tinsim
