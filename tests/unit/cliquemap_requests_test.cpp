// SPDX-License-Identifier: Apache-2.0
// The CliqueMap workload: arrivals, values, which version a GET may return, and that wrong ones are
// detected.
#include "tlm/host/rma/cliquemap_requests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tinsim {
namespace {

constexpr uint64_t kFirst = CliqueHistory::kFirst;

TEST(CliqueHistory, ReturnsVersionsThatAreSetAndNotOverwritten) {
  CliqueHistory history;
  EXPECT_TRUE(history.may_return(7, kFirst, 0));
  EXPECT_FALSE(history.may_return(7, 20, 0)) << "never set";
  history.begun(7, 20);
  EXPECT_TRUE(history.may_return(7, 20, 100)) << "under way";
  EXPECT_TRUE(history.may_return(7, kFirst, 100)) << "likewise";
  history.ended(7, 20, 200);
  EXPECT_TRUE(history.may_return(7, kFirst, 200)) << "requested for in the cycle of the end";
  EXPECT_FALSE(history.may_return(7, kFirst, 201));
  history.begun(7, 30);
  EXPECT_TRUE(history.may_return(7, 20, 500));
  history.ended(7, 30, 400);
  EXPECT_FALSE(history.may_return(7, 20, 500));
  EXPECT_TRUE(history.may_return(7, 30, 500));
  EXPECT_TRUE(history.may_return(8, kFirst, 500)) << "another key";
}

TEST(CliqueHistory, MissesKeysThatAreErasedAndNotSetAgain) {
  CliqueHistory history;
  EXPECT_FALSE(history.may_miss(7, 0)) << "never erased";
  history.begun(7, 20, true);
  EXPECT_TRUE(history.may_miss(7, 100)) << "under way";
  EXPECT_TRUE(history.may_return(7, kFirst, 100)) << "likewise";
  history.ended(7, 20, 200, true);
  EXPECT_TRUE(history.may_miss(7, 300));
  EXPECT_TRUE(history.may_return(7, kFirst, 200)) << "requested for in the cycle of the end";
  EXPECT_FALSE(history.may_return(7, kFirst, 201));
  EXPECT_FALSE(history.may_return(7, 20, 300)) << "nothing was set";
  history.begun(7, 30);
  EXPECT_TRUE(history.may_miss(7, 500));
  history.ended(7, 30, 400);
  EXPECT_TRUE(history.may_miss(7, 400)) << "requested for in the cycle of the end";
  EXPECT_FALSE(history.may_miss(7, 401));
  history.begun(7, 25);
  history.ended(7, 25, 450);
  EXPECT_TRUE(history.may_return(7, 30, 500));
  EXPECT_FALSE(history.may_miss(7, 500)) << "an earlier version that ends late";
  history.begun(7, 40, true);
  EXPECT_TRUE(history.may_miss(7, 500));
  EXPECT_FALSE(history.may_miss(8, 500)) << "another key";
}

TEST(CliqueValues, AreDifferentForEachKeyAndVersion) {
  const CliqueValues values(5, SizeCdf(100));
  std::set<std::vector<uint8_t>> seen;
  for (uint64_t key = 0; key < 20; ++key)
    for (uint64_t version = 1; version < 20; ++version) {
      const std::vector<uint8_t> value = values.of(key, version);
      EXPECT_EQ(value.size(), 100u);
      EXPECT_TRUE(seen.insert(value).second);
      EXPECT_TRUE(values.is({value.data(), 100}, key, version));
      EXPECT_FALSE(values.is({value.data(), 99}, key, version));
      EXPECT_FALSE(values.is({value.data(), 100}, key + 1, version));
    }
}

/// Poisson: mean and variance of the gaps are those of an exponential, within four standard errors.
TEST(CliqueArrivals, ArePoisson) {
  constexpr double kMean = 500, kCount = 20'000;
  CliqueArrivals arrivals(3, 0x60000, 4, static_cast<Q32>(kMean) * kOneQ32);
  double sum = 0, squares = 0;
  Cycle last = 0;
  for (int n = 0; n < kCount; ++n, arrivals.pop()) {
    const double gap = arrivals.at() - last;
    last = arrivals.at();
    sum += gap;
    squares += gap * gap;
  }
  EXPECT_NEAR(sum / kCount, kMean, 4 * kMean / std::sqrt(kCount));
  // The standard error of the mean of x^2: E x^4 = 24 m^4, so its variance is 20 m^4.
  EXPECT_NEAR(squares / kCount, 2 * kMean * kMean, 4 * kMean * kMean * std::sqrt(20 / kCount));
  EXPECT_EQ(CliqueArrivals(3, 0x60000, 4, 0).at(), kNoCycle);
}

/// One backend, read at once; the test may put anything into it.
class CliqueRequests : public testing::Test, public RemoteMemory, public MessagePort {
 protected:
  CliqueRequests()
      : memory_(1 << 20), backend_(shape(), map(), memory_), software_({}, *this, memory_) {
    set_keys(10);
    workload_.values = CliqueValues(1, SizeCdf(200));
    workload_.set_gap = 1000 * kOneQ32;
    stats_.measure_all();
    for (uint64_t key = 0; key < 10; ++key) put(key, kFirst, kFirst);
  }
  static CliqueShape shape() { return {16, 8, 1}; }
  static CliqueBackendMap map() {
    CliqueBackendMap map;
    map.slots = 40;
    return map;
  }
  CliqueClientParams params() const {
    CliqueClientParams params;
    params.shape = shape();
    params.backends = {0};
    params.regions = {0};
    params.longest_data = kCliqueDataHeader + 200;
    return params;
  }
  void set_keys(uint32_t keys, double skew = 0) {
    workload_.keys = keys;
    workload_.popularity = Zipf(keys, skew);
  }
  /// A value of version `content` under the name of `version`.
  void put(uint64_t key, uint64_t version, uint64_t content) {
    const std::vector<uint8_t> value = workload_.values.of(key, content);
    ASSERT_TRUE(backend_.set(key, version, {value.data(), 200}));
  }
  /// Runs GETs up to `end`.
  void gets(Cycle end) {
    workload_.get_gap = 1000 * kOneQ32;
    CliqueGets gets(workload_, 0, params(), *this, stats_);
    for (Cycle now = gets.next(); now < end; now = std::min(next(), gets.next())) {
      run(now);
      if (gets.next() <= now) gets.run(now);
    }
    while (next() != kNoCycle) run(next());
    stats_.judge_pending(workload_.history);
    requested_ = gets.client().counters().gets;
  }

  void read(Cycle now, const RemoteRead& read) override { reads_.emplace(now + 10, read); }
  Cycle next() const override { return reads_.empty() ? kNoCycle : reads_.begin()->first; }
  void run(Cycle now) override {
    while (next() <= now) {
      const RemoteRead read = reads_.begin()->second;
      reads_.erase(reads_.begin());
      std::vector<uint8_t> bytes(read.bytes);
      memory_.read(read.offset, bytes.data(), read.bytes);
      reader_->read_done(read.cookie, true, {bytes.data(), read.bytes}, now);
    }
  }
  void send(Cycle, uint16_t, uint32_t bytes, SoftwareMessagePtr message) override {
    sent_.emplace_back(bytes, std::move(message));
  }

  struct Stats : CliqueStats {
    void measure_all() {
      from = 0;
      to = kNoCycle;
    }
  };
  HostMemory memory_;
  CliqueBackend backend_;
  SoftwareMemory software_;
  CliqueWorkload workload_;
  Stats stats_;
  std::multimap<Cycle, RemoteRead> reads_;
  std::vector<std::pair<uint32_t, SoftwareMessagePtr>> sent_;
  uint64_t requested_ = 0;
};

TEST_F(CliqueRequests, RightGetsAreFoundRight) {
  workload_.miss_share = uint64_t{1} << 31;
  gets(400'000);
  EXPECT_GT(requested_, 300u);
  EXPECT_EQ(stats_.wrong_values + stats_.stale + stats_.wrong_ends, 0u);
  EXPECT_EQ(stats_.hit.count() + stats_.miss.count(), stats_.gets_made);
  // Half of them, within four standard deviations.
  const auto made = static_cast<double>(stats_.gets_made);
  EXPECT_NEAR(static_cast<double>(stats_.miss.count()), made / 2, 2 * std::sqrt(made));
  EXPECT_EQ(stats_.hit.min(), 20u) << "two reads";
  EXPECT_EQ(stats_.hit.max(), 20u);
  EXPECT_EQ(stats_.miss.max(), 10u);
  EXPECT_EQ(stats_.value_bytes, 200 * stats_.hit.count());
}

/// Each fault is planted in the backend, and proves itself by its checksum.
TEST_F(CliqueRequests, OctetsOfAnotherVersionAreNoticed) {
  set_keys(1);
  workload_.history.begun(0, 5);
  put(0, 5, 4);
  gets(100'000);
  EXPECT_EQ(stats_.wrong_values, stats_.hit.count());
  EXPECT_EQ(stats_.stale, 0u);
}

TEST_F(CliqueRequests, AVersionThatWasNeverSetIsDetected) {
  set_keys(1);
  put(0, 5, 5);
  gets(100'000);
  EXPECT_EQ(stats_.stale, stats_.hit.count());
  EXPECT_EQ(stats_.wrong_values, 0u);
}

TEST_F(CliqueRequests, AValueThatHasBeenOverwrittenIsNoticed) {
  set_keys(1);
  workload_.history.begun(0, 5);
  workload_.history.ended(0, 5, 0);  // but the backend has lost it
  gets(100'000);
  EXPECT_GT(stats_.hit.count(), 50u);
  EXPECT_EQ(stats_.stale, stats_.hit.count());
}

TEST_F(CliqueRequests, AKeyThatIsLostIsNoticed) {
  set_keys(1);
  ASSERT_TRUE(backend_.erase(0, 9));
  gets(100'000);
  EXPECT_EQ(stats_.wrong_ends, stats_.miss.count());
  EXPECT_GT(stats_.miss.count(), 50u);
}

TEST_F(CliqueRequests, AKeyThatWasErasedIsMissedRightly) {
  set_keys(1);
  workload_.history.begun(0, 9, true);
  workload_.history.ended(0, 9, 0, true);
  ASSERT_TRUE(backend_.erase(0, 9));
  gets(100'000);
  EXPECT_GT(stats_.miss.count(), 50u);
  EXPECT_EQ(stats_.wrong_ends + stats_.stale, 0u);
}

TEST_F(CliqueRequests, AKeyThatIsThereAfterItsEraseIsNoticed) {
  set_keys(1);
  workload_.history.begun(0, 9, true);
  workload_.history.ended(0, 9, 0, true);  // but the backend has not
  gets(100'000);
  EXPECT_GT(stats_.hit.count(), 50u);
  EXPECT_EQ(stats_.stale, stats_.hit.count());
}

/// An ERASE has a version of its own, no value, and has ended also where the key was not there.
TEST_F(CliqueRequests, AnEraseEndsWhereverTheKeyWas) {
  workload_.set_gap = 0;
  workload_.erase_gap = 1000 * kOneQ32;
  CliqueSets changes(workload_, 3, params(), software_, stats_);
  const Cycle at = changes.next();
  changes.run(at);
  ASSERT_EQ(sent_.size(), 1u);
  const SoftwareMessage requested = *sent_[0].second;
  EXPECT_TRUE(requested.erases);
  EXPECT_EQ(sent_[0].first, 64u);
  EXPECT_EQ(requested.version, uint64_t{at} << 16 | 3);
  EXPECT_EQ(changes.erases().outstanding(), 1u);
  EXPECT_EQ(changes.oldest(), at);
  software_.on_set_done(0, false, at + 700);
  EXPECT_EQ(changes.erases().ended, 1u);
  EXPECT_EQ(changes.counters().made, 0u);
  EXPECT_EQ(stats_.erase.max(), 700u);
  EXPECT_FALSE(workload_.history.may_return(requested.key, kFirst, at + 701));
  EXPECT_TRUE(workload_.history.may_miss(requested.key, at + 701));
}

/// 1 + 1/2 + ... + 1/10 = 7381 / 2520. Within four standard deviations.
TEST_F(CliqueRequests, APopularKeyIsRequestedAsOftenAsZipfsLawPredicts) {
  set_keys(10, 1);
  ASSERT_TRUE(backend_.erase(0, 9));
  gets(1'000'000);
  const double share = 2520.0 / 7381, gets = static_cast<double>(stats_.gets_made);
  EXPECT_GT(gets, 900);
  EXPECT_NEAR(static_cast<double>(stats_.wrong_ends), gets * share,
              4 * std::sqrt(gets * share * (1 - share)));
}

/// The n-th SET of host 3 has the cycle and the host in its version, and ends with its answer.
TEST_F(CliqueRequests, ASetEndsWhenTheBackendHasIt) {
  CliqueSets sets(workload_, 3, params(), software_, stats_);
  const Cycle at = sets.next();
  sets.run(at);
  ASSERT_EQ(sent_.size(), 1u);
  const SoftwareMessage requested = *sent_[0].second;
  EXPECT_EQ(sent_[0].first, 64u + 200);
  EXPECT_EQ(requested.version, uint64_t{at} << 16 | 3);
  EXPECT_EQ(requested.data, workload_.values.of(requested.key, requested.version));
  EXPECT_EQ(sets.outstanding(), 1u);
  EXPECT_EQ(sets.oldest(), at);
  software_.on_set_done(0, true, at + 700);
  EXPECT_EQ(sets.counters().ended, 1u);
  EXPECT_EQ(stats_.set.max(), 700u);
  EXPECT_TRUE(workload_.history.may_return(requested.key, kFirst, at + 700));
  EXPECT_FALSE(workload_.history.may_return(requested.key, kFirst, at + 701));
}

/// Of three replicas two answers are enough, whatever the third says; two refusals are not.
TEST_F(CliqueRequests, AMajorityOfReplicasIsEnough) {
  CliqueClientParams three = params();
  three.shape.replicas = 3;
  three.backends = {0, 1, 2};
  three.regions = {0, 0, 0};
  CliqueSets sets(workload_, 3, three, software_, stats_);
  sets.run(sets.next());
  ASSERT_EQ(sent_.size(), 3u);
  software_.on_set_done(0, true, 5000);
  software_.on_set_done(0, false, 5001);
  EXPECT_EQ(sets.outstanding(), 1u);
  software_.on_set_done(0, true, 5002);
  EXPECT_EQ(sets.counters().ended, 1u);
  sets.run(sets.next());
  for (const bool ok : {false, true, false}) software_.on_set_done(1, ok, 9000);
  EXPECT_EQ(sets.counters().refused, 1u);
  EXPECT_EQ(sets.outstanding(), 0u);
}

}  // namespace
}  // namespace tinsim
