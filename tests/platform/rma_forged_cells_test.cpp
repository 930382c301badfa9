// SPDX-License-Identifier: Apache-2.0
// Answers and PULLs in the name of operations that they do not belong to, in a whole network with
// real keys and octets (docs/reference/rma.md, "Threats"). The forger is a chip: it knows slots,
// counters and keys, and sends what it likes in place of its own messages.
#include <map>

#include "platform/services/rma_network.h"
#include "tests/platform/rma_attack_fixture.h"

namespace tinsim {
namespace {

constexpr uint32_t kOther = 50;  ///< region of hosts 2 and 7
constexpr uint64_t kFar = 0x40000, kSecretAt = 0x1000;
constexpr uint8_t kSecret = 0x5C, kForged = 0xDD;
constexpr unsigned kNear = 2, kAsked = 7;  ///< hosts: of the forger's chip, of that of kOwner

class RmaForgedCells : public RmaAttack {
 protected:
  RmaForgedCells() {
    for (const unsigned host : {kNear, kAsked})
      net_.add_region(host, kOther, kFar, 4096, kPermRead | kPermWrite | kPermAtomic, kRemoteKey);
    const std::vector<uint8_t> secret(64, kSecret);
    net_.memory(kHostile).write(kAttackBase + kSecretAt, secret.data(), secret.size());
    net_.platform().services().get<RmaNetwork>().mail().tamper(
        [this](const Cell& cell, RmaMessage& message) { see(cell, message); });
  }

  /// Requests the operation in slot kFirstSlot, and then for decoys, whose answers the forger
  /// changes into answers to it. How it ends.
  std::optional<AttackEnd> mount(const RmaCommand& genuine, const RmaCommand& decoy, unsigned after,
                                 unsigned step, unsigned decoys) {
    post(encode_command(genuine));
    sc_core::wait(cycles(after));
    for (unsigned n = 1; n <= decoys; ++n) {
      RmaCommand c = decoy;
      c.cookie = ++cookie_;
      c.remote_offset += 64 * n;
      post(encode_command(c), kFirstSlot + n);
      sc_core::wait(cycles(step));
    }
    const auto end = end_of(genuine.cookie);
    EXPECT_GT(forged_, 0u) << "the attack has not been mounted";
    sc_core::wait(cycles(10000));  // decoys that have lost their answers time out
    return end;
  }
  unsigned come(RmaCell type) { return come_[static_cast<unsigned>(type)]; }
  uint64_t dropped(RmaDrop cause) {
    return engine_of(kHostile).counters().dropped[static_cast<std::size_t>(cause)];
  }

  RmaCell type_ = RmaCell::Nack;       ///< of what is forged
  unsigned forger_ = kNear;            ///< a host of the chip that forges
  RegionKey key_ = kRemoteKey;         ///< that it uses
  RmaStatus status_ = RmaStatus::kOk;  ///< that it puts into answers
  std::function<bool()> now_ = [] { return true; };
  unsigned forged_ = 0;

 private:
  void see(const Cell& cell, RmaMessage& message) {
    const uint16_t here = net_.address(kHostile);
    const auto type = static_cast<RmaCell>(cell.type);
    if (type == RmaCell::Req || type == RmaCell::Wreq) {
      const RmaRequest request = unpack_request(message.words);
      if (rma_chip(cell.src) != here || RmaId::slot(request.slot) != kFirstSlot) return;
      id_ = request.slot;
      name_ = rma_name(here, request.counter);
      return;
    }
    if (rma_chip(cell.dst) != here || !id_.has_value()) return;
    const uint16_t slot =
        type == RmaCell::Pull ? unpack_request(message.words).slot : meta_slot(message.words[0]);
    if (slot == *id_) {
      ++come_[cell.type];
    } else if (!RmaId::is_server(slot) && RmaId::slot(slot) > kFirstSlot && type == type_ &&
               rma_chip(cell.src) == net_.address(forger_) && now_()) {
      ++forged_;
      type == RmaCell::Pull ? forge_pull(cell, message) : forge_answer(cell, message);
    }
  }
  void forge_answer(const Cell& cell, RmaMessage& message) {
    RmaMeta meta = unpack_meta({message.words[0], message.words[1], message.words[2]});
    meta.slot = *id_;
    meta.offset = 0;
    meta.status = static_cast<uint8_t>(status_);
    std::fill(message.data.begin(), message.data.end(), kForged);
    seal_.close(type_, meta, key_, rma_chip(cell.src), name_, message.data);
    const RmaMetaPayload words = pack_words(meta);
    std::copy(words.begin(), words.end(), message.words.begin());
  }
  /// It names the server context of the decoy, where the data go if it is taken.
  void forge_pull(const Cell& cell, RmaMessage& message) {
    RmaRequest pull = unpack_request(message.words);
    pull.slot = *id_;
    seal_.sign(RmaCell::Pull, pull, key_, cell.src, cell.dst, name_);
    message.words = pack_words(pull);
  }

  Seal seal_{engine_of(kHostile).params()};
  std::optional<uint16_t> id_;  ///< slot field of the operation
  uint64_t name_ = 0;
  std::map<unsigned, unsigned> come_;  ///< genuine messages for it, by type
};

/// Its data have shown that the target has the key: from then on a NACK without it says nothing.
TEST_F(RmaForgedCells, ANackWithoutKeyDoesNotEndAReadWhoseDataHaveBegunToCome) {
  attack([this] {
    key_ = {};
    forger_ = kOwner;  // in the name of the chip of the request
    status_ = RmaStatus::kAuthentication;
    now_ = [this] { return come(RmaCell::Resp) > 0 && come(RmaCell::Resp) < 32; };
    const RmaCommand genuine = command(RmaOp::Read, kOwner, kRemote, 4096, kRemoteKey);
    const RmaCommand decoy = command(RmaOp::Read, kOwner, kRemote, 8, kHostileKey);
    const auto end = mount(genuine, decoy, 150, 25, 16);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->status, RmaStatus::kOk);
    EXPECT_EQ(got(4096), memory_of(kOwner, kBase, 4096));
    EXPECT_GE(dropped(RmaDrop::kBadTag), forged_);
  });
}

/// Before that, it ends the operation: a request refused for its signature shares no key with the
/// target. No byte moves, and the completion says that it has failed.
TEST_F(RmaForgedCells, ANackWithoutKeyBeforeTheDataEndsAReadAndMovesNothing) {
  attack([this] {
    key_ = {};
    forger_ = kOwner;
    status_ = RmaStatus::kAuthentication;
    now_ = [this] { return forged_ == 0 && come(RmaCell::Resp) == 0; };
    const RmaCommand genuine = command(RmaOp::Read, kOwner, kRemote, 4096, kRemoteKey);
    const RmaCommand decoy = command(RmaOp::Read, kOwner, kRemote, 8, kHostileKey);
    const auto end = mount(genuine, decoy, 20, 20, 4);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->status, RmaStatus::kAuthentication);
    EXPECT_EQ(end->bytes, 0u);
    EXPECT_EQ(got(4096), std::vector<uint8_t>(4096, kMark));
    EXPECT_GE(dropped(RmaDrop::kUnknown), 32u) << "the data, which come too late";
  });
}

TEST_F(RmaForgedCells, AnUnsolicitedNackIsDropped) {
  attack([this] {
    key_ = {};
    status_ = RmaStatus::kNack;
    const RmaCommand genuine = command(RmaOp::Read, kOwner, kRemote, 4096, kRemoteKey);
    const RmaCommand decoy = command(RmaOp::Read, kNear, kOther, 8, kHostileKey);
    const auto end = mount(genuine, decoy, 20, 20, 8);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->status, RmaStatus::kOk);
    EXPECT_EQ(got(4096), memory_of(kOwner, kBase, 4096));
    EXPECT_GE(dropped(RmaDrop::kUnknown), forged_);
  });
}

/// The chip has the key: its own region has the same.
TEST_F(RmaForgedCells, UnsolicitedDataAreDropped) {
  attack([this] {
    type_ = RmaCell::Resp;
    for (const RmaStatus status : {RmaStatus::kOk, RmaStatus::kAuthentication}) {
      status_ = status;
      forged_ = 0;
      RmaCommand genuine = command(RmaOp::Read, kOwner, kRemote, 2048, kRemoteKey);
      genuine.remote_offset = 4096;
      RmaCommand decoy = command(RmaOp::Read, kNear, kOther, 8, kRemoteKey);
      decoy.local_offset = 4096;
      const auto end = mount(genuine, decoy, 10, 20, 8);
      ASSERT_TRUE(end.has_value());
      EXPECT_EQ(end->status, RmaStatus::kOk);
      EXPECT_EQ(got(2048), memory_of(kOwner, kBase + 4096, 2048));
      EXPECT_GE(dropped(RmaDrop::kUnknown), forged_);
    }
  });
}

/// Else the data of the write would go to the wrong chip.
TEST_F(RmaForgedCells, AnUnsolicitedPullGetsNoData) {
  attack([this] {
    type_ = RmaCell::Pull;
    now_ = [this] { return come(RmaCell::Pull) == 0; };
    RmaCommand genuine = command(RmaOp::Write, kAsked, kOther, 64, kRemoteKey);
    genuine.local_offset = kSecretAt;
    const RmaCommand decoy = command(RmaOp::Write, kNear, kOther, 64, kRemoteKey);
    const auto end = mount(genuine, decoy, 40, 20, 12);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->status, RmaStatus::kOk);
    EXPECT_EQ(memory_of(kAsked, kFar, 64), std::vector<uint8_t>(64, kSecret));
    const auto there = memory_of(kNear, kFar, 4096);
    EXPECT_EQ(std::count(there.begin(), there.end(), kSecret), 0) << "the secret went elsewhere";
    EXPECT_GE(dropped(RmaDrop::kUnknown), forged_);
  });
}

/// Else an operation would end that has not been done, with an old value that was never read.
TEST_F(RmaForgedCells, AnUnsolicitedAckIsDropped) {
  const uint64_t before = 41, operand = 1;
  net_.memory(kAsked).write(kFar, reinterpret_cast<const uint8_t*>(&before), 8);
  net_.memory(kHostile).write(kAttackBase, reinterpret_cast<const uint8_t*>(&operand), 8);
  attack([&] {
    type_ = RmaCell::Ack;
    now_ = [this] { return come(RmaCell::Pull) == 1 && come(RmaCell::Ack) == 0; };
    const RmaCommand genuine = command(RmaOp::Faa, kAsked, kOther, 8, kRemoteKey);
    const RmaCommand decoy = command(RmaOp::Faa, kNear, kOther, 8, kRemoteKey);
    const auto end = mount(genuine, decoy, 10, 30, 12);
    ASSERT_TRUE(end.has_value());
    EXPECT_EQ(end->status, RmaStatus::kOk);
    EXPECT_EQ(end->old_value, before);
    EXPECT_EQ(load_little(memory_of(kAsked, kFar, 8).data(), 8), before + operand);
    EXPECT_GE(dropped(RmaDrop::kUnknown), forged_);
  });
}

}  // namespace
}  // namespace tinsim
