// SPDX-License-Identifier: Apache-2.0
// Commands of an attacker at a host that are refused, with real keys and octets, while others read:
// keys of zeros, regions and values that are cut, reserved bytes (docs/reference/rma.md,
// "Threats").
#include "tests/platform/rma_attack_fixture.h"

namespace tinsim {
namespace {

constexpr RegionKey kZero{};
constexpr uint32_t kOther = 50;  ///< region of a host alongside
constexpr uint64_t kFar = 0x40000;

class RmaForgedCommands : public RmaAttack {};

/// Everybody could derive the keys of a region whose key is zero.
TEST_F(RmaForgedCommands, RegistersTakeNoKeyOfZeros) {
  attack([this] {
    const RmaRegion region{true, kAttackBase, 4096, 15, 1, kHostileKey};
    RmaRegion open = region;
    open.key = kZero;
    expect_refused(1, [&] { commit(open, kOther); });
    EXPECT_TRUE(engine_of(kHostile).region(kOther) == nullptr ||
                !engine_of(kHostile).region(kOther)->live);
    expect_end(command(RmaOp::Write, kHostile, kOther, 64, kZero), RmaStatus::kAuthentication);
    expect_refused(0, [&] { commit(region, kOther); });
    expect_refused(1, [&] { commit(open, kOther, 1); });
    expect_end(command(RmaOp::Write, kHostile, kOther, 64, kZero), RmaStatus::kAuthentication);
    expect_end(command(RmaOp::Write, kHostile, kOther, 64, kHostileKey), RmaStatus::kOk);
  });
}

/// A host that may rekey a region cannot open it to all others by that.
TEST_F(RmaForgedCommands, ARekeyToAKeyOfZerosIsRefused) {
  constexpr RegionKey kKey{7, 8}, kNew{0, 9};
  net_.add_region(7, kOther, kFar, 4096, kPermRead | kPermWrite | kPermRekey, kKey);
  attack([&] {
    const auto operand = [this](const RegionKey& key) {
      const uint64_t words[] = {key.lo, key.hi};
      net_.memory(kHostile).write(kAttackBase, reinterpret_cast<const uint8_t*>(words), 16);
    };
    operand(kZero);
    expect_end(command(RmaOp::Rekey, 7, kOther, 16, kKey), RmaStatus::kAuthentication);
    expect_end(command(RmaOp::Write, 7, kOther, 64, kZero), RmaStatus::kAuthentication);
    operand(kNew);
    expect_end(command(RmaOp::Rekey, 7, kOther, 16, kKey), RmaStatus::kOk);
    expect_end(command(RmaOp::Read, 7, kOther, 64, kNew), RmaStatus::kOk);
    EXPECT_EQ(got(64), std::vector<uint8_t>(64)) << "nothing had been written";
  });
}

/// A request has 24 bits for the region: with more, the request would name another region.
TEST_F(RmaForgedCommands, ARegionBeyond24BitsIsNotTruncated) {
  attack([this] {
    for (unsigned bit = 24; bit < 32; ++bit) {
      expect_end(command(RmaOp::Read, kOwner, 1u << bit | kRemote, 64, kRemoteKey),
                 RmaStatus::kLocalError);
      EXPECT_EQ(got(64), std::vector<uint8_t>(64, kMark)) << "bit " << bit;
    }
    expect_end(command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey), RmaStatus::kOk);
    EXPECT_EQ(got(64), memory_of(kOwner, kBase, 64));
  });
}

TEST_F(RmaForgedCommands, ReservedBytesOfACommandAreZero) {
  attack([this] {
    for (const unsigned at : {6u, 7u, 36u, 37u, 38u, 39u}) {
      const RmaCommand c = command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey);
      CommandBytes bytes = encode_command(c);
      bytes[at] = 0x80;
      post(bytes);
      const auto end = end_of(c.cookie);
      ASSERT_TRUE(end.has_value()) << at;
      EXPECT_EQ(end->status, RmaStatus::kLocalError) << at;
      EXPECT_EQ(got(64), std::vector<uint8_t>(64, kMark)) << at;
    }
    expect_end(command(RmaOp::Read, kOwner, kRemote, 64, kRemoteKey), RmaStatus::kOk);
  });
}

/// A value that does not fit its register is refused: cut, it would name other memory.
TEST_F(RmaForgedCommands, RegistersCutNoValue) {
  attack([this] {
    const RmaRegion good{true, kAttackBase, 4096, kPermRead, 1, kHostileKey};
    expect_refused(0, [&] { commit(good, kOther); });
    const auto changed = [&](uint32_t at, uint64_t value) {
      expect_refused(1, [&] {
        commit({true, 0x8000, 64, 15, 1, {1, 2}}, kOther, 3);  // stages all, is no kind
      });
      write(at, value);
      expect_refused(1, [&] { write(0x130, 0); });
      EXPECT_EQ(engine_of(kHostile).region(kOther)->base, kAttackBase);
      EXPECT_EQ(engine_of(kHostile).region(kOther)->length, 4096u);
    };
    changed(0x108, uint64_t{1} << 48 | 64);      // length, 48 bits
    changed(0x110, 0x20 | 1 << 4);               // permissions and host, 5
    changed(0x110, uint64_t{1} << 63 | 1 << 4);  //
    changed(0x128, uint64_t{1} << 32 | kOther);  // number
    changed(0x128, 4096);                        // beyond the table
    expect_refused(1, [&] { write(0x1000 + 8 * kFirstSlot, uint64_t{1} << 32 | 5); });
    EXPECT_EQ(load(0x1000 + 8 * kFirstSlot), 0u);
  });
}

TEST_F(RmaForgedCommands, NoRegionGoesRoundTheEndOfAddresses) {
  attack([this] {
    const uint64_t last = ~uint64_t{0};
    const auto refused = [&](uint64_t base, uint64_t length) {
      expect_refused(1, [&] { commit({true, base, length, 15, 1, kHostileKey}, kOther); });
      expect_end(command(RmaOp::Write, kHostile, kOther, 64, kHostileKey),
                 RmaStatus::kAuthentication);
    };
    refused(last - 7, 0x20000);  // ends in the attacker's data
    refused(last - 7, 9);
    refused(last, 0xFFFF'FFFF'FFFF);
    refused(1, last);
    const auto before = memory_of(kGood, 0, 0x8000);
    EXPECT_EQ(before, std::vector<uint8_t>(0x8000));
  });
}

class RmaDerivedKeys : public RmaAttack {
 protected:
  RmaDerivedKeys() : RmaAttack({"rma.key_mode=derived"}) {}
  RegionKey derived(const RegionKey& region, unsigned target, RmaOp op) {
    return engine_of(kHostile).seal().derive(region, net_.address(kHostile), 0,
                                             static_cast<unsigned>(op), net_.address(target));
  }
};

/// Replicas of a service may share a region's key. A grant to a host for one of them is not valid
/// for another.
TEST_F(RmaDerivedKeys, TheKeyForOneChipOpensNoOther) {
  constexpr RegionKey kShared{0x55, 0x66};
  for (const unsigned host : {2u, 7u})
    net_.add_region(host, kOther, kFar, 4096, kPermRead | kPermWrite, kShared);
  attack([&] {
    const RegionKey of_7 = derived(kShared, 7, RmaOp::Write);
    const RegionKey of_2 = derived(kShared, 2, RmaOp::Write);
    expect_end(command(RmaOp::Write, 2, kOther, 64, of_7), RmaStatus::kAuthentication);
    EXPECT_EQ(memory_of(2, kFar, 64), std::vector<uint8_t>(64));
    expect_end(command(RmaOp::Write, 7, kOther, 64, of_2), RmaStatus::kAuthentication);
    EXPECT_EQ(memory_of(7, kFar, 64), std::vector<uint8_t>(64));
    expect_end(command(RmaOp::Write, 7, kOther, 64, of_7), RmaStatus::kOk);
    EXPECT_EQ(memory_of(7, kFar, 64), std::vector<uint8_t>(64, kMark));
  });
}

}  // namespace
}  // namespace tinsim
