// SPDX-License-Identifier: Apache-2.0
// The far receive side slot by slot: each cause of loss, what is not believed; and broken promises.
#include "tlm/gnet/link/wire_link.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/errors.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/link/wire_receiver.h"

namespace tinsim {
namespace {

/// Records all reports.
struct Notes final : WireSink {
  void cell(Cycle rx, const Cell& cell, bool damaged) override {
    cells.push_back({rx, cell.seq, damaged});
  }
  void credit(Cycle use, unsigned vc, unsigned words) override {
    credits.push_back({use, vc, words});
  }
  void event(const LinkEvent& event) override { events.push_back(event); }
  void lost(Cycle rx, const Cell& cell, LossCause cause) override {
    losses.push_back({rx, cell.seq, cause});
  }
  std::vector<std::tuple<Cycle, unsigned, bool>> cells;
  std::vector<std::tuple<Cycle, unsigned, unsigned>> credits;
  std::vector<LinkEvent> events;
  std::vector<std::tuple<Cycle, unsigned, LossCause>> losses;
};

const std::uint64_t kIdle = encode_ordered_set(OrderedSetCode::Idle, 0);

Cell cell_of(unsigned seq, unsigned words, unsigned vc = 1) {
  Cell cell;
  cell.words = static_cast<std::uint8_t>(words);
  cell.vc = static_cast<std::uint8_t>(vc);
  cell.hop = kInitialHop;
  cell.seq = seq;
  return cell;
}

WireLinkParams warm_params() {
  WireLinkParams params;
  params.name = "tin0 port 3";
  params.vcs = 4;
  params.depth = 128;
  params.wire.warm_start = true;
  return params;
}

std::uint64_t fc_word(unsigned vc, unsigned limit, bool init) {
  const CreditLimit entry{static_cast<std::uint8_t>(vc), static_cast<std::uint16_t>(limit)};
  return encode_ordered_set(OrderedSetCode::Fc, pack_body(make_fc(&entry, 1, init)));
}

/// A receiver in the hands of the test: slots as they are sent, or as a fault leaves them.
class WireReceiverTest : public ::testing::Test {
 protected:
  using Fault = std::function<void(RxSlot&)>;

  void slot(std::uint64_t word, bool control, const Cell* begins = nullptr,
            const Fault& fault = nullptr) {
    RxSlot seen{true, true, control, word, false, false};
    if (fault) fault(seen);
    receiver_.step(seen, {word, control, begins});
    ++cycle_;
  }
  void idle(unsigned slots) {
    while (slots-- > 0) slot(kIdle, true);
  }
  /// A cell; `fault` hits word `hit`.
  void send(const Cell& cell, unsigned hit = 99, const Fault& fault = nullptr) {
    for (unsigned n = 0; n < cell.words; ++n)
      slot(word_of(cell, n), n == 0, n == 0 ? &cell : nullptr, n == hit ? fault : nullptr);
  }
  /// The header is hit: the cell is lost for one cause, and its words are to be granted again.
  void expect_loss(LossCause cause, const Fault& fault) {
    const Cell cell = cell_of(++seq_, 5);
    const Cycle rx = cycle_;
    send(cell, 0, fault);
    idle(2);
    ASSERT_EQ(notes_.losses.size(), seq_);
    EXPECT_EQ(notes_.losses.back(), (std::tuple{rx, seq_, cause})) << name_of(cause);
    EXPECT_EQ(receiver_.ungranted(cell.vc), 5 * seq_);
    EXPECT_TRUE(notes_.cells.empty());
    EXPECT_EQ(receiver_.counters().cells_lost[static_cast<unsigned>(cause)], 1u);
  }

  Notes notes_;
  WireReceiver<4> receiver_{warm_params(), notes_};
  Cycle cycle_ = 0;
  unsigned seq_ = 0;
};

TEST_F(WireReceiverTest, EachCauseOfLossIsCountedSeparately) {
  expect_loss(LossCause::Violation, [](RxSlot& s) { s = {true, false, false, 0, true, false}; });
  expect_loss(LossCause::BadCodeword, [](RxSlot& s) { s.bad = true; });
  expect_loss(LossCause::ReadAsData, [](RxSlot& s) { s.control = false; });
  expect_loss(LossCause::HeaderRefused, [](RxSlot& s) { s.word ^= 1u << 20; });
  expect_loss(LossCause::SetRefused, [](RxSlot& s) { s.word ^= 2; });
  expect_loss(LossCause::ReadAsSet, [](RxSlot& s) { s.word = kIdle; });
  expect_loss(LossCause::NoLock, [](RxSlot& s) { s = {}; });
  // The link went down with the lock.
  expect_loss(LossCause::NotEnabled, nullptr);
}

TEST_F(WireReceiverTest, APayloadWordThatIsLostOrChangedDamagesItsCellAndNoOther) {
  const std::array<Fault, 5> faults = {
      [](RxSlot& s) { s.word ^= std::uint64_t{1} << 63; },
      [](RxSlot& s) { s.bad = true; },
      [](RxSlot& s) { s.control = true; },
      [](RxSlot& s) { s = {true, false, false, 0, true, false}; },
      [](RxSlot& s) { s = {true, true, true, kIdle, false, false}; },
  };
  unsigned seq = 0;
  for (const Fault& fault : faults)
    for (unsigned hit = 1; hit < 4; ++hit) {
      const Cycle rx = cycle_;
      send(cell_of(++seq, 4), hit, fault);
      send(cell_of(++seq, 4));
      ASSERT_EQ(notes_.cells.size(), seq);
      EXPECT_EQ(notes_.cells[seq - 2], (std::tuple{rx, seq - 1, true}));
      EXPECT_EQ(notes_.cells[seq - 1], (std::tuple{rx + 4, seq, false}));
    }
  EXPECT_EQ(receiver_.counters().errors.cells_damaged, 15u);
  EXPECT_EQ(receiver_.counters().cells_good, 15u);
}

// An error that a CRC of 8 bits does not detect must not mislead the model: it is counted and not
// used.
TEST_F(WireReceiverTest, AHeaderThatBecameAnotherGoodOneIsCountedAndDiscarded) {
  const Cell sent = cell_of(1, 3, 1), taken_for = cell_of(9, 12, 2), next = cell_of(2, 4, 3),
             later = cell_of(3, 5, 3);
  send(sent, 0, [&](RxSlot& s) { s.word = word_of(taken_for, 0); });
  send(next);  // link_rx still counts 12 words
  idle(12 - 3 - 4);
  send(later);
  EXPECT_EQ(notes_.losses, (decltype(notes_.losses){{0, 1, LossCause::Undetected},
                                                    {3, 2, LossCause::InsideCell}}));
  EXPECT_EQ(notes_.cells, (decltype(notes_.cells){{12, 3, false}}));
  EXPECT_EQ(receiver_.counters().errors.undetected_headers, 1u);
  // Reports: 3 words of VC 1 and 4 of VC 3 never came; VC 2 had none and gets none.
  const std::array<CreditLimit, 3> entries = {{{1, 3}, {2, 0}, {3, 9}}};
  slot(encode_ordered_set(OrderedSetCode::Fc, pack_body(make_fc(entries.data(), 3, true))), true);
  idle(6);
  ASSERT_EQ(notes_.events.size(), 2u);
  EXPECT_EQ(notes_.events[0].code, 1);
  EXPECT_EQ(notes_.events[0].value, 3u);
  EXPECT_EQ(notes_.events[1].code, 3);
  EXPECT_EQ(notes_.events[1].value, 4u);
}

TEST_F(WireReceiverTest, ASetThatBecameAnotherGoodOneIsCountedAndNotUsed) {
  slot(fc_word(0, 140, false), true, nullptr, [](RxSlot& s) { s.word = fc_word(0, 999, false); });
  slot(kIdle, true, nullptr, [](RxSlot& s) { s.word = fc_word(1, 999, false); });
  idle(6);
  EXPECT_TRUE(notes_.credits.empty());
  EXPECT_EQ(receiver_.counters().errors.undetected_sets, 2u);
}

// As credit_counter: an absolute limit counts iff it is less than half the range ahead.
TEST_F(WireReceiverTest, OldAndRepeatedLimitsGiveNoCredit) {
  for (const unsigned limit : {140u, 140u, 130u, 150u, 150u + 2048, 150u + 2047}) {
    slot(fc_word(2, limit % 4096, false), true);
    idle(3);
  }
  idle(6);
  // Set in cycle r: pins in r + 2, of use in r + 3; repetitions within the set give nothing.
  EXPECT_EQ(notes_.credits,
            (decltype(notes_.credits){{3, 2, 12}, {3 * 4 + 3, 2, 10}, {5 * 4 + 3, 2, 2047}}));
}

TEST_F(WireReceiverTest, SetsReachTheFarPortOneCycleLater) {
  slot(encode_ordered_set(OrderedSetCode::Phy, pack_body(PhyBody{PhyState::Up, 0, 0, 0})), true);
  slot(encode_ordered_set(OrderedSetCode::Lat, pack_body(LatBody{LatSub::Pong, 77})), true);
  slot(encode_ordered_set(OrderedSetCode::TimeSync, pack_body(TimeSyncBody{3, 1234})), true);
  slot(kIdle, true, nullptr, [](RxSlot& s) { s = {}; });
  ASSERT_EQ(notes_.events.size(), 4u);
  using Kind = LinkEvent::Kind;
  const std::array<std::tuple<Kind, Cycle, unsigned, std::uint64_t>, 4> expected = {{
      {Kind::Phy, 1, 2, 0},
      {Kind::Lat, 2, 1, 77},
      {Kind::Lock, 3, 0, 0},
      {Kind::TimeSync, 3, 3, 1234},
  }};
  for (unsigned n = 0; n < 4; ++n) {
    const LinkEvent& event = notes_.events[n];
    EXPECT_EQ((std::tuple{event.kind, event.cycle, unsigned{event.code}, event.value}),
              expected[n]);
  }
}

TEST_F(WireReceiverTest, AReportOfWordsThatWereNeverSentBreaksAnInvariant) {
  slot(fc_word(1, 5, true), true);
  EXPECT_THROW(idle(6), InvariantError);
}

/// The text of the InvariantError that `fn` throws, "" if none.
template <class Fn>
std::string broken(Fn&& fn) {
  try {
    fn();
  } catch (const InvariantError& error) {
    return error.what();
  }
  return "";
}

LinkPort::Decision word(std::uint64_t word, bool control, SlotKind kind = SlotKind::Cell) {
  return {false, static_cast<std::uint8_t>(kind), control, word};
}

TEST(WireLink, ReportsACellWithItsHeaderAndRequiresItsWordsToFollow) {
  Notes notes;
  const auto link = make_wire_link(warm_params(), notes);
  const Cell cell = cell_of(1, 3);
  link->step(0, word(kIdle, true, SlotKind::Idle), nullptr);
  link->step(1, word(word_of(cell, 0), true), &cell);
  EXPECT_EQ(notes.cells, (decltype(notes.cells){{1 + link->link_cycles(), 1, false}}));
  EXPECT_EQ(link->flying(1), 3u);
  link->step(2, word(word_of(cell, 1), false), nullptr);
  EXPECT_EQ(broken([&] { link->step(3, word(word_of(cell, 2) ^ 1, false), nullptr); }),
            "tin0 port 3 vc 1 cycle 3: word 2 of a cell changed, or the cell was interrupted");
}

TEST(WireLink, NamesWhatIsWrongWithItsSlots) {
  Notes notes;
  const Cell cell = cell_of(1, 3);
  EXPECT_EQ(broken([&] {
              make_wire_link(warm_params(), notes)->step(1, word(kIdle, true, SlotKind::Idle), {});
            }),
            "tin0 port 3 vc 0 cycle 0: expected this slot, not slot 1");
  EXPECT_EQ(broken([&] {
              make_wire_link(warm_params(), notes)->step(0, word(word_of(cell, 0), true), nullptr);
            }),
            "tin0 port 3 vc 0 cycle 0: a word without a cell");
  const std::string header = broken([&] {
    const Cell other = cell_of(1, 4);
    make_wire_link(warm_params(), notes)->step(0, word(word_of(cell, 0), true), &other);
  });
  EXPECT_EQ(header.rfind("tin0 port 3 vc 1 cycle 0: header ", 0), 0u) << header;
}

TEST(WireLink, WordsFlyUntilTheirHeaderIsOnTheFarPins) {
  Notes notes;
  const auto link = make_wire_link(warm_params(), notes);
  const Cell cell = cell_of(1, 3);
  link->step(0, word(word_of(cell, 0), true), &cell);
  for (Cycle y = 1; y < 20; ++y) {
    EXPECT_EQ(link->flying(1), y - 1 < link->link_cycles() ? 3u : 0u) << y;
    link->step(y, y < 3 ? word(word_of(cell, y), false) : word(kIdle, true, SlotKind::Idle), {});
  }
}

TEST(LinkPort, RefusesAnEventOfThePastAndAWrongCycle) {
  LinkPortParams params;
  params.name = "tin0 port 3";
  params.vcs = 4;
  params.depth = 128;
  const auto port = make_link_port(params);
  port->cycle(0, false, false, 0);
  port->end_cycle(0, false, 0, 0);
  port->event({LinkEvent::Kind::Phy, 1, 2, 0});
  EXPECT_EQ(broken([&] {
              port->event({LinkEvent::Kind::Phy, 0, 2, 0});
            }),
            "tin0 port 3 vc 2 cycle 1: an event of kind 1 for cycle 0 is late");
  EXPECT_EQ(broken([&] { port->cycle(5, false, false, 0); }),
            "tin0 port 3 vc 0 cycle 1: expected this cycle, not cycle 5");
}

TEST(LinkPort, TakesEventsInAnyOrder) {
  LinkPortParams params;
  params.vcs = 4;
  params.depth = 128;
  const auto port = make_link_port(params);
  for (const Cycle cycle : {30u, 10u, 20u, 40u})
    port->event({LinkEvent::Kind::Lock, cycle, static_cast<std::uint8_t>(cycle % 20 == 0), 0});
  // LOCAL_FAULT (3) while there is no lock, REMOTE_FAULT (4) with it: there is no answer.
  for (Cycle x = 0; x < 50; ++x) {
    const unsigned expected = x <= 10 ? 2 : x <= 20 || (x > 30 && x <= 40) ? 3 : 4;
    ASSERT_EQ(port->state(), expected) << x;
    port->cycle(x, false, false, 0);
    port->end_cycle(x, false, 0, 0);
  }
}

// fc_sender's README: the limit of cycle x is in a set shown in x + 1, on the link in x + 2.
TEST(LinkPort, WordsAreUnadvertisedUntilTheirSetIsOnTheLink) {
  LinkPortParams params;
  params.vcs = 4;
  params.depth = 128;
  const auto port = make_link_port(params);
  port->event({LinkEvent::Kind::Lost, 12, 2, 7});
  for (Cycle x = 0; x < 30; ++x) {
    const auto slot = port->cycle(x, false, false, 0);
    const bool fc = slot.kind == static_cast<unsigned>(SlotKind::Fc);
    EXPECT_EQ(fc, x == 7 || x == 14) << x;
    port->end_cycle(x, x == 5, 1, 128 + 20);
    EXPECT_EQ(port->unadvertised(1), x >= 5 && x < 7 ? 20u : 0u) << x;
    EXPECT_EQ(port->unadvertised(2), x >= 12 && x < 14 ? 7u : 0u) << x;
  }
  EXPECT_EQ(port->advertised(1), 148u);
  EXPECT_EQ(port->advertised(2), 135u);
  EXPECT_EQ(port->counters().words_granted_again, 7u);
}

}  // namespace
}  // namespace tinsim
