// SPDX-License-Identifier: Apache-2.0
// Two hosts on one chip: what one of them tries to take, to write or to read of the other's, with
// real keys and octets, while the other reads (docs/reference/rma.md, "Two hosts on one chip").
#include "tests/platform/rma_attack_fixture.h"

namespace tinsim {
namespace {

constexpr uint32_t kOther = 50;
constexpr uint64_t kAllNone = ~uint64_t{0};
constexpr unsigned kSlotsOfHost = 128, kParameters = 9;

class RmaTwoHosts : public RmaAttack {
 protected:
  /// Values that the other host would read.
  std::optional<uint64_t> of_good(uint64_t address) {
    auto& trans = good_.user.pool.allocate(tlm::TLM_READ_COMMAND, address, 8);
    const bool is_told = good_.user.socket->transport_dbg(trans) == 8;
    const uint64_t value = load_little(trans.get_data_ptr(), 8);
    trans.release();
    return is_told ? std::optional(value) : std::nullopt;
  }
  std::vector<std::optional<uint64_t>> parameters() {
    std::vector<std::optional<uint64_t>> all;
    for (unsigned n = 0; n < kParameters; ++n) all.push_back(of_good(0x200 + 8 * n));
    return all;
  }
};

TEST_F(RmaTwoHosts, NeitherTakesSlotsOfTheOther) {
  attack([this] {
    for (unsigned n = 0; n < 2 * kSlotsOfHost; ++n) EXPECT_EQ(load(0x10), std::nullopt);
    const auto next = of_good(0x10);
    ASSERT_TRUE(next.has_value());
    EXPECT_LT(*next, kSlotsOfHost) << "the other host has slots left";
    for (unsigned n = 0; n < kSlotsOfHost; ++n) EXPECT_EQ(load(0x18), kSlotsOfHost + n);
    EXPECT_EQ(load(0x18), kAllNone) << "that was its own share";
    EXPECT_LT(*of_good(0x10), kSlotsOfHost);
    EXPECT_EQ(of_good(0x18), std::nullopt);
  });
}

TEST_F(RmaTwoHosts, StoresIntoTheOthersCommandsAreDropped) {
  attack([this] {
    const RmaCommand c = command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey);
    expect_refused(4 * kSlotsOfHost, [&] {
      for (unsigned slot = 0; slot < kSlotsOfHost; ++slot) post(encode_command(c), slot);
    });
    EXPECT_EQ(end_of(c.cookie).has_value(), false);
    EXPECT_EQ(got(64), std::vector<uint8_t>(64, kMark));
  });
}

TEST_F(RmaTwoHosts, TheOtherDoesNotWriteTimeoutsAndWindows) {
  attack([this] {
    const auto before = parameters();
    for (unsigned n = 0; n < kParameters; ++n) {
      EXPECT_EQ(load(0x200 + 8 * n), before[n]) << "it may know them";
      for (const uint64_t value : {0u, 1u, 255u})
        expect_refused(1, [&] { write(0x200 + 8 * n, value); });
    }
    EXPECT_EQ(parameters(), before);
  });
}

TEST_F(RmaTwoHosts, NeitherReadsOrWritesPidsOfTheOther) {
  constexpr uint32_t kPid = 0xBEEF;
  attack([this] {
    RmaEngine& engine = engine_of(kGood);
    for (unsigned slot = 0; slot < kSlotsOfHost; ++slot) engine.set_pid(slot, kPid + slot);
    for (unsigned slot = 0; slot < kSlotsOfHost; ++slot) {
      EXPECT_EQ(load(0x1000 + 8 * slot), std::nullopt) << slot;
      expect_refused(1, [&] { write(0x1000 + 8 * slot, 1); });
      EXPECT_EQ(of_good(0x1000 + 8 * slot), kPid + slot);
    }
    expect_refused(0, [&] { write(0x1000 + 8 * kFirstSlot, 77); });
    EXPECT_EQ(load(0x1000 + 8 * kFirstSlot), 77u);
    EXPECT_EQ(of_good(0x1000 + 8 * kFirstSlot), std::nullopt);
  });
}

/// A host's own counters count its operations only; the privileged host's also count cells that
/// arrive at the chip.
TEST_F(RmaTwoHosts, EachSeesItsOwnCounters) {
  attack([this] {
    EXPECT_EQ(load(0x400), 0u) << "the other host has made commands";
    EXPECT_GT(of_good(0x400).value_or(0), 0u);
    expect_end(command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey), RmaStatus::kOk);
    EXPECT_EQ(load(0x400), 1u);
    EXPECT_EQ(load(0x408), 1u);
    const auto of_other = of_good(0x410);
    expect_refused(1, [&] { write(0x8, 0); });
    EXPECT_EQ(of_good(0x410), of_other);
    for (uint64_t at = 0x420; at <= 0x488; at += 8) {
      EXPECT_EQ(load(at), std::nullopt) << at;
      EXPECT_TRUE(of_good(at).has_value()) << at;
    }
  });
}

TEST_F(RmaTwoHosts, RegionsOfTheOtherAreNotReplacedRekeyedOrRevoked) {
  attack([this] {
    const RmaRegion before = *engine_of(kGood).region(kLocal);
    for (const uint64_t kind : {0u, 1u, 2u})
      expect_refused(1, [&] { commit({true, 0, 4096, 15, 1, kHostileKey}, kLocal, kind); });
    expect_refused(1, [&] { commit({true, kBase, 4096, 15, 0, kHostileKey}, kOther); });
    const RmaRegion after = *engine_of(kGood).region(kLocal);
    EXPECT_TRUE(after.live);
    EXPECT_EQ(after.base, before.base);
    EXPECT_EQ(after.key, before.key);
  });
}

/// A host has half of the table, so the other one always finds room for its half.
TEST_F(RmaTwoHosts, NeitherFillsTheRegionTable) {
  attack([this] {
    constexpr unsigned kHalf = 2048;
    const RmaRegion small{true, kAttackBase, 64, kPermRead, 1, kHostileKey};
    expect_refused(0, [&] {
      for (unsigned n = 2; n < kHalf; ++n) commit(small, 100 + n);  // besides data and queue
    });
    expect_refused(1, [&] { commit(small, 4000); });
    expect_refused(0, [&] { commit(small, 102); });  // one that it has
    const uint64_t bad = of_good(0x410).value_or(0);
    unsigned taken = 0;
    for (uint32_t n = 0; n < 4096; ++n) {
      const RmaRegion* region = engine_of(kGood).region(n);
      taken += region != nullptr && region->live;
    }
    EXPECT_EQ(taken, kHalf + 2) << "data and queue of the other host";
    good_.user.add_region(4000, {true, kBase, 64, kPermRead, 0, kOwnKey});
    sc_core::wait(cycles(400));
    EXPECT_EQ(of_good(0x410), bad);
    EXPECT_EQ(engine_of(kGood).region(4000)->host, 0);
  });
}

/// Its commands reach the other host's memory neither as data nor by completions.
TEST_F(RmaTwoHosts, MemoryOfTheOtherIsNoPlaceForDataOrCompletions) {
  attack([this] {
    RmaCommand c = command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey);
    c.local_region = kLocal;
    expect_end(c, RmaStatus::kLocalError);
    RmaCommand write = command(RmaOp::Write, kHostile, kHostileLocal, 64, kHostileKey);
    write.local_region = kLocal;  // to be read for it
    expect_end(write, RmaStatus::kLocalError);
    EXPECT_EQ(got(64), std::vector<uint8_t>(64, kMark));
    RmaCommand lost = command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey);
    lost.queue_region = kLocalQueue;
    EXPECT_EQ(end_of(lost).has_value(), false);
    EXPECT_EQ(load(0x418), 1u) << "its completion is lost";
    const auto queue = memory_of(kGood, kQueue, 4096);
    for (uint64_t at = 0; at < queue.size(); at += kCompletionBytes)
      EXPECT_NE(load_little(&queue[at + 16], 8), lost.cookie);
  });
}

/// The first host is the privileged one, and no more than that.
TEST_F(RmaTwoHosts, ThePrivilegedHostWritesWhatIsShared) {
  attack([this] {
    const uint64_t bad = of_good(0x410).value_or(0);
    good_.user.write_register(0x218, 20);
    sc_core::wait(cycles(400));
    EXPECT_EQ(load(0x218), 20u);
    EXPECT_EQ(of_good(0x410), bad);
    good_.user.write_register(0x1000 + 8 * kFirstSlot, 1);  // a PID of the second host
    sc_core::wait(cycles(400));
    EXPECT_EQ(of_good(0x410), bad + 1);
    EXPECT_EQ(load(0x1000 + 8 * kFirstSlot), 0u);
  });
}

}  // namespace
}  // namespace tinsim
