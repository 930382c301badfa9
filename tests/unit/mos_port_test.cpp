// SPDX-License-Identifier: Apache-2.0
// MosPort: depths, places and times, and equality with rtl_models/mos_mailbox and tx_scheduler.
#include "tlm/tin/cell_switch/mos_port.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "rtl_models/mos_mailbox/mos_mailbox.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/bench_random.h"
#include "tlm/gnet/link/link_port.h"

namespace tinsim {
namespace {

// Register bus and blocks, as README and timing.h describe them.
constexpr Cycle kBusToMailbox = 7;  ///< of a write
constexpr Cycle kReadBus = 2;       ///< either way of a read
constexpr Cycle kReadsApart = 5;
constexpr unsigned kMosSlot = 5;  ///< tx_scheduler `kind_o`

MosBody word(uint64_t n) { return {static_cast<uint8_t>(n % 16), n}; }

TEST(MosPort, OffersAWordEightCyclesAfterItsWrite) {
  MosPort port({2, 2});
  EXPECT_EQ(port.offered_from(), kNoCycle);
  EXPECT_TRUE(port.send(100, word(5)));
  EXPECT_EQ(port.offered_from(), 108u);
  EXPECT_EQ(port.next(108).payload, 5u);
}

TEST(MosPort, HasAPlaceAgainEightCyclesAfterTheSlot) {
  MosPort port({2, 2});
  EXPECT_TRUE(port.send(0, word(1)));
  EXPECT_TRUE(port.send(1, word(2)));
  EXPECT_FALSE(port.send(2, word(3)));
  port.left(20);
  EXPECT_EQ(port.next(84).payload, 2u);
  EXPECT_FALSE(port.send(27, word(4)));
  EXPECT_TRUE(port.can_send(28));
  EXPECT_TRUE(port.send(28, word(5)));
  EXPECT_FALSE(port.can_send(29));
  port.apply_until(30);
  EXPECT_EQ(port.counts().written, 3u);
  EXPECT_EQ(port.counts().refused, 2u);
  EXPECT_EQ(port.counts().sent, 1u);
}

TEST(MosPort, DeliversFourCyclesAfterTheReceivePins) {
  MosPort near({2, 2}), far({2, 2});
  near.join_far(far, 9);
  near.send(0, word(7));
  near.deliver(30, near.next(30));
  near.left(30);
  EXPECT_EQ(far.readable(30 + 9 + 3), 0u);
  EXPECT_FALSE(far.receive(30 + 9 + 3));
  EXPECT_EQ(far.readable(30 + 9 + 4), 1u);
  EXPECT_EQ(far.receive(30 + 9 + 4)->payload, 7u);
}

TEST(MosPort, DropsWordsThatFindNoPlace) {
  MosPort port({2, 2});
  for (Cycle due : {100, 200, 300}) port.arrive(due, word(due));
  EXPECT_EQ(port.dropped(299), 0u);
  EXPECT_EQ(port.dropped(300), 1u);
  EXPECT_EQ(port.receive(394)->payload, 100u);
  port.arrive(399, word(399));  // one cycle before the place is free
  EXPECT_EQ(port.dropped(399), 2u);
  port.arrive(400, word(400));
  EXPECT_EQ(port.dropped(400), 2u);
  EXPECT_EQ(port.receive(401)->payload, 200u);
  EXPECT_EQ(port.receive(402)->payload, 400u);
  EXPECT_FALSE(port.receive(403));
  port.apply_until(404);
  EXPECT_EQ(port.counts().arrived, 5u);
  EXPECT_EQ(port.counts().read, 3u);
}

TEST(MosPort, CountsUpToTheCycleThatIsSettled) {
  MosPort port({2, 2});
  port.send(10, word(1));
  port.left(20);
  port.lose_at(33);
  port.apply_until(10);
  EXPECT_EQ(port.counts().written, 0u);
  port.apply_until(20);
  EXPECT_EQ(port.counts().written, 1u);
  EXPECT_EQ(port.counts().sent, 0u);
  port.apply_until(33);
  EXPECT_EQ(port.counts().sent, 1u);
  EXPECT_EQ(port.counts().lost, 0u);
  port.apply_until(34);
  EXPECT_EQ(port.counts().lost, 1u);
}

/// The blocks of one direction: mailbox, scheduler, and the mailbox of the far side, with delays
/// between them. One call is one cycle.
class Blocks {
 public:
  static constexpr unsigned kTx = 2, kRx = 3;

  explicit Blocks(Cycle link_cycles) : link_cycles_(link_cycles) {
    near_.reset({});
    far_.reset({});
    straps_.mos_gap_i = 63;
    scheduler_.reset(straps_);
  }

  // Accesses of the processors in the coming cycle.
  void write(const MosBody& body) { writes_.push_back({now_ + kBusToMailbox, body}); }
  void read() { reads_.push_back(now_ + kReadBus); }
  /// Result of a read in this cycle: the state of two cycles ago.
  bool readable() const { return shown_.front().valid; }
  MosBody oldest() const { return shown_.front().body; }

  /// Returns the kind of the slot.
  unsigned cycle() {
    MosMailbox<kTx, kRx>::In near, far;
    if (!writes_.empty() && writes_.front().at == now_) {
      near.send_valid_i = true;
      near.send_sub_i = writes_.front().body.sub;
      near.send_payload_i = writes_.front().body.payload;
      writes_.pop_front();
    }
    TxScheduler::In slot = straps_;
    slot.phy_valid_i = true;
    slot.mos_valid_i = near_.out().mos_valid_o;
    slot.mos_sub_i = near_.out().mos_sub_o;
    slot.mos_payload_i = near_.out().mos_payload_o;
    const TxScheduler::Out sent = scheduler_.eval(slot);
    near.sent_i = sent.kind_o == kMosSlot;
    if (near.sent_i) arriving_.push_back({now_ + link_cycles_ + 1, unpack(sent.word_o)});
    if (!arriving_.empty() && arriving_.front().at == now_) {  // link_rx shows it
      far.set_valid_i = true;
      far.set_code_i = 4;
      far.set_body_i = pack_body(arriving_.front().body);
      arriving_.pop_front();
    }
    if (!reads_.empty() && reads_.front() == now_) {
      far.read_i = true;
      reads_.pop_front();
    }
    scheduler_.tick(slot);
    near_.tick(near);
    far_.tick(far);
    ++now_;
    shown_.push_back({far_.out().read_valid_o,
                      {static_cast<uint8_t>(far_.out().read_sub_o), far_.out().read_payload_o}});
    if (shown_.size() > kReadBus + 1) shown_.pop_front();
    return static_cast<unsigned>(sent.kind_o);
  }
  unsigned dropped() const { return static_cast<unsigned>(far_.out().dropped_o); }

 private:
  struct Timed {
    Cycle at;
    MosBody body;
  };
  struct Shown {
    bool valid = false;
    MosBody body;
  };
  static MosBody unpack(uint64_t word) { return unpack_mos(decode_ordered_set(word).body); }

  const Cycle link_cycles_;
  MosMailbox<kTx, kRx> near_, far_;
  TxScheduler scheduler_;
  TxScheduler::In straps_;
  Cycle now_ = 0;
  std::deque<Timed> writes_, arriving_;
  std::deque<Cycle> reads_;
  std::deque<Shown> shown_ = std::deque<Shown>(kReadBus + 1);
};

struct Compared {
  Cycle differ = kNoCycle;  ///< first cycle in which blocks and MosPort differ
  uint64_t sent = 0, read = 0, dropped = 0, refused = 0;
};

/// Runs both on a link that is not up; processors write and read at random. `late`: cycles by which
/// MosPort gets each write too late.
Compared compare(uint64_t seed, Cycle late) {
  constexpr Cycle kLink = 9, kEnd = 40'000, kLastWrite = kEnd - 500;
  Compared result;
  Blocks blocks(kLink);
  MosPort near({Blocks::kTx, Blocks::kRx}), far({Blocks::kTx, Blocks::kRx});
  near.join_far(far, kLink);
  LinkPortParams params;
  params.vcs = 4;
  params.start_up = false;  // PHY sets in every second slot
  const std::unique_ptr<LinkPort> link = make_link_port(params);
  link->send_mos(near);
  Random random(seed);
  Cycle next_read = 0;
  unsigned write_percent = 0, read_percent = 0;
  for (Cycle now = 0; now < kEnd; ++now) {
    result.differ = now;
    if (now % 2000 == 0) {
      write_percent = random.range(1, 4);
      read_percent = random.chance(50) ? 50 : random.below(2);
    }
    if (now < kLastWrite && random.chance(write_percent)) {
      const MosBody body = word(random.bits() >> 16);
      const bool accepted = near.send(now + late, body);
      if (accepted) blocks.write(body);
      result.refused += !accepted;
    }
    if (now >= next_read && random.chance(read_percent)) {
      const auto found = far.receive(now);
      if (found.has_value() != blocks.readable()) return result;
      if (found) {
        if (found->payload != blocks.oldest().payload || found->sub != blocks.oldest().sub)
          return result;
        blocks.read();
        ++result.read;
        next_read = now + kReadsApart;
      }
    }
    const LinkPort::Decision slot = link->cycle(now, false, false, 0);
    if (slot.kind == kMosSlot) near.deliver(now, near.next(now));
    link->end_cycle(now, false, 0, 0);
    if (slot.kind != blocks.cycle()) return result;
  }
  far.apply_until(kEnd);
  near.apply_until(kEnd);
  result.sent = near.counts().sent;
  result.dropped = far.counts().overflow;
  if (std::min<uint64_t>(result.dropped, 255) == blocks.dropped()) result.differ = kNoCycle;
  return result;
}

TEST(MosPort, IsTheBlocksToTheCycle) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Compared result = compare(seed, 0);
    EXPECT_EQ(result.differ, kNoCycle) << seed;
    EXPECT_GT(result.sent, 200u);
    EXPECT_GT(result.read, 100u);
    EXPECT_GT(result.dropped, 10u);
    EXPECT_GT(result.refused, 10u);
  }
}

TEST(MosPort, TheComparisonNoticesAWriteThatIsACycleLate) {
  EXPECT_LT(compare(1, 1).differ, 10'000u);
}

}  // namespace
}  // namespace tinsim
