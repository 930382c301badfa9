// SPDX-License-Identifier: Apache-2.0
// Flow-control sender of eight VCs on a bench.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/fc_sender/fc_sender.h"
#include "testbench/bench.h"
#include "tests/unit/set_words.h"

namespace tinsim {

class FcSenderTest : public ::testing::Test {
 protected:
  using Sender = FcSender<8>;

  static Sender::In straps(unsigned hold = 255, unsigned period = 0, unsigned phase = 0) {
    Sender::In in;
    in.depth_i = 100;
    in.hold_cycles_i = hold;
    in.refresh_cycles_i = period;
    in.refresh_phase_i = phase;
    return in;
  }
  void start(const Sender::In& in) { bench_ = Bench<Sender>(in); }
  void limit(unsigned vc, unsigned words) {
    bench_.in.limit_valid_i = true;
    bench_.in.limit_vc_i = vc;
    bench_.in.limit_i = words;
  }
  void lost(unsigned vc, unsigned words) {
    bench_.in.lost_valid_i = true;
    bench_.in.lost_vc_i = vc;
    bench_.in.lost_words_i = words;
  }
  void sent(unsigned vc, unsigned words) {
    bench_.in.sent_valid_i = true;
    bench_.in.sent_vc_i = vc;
    bench_.in.sent_words_i = words;
  }
  /// Makes the VCs pending, one cycle each.
  void grant(const std::vector<FcEntry>& entries) {
    for (const FcEntry& entry : entries) {
      limit(entry.vc, entry.limit);
      bench_.clock();
    }
  }
  /// Takes the set shown in this cycle, waits until the next one may show.
  void take() {
    bench_.clock();
    bench_.in.take_i = true;
    bench_.clock(3);
  }
  std::string clock() {
    return broken_rule([&] { bench_.clock(); });
  }
  void expect_nothing() {
    EXPECT_FALSE(out().request_o || out().urgent_o);
    EXPECT_EQ(out().body_o, 0u);
  }
  const Sender::Out& out() { return bench_.out(); }

  Bench<Sender> bench_{straps()};
};

}  // namespace tinsim
