// SPDX-License-Identifier: Apache-2.0
// Traffic processes: rates and gap distributions against their formulas.
#include <numeric>

#include "base/exponential.h"
#include "tests/platform/traffic_fixture.h"

namespace tinsim {
namespace {

TrafficConfig process(const std::string& name, double load, unsigned bytes) {
  TrafficConfig entry;
  entry.process = Word{name};
  entry.load = load;
  entry.cell_bytes.items = {{bytes, 1}};
  return entry;
}

/// One port on each of two chips: the load is the port's word rate.
std::vector<PortTraffic> two_ports(const TrafficConfig& entry, uint64_t seed = 1) {
  return make_traffic(config_of("pair", entry, seed), network(1, 2, {1}, 1));
}

std::vector<double> gaps(Generator generator, size_t n) {
  std::vector<double> result;
  while (result.size() < n) {
    const auto birth = static_cast<double>(generator.head().birth);
    generator.pop();
    result.push_back(static_cast<double>(generator.head().birth) - birth);
  }
  return result;
}

double mean(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
}

double variance(const std::vector<double>& v) {
  const double center = mean(v);
  double sum = 0;
  for (double x : v) sum += (x - center) * (x - center);
  return sum / static_cast<double>(v.size() - 1);
}

// Known-answer vectors of Random123's kat_vectors file, philox4x32 with 10 rounds. A key is two
// words (the seed), a counter is number (2 words), stream, entry.
TEST(TrafficRandom, WordsArePhiloxKnownAnswers) {
  const Draw zero = draw(0, 0, 0, 0);
  EXPECT_EQ(zero.gap, 0x6627e8d5u);
  EXPECT_EQ(zero.destination, 0xe169c58du);
  EXPECT_EQ(zero.size, 0xbc57ac4cu);
  EXPECT_EQ(zero.burst, 0x9b00dbd8u);
  const Draw pi = draw(0x299f31d0a4093822, 0x03707344, 0x13198a2e, 0x85a308d3243f6a88);
  EXPECT_EQ(pi.gap, 0xd16cfe09u);
  EXPECT_EQ(pi.destination, 0x94fdccebu);
  EXPECT_EQ(pi.size, 0x5001e420u);
  EXPECT_EQ(pi.burst, 0x24126ea1u);
}

// Linear interpolation of ln over steps of 1/256 errs by at most (1/256)^2 / 8 = 1.91e-6.
TEST(TrafficRandom, ExponentialIsMinusLogarithmWithinTwoMillionths) {
  double worst = 0;
  const auto check = [&](uint32_t random) {
    const double u = (static_cast<double>(random) + 0.5) / 0x1p32;
    const double got = static_cast<double>(exponential(random)) / 0x1p32;
    worst = std::max(worst, std::abs(got + std::log(u)));
  };
  for (uint64_t r = 0; r < (uint64_t{1} << 32); r += 4001) check(static_cast<uint32_t>(r));
  for (uint32_t r = 0; r < 100000; ++r) {
    check(r);
    check(0xffffffff - r);
  }
  EXPECT_LT(worst, 2e-6);
}

TEST(TrafficRandom, ExponentialNeverIncreases) {
  Q32 last = exponential(0);
  for (uint64_t r = 997; r < (uint64_t{1} << 32); r += 997) {
    const Q32 now = exponential(static_cast<uint32_t>(r));
    ASSERT_LE(now, last) << "at " << r;
    last = now;
  }
}

/// Words born in 2 million cycles on each of two ports; the variance of a compound renewal count
/// with mean rate r words a cycle is bounded by r * words * dispersion per cycle.
void expect_rate(const TrafficConfig& entry, double rate, double words, double dispersion) {
  constexpr uint64_t kCycles = 2000000;
  double born = 0;
  const auto ports = two_ports(entry);
  for (const PortTraffic& port : ports) {
    born += static_cast<double>(port.generators.at(0).born_between(0, kCycles).words);
  }
  const double expected = 2.0 * kCycles * rate;
  EXPECT_NEAR(born, expected, kSigmas * std::sqrt(expected * words * dispersion) + 2 * words)
      << word_of(entry.process) << " load " << rate;
}

TEST(TrafficProcess, PoissonOffersTheConfiguredRate) {
  for (double load : {0.01, 0.3, 0.9, 1.7}) {
    expect_rate(process("poisson", load, 160), load, 20, 1);
    expect_rate(process("poisson", load, 16), load, 2, 1);
  }
}

TEST(TrafficProcess, BernoulliOffersTheConfiguredRate) {
  for (double load : {0.01, 0.3, 0.9, 1.7}) {
    expect_rate(process("bernoulli", load, 160), load, 20, 1);
    expect_rate(process("bernoulli", load, 16), load, 2, 1);
  }
}

// A burst of B cells adds B at once: twice the mean burst bounds the index of dispersion.
TEST(TrafficProcess, OnOffOffersTheConfiguredRate) {
  for (double load : {0.05, 0.3, 0.9}) {
    TrafficConfig entry = process("onoff", load, 160);
    entry.burst_cells = 8;
    expect_rate(entry, load, 20, 2 * entry.burst_cells);
  }
}

TEST(TrafficProcess, PoissonGapsAreExponential) {
  constexpr size_t kGaps = 40000;
  constexpr double kMean = 20 / 0.01;
  std::vector<double> gap = gaps(two_ports(process("poisson", 0.01, 160))[0].generators[0], kGaps);
  // Standard errors of an exponential's mean and variance: m/sqrt(n), m^2 sqrt(8/n).
  EXPECT_NEAR(mean(gap), kMean, kSigmas * kMean / std::sqrt(kGaps));
  EXPECT_NEAR(variance(gap), kMean * kMean, kSigmas * kMean * kMean * std::sqrt(8.0 / kGaps));
  std::sort(gap.begin(), gap.end());
  double distance = 0;  // Kolmogorov-Smirnov
  for (size_t i = 0; i < kGaps; ++i) {
    const double law = 1 - std::exp(-gap[i] / kMean);
    distance = std::max({distance, std::abs(law - static_cast<double>(i) / kGaps),
                         std::abs(law - static_cast<double>(i + 1) / kGaps)});
  }
  // Limit law of Kolmogorov; births are whole cycles, which moves the law by at most 1/mean.
  const double limit = std::sqrt(std::log(2 / kSignificance) / 2 / kGaps) + 1 / kMean;
  EXPECT_LT(distance, limit);
}

TEST(TrafficProcess, PoissonGapsAreUncorrelated) {
  constexpr size_t kGaps = 40000;
  const auto gap = gaps(two_ports(process("poisson", 0.05, 160))[0].generators[0], kGaps);
  const double center = mean(gap);
  double product = 0;
  for (size_t i = 1; i < kGaps; ++i) product += (gap[i] - center) * (gap[i - 1] - center);
  EXPECT_LT(std::abs(product / kGaps / variance(gap)), kSigmas / std::sqrt(kGaps));
}

TEST(TrafficProcess, BernoulliGapsAreGeometric) {
  constexpr size_t kGaps = 40000;
  constexpr double kP = 0.6 / 2;
  constexpr size_t kBins = 20;  // gaps 1..19, and the rest
  std::vector<double> seen(kBins), law(kBins);
  const auto ports = two_ports(process("bernoulli", 0.6, 16));
  for (double gap : gaps(ports[0].generators[0], kGaps)) {
    ASSERT_GE(gap, 1) << "one cell a cycle at most";
    ++seen[std::min<size_t>(static_cast<size_t>(gap), kBins) - 1];
  }
  for (size_t k = 0; k < kBins; ++k) law[k] = kGaps * kP * std::pow(1 - kP, k);
  law.back() /= kP;
  EXPECT_GT(chi_square_p(seen, law), kSignificance);
}

TEST(TrafficProcess, BernoulliIsCappedAtOneCellEveryCycle) {
  auto ports = two_ports(process("bernoulli", 2.5, 16));
  const auto cells = take(ports[0].generators[0], 100);
  for (size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i].birth, i);
}

TEST(TrafficProcess, OnOffSendsGeometricBurstsAtLineRate) {
  constexpr double kMean = 4;
  TrafficConfig entry = process("onoff", 0.02, 160);
  entry.burst_cells = kMean;
  constexpr size_t kBins = 16;
  std::vector<double> seen(kBins), law(kBins), pauses;
  double bursts = 0;
  size_t length = 0;
  bool whole = false;  // the first burst may be a remainder
  const auto ports = two_ports(entry);
  for (double gap : gaps(ports[0].generators[0], 100000)) {
    ASSERT_GE(gap, 20) << "cells of a burst do not overlap";
    ++length;
    if (gap == 20) continue;
    pauses.push_back(gap - 20);
    if (whole) {
      ++seen[std::min(length, kBins) - 1];
      ++bursts;
    }
    whole = true;
    length = 0;
  }
  for (size_t k = 0; k < kBins; ++k) law[k] = bursts / kMean * std::pow(1 - 1 / kMean, k);
  law.back() *= kMean;
  EXPECT_GT(chi_square_p(seen, law), kSignificance);
  const double pause = kMean * 20 * (1 / 0.02 - 1);
  EXPECT_NEAR(mean(pauses), pause, kSigmas * pause / std::sqrt(bursts) + 1);
}

TEST(TrafficProcess, OnOffAtFullRateNeverPauses) {
  const auto ports = two_ports(process("onoff", 1, 160));
  for (double gap : gaps(ports[0].generators[0], 1000)) EXPECT_EQ(gap, 20);
}

TEST(TrafficProcess, OnOffIsInBalanceFromTheFirstCycle) {
  TrafficConfig entry = process("onoff", 0.25, 160);
  entry.burst_cells = 100;
  const auto config = config_of("dragonfly", entry);
  double busy = 0;
  const auto ports = make_traffic(config, network(40, 10, {1}, 1));
  for (const PortTraffic& port : ports) {
    busy += port.generators[0].head().birth < 20 ? 1 : 0;
  }
  // Inside a burst with probability .25; a pause (mean 6000 cycles) ends within 20 rarely.
  const double p = 0.25 + 0.75 * 20 / 6000;
  EXPECT_NEAR(busy, 400 * p, kSigmas * std::sqrt(400 * p * (1 - p)));
}

TEST(TrafficRate, GbpsIsPerHostAndSharedByItsPorts) {
  TrafficConfig entry = process("poisson", 0, 160);
  entry.load.reset();
  entry.gbps = 12.8;  // half of 25.6 Gb/s, on two ports
  const Topology two_hosts = network(1, 2, {2, 3}, 4);
  const auto config = config_of("pair", entry);
  EXPECT_DOUBLE_EQ(port_word_rate(config, two_hosts, entry, 0), 0.25);
  EXPECT_DOUBLE_EQ(port_word_rate(config, two_hosts, entry, 1), 0.5 / 3);
}

TEST(TrafficRate, LoadIsAShareOfTheReferenceSpreadOverAllPortsOfTheChip) {
  TrafficConfig entry = process("poisson", 0.5, 160);
  entry.sources = {0};  // the chip's other host is silent and its share is not sent
  const Topology t = network(1, 2, {2, 6}, 4);
  EXPECT_DOUBLE_EQ(port_word_rate(config_of("pair", entry), t, entry, 0), 0.5 * 4 / 8);
  EXPECT_EQ(make_traffic(config_of("pair", entry), t).size(), 2u);
}

TEST(TrafficRate, ClassesShareTheLoadInGeneratorsOfTheirOwn) {
  TrafficConfig entry = process("poisson", 0.8, 160);
  entry.class_ = {4, 0, 2};
  const auto ports = two_ports(entry);
  ASSERT_EQ(ports[0].generators.size(), 3u);
  constexpr uint64_t kCycles = 1000000;
  for (size_t c = 0; c < 3; ++c) {
    const Generator& generator = ports[0].generators[c];
    EXPECT_EQ(generator.head().cls, entry.class_[c]);
    const double expected = kCycles * 0.8 / 3;
    EXPECT_NEAR(static_cast<double>(generator.born_between(0, kCycles).words), expected,
                kSigmas * std::sqrt(expected * 20) + 20);
  }
}

TEST(TrafficRate, NoLoadMakesNoGenerators) {
  EXPECT_TRUE(two_ports(process("poisson", 0, 160)).empty());
}

/// Frequency of each size in words among the cells of one stream.
void expect_sizes(const CellBytes& mix, const std::vector<std::pair<unsigned, double>>& law) {
  constexpr size_t kCells = 50000;
  TrafficConfig entry = process("poisson", 0.5, 160);
  entry.cell_bytes = mix;
  auto ports = two_ports(entry);
  std::vector<double> seen(32), observed, expected;
  for (const SourceCell& cell : take(ports[0].generators[0], kCells)) ++seen[cell.words];
  for (const auto& [words, share] : law) {
    observed.push_back(seen[words]);
    expected.push_back(share * kCells);
  }
  EXPECT_EQ(std::accumulate(observed.begin(), observed.end(), 0.0), kCells) << "no other size";
  if (law.size() > 1) {
    EXPECT_GT(chi_square_p(observed, expected), kSignificance);
  }
}

TEST(TrafficSize, MixesFollowTheirWeights) {
  expect_sizes({{{160, 1}}}, {{20, 1}});
  expect_sizes({{{16, 3}, {160, 1}}}, {{2, .75}, {20, .25}});
  expect_sizes({{{16, 1}, {48, 2}, {64, 0}, {160, 7}}}, {{2, .1}, {6, .2}, {20, .7}});
  expect_sizes({{{17, 1}, {24, 1}, {25, 2}}}, {{3, .5}, {4, .5}});
}

TEST(TrafficSize, RangesAreUniform) {
  CellBytes range{{}};
  std::vector<std::pair<unsigned, double>> law;
  for (unsigned words = 2; words <= 20; ++words) {
    range.items.push_back({words * 8, 1});
    law.emplace_back(words, 1.0 / 19);
  }
  expect_sizes(range, law);
  EXPECT_DOUBLE_EQ(SizeTable(range).mean_words(), 11);
}

// Every value of the 32-bit draw, in steps: shares exact to the step, whatever the alias layout.
TEST(TrafficSize, SharesAreExactOverAllDraws) {
  const SizeTable table(CellBytes{{{16, 1}, {48, 2}, {80, 4}, {160, 3}}});
  std::vector<double> seen(32);
  constexpr uint64_t kStep = 1 << 12;
  for (uint64_t r = 0; r < (uint64_t{1} << 32); r += kStep) {
    ++seen[table.words(static_cast<uint32_t>(r))];
  }
  const double n = 0x1p32 / kStep;
  EXPECT_NEAR(seen[2] / n, 0.1, 1e-5);
  EXPECT_NEAR(seen[6] / n, 0.2, 1e-5);
  EXPECT_NEAR(seen[10] / n, 0.4, 1e-5);
  EXPECT_NEAR(seen[20] / n, 0.3, 1e-5);
}

}  // namespace
}  // namespace tinsim
