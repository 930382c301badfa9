// SPDX-License-Identifier: Apache-2.0
// Flow-control sender under random inputs against a second reading of its README.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "rtl_models/fc_sender/fc_sender.h"
#include "testbench/stimulus/fc_sender_stimulus.h"
#include "tests/unit/set_words.h"

namespace tinsim {
namespace {

/// The README read as statements about the past: no mask, no counters, sums and dates instead.
class Reference {
 public:
  Reference(unsigned vcs, unsigned depth, unsigned hold, unsigned period, unsigned phase)
      : vcs_(vcs), hold_(hold), period_(period), phase_(phase), advertised_(vcs, depth) {
    granted_.assign(vcs, depth);
    lost_.assign(vcs, 0);
    sent_.assign(vcs, 0);
    look();
  }
  struct Shown {
    bool request = false, urgent = false, refresh = false;
    std::vector<FcEntry> entries;
    std::uint64_t bits = 0;
  };
  const Shown& shown() const { return now_; }

  template <class In>
  void tick(const In& in) {
    const bool idle = pending().empty();
    bool updated = false;
    if (in.take_i) {
      last_take_ = cycle_;
      if (before_.refresh) {
        last_refresh_ = cycle_;
        ++refreshes_;
      } else {
        updated = true;
        for (const FcEntry& entry : before_.entries) advertised_[entry.vc] = entry.limit;
        pointer_ = (before_.entries.back().vc + 1) % vcs_;
      }
    }
    if (idle || updated) young_ = cycle_;
    if (in.limit_valid_i) granted_[in.limit_vc_i] = unsigned(in.limit_i);
    if (in.lost_valid_i) lost_[in.lost_vc_i] += unsigned(in.lost_words_i);
    if (in.sent_valid_i) sent_[in.sent_vc_i] += unsigned(in.sent_words_i);
    before_ = now_;
    ++cycle_;
    look();
  }

 private:
  unsigned limit(unsigned vc) const { return (granted_[vc] + lost_[vc]) % 4096; }
  std::vector<FcEntry> pending() const {
    std::vector<FcEntry> found;
    for (unsigned n = 0; n < vcs_; ++n) {
      const unsigned vc = (pointer_ + n) % vcs_;
      if (limit(vc) != advertised_[vc]) found.push_back({vc, limit(vc)});
    }
    return found;
  }
  bool refresh_due() const {
    if (period_ == 0 || cycle_ < long{phase_}) return false;
    return cycle_ - (cycle_ - phase_) % period_ > last_refresh_;  // the latest date it became due
  }
  void look() {
    now_ = {};
    if (cycle_ - last_take_ <= 2) return;
    bool init = false;
    if (refresh_due()) {
      const unsigned i = refreshes_ % (2 * ((vcs_ + 2) / 3));
      init = i % 2 == 1;
      for (unsigned vc = i / 2 * 3; vc < vcs_ && vc < i / 2 * 3 + 3; ++vc)
        now_.entries.push_back({vc, init ? sent_[vc] : advertised_[vc]});
      now_.refresh = now_.urgent = true;
    } else {
      now_.entries = pending();
      if (now_.entries.empty()) return;
      now_.urgent = now_.entries.size() >= 3 || std::min(cycle_ - 1 - young_, 255L) >= long{hold_};
      if (now_.entries.size() > 3) now_.entries.resize(3);
    }
    now_.request = true;
    const auto& e = now_.entries;
    auto entry = [&](std::size_t n) { return e[std::min(n, e.size() - 1)]; };
    now_.bits = fc_body(entry(0), entry(1), entry(2), init);
  }

  unsigned vcs_, hold_, period_, phase_;
  std::vector<unsigned> advertised_, granted_, lost_, sent_;
  unsigned pointer_ = 0, refreshes_ = 0;
  long cycle_ = 0, last_take_ = -10, last_refresh_ = -1, young_ = -1;
  Shown now_, before_;
};

template <unsigned kVcs>
void expect_as_reference(std::uint64_t seed) {
  FcSender<kVcs> sender;
  FcSenderStimulus<kVcs> stimulus(seed);
  std::map<std::string, unsigned> seen;
  for (int run = 0; run < 40; ++run) {
    const auto straps = stimulus.restart();
    sender.reset(straps);
    Reference reference(kVcs, unsigned(straps.depth_i), unsigned(straps.hold_cycles_i),
                        unsigned(straps.refresh_cycles_i), unsigned(straps.refresh_phase_i));
    for (int cycle = 0; cycle < 5000; ++cycle) {
      const auto& out = sender.out();
      const auto& want = reference.shown();
      ASSERT_EQ(out.request_o, want.request) << "run " << run << " cycle " << cycle;
      ASSERT_EQ(out.urgent_o, want.urgent) << "run " << run << " cycle " << cycle;
      ASSERT_EQ(out.body_o, want.bits) << "run " << run << " cycle " << cycle;
      const auto in = stimulus.next(out);
      seen["taken"] += in.take_i;
      seen["refresh"] += want.refresh;
      seen["patient"] += want.request && !want.urgent;
      seen["grown old"] += want.urgent && !want.refresh && want.entries.size() < 3;
      sender.tick(in);
      reference.tick(in);
    }
  }
  for (const char* what : {"taken", "refresh", "patient", "grown old"})
    EXPECT_GT(seen[what], 1000u) << what;
}

TEST(FcSenderRandom, AgreesWithTheDescriptionReadAsDates) {
  expect_as_reference<1>(1);
  expect_as_reference<4>(2);
  expect_as_reference<8>(3);
  expect_as_reference<32>(4);
}

}  // namespace
}  // namespace tinsim
