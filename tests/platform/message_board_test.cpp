// SPDX-License-Identifier: Apache-2.0
// Messages of software and SETs that cross processes: to the right one, once, in order, whole.
#include "tlm/host/rma/message_board.h"

#include <gtest/gtest.h>

#include "platform/ranks/board_mail.h"
#include "tlm/host/rma/cliquemap_history.h"

namespace tinsim {
namespace {

SoftwareMessagePtr message(uint64_t key) {
  SoftwareMessage made;
  made.key = key;
  return std::make_shared<const SoftwareMessage>(std::move(made));
}

TEST(MessageBoard, KeepsTheOrderOfEachPair) {
  MessageBoard board;
  board.put(1, 2, message(10));
  board.put(2, 1, message(20));
  board.put(1, 2, message(11));
  board.put(3, 2, message(30));
  EXPECT_EQ(board.take(1, 2)->key, 10u);
  EXPECT_EQ(board.take(3, 2)->key, 30u);
  EXPECT_EQ(board.take(1, 2)->key, 11u);
  EXPECT_EQ(board.take(2, 1)->key, 20u);
}

TEST(MessageBoard, KeepsWhatIsForOtherProcesses) {
  MessageBoard here, there;
  here.add_remote(5, 2);
  here.put(1, 5, message(10));
  here.put(1, 4, message(11));
  here.put(2, 5, message(12));
  EXPECT_TRUE(here.take_outgoing(1).empty());
  for (RemoteSoftwareMessage& far : here.take_outgoing(2)) there.arrive(std::move(far));
  EXPECT_TRUE(here.take_outgoing(2).empty()) << "once";
  EXPECT_EQ(there.take(2, 5)->key, 12u);
  EXPECT_EQ(there.take(1, 5)->key, 10u);
  EXPECT_EQ(here.take(1, 4)->key, 11u);
}

/// Every member has a value of its own, so that none can be left out or take another's place.
TEST(MessageBoard, MailHasAllOfAMessage) {
  SoftwareMessage sent;
  sent.is_answer = true;
  sent.ok = true;
  sent.read = {7, 0x1234'5678, uint64_t{1} << 40, 4096, uint64_t{3} << 50};
  sent.key = uint64_t{5} << 60;
  sent.version = uint64_t{9} << 33;
  sent.data = {1, 2, 0, 255};
  MessageBoard here, there;
  here.add_remote(6, 1);
  here.put(3, 6, std::make_shared<const SoftwareMessage>(sent));
  sent.is_answer = sent.ok = false;
  sent.is_set = sent.erases = true;
  sent.data.clear();
  here.put(3, 6, std::make_shared<const SoftwareMessage>(sent));
  Bytes bytes;
  BoardMail(here).pack(0, bytes);
  BoardMail(here).pack(1, bytes);
  ByteReader reader(bytes);
  BoardMail mail(there);
  mail.unpack(reader);  // nothing was for 0
  mail.unpack(reader);
  EXPECT_TRUE(reader.at_end());
  const SoftwareMessagePtr first = there.take(3, 6), second = there.take(3, 6);
  EXPECT_TRUE(first->is_answer && first->ok && !first->is_set && !first->erases);
  EXPECT_TRUE(!second->is_answer && !second->ok && second->is_set && second->erases);
  for (const SoftwareMessagePtr& got : {first, second}) {
    EXPECT_EQ(got->read.host, sent.read.host);
    EXPECT_EQ(got->read.region, sent.read.region);
    EXPECT_EQ(got->read.offset, sent.read.offset);
    EXPECT_EQ(got->read.bytes, sent.read.bytes);
    EXPECT_EQ(got->read.cookie, sent.read.cookie);
    EXPECT_EQ(got->key, sent.key);
    EXPECT_EQ(got->version, sent.version);
  }
  EXPECT_EQ(first->data, (std::vector<uint8_t>{1, 2, 0, 255}));
  EXPECT_TRUE(second->data.empty());
}

/// A GET judged late, with changes of another process, is judged as with all changes.
TEST(CliqueHistory, OfSeveralProcessesIsThatOfOne) {
  CliqueHistory whole, here, there;
  for (CliqueHistory* each : {&here, &there}) each->record_changes();
  for (CliqueHistory* each : {&whole, &here}) each->begun(7, 20), each->ended(7, 20, 200);
  for (CliqueHistory* each : {&whole, &there}) each->begun(7, 30), each->ended(7, 30, 400);
  const auto news = there.take_changes();
  ASSERT_EQ(news.size(), 2u);
  EXPECT_TRUE(there.take_changes().empty());
  CliqueJudge judge;
  const std::vector<CliqueGetOutcome> hits = {{7, 1, 200}, {7, 1, 201}, {7, 20, 400}, {7, 20, 401},
                                              {7, 30, 0},  {7, 25, 0},  {8, 1, 500}};
  uint64_t stale = 0;
  for (const CliqueGetOutcome& hit : hits) {
    judge.add(hit);
    stale += !whole.may_return(hit.key, hit.version, hit.requested);
  }
  EXPECT_EQ(stale, 3u) << "overwritten twice, never set once";
  for (const CliqueHistory::Step& step : news) here.merge(step);
  EXPECT_EQ(here.take_changes().size(), 2u) << "its own";
  EXPECT_EQ(judge.judge(here).stale, stale);
  EXPECT_EQ(judge.judge(here).stale, 0u) << "each once";
}

}  // namespace
}  // namespace tinsim
