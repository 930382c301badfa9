// SPDX-License-Identifier: Apache-2.0
// GETs: torn reads, stale and dead replicas, data that does not prove itself.
#include <stdexcept>

#include "tests/unit/cliquemap_fixture.h"

namespace tinsim {
namespace {

TEST_F(CliqueMapTest, FindsWhatWasSetAndMissesWhatWasNot) {
  for (unsigned replicas : {1u, 3u}) {
    memories_.clear();
    backends_.clear();
    remote_ = SlowMemory();
    make(replicas, 5);
    for (uint64_t key = 0; key < 100; ++key) set(key, key + 1);
    for (uint64_t key = 0; key < 150; ++key) {
      const CliqueGet of = get(key);
      ASSERT_EQ(of.end, key < 100 ? CliqueEnd::kHit : CliqueEnd::kMiss) << key;
      EXPECT_EQ(of.version, key < 100 ? key + 1 : 0);
      EXPECT_EQ(of.attempts, 1u);
    }
    // A bucket of each replica, and data.
    EXPECT_EQ(client_->counters().reads, 150 * replicas + 100);
    for (unsigned number = 0; number < replicas; ++number)
      EXPECT_TRUE(replica(7, number).erase(7, 1000));
    EXPECT_EQ(get(7).end, CliqueEnd::kMiss);
  }
}

TEST_F(CliqueMapTest, ABackendKeepsTheLatestVersionAndReportsWhenFull) {
  make(1, 1, 20);
  set(1, 5);
  ASSERT_TRUE(set_at(1, 4, 0));
  EXPECT_EQ(get(1).version, 5u);
  EXPECT_FALSE(replica(1, 0).erase(1, 5));
  EXPECT_FALSE(replica(1, 0).erase(2, 9));
  uint64_t key = 2;
  while (set_at(key, 1, 0)) ++key;
  EXPECT_EQ(backends_[0]->keys(), 24u);  // as many as slots
  EXPECT_TRUE(replica(1, 0).erase(1, 6));
  EXPECT_TRUE(set_at(key, 1, 0));
  EXPECT_FALSE(set_at(key, 2, 0, kValue + 1));
}

// Of the last kMaxErased erasures each key's version is known, of those before only the latest.
TEST_F(CliqueMapTest, ALateSetDoesNotBringAnErasedKeyBack) {
  make(1, 1, 20);
  set(1, 5);
  EXPECT_TRUE(replica(1, 0).erase(1, 7));
  EXPECT_TRUE(set_at(1, 6, 0)) << "done, and erased after it";
  EXPECT_EQ(get(1).end, CliqueEnd::kMiss);
  EXPECT_TRUE(set_at(1, 8, 0));
  EXPECT_EQ(get(1).version, 8u);
  EXPECT_FALSE(replica(3, 0).erase(3, 9)) << "was not there, but may come yet";
  EXPECT_TRUE(set_at(3, 8, 0));
  EXPECT_EQ(get(3).end, CliqueEnd::kMiss);
  EXPECT_TRUE(set_at(50, 1, 0));
  EXPECT_EQ(get(50).version, 1u);
  for (uint64_t key = 0; key < CliqueBackend::kMaxErased; ++key)
    EXPECT_FALSE(replica(1000 + key, 0).erase(1000 + key, 10));
  EXPECT_FALSE(set_at(51, 9, 0)) << "may have been erased, as far as is known still";
  EXPECT_EQ(get(51).end, CliqueEnd::kMiss);
  EXPECT_TRUE(set_at(51, 10, 0));
  EXPECT_EQ(get(51).version, 10u);
}

TEST_F(CliqueMapTest, ATornReadIsSeenAndTriedAgain) {
  make(1, 1);
  // Data in place of data that is being read: 8 pieces, 10 cycles from one to the next.
  set(1, 1);
  bool torn = false;
  client_->get(now_, 1, 1);
  for (unsigned reads = 0; ended_ == 0;) {
    now_ = remote_.next();
    const uint64_t before = client_->counters().reads;
    remote_.run(now_);
    reads += client_->counters().reads > before;
    if (reads == 1 && !torn && remote_.next() != kNoCycle) {
      // The read of data is in flight: wait for its middle, and take its slot for another key.
      remote_.run(now_ = remote_.next() + 35);
      EXPECT_TRUE(replica(1, 0).erase(1, 2));
      EXPECT_TRUE(set_at(2, 3, 0));
      EXPECT_TRUE(set_at(1, 4, 0));
      torn = true;
    }
  }
  EXPECT_EQ(last_.end, CliqueEnd::kHit);
  EXPECT_EQ(last_.version, 4u);
  EXPECT_EQ(last_.attempts, 2u);
  EXPECT_EQ(client_->counters().faults[static_cast<std::size_t>(CliqueDataFault::kChecksum)], 1u);
  EXPECT_EQ(client_->counters().retries, 1u);
}

TEST_F(CliqueMapTest, DamagedDataIsNeverReturnedAndEndsAfterItsAttempts) {
  make(1, 1);
  set(1, 1);
  unsigned mutants = 0;
  std::mt19937 random(3);
  remote_.damage = [&](const RemoteRead& read, std::vector<uint8_t>& bytes) {
    if (read.bytes != kCliqueDataHeader + kValue) return;
    ++mutants;
    bytes[random() % bytes.size()] ^= static_cast<uint8_t>(1u << random() % 8);
  };
  const CliqueGet of = get(1);
  EXPECT_EQ(of.end, CliqueEnd::kFailed);
  EXPECT_EQ(of.attempts, 8u);
  EXPECT_EQ(mutants, 8u);
}

TEST_F(CliqueMapTest, AnIndexThatPointsElsewhereIsNotBelieved) {
  make(1, 1);
  set(1, 1);
  set(2, 1);
  unsigned damaged = 0;
  remote_.damage = [&](const RemoteRead& read, std::vector<uint8_t>& bytes) {
    if (read.bytes == kCliqueDataHeader + kValue || damaged == 2) return;
    for (uint32_t at = 0; at < bytes.size(); at += CliqueIndexEntry::kBytes) {
      CliqueIndexEntry entry = CliqueIndexEntry::decode(bytes.data() + at);
      if (entry.version == 0) continue;
      if (damaged == 0) entry.size = 1 << 30;
      if (damaged == 1) entry.version += 1;
      entry.encode(bytes.data() + at);
    }
    ++damaged;
  };
  const CliqueGet of = get(1);
  EXPECT_EQ(of.end, CliqueEnd::kHit);
  EXPECT_EQ(of.attempts, 3u);
  EXPECT_EQ(client_->counters().faults[static_cast<std::size_t>(CliqueDataFault::kSize)], 1u);
  EXPECT_EQ(client_->counters().faults[static_cast<std::size_t>(CliqueDataFault::kVersion)], 1u);
}

TEST_F(CliqueMapTest, OneStaleReplicaIsOutvoted) {
  make(3, 3);
  for (unsigned stale = 0; stale < 3; ++stale) {
    const uint64_t key = stale + 10;
    set(key, 1);
    for (unsigned number = 0; number < 3; ++number) {
      if (number == stale) continue;
      ASSERT_TRUE(set_at(key, 2, number));
    }
    for (unsigned n = 0; n < 20; ++n) {
      EXPECT_EQ(get(key).version, 2u);
      EXPECT_EQ(last_.attempts, 1u);
    }
  }
}

TEST_F(CliqueMapTest, OneDeadReplicaIsNotNoticed) {
  make(3, 3);
  for (uint64_t key = 0; key < 30; ++key) set(key, key + 1);
  for (uint16_t dead = 0; dead < 3; ++dead) {
    remote_.dead = {dead};
    for (uint64_t key = 0; key < 40; ++key) {
      EXPECT_EQ(get(key).end, key < 30 ? CliqueEnd::kHit : CliqueEnd::kMiss);
      EXPECT_EQ(last_.attempts, 1u);
    }
  }
}

TEST_F(CliqueMapTest, WithoutAgreementNothingIsReturned) {
  make(3, 3);
  set(1, 1);
  remote_.dead = {host_of(1, 0), host_of(1, 1)};
  EXPECT_EQ(get(1).end, CliqueEnd::kFailed);
  EXPECT_EQ(client_->counters().no_quorum, 8u);
  // One dead, and the other two of different versions.
  remote_.dead = {host_of(1, 0)};
  ASSERT_TRUE(set_at(1, 2, 1));
  EXPECT_EQ(get(1).end, CliqueEnd::kFailed);
  ASSERT_TRUE(set_at(1, 2, 2));
  EXPECT_EQ(get(1).version, 2u);
}

TEST_F(CliqueMapTest, SettingsThatCannotBeAreRefused) {
  make(3, 3);
  CliqueClientParams bad = params_;
  bad.shape.replicas = 2;
  EXPECT_THROW(CliqueMapClient(bad, remote_, nullptr), std::invalid_argument);
  bad = params_;
  bad.backends.pop_back();
  EXPECT_THROW(CliqueMapClient(bad, remote_, nullptr), std::invalid_argument);
  bad = params_;
  bad.attempts = 0;
  EXPECT_THROW(CliqueMapClient(bad, remote_, nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace tinsim
