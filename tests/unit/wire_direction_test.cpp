// SPDX-License-Identifier: Apache-2.0
// One direction of a link against the blocks it stands for, cycle by cycle.
#include "tlm/gnet/link/wire_direction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <optional>

#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "rtl_models/rs_fec_encoder/rs_fec_encoder.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

/// The output is the input of `cycles` cycles ago.
template <class T>
class Delay {
 public:
  explicit Delay(unsigned cycles) : held_(cycles) {}
  T turn(const T& in) {
    held_.push_back(in);
    const T out = held_.front();
    held_.pop_front();
    return out;
  }

 private:
  std::deque<T> held_;
};

template <unsigned To, unsigned From>
Bits<To> resize(const Bits<From>& from) {
  Bits<To> to;
  for (unsigned n = 0; n < To && n < From; ++n) to.set_bit(n, from.bit(n));
  return to;
}

/// The line word of a cycle: a block, or with FEC a word of the frame.
struct OnLine {
  bool valid = false, first = false, dark = false;
  Bits<70> bits;
};

/// The blocks of both ends, clocked once per cycle; gearboxes and cable are delays (hop pipeline:
/// PCS 1, gearbox or FEC 2, cable, gearbox 3, [FEC 12], PCS 1).
class BlockChain {
 public:
  explicit BlockChain(const WireDirectionParams& params)
      : fec_(params.fec),
        noise_(params.noise, params.key),
        to_line_(2),
        to_receiver_(params.wire_cycles + 3),
        to_gearbox_(params.wire_cycles + 3),
        index_(params.warm_start ? -kTraining : 0) {
    for (int n = 0; params.warm_start && n < kTraining; ++n)
      cycle(encode_ordered_set(OrderedSetCode::Idle, 0), true);
  }

  /// One cycle in which `word` is on the transmit pins. Returns what shows at the other end in it.
  RxSlot cycle(std::uint64_t word, bool control) {
    const PcsRx::Out& out = rx_.out();
    const RxSlot shown = {out.lock_o, out.valid_o,     out.control_o,
                          out.word_o, out.violation_o, bad_};
    const OnLine arrived = to_receiver_.turn(line());
    if (fec_) {
      clock_rx(decoder_.out().valid_o, dark_.turn(arrived.dark), decoder_.out().block_o);
      bad_ = decoder_.out().bad_o;
      decoder_.tick({arrived.valid && !arrived.dark, arrived.first && !arrived.dark, arrived.bits});
      encoder_.tick({begun_, tx_.out().block_o});
    } else {
      clock_rx(arrived.valid && !arrived.dark, arrived.dark, resize<66>(arrived.bits));
    }
    tx_.tick({true, control, word});
    begun_ = true;
    return shown;
  }

 private:
  static constexpr int kTraining = 64;

  OnLine line() {
    OnLine line;
    if (fec_)
      line = {encoder_.out().valid_o, encoder_.out().first_o, false, encoder_.out().line_o};
    else
      line = to_line_.turn({begun_, false, false, resize<70>(tx_.out().block_o)});
    if (line.valid && index_ >= 0) disturb(line, static_cast<std::uint64_t>(index_));
    if (line.valid) ++index_;
    return line;
  }
  void disturb(OnLine& line, std::uint64_t index) {
    const unsigned width = fec_ ? 70 : 66, group = fec_ ? 8 : 1;
    if (index % group == 0) state_ = noise_.line(static_cast<Cycle>(index) + to_gearbox_, group);
    line.dark = state_ == Noise::Line::Dark;
    Noise::Mask wrong;
    const bool hit = state_ == Noise::Line::Signal && noise_.flips(index * width, width, wrong);
    for (unsigned n = 0; n < width; ++n) {
      if (hit && wrong[n / 64] >> n % 64 & 1) line.bits.set_bit(n, !line.bits.bit(n));
      if (state_ == Noise::Line::Stuck0) line.bits.set_bit(n, false);
      if (state_ == Noise::Line::Stuck1) line.bits.set_bit(n, true);
    }
  }
  void clock_rx(bool valid, bool dark, const Bits<66>& block) {
    if (dark)
      rx_.reset({});
    else
      rx_.tick({valid, block});
  }

  bool fec_;
  Noise noise_;
  Noise::Line state_ = Noise::Line::Signal;
  Delay<OnLine> to_line_, to_receiver_;
  Delay<bool> dark_{12};  ///< alongside the decoder
  Cycle to_gearbox_;
  std::int64_t index_;  ///< of the next line word
  bool begun_ = false, bad_ = false;
  PcsTx tx_;
  PcsRx rx_;
  RsFecEncoder encoder_;
  RsFecDecoder decoder_;
};

bool operator==(const RxSlot& x, const RxSlot& y) {
  return x.lock == y.lock && x.valid == y.valid && x.control == y.control && x.word == y.word &&
         x.violation == y.violation && x.bad == y.bad;
}

/// The first slot in which a direction with `fast` and the blocks with `full` differ, if any.
std::optional<Cycle> first_difference(const WireDirectionParams& fast,
                                      const WireDirectionParams& full, Cycle slots) {
  WireDirection direction(fast);
  BlockChain chain(full);
  Random random(fast.key);
  std::deque<RxSlot> expected;  // from cycle link_cycles() on
  for (Cycle x = 0; x < slots; ++x) {
    const std::uint64_t word = random.bits();
    const bool control = random.chance(30);
    expected.push_back(direction.step(word, control));
    const RxSlot shown = chain.cycle(word, control);
    if (x < direction.link_cycles()) continue;
    if (!(shown == expected.front())) return x - direction.link_cycles();
    expected.pop_front();
  }
  return std::nullopt;
}

WireDirectionParams params_of(bool fec, Cycle wire_cycles, bool warm_start) {
  WireDirectionParams params;
  params.fec = fec;
  params.wire_cycles = wire_cycles;
  params.warm_start = warm_start;
  params.key = noise_key(1, fec, warm_start);
  return params;
}

class WireDirectionTest : public ::testing::TestWithParam<std::tuple<bool, bool>> {
 protected:
  WireDirectionParams params(Cycle wire_cycles = 5) const {
    return params_of(std::get<0>(GetParam()), wire_cycles, std::get<1>(GetParam()));
  }
  void expect_equal(const WireDirectionParams& params, Cycle slots) {
    EXPECT_EQ(first_difference(params, params, slots), std::nullopt);
  }
};

TEST_P(WireDirectionTest, EqualsTheBlocksOnACleanLineOfAnyLength) {
  for (const Cycle wire_cycles : {0u, 1u, 2u, 5u, 8u, 100u, 200u})
    expect_equal(params(wire_cycles), 2000);
}

TEST_P(WireDirectionTest, EqualsTheBlocksWithBitErrors) {
  for (const double rate : {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5}) {
    WireDirectionParams noisy = params();
    noisy.noise.bit_error_rate = rate;
    expect_equal(noisy, 30000);
  }
}

TEST_P(WireDirectionTest, EqualsTheBlocksWithBursts) {
  for (const unsigned bits : {3u, 40u, 1000u}) {
    WireDirectionParams noisy = params();
    noisy.noise.burst_rate = 1e-4;
    noisy.noise.burst_bits = bits;
    expect_equal(noisy, 30000);
  }
}

TEST_P(WireDirectionTest, EqualsTheBlocksInDarknessAndOnAStuckLine) {
  Random random(4);
  WireDirectionParams faulty = params();
  faulty.noise.bit_error_rate = 1e-3;
  for (Cycle at = 300; at < 25000;) {
    const Cycle to = at + random.range(1, 50);
    if (random.chance(50))
      faulty.noise.dark.push_back({at, to});
    else
      faulty.noise.stuck.push_back({at, to, random.chance(50)});
    at = to + random.range(0, 300);
  }
  expect_equal(faulty, 30000);
}

INSTANTIATE_TEST_SUITE_P(Links, WireDirectionTest,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool()),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param) ? "Fec" : "NoFec") +
                                  (std::get<1>(test.param) ? "Warm" : "Cold");
                         });

// The comparison detects another noise, an interval that is one cycle off, a longer cable.
TEST(WireDirection, TheComparisonFailsOnAPlantedDifference) {
  WireDirectionParams noisy = params_of(true, 5, true), other = noisy;
  noisy.noise.bit_error_rate = other.noise.bit_error_rate = 1e-2;
  ++other.key;
  EXPECT_NE(first_difference(noisy, other, 3000), std::nullopt);

  WireDirectionParams dark = params_of(false, 5, true), later = dark;
  dark.noise.dark = {{1000, 1001}};
  later.noise.dark = {{1001, 1002}};
  EXPECT_EQ(first_difference(dark, later, 3000), 1000u - 3 - 5);

  EXPECT_NE(first_difference(params_of(true, 5, true), params_of(true, 6, true), 3000),
            std::nullopt);
}

// 3 + 4 pipeline stages (facts of the hop), the cable, and with FEC 8 cycles to collect a codeword
// and 4 to correct it.
TEST(WireDirection, LinkCyclesAreThePipelineAndTheCable) {
  for (const Cycle wire_cycles : {0u, 2u, 50u, 200u}) {
    EXPECT_EQ(WireDirection(params_of(false, wire_cycles, true)).link_cycles(), 7 + wire_cycles);
    EXPECT_EQ(WireDirection(params_of(true, wire_cycles, true)).link_cycles(),
              7 + 12 + wire_cycles);
  }
}

TEST(WireDirection, AWarmStartIsLockedInTheFirstSlotAndAColdOneAfter64) {
  for (const bool fec : {false, true}) {
    WireDirection warm(params_of(fec, 2, true)), cold(params_of(fec, 2, false));
    for (Cycle y = 0; y < 200; ++y) {
      const RxSlot w = warm.step(y, y % 2), c = cold.step(y, y % 2);
      ASSERT_TRUE(w.lock && w.valid);
      ASSERT_EQ(w.word, y);
      ASSERT_EQ(w.control, y % 2 == 1);
      ASSERT_EQ(c.lock, y >= 63) << y;
      ASSERT_EQ(c.valid, y >= 64) << y;
    }
  }
}

// Dark in cycles [300, 310) where the line ends, 2 + 3 cycles after the slot: slots 295..304 are
// lost, and 64 more until lock is back. With FEC codewords of slots 288..303 and 304..311 are hit.
TEST(WireDirection, DarknessTakesWholeSlotsOrCodewordsAndThenTheLock) {
  for (const bool fec : {false, true}) {
    WireDirectionParams params = params_of(fec, 2, true);
    params.noise.dark = {{300, 310}};
    WireDirection direction(params);
    const Cycle first = fec ? 288 : 295, end = fec ? 312 : 305;
    for (Cycle y = 0; y < 500; ++y) {
      const RxSlot slot = direction.step(y, false);
      ASSERT_EQ(slot.lock, y < first || y >= end + 63) << fec << ' ' << y;
      ASSERT_EQ(slot.valid, y < first || y >= end + 64) << fec << ' ' << y;
      ASSERT_FALSE(slot.violation);
    }
    EXPECT_EQ(direction.counters().dark_slots, end - first);
    EXPECT_EQ(direction.counters().lock_losses, 1u);
  }
}

// At 10^-3 a codeword of 560 bits has 0.56 wrong bits on average (Poisson). Up to two are
// corrected. Three are not, but for two reasons: two of them may lie in one symbol, 3 * 7 / 559 of
// the cases; and of all syndromes (1 + 70 * 255 + 2415 * 255^2) / 256^4 are those of fewer errors.
TEST(WireDirection, CountsCorrectedSymbolsAndBadCodewords) {
  WireDirectionParams params = params_of(true, 2, true);
  params.noise.bit_error_rate = 1e-3;
  WireDirection direction(params);
  constexpr double kCodewords = 50000, kMean = 0.56;
  for (unsigned y = 0; y < 8 * kCodewords; ++y) direction.step(y, false);
  const LineCounters& counters = direction.counters();
  EXPECT_NEAR(static_cast<double>(counters.wrong_bits), kCodewords * kMean,
              5 * std::sqrt(kCodewords * kMean));
  const double one = kMean * std::exp(-kMean), two = kMean * kMean / 2 * std::exp(-kMean);
  const double more = 1 - std::exp(-kMean) - one - two;
  const double bad = kCodewords * more * (1 - 0.0376) * (1 - 0.0366);
  EXPECT_NEAR(static_cast<double>(counters.bad_codewords), bad, 5 * std::sqrt(bad));
  const double corrected = static_cast<double>(counters.corrected_symbols) / kCodewords;
  EXPECT_NEAR(corrected, one + 2 * two, 0.02);
}

}  // namespace
}  // namespace tinsim
