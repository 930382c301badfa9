// SPDX-License-Identifier: Apache-2.0
// Are PMOS packets delivered in order, none lost, none twice, at the rate of the formula?
#include <gtest/gtest.h>

#include "firmware_stub/crc32.h"
#include "tests/firmware/pmos_pair.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint8_t kChannel = 7;

std::vector<std::uint8_t> numbered(std::uint32_t number, std::size_t length) {
  std::vector<std::uint8_t> data(std::max<std::size_t>(length, 4));
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] =
        static_cast<std::uint8_t>(number >> 8 * (i % 4)) ^ static_cast<std::uint8_t>(i / 4 * 37);
  return data;
}

/// End 0 sends packets 0, 1, 2 … of `length` bytes; the far end checks each.
struct Stream {
  PmosPair pair;
  std::size_t length;
  std::uint32_t offered = 0, delivered = 0, faults = 0, last = UINT32_MAX;

  Stream(double ber, double loss, std::uint32_t delay, std::size_t bytes, std::uint64_t seed)
      : pair(ber, loss, delay, seed), length(bytes) {
    pair.deliver = [this](int end, std::uint8_t channel, const std::vector<std::uint8_t>& data) {
      faults += end != 1 || channel != kChannel || data != numbered(delivered, length);
      ++delivered;
      return true;
    };
  }
  void offer() {
    if (offered == last || !pmos_ready(&pair.ends[0])) return;
    const auto data = numbered(offered, length);
    ASSERT_TRUE(pmos_send(&pair.ends[0], kChannel, data.data(), data.size()));
    ++offered;
  }
  void run(std::uint32_t packets) {
    last = packets;
    pair.offer = [this] { offer(); };
    while (delivered < packets) pair.step();
  }
};

/// Mean microseconds per packet: firmware_stub/README.md derives it. A packet of n words occupies
/// ceil(n / 6) us, the last word included; it and the acknowledgement take `delay` each. An attempt
/// fails if a word of the packet or its acknowledgement is lost, and takes the timeout more.
double formula_us(double ber, double loss, double delay, std::size_t length) {
  const double words = static_cast<double>((length + 8 + 5) / 6),
               p = 1 - NoisyMos::loss_of(ber, loss);
  const double sending = std::ceil(words / 6) - 1, success = std::pow(p, words + 1);
  return sending + 2 * delay + (1 / success - 1) * (sending + PMOS_TIMEOUT_US);
}

TEST(Pmos, Crc32HasTheCheckValueOfTheCatalogue) {
  const auto* digits = reinterpret_cast<const std::uint8_t*>("123456789");
  EXPECT_EQ(crc32_extend(0, digits, 9), 0xcbf43926u);
  EXPECT_EQ(crc32_extend(crc32_extend(0, digits, 4), digits + 4, 5), 0xcbf43926u);
}

struct NoiseCase {
  double ber;
  std::uint32_t packets;
  std::size_t bytes;
};
class PmosNoise : public testing::TestWithParam<NoiseCase> {};

TEST_P(PmosNoise, PacketsArriveInOrderOnceAtTheRateOfTheFormula) {
  const auto [ber, packets, length] = GetParam();
  constexpr std::uint32_t kDelay = 2;
  Stream stream(ber, 0, kDelay, length, 1);
  double us = 0;
  std::uint32_t before = 0;
  for (std::uint32_t n = 1000; n <= packets; n += 1000) {
    stream.run(n);
    us += stream.pair.now - before;
    before = stream.pair.now;
  }
  EXPECT_EQ(stream.delivered, packets);
  EXPECT_EQ(stream.faults, 0u);
  const double per_packet = us / packets, expected = formula_us(ber, 0, kDelay, length);
  RecordProperty("us_per_packet", std::to_string(per_packet));
  RecordProperty("formula_us", std::to_string(expected));
  EXPECT_NEAR(per_packet / expected, 1, 0.01);
  const auto& way = stream.pair.ways[0];
  EXPECT_NEAR(static_cast<double>(way.lost) / static_cast<double>(way.sent),
              NoisyMos::loss_of(ber, 0), 0.02 * NoisyMos::loss_of(ber, 0) + 2e-6);
}

INSTANTIATE_TEST_SUITE_P(BitErrorRate, PmosNoise,
                         testing::Values(NoiseCase{1e-6, 1000000, 56}, NoiseCase{1e-5, 1000000, 56},
                                         NoiseCase{1e-4, 1000000, 56},
                                         NoiseCase{1e-5, 100000, 512}));

TEST(Pmos, LostWordsCostRepetitionsAloneInBothDirectionsAtOnce) {
  PmosPair pair(1e-5, 0.02, 3, 5);
  std::array<std::uint32_t, 2> offered{}, delivered{};
  std::uint32_t faults = 0;
  std::mt19937 random(1);
  const auto length = [](std::uint32_t n) { return std::size_t{4 + n * 31 % 509}; };
  pair.deliver = [&](int end, std::uint8_t, const std::vector<std::uint8_t>& data) {
    if (random() % 8 == 0) return false;  // without space now: the packet is repeated
    faults += data != numbered(delivered[end], length(delivered[end]));
    ++delivered[end];
    return true;
  };
  pair.offer = [&] {
    for (int end = 0; end < 2; ++end) {
      const auto data = numbered(offered[end], length(offered[end]));
      if (pmos_send(&pair.ends[end], kChannel, data.data(), data.size())) ++offered[end];
    }
  };
  while (std::min(delivered[0], delivered[1]) < 5000) pair.step();
  EXPECT_EQ(faults, 0u);
  EXPECT_GT(pair.ends[0].counters.duplicates, 0u);  // lost acknowledgements
  EXPECT_GT(pair.ends[1].counters.repeated, 0u);
}

TEST(Pmos, AtMostSixWordsBeginInAMicrosecondSoThatTheLinkGivesAtMostOneWordIn64) {
  constexpr double kLinkWordsPerUs = 400;
  Stream stream(0, 0, 2, PMOS_DATA_MAX, 3);
  std::array<std::vector<std::uint32_t>, 2> sent;
  stream.pair.on_word = [&](int end, std::uint32_t now) { sent[end].push_back(now); };
  stream.run(2000);
  const auto& times = sent[0];
  ASSERT_GT(times.size(), 2000u * 87);
  for (std::size_t n = 6; n < times.size(); ++n) ASSERT_GE(times[n] - times[n - 6], 1u) << n;
  const double share =
      static_cast<double>(times.size()) / (times.back() - times.front()) / kLinkWordsPerUs;
  EXPECT_LE(share, 1.0 / 64);
}

/// Resets of either end: the receiver gets the numbers in order; none is skipped unless the sender
/// was reset with it, and none repeats unless the receiver was reset while it was outstanding.
TEST(Pmos, ResetsOfEitherEndBeginANewSession) {
  PmosPair pair(1e-5, 0.01, 2, 9);
  std::uint32_t offered = 0, next = 0, repeats = 0, gaps = 0, resets_of_receiver = 0,
                resets_of_sender = 0;
  pair.deliver = [&](int end, std::uint8_t, const std::vector<std::uint8_t>& data) {
    EXPECT_EQ(end, 1);
    const std::uint32_t number = data[0] | data[1] << 8 | data[2] << 16 | data[3] << 24;
    EXPECT_EQ(data, numbered(number, 40));
    if (number + 1 == next) {
      ++repeats;
    } else {
      EXPECT_GE(number, next);
      gaps += number - next;
      next = number + 1;
    }
    return true;
  };
  std::mt19937 random(4);
  pair.offer = [&] {
    const auto data = numbered(offered, 40);
    if (pmos_send(&pair.ends[0], kChannel, data.data(), data.size())) ++offered;
  };
  while (next < 50000) {
    pair.step();
    if (random() % 200 != 0) continue;
    const int end = static_cast<int>(random() % 2);
    pair.reset(end);
    ++(end ? resets_of_receiver : resets_of_sender);
  }
  EXPECT_GT(resets_of_receiver, 100u);
  EXPECT_GT(pair.ends[1].counters.sessions + pair.ends[0].counters.resets, 0u);
  EXPECT_LE(repeats, resets_of_receiver);
  EXPECT_LE(gaps, resets_of_sender);
}

TEST(Pmos, AReceiverThatWasResetReportsItAndIsServedAgain) {
  Stream stream(0, 0, 2, 40, 21);
  stream.run(10);
  for (int n = 0; n < 10; ++n) stream.pair.step();  // the last acknowledgement arrives
  ASSERT_TRUE(pmos_ready(&stream.pair.ends[0]));
  stream.pair.reset(1);
  const std::uint32_t begin = stream.pair.now;
  stream.run(11);
  // The packet, the reset, SYNC, its acknowledgement, and the packet again; no timeout.
  EXPECT_LT(stream.pair.now - begin, 20u);
  EXPECT_EQ(stream.faults, 0u);
  EXPECT_EQ(stream.pair.ends[0].counters.resets, 1u);
}

/// The CRC-8 of a word misses one damage in 256: the CRC-32 of the packet has to find it.
TEST(Pmos, DamageThatTheLinkDoesNotNoticeIsFound) {
  struct Receiver {
    std::uint32_t delivered = 0, faults = 0;
  } receiver;
  pmos sender{}, far_end{};
  const auto deliver = [](void* context, std::uint8_t, const std::uint8_t* data,
                          std::size_t length) {
    auto& self = *static_cast<Receiver*>(context);
    self.faults += std::vector<std::uint8_t>(data, data + length) != numbered(self.delivered, 100);
    ++self.delivered;
    return true;
  };
  pmos_init(&sender, 1, 0, deliver, nullptr);
  pmos_init(&far_end, 2, 0, deliver, &receiver);
  std::mt19937_64 random(6);
  const auto damaged = [&](pmos_word word) {
    if (random() % 30 == 0) word.payload ^= std::uint64_t{1} << random() % 48;
    if (random() % 200 == 0) word.sub ^= static_cast<std::uint8_t>(1 << random() % 4);
    return word;
  };
  std::uint32_t offered = 0;
  for (std::uint32_t us = 0; receiver.delivered < 5000; ++us) {
    const auto data = numbered(offered, 100);
    if (pmos_send(&sender, kChannel, data.data(), data.size())) ++offered;
    pmos_word word;
    while (pmos_next_word(&sender, us, &word)) pmos_receive(&far_end, damaged(word));
    while (pmos_next_word(&far_end, us, &word)) pmos_receive(&sender, damaged(word));
    ASSERT_LT(us, 100000000u);
  }
  EXPECT_EQ(receiver.faults, 0u);
  EXPECT_GT(far_end.counters.damaged, 1000u);
}

TEST(Pmos, ASessionSurvivesTheWrapOfSequenceNumbersAndOfTime) {
  Stream stream(0, 0.1, 1, 4, 11);
  stream.pair.now = UINT32_MAX - 100000;
  for (int end = 0; end < 2; ++end) stream.pair.reset(end);
  stream.run(2000);
  EXPECT_EQ(stream.faults, 0u);
  EXPECT_LT(stream.pair.now, 1u << 30);  // time has wrapped
  EXPECT_EQ(stream.pair.ends[1].counters.sessions, 1u);
}

TEST(Pmos, ACancelledPacketDoesNotReturn) {
  Stream stream(0, 1, 1, 4, 13);  // every word is lost
  stream.offer();
  for (int n = 0; n < 20; ++n) stream.pair.step();
  EXPECT_FALSE(pmos_ready(&stream.pair.ends[0]));
  pmos_cancel(&stream.pair.ends[0]);
  EXPECT_TRUE(pmos_ready(&stream.pair.ends[0]));
  EXPECT_EQ(pmos_idle_us(&stream.pair.ends[0], stream.pair.now), UINT32_MAX);
}

/// Words of any content change nothing but counters, and are followed by at most one answer each.
TEST(Pmos, AFloodOfArbitraryWordsDeliversNothing) {
  PmosPair pair(0, 0, 1, 17);
  std::uint32_t delivered = 0;
  pair.deliver = [&](int, std::uint8_t, const std::vector<std::uint8_t>&) {
    ++delivered;
    return true;
  };
  std::mt19937_64 random(2);
  for (int n = 0; n < 1000000; ++n) {
    const std::uint64_t draw = random();
    std::uint64_t payload = draw & 0xffffffffffff;
    // Half of the words begin a packet of a legal length.
    if (n % 2)
      payload = (payload & ~std::uint64_t{0xffff}) | (draw >> 48 & 1) | (draw >> 40 & 0xff00);
    pmos_receive(&pair.ends[0], {payload, static_cast<std::uint8_t>(draw >> 60)});
  }
  EXPECT_EQ(delivered, 0u);
}

}  // namespace
}  // namespace tinsim::firmware_test
