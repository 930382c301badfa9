// SPDX-License-Identifier: Apache-2.0
// iSLIP on slotted cells against published theory: delay, saturation, starvation.
#include <gtest/gtest.h>

#include <vector>

#include "rtl_models/parts/islip.h"
#include "testbench/bench_random.h"

namespace tinsim {
namespace {

/// N x N switch, one cell per slot, infinite virtual output queues, cells kept as arrival slots.
class SlottedSwitch {
 public:
  explicit SlottedSwitch(unsigned ports) : ports_(ports), queue_(ports * ports) {
    requests_.outputs = requests_.free_inputs = requests_.free_outputs =
        (std::uint64_t{1} << ports) - 1;
  }
  void arrive(unsigned input, unsigned output, std::uint64_t slot) {
    queue(input, output).cells.push_back(slot);
    requests_.inputs_for[output] |= std::uint64_t{1} << input;
  }
  /// Calls leave(input, output, arrival slot) for each cell of this slot's match.
  template <class F>
  void serve(unsigned iterations, F&& leave) {
    const IslipMatch match = islip_match(pointers_, requests_, ports_, iterations);
    for (unsigned input = 0; input < ports_; ++input) {
      if (!(match.inputs >> input & 1)) continue;
      const unsigned output = match.output_of[input];
      Queue& cells = queue(input, output);
      const std::uint64_t arrived = cells.cells[cells.head++];
      if (cells.head == cells.cells.size()) {
        cells = {};
        requests_.inputs_for[output] &= ~(std::uint64_t{1} << input);
      }
      leave(input, output, arrived);
    }
  }

 private:
  struct Queue {
    std::vector<std::uint64_t> cells;
    std::size_t head = 0;
  };
  Queue& queue(unsigned input, unsigned output) { return queue_[input * ports_ + output]; }

  unsigned ports_;
  std::vector<Queue> queue_;
  IslipPointers pointers_;
  IslipRequests requests_;
};

/// Mean delay in slots under uniform Bernoulli arrivals; a cell that leaves in the slot in which it
/// arrives has delay 0.
double mean_delay(unsigned ports, unsigned load_percent, unsigned iterations, unsigned slots) {
  SlottedSwitch sw(ports);
  Random random(load_percent * 10 + iterations);
  double sum = 0, cells = 0;
  for (std::uint64_t slot = 0; slot < slots; ++slot) {
    for (unsigned input = 0; input < ports; ++input)
      if (random.chance(load_percent)) sw.arrive(input, random.below(ports), slot);
    sw.serve(iterations, [&](unsigned, unsigned, std::uint64_t arrived) {
      if (slot < slots / 10) return;  // warm-up
      sum += static_cast<double>(slot - arrived);
      ++cells;
    });
  }
  return sum / cells;
}

struct DelayCase {
  unsigned load_percent, iterations;
  double delay;
};

class IslipDelay : public ::testing::TestWithParam<DelayCase> {};

// Independent reference simulation, N = 16 (docs/reference/validation.md); tolerance 10 %.
TEST_P(IslipDelay, AgreesWithTheReference) {
  const DelayCase& c = GetParam();
  const unsigned slots = c.load_percent >= 80 ? 400000 : 100000;
  EXPECT_NEAR(mean_delay(16, c.load_percent, c.iterations, slots), c.delay, 0.1 * c.delay);
}
INSTANTIATE_TEST_SUITE_P(
    UniformSixteenPorts, IslipDelay,
    ::testing::Values(DelayCase{20, 1, .149}, DelayCase{20, 2, .140}, DelayCase{20, 4, .140},
                      DelayCase{40, 1, .596}, DelayCase{40, 2, .441}, DelayCase{40, 4, .441},
                      DelayCase{60, 1, 4.48}, DelayCase{60, 2, 1.18}, DelayCase{60, 4, 1.17},
                      DelayCase{80, 1, 44.5}, DelayCase{80, 2, 4.60}, DelayCase{80, 4, 3.75},
                      DelayCase{90, 1, 113}, DelayCase{90, 2, 24.3}, DelayCase{90, 4, 9.81}),
    [](const auto& test) {
      return "load" + std::to_string(test.param.load_percent) + "iterations" +
             std::to_string(test.param.iterations);
    });

/// Throughput per port with all virtual output queues full.
double saturated_throughput(unsigned ports, unsigned iterations, unsigned slots) {
  SlottedSwitch sw(ports);
  for (unsigned input = 0; input < ports; ++input)
    for (unsigned output = 0; output < ports; ++output)
      for (int n = 0; n < 2; ++n) sw.arrive(input, output, 0);
  double served = 0;
  for (unsigned slot = 0; slot < slots; ++slot) {
    std::vector<std::pair<unsigned, unsigned>> left;
    sw.serve(iterations, [&](unsigned i, unsigned o, std::uint64_t) { left.push_back({i, o}); });
    for (const auto& [input, output] : left) sw.arrive(input, output, slot);
    if (slot >= slots / 10) served += static_cast<double>(left.size());
  }
  return served / (slots * 0.9 * ports);
}

TEST(IslipSaturation, OneVirtualQueuePerOutputGivesFullThroughput) {
  for (unsigned ports : {2u, 4u, 16u, 50u})
    EXPECT_NEAR(saturated_throughput(ports, 1, 20000), 1.0, 1e-9) << ports;
}

/// Throughput per port when each input has one queue (one VC) with a cell always at its head.
double head_of_line_throughput(unsigned ports, unsigned slots) {
  IslipPointers pointers;
  IslipRequests requests;
  requests.outputs = requests.free_inputs = requests.free_outputs = (std::uint64_t{1} << ports) - 1;
  Random random(ports);
  auto new_head = [&](unsigned input) {
    requests.inputs_for[random.below(ports)] |= std::uint64_t{1} << input;
  };
  for (unsigned input = 0; input < ports; ++input) new_head(input);
  double served = 0;
  for (unsigned slot = 0; slot < slots; ++slot) {
    const IslipMatch match = islip_match(pointers, requests, ports, 1);
    for (std::uint64_t left = match.inputs; left; left &= left - 1) {
      const auto input = static_cast<unsigned>(__builtin_ctzll(left));
      requests.inputs_for[match.output_of[input]] &= ~(std::uint64_t{1} << input);
      new_head(input);
      ++served;
    }
  }
  return served / slots / ports;
}

TEST(IslipSaturation, OneQueuePerInputIsLimitedByHeadOfLineBlocking) {  // Karol et al. 1987
  EXPECT_NEAR(head_of_line_throughput(2, 200000), .7500, .005);
  EXPECT_NEAR(head_of_line_throughput(3, 200000), .6825, .005);
  EXPECT_NEAR(head_of_line_throughput(4, 200000), .6553, .005);
  EXPECT_NEAR(head_of_line_throughput(8, 200000), .6184, .005);
  EXPECT_NEAR(head_of_line_throughput(50, 50000), .5858, .0088);  // 2 - sqrt(2), N infinite
}

/// The defect that iSLIP repairs: RRM moves pointers for every grant, accepted or not. 2 x 2, all
/// saturated.
double rrm_throughput(unsigned slots) {
  unsigned grant[2] = {0, 0}, accept[2] = {0, 0};
  double served = 0;
  for (unsigned slot = 0; slot < slots; ++slot) {
    unsigned granted[2] = {0, 0};  // masks of outputs
    for (unsigned output = 0; output < 2; ++output) {
      granted[grant[output]] |= 1u << output;
      grant[output] ^= 1;
    }
    for (unsigned input = 0; input < 2; ++input) {
      if (!granted[input]) continue;
      const unsigned output =
          granted[input] >> accept[input] & 1 ? accept[input] : 1 - accept[input];
      accept[input] = 1 - output;
      ++served;
    }
  }
  return served / slots / 2;
}

TEST(IslipSaturation, MovingPointersForEveryGrantHalvesThroughput) {
  EXPECT_DOUBLE_EQ(rrm_throughput(1000), 0.5);
  EXPECT_NEAR(saturated_throughput(2, 1, 1000), 1.0, 0.01);
}

TEST(IslipStarvation, NoQueueOfTheThreeQueueCaseStarves) {
  // 2 x 2 with (0,0), (0,1) and (1,0) saturated: (0,1) and (1,0) can only be served together.
  for (unsigned iterations : {1u, 2u}) {
    SlottedSwitch sw(2);
    const unsigned pairs[3][2] = {{0, 0}, {0, 1}, {1, 0}};
    for (const auto& pair : pairs)
      for (int n = 0; n < 2; ++n) sw.arrive(pair[0], pair[1], 0);
    unsigned served[2][2] = {{0, 0}, {0, 0}};
    unsigned both = 0;
    constexpr unsigned kSlots = 10000;
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      std::vector<std::pair<unsigned, unsigned>> left;
      sw.serve(iterations, [&](unsigned i, unsigned o, std::uint64_t) { left.push_back({i, o}); });
      for (const auto& [input, output] : left) {
        sw.arrive(input, output, slot);
        ++served[input][output];
      }
      both += left.size() == 2;
    }
    EXPECT_GT(served[0][0], kSlots / 10);
    EXPECT_GT(served[0][1], kSlots / 10);
    EXPECT_GT(served[1][0], kSlots / 10);
    EXPECT_NEAR(both, std::min(served[0][1], served[1][0]), kSlots / 100.0);
  }
}

}  // namespace
}  // namespace tinsim
