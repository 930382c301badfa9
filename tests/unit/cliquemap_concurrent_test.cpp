// SPDX-License-Identifier: Apache-2.0
// CliqueMap against a plain map: GETs alongside SETs and erasures.
#include <deque>

#include "tests/unit/cliquemap_fixture.h"

namespace tinsim {
namespace {

/// A plain map alongside it: each SET or erasure reaches the replicas one after the other, at most
/// one of a key at a time. A GET may return what was there before or after any change that was
/// in flight while it ran, and what was there when it began.
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
    unsigned requested = 0;
    while (requested < gets || client_->outstanding() > 0) {
      ++now_;
      remote_.run(now_);
      for (; !writes_.empty() && writes_.front().at <= now_; writes_.pop_front())
        apply(writes_.front());
      if (now_ % 40 == 0) change(random() % kKeys, random() % 4 == 0);
      if (now_ % 25 == 0 && requested < gets) {
        client_->get(now_, random() % kKeys, 0);
        ++requested;
      }
    }
    EXPECT_EQ(ended_, gets);
  }

  static constexpr uint32_t kKeys = 12;

  /// Whether a GET from `requested` to `at` may return `version`.
  bool may_return(uint64_t key, uint64_t version, Cycle requested, Cycle at) {
    uint64_t before = 0;
    for (const Change& change : histories_[key]) {
      if (change.done < requested) {
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
    EXPECT_TRUE(may_return(get.key, get.version, get.requested, at))
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

TEST_F(CliqueConcurrent, TheJudgeDetectsStaleAndFutureVersions) {
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
