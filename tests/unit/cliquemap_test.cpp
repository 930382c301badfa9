// SPDX-License-Identifier: Apache-2.0
// CliqueMap against a plain map: GETs beside SETs and erasures, torn reads, stale and dead
// replicas, data that does not prove itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>

#include "tlm/host/rma/cliquemap_client.h"

namespace tinsim {
namespace {

constexpr uint64_t kBase = 1 << 16;
constexpr uint32_t kRegion = 3;

/// Reads take time, and come in pieces of 128 octets, each as memory is at its own moment.
class SlowMemory final : public RemoteMemory {
 public:
  void add(HostMemory& memory) { hosts_.push_back(&memory); }
  void read(Cycle now, const RemoteRead& read) override {
    ASSERT_EQ(read.region, kRegion);
    auto under = std::make_shared<Under>();
    under->read = read;
    under->bytes.resize(read.bytes);
    Cycle at = now + 600 + random_() % 400;
    for (uint32_t from = 0; from < read.bytes; from += kPiece, at += spread_)
      due_.emplace(at, Piece{under, from});
  }
  Cycle next() const override { return due_.empty() ? kNoCycle : due_.begin()->first; }
  void run(Cycle now) override {
    while (next() <= now) {
      const Piece piece = due_.begin()->second;
      due_.erase(due_.begin());
      step(piece, now);
    }
  }
  void set_spread(Cycle spread) { spread_ = spread; }

  std::set<uint16_t> dead;
  /// May change what was read.
  std::function<void(const RemoteRead&, std::vector<uint8_t>&)> damage;

 private:
  static constexpr uint32_t kPiece = 128;
  struct Under {
    RemoteRead read;
    std::vector<uint8_t> bytes;
  };
  struct Piece {
    std::shared_ptr<Under> under;
    uint32_t from;
  };
  void step(const Piece& piece, Cycle now) {
    Under& under = *piece.under;
    const uint32_t size = std::min(kPiece, under.read.bytes - piece.from);
    const bool good =
        hosts_.at(under.read.host)
            ->read(kBase + under.read.offset + piece.from, under.bytes.data() + piece.from, size);
    EXPECT_TRUE(good);
    if (piece.from + size < under.read.bytes) return;
    if (damage) damage(under.read, under.bytes);
    const bool ok = dead.count(under.read.host) == 0;
    const ByteView view{under.bytes.data(), under.read.bytes};
    reader_->read_done(under.read.cookie, ok, ok ? view : ByteView(), now);
  }

  std::vector<HostMemory*> hosts_;
  std::multimap<Cycle, Piece> due_;
  std::mt19937 random_{7};
  Cycle spread_ = 10;
};

/// What the value of a key in a version is.
std::vector<uint8_t> value_of(uint64_t key, uint64_t version, uint32_t bytes) {
  std::vector<uint8_t> value(bytes);
  std::mt19937_64 random(key * 1'000'003 + version);
  for (uint8_t& octet : value) octet = static_cast<uint8_t>(random());
  return value;
}

class CliqueMapTest : public testing::Test {
 protected:
  void make(unsigned replicas, unsigned backends = 3, uint32_t keys = 200) {
    CliqueClientParams params;
    params.shape.replicas = replicas;
    params.shape.buckets = 64;
    params.longest_data = kCliqueDataHeader + kValue;
    CliqueBackendMap map;
    map.region = kRegion;
    map.base = kBase;
    map.value_bytes = kValue;
    map.slots = keys + 4;
    for (uint16_t host = 0; host < backends; ++host) {
      params.backends.push_back(host);
      params.regions.push_back(kRegion);
      memories_.push_back(std::make_unique<HostMemory>(kBase + map.bytes(params.shape)));
      backends_.push_back(std::make_unique<CliqueBackend>(params.shape, map, *memories_.back()));
      remote_.add(*memories_.back());
    }
    params_ = params;
    client_ = std::make_unique<CliqueMapClient>(
        params, remote_, [this](const CliqueGet& get, Cycle at) { ended(get, at); });
  }

  CliqueBackend& replica(uint64_t key, unsigned number) { return *backends_[host_of(key, number)]; }
  uint16_t host_of(uint64_t key, unsigned number) const {
    return static_cast<uint16_t>(
        clique_backend(clique_hash(key), number, static_cast<uint32_t>(backends_.size())));
  }
  bool set_at(uint64_t key, uint64_t version, unsigned number, uint32_t bytes = kValue) {
    const std::vector<uint8_t> value = value_of(key, version, bytes);
    return replica(key, number).set(key, version, {value.data(), bytes});
  }
  void set(uint64_t key, uint64_t version) {
    for (unsigned number = 0; number < params_.shape.replicas; ++number)
      ASSERT_TRUE(set_at(key, version, number));
  }
  void ended(const CliqueGet& get, Cycle at) {
    if (get.end == CliqueEnd::kHit) {
      const std::vector<uint8_t> value = value_of(get.key, get.version, get.value.size);
      EXPECT_TRUE(std::equal(value.begin(), value.end(), get.value.data));
    }
    if (judge) judge(get, at);
    last_ = get;
    ++ended_;
  }
  void drain() {
    while (remote_.next() != kNoCycle) remote_.run(now_ = std::max(now_, remote_.next()));
  }
  CliqueGet get(uint64_t key) {
    client_->get(now_, key, key);
    drain();
    return last_;
  }

  static constexpr uint32_t kValue = 1000;
  std::vector<std::unique_ptr<HostMemory>> memories_;
  std::vector<std::unique_ptr<CliqueBackend>> backends_;
  SlowMemory remote_;
  CliqueClientParams params_;
  std::unique_ptr<CliqueMapClient> client_;
  std::function<void(const CliqueGet&, Cycle)> judge;
  CliqueGet last_;
  unsigned ended_ = 0;
  Cycle now_ = 0;
};

TEST(CliqueLayout, EntriesLieAsDescribed) {
  CliqueIndexEntry entry;
  entry.hash = 0x0807060504030201;
  entry.version = 0x100f0e0d0c0b0a09;
  entry.region = 0x14131211;
  entry.size = 0x18171615;
  entry.offset = 0x201f1e1d1c1b1a19;
  uint8_t octets[32];
  entry.encode(octets);
  for (unsigned n = 0; n < 32; ++n) EXPECT_EQ(octets[n], n + 1);
  EXPECT_EQ(CliqueIndexEntry::decode(octets), entry);
}

/// CRC-32 bit by bit (IEEE 802.3), over the first 20 octets and the value.
uint32_t crc_of(const std::vector<uint8_t>& data) {
  uint32_t crc = 0xffffffff;
  for (std::size_t n = 0; n < data.size(); ++n) {
    if (n >= 20 && n < 24) continue;
    crc ^= data[n];
    for (unsigned bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

TEST(CliqueLayout, DataProvesItself) {
  const std::vector<uint8_t> value = value_of(5, 6, 77);
  const std::vector<uint8_t> data = encode_clique_data(5, 6, {value.data(), 77});
  ASSERT_EQ(data.size(), 24u + 77);
  EXPECT_EQ(load_little(data.data(), 8), 5u);
  EXPECT_EQ(load_little(data.data() + 8, 8), 6u);
  EXPECT_EQ(load_little(data.data() + 16, 4), 77u);
  EXPECT_EQ(load_little(data.data() + 20, 4), crc_of(data));
  const ByteView view{data.data(), 101};
  EXPECT_EQ(check_clique_data(view, 5, 6), CliqueDataFault::kNone);
  EXPECT_EQ(check_clique_data(view, 4, 6), CliqueDataFault::kKey);
  EXPECT_EQ(check_clique_data(view, 5, 7), CliqueDataFault::kVersion);
  EXPECT_EQ(check_clique_data({data.data(), 100}, 5, 6), CliqueDataFault::kSize);
  EXPECT_EQ(check_clique_data({data.data(), 23}, 5, 6), CliqueDataFault::kSize);
  EXPECT_EQ(check_clique_data({}, 5, 6), CliqueDataFault::kSize);
}

TEST(CliqueLayout, EveryBitOfItCounts) {
  const std::vector<uint8_t> value = value_of(1, 2, 200);
  const std::vector<uint8_t> data = encode_clique_data(1, 2, {value.data(), 200});
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    std::vector<uint8_t> mutant = data;
    mutant[bit / 8] = static_cast<uint8_t>(mutant[bit / 8] ^ 1u << bit % 8);
    ASSERT_NE(check_clique_data({mutant.data(), 224}, 1, 2), CliqueDataFault::kNone) << bit;
  }
}

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

TEST_F(CliqueMapTest, ABackendKeepsTheLatestVersionAndSaysWhenItIsFull) {
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
      // The read of data is under way: wait for its middle, and take its slot for another key.
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
    for (unsigned number = 0; number < 3; ++number)
      if (number != stale) ASSERT_TRUE(set_at(key, 2, number));
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

/// A plain map beside it: each SET or erasure reaches the replicas one after the other, at most one
/// of a key at a time. A GET may return what was there before or after any change that was under
/// way while it ran, and what was there when it began.
class CliqueConcurrent : public CliqueMapTest {
 protected:
  struct Change {
    uint64_t version;  ///< 0: erased
    Cycle begun, done;
  };

  void run(unsigned replicas, unsigned gets) {
    make(replicas, 4, kKeys);
    params_.attempts = 100;
    client_ = std::make_unique<CliqueMapClient>(
        params_, remote_, [this](const CliqueGet& get, Cycle at) { ended(get, at); });
    judge = [this](const CliqueGet& get, Cycle at) { compare(get, at); };
    std::mt19937 random(replicas);
    unsigned asked = 0;
    while (asked < gets || client_->under_way() > 0) {
      ++now_;
      remote_.run(now_);
      for (; !writes_.empty() && writes_.front().at <= now_; writes_.pop_front())
        apply(writes_.front());
      if (now_ % 40 == 0) change(random() % kKeys, random() % 4 == 0);
      if (now_ % 25 == 0 && asked < gets) {
        client_->get(now_, random() % kKeys, 0);
        ++asked;
      }
    }
    EXPECT_EQ(ended_, gets);
  }

  static constexpr uint32_t kKeys = 12;

  /// Whether a GET from `asked` to `at` may return `version`.
  bool may_return(uint64_t key, uint64_t version, Cycle asked, Cycle at) {
    uint64_t before = 0;
    for (const Change& change : histories_[key]) {
      if (change.done < asked) {
        before = change.version;
      } else if (change.begun <= at && change.version == version) {
        return true;
      }
    }
    return version == before;
  }
  const std::vector<Change>& history(uint64_t key) { return histories_[key]; }

 private:
  static constexpr Cycle kBetween = 60;  ///< from replica to replica
  struct Write {
    Cycle at;
    uint64_t key, version;
    unsigned number;
    bool erases;
  };

  void change(uint64_t key, bool erases) {
    std::vector<Change>& history = histories_[key];
    const unsigned replicas = params_.shape.replicas;
    if (!history.empty() && history.back().done >= now_) return;
    const uint64_t version = ++versions_;
    history.push_back({erases ? 0 : version, now_, now_ + kBetween * (replicas - 1)});
    for (unsigned number = 0; number < replicas; ++number) {
      const Write write{now_ + kBetween * number, key, version, number, erases};
      const auto place = std::upper_bound(writes_.begin(), writes_.end(), write.at,
                                          [](Cycle at, const Write& each) { return at < each.at; });
      writes_.insert(place, write);
    }
  }
  void apply(const Write& write) {
    if (write.erases) {
      replica(write.key, write.number).erase(write.key, write.version);
    } else {
      ASSERT_TRUE(set_at(write.key, write.version, write.number));
    }
  }
  void compare(const CliqueGet& get, Cycle at) {
    ASSERT_NE(get.end, CliqueEnd::kFailed);
    EXPECT_TRUE(may_return(get.key, get.version, get.asked, at))
        << "key " << get.key << " in version " << get.version << " at " << at;
  }

  std::map<uint64_t, std::vector<Change>> histories_;
  std::deque<Write> writes_;
  uint64_t versions_ = 0;
};

TEST_F(CliqueConcurrent, OneReplica) {
  run(1, 20'000);
  EXPECT_GT(client_->counters().faults[static_cast<std::size_t>(CliqueDataFault::kChecksum)], 0u);
  EXPECT_GT(client_->counters().hits, 5'000u);
  EXPECT_GT(client_->counters().misses, 1'000u);
}

TEST_F(CliqueConcurrent, ThreeReplicas) {
  run(3, 20'000);
  EXPECT_GT(client_->counters().retries, 0u);
  EXPECT_GT(client_->counters().no_quorum, 0u);
}

TEST_F(CliqueConcurrent, TheJudgeNoticesWhatIsStaleOrToCome) {
  run(3, 500);
  // Three SETs in a row of one key, with time between them.
  const auto apart = [](const Change& a, const Change& b) {
    return a.version != 0 && b.version != 0 && a.done + 2 < b.begun;
  };
  const std::vector<Change>& changes = history(1);
  std::size_t at = 0;
  while (at + 2 < changes.size() &&
         !(apart(changes[at], changes[at + 1]) && apart(changes[at + 1], changes[at + 2])))
    ++at;
  ASSERT_LT(at + 2, changes.size());
  const Change &first = changes[at], &second = changes[at + 1], &third = changes[at + 2];
  EXPECT_TRUE(may_return(1, second.version, second.done + 1, second.done + 2));
  EXPECT_TRUE(may_return(1, first.version, second.begun, second.done));
  EXPECT_FALSE(may_return(1, first.version, second.done + 1, second.done + 2));
  EXPECT_FALSE(may_return(1, third.version, second.done + 1, second.done + 2));
  EXPECT_FALSE(may_return(1, 1'000'000, 0, now_));
}

}  // namespace
}  // namespace tinsim
