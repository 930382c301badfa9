// SPDX-License-Identifier: Apache-2.0
// Validation of topology, chip, link and run: each rule holds just inside and breaks just outside.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

/// 4 pods x 12 TiNs with the default chip: good as it is.
PlatformConfig good() {
  PlatformConfig config;
  config.traffic.resize(1);
  config.traffic[0].load = 0.3;
  return config;
}

template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config = good();
  change(config);
  return find_errors(config);
}

TEST(ConfigValidate, DefaultsWithOneTrafficEntryAreGood) {
  EXPECT_EQ(find_errors(good()), Errors{});
}

TEST(ConfigValidate, BrokenRuleNamesFileLineAndColumnWhereTheKeyIs) {
  const auto parsed =
      parse_config("tin:\n  switch: {vcs: 65}\ntraffic:\n  - load: 0.3\n", "c.yaml");
  EXPECT_EQ(find_errors(parsed.config, parsed.origins),
            Errors{"c.yaml:2:17: tin.switch.vcs: 65 is out of range; expected 1 to 64"});
}

TEST(ConfigValidate, BrokenRuleOnADefaultNamesTheFile) {
  const auto parsed =
      parse_config("topology: {hosts_per_tin: 51}\ntraffic: [{load: 0.3}]\n", "c.yaml");
  const auto errors = find_errors(parsed.config, parsed.origins);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].substr(0, 26), "c.yaml: tin.switch.ports: ");
}

TEST(ConfigValidate, BrokenRuleNamesTheOverride) {
  const auto parsed = parse_config("traffic: [{load: 0.3}]", "c.yaml", {"topology.pods=65"});
  EXPECT_EQ(find_errors(parsed.config, parsed.origins),
            Errors{"--set topology.pods=65: topology.pods: 65 is out of range; expected 1 to 64"});
}

TEST(ConfigValidate, EntryOfAListHasItsOwnPlace) {
  const auto parsed = parse_config(
      "tin: {output: {weights: [1, 0]}}\ntraffic: [{load: 0.3, class: 10}]\n", "c.yaml");
  EXPECT_EQ(find_errors(parsed.config, parsed.origins),
            (Errors{"c.yaml:1:29: tin.output.weights.1: 0 is out of range; expected 1 to 255",
                    "c.yaml:2:30: traffic.0.class.0: 10 is out of range; expected 0 to 9"}));
}

TEST(ConfigValidate, UnknownKindHasAHint) {
  EXPECT_EQ(
      parse_error("topology: {kind: dragonfli}\n"),
      "c.yaml:1:18: topology.kind: 'dragonfli' is unknown (did you mean 'dragonfly'?); "
      "expected one of: single, pair, dragonfly, flattened, torus, mesh, fat_tree, graph, hyperx, "
      "slim_fly, polarfly, dragonfly_plus");
  EXPECT_EQ(parse_error("run: {warmup_us: 5us}\n"),
            "c.yaml:1:18: run.warmup_us: '5us' is unknown; expected auto or a number");
}

/// The value at both ends of its range is good, and one step beyond is reported.
template <class Set>
void expect_bounds(const std::string& path, double min, double max, double step, Set set) {
  const auto reported = [&](double value) {
    PlatformConfig config = good();
    set(config, value);
    for (const std::string& error : find_errors(config)) {
      if (error.rfind(path + ": ", 0) == 0 && error.find("out of range") != error.npos) return true;
    }
    return false;
  };
  EXPECT_FALSE(reported(min)) << path;
  EXPECT_FALSE(reported(max)) << path;
  if (min > 0) {
    EXPECT_TRUE(reported(min - step)) << path;
  }
  EXPECT_TRUE(reported(max + step)) << path;
}

// The numbers are those of the hardware: docs/reference/assumptions.md (cells of 2..20 words,
// credits modulo 4096), 3 (switch) and the 16-bit address of 6 + 4 + 6 bits.
TEST(ConfigValidate, IntegerRanges) {
  const auto field = [](auto member) {
    return [member](PlatformConfig& c, double v) { member(c) = static_cast<unsigned>(v); };
  };
  using C = PlatformConfig;
  const auto test = [&](const char* path, double min, double max, auto member) {
    expect_bounds(path, min, max, 1, field(member));
  };
  test("topology.pods", 1, 64, [](C& c) -> unsigned& { return c.topology.pods; });
  test("topology.tins_per_pod", 1, 16, [](C& c) -> unsigned& { return c.topology.tins_per_pod; });
  test("tin.core_mhz", 1, 10000, [](C& c) -> unsigned& { return c.tin.core_mhz; });
  test("tin.router_latency_cycles", 16, 1000,
       [](C& c) -> unsigned& { return c.tin.router_latency_cycles; });
  test("tin.switch.ports", 2, 256, [](C& c) -> unsigned& { return c.tin.switch_.ports; });
  test("tin.switch.vcs", 1, 64, [](C& c) -> unsigned& { return c.tin.switch_.vcs; });
  test("tin.switch.islip_iterations", 1, 4,
       [](C& c) -> unsigned& { return c.tin.switch_.islip_iterations; });
  test("tin.switch.arbitration_cycles", 1, 32,
       [](C& c) -> unsigned& { return c.tin.switch_.arbitration_cycles; });
  test("tin.switch.crossbar_speedup", 1, 4,
       [](C& c) -> Ratio& { return c.tin.switch_.crossbar_speedup; });
  test("tin.vc_fifo.local_shared_words", 0, 2027,
       [](C& c) -> unsigned& { return c.tin.vc_fifo.local_shared_words; });
  test("tin.vc_fifo.global_shared_words", 0, 2027,
       [](C& c) -> unsigned& { return c.tin.vc_fifo.global_shared_words; });
  test("tin.vc_fifo.local_words", 20, 2047,
       [](C& c) -> unsigned& { return c.tin.vc_fifo.local_words; });
  test("tin.vc_fifo.global_words", 20, 2047,
       [](C& c) -> unsigned& { return c.tin.vc_fifo.global_words; });
  test("tin.vc_fifo.terminal_words", 20, 2047,
       [](C& c) -> unsigned& { return c.tin.vc_fifo.terminal_words; });
  test("tin.output.queue_words", 20, 255,
       [](C& c) -> unsigned& { return c.tin.output.queue_words; });
  test("tin.output.weights.0", 1, 255, [](C& c) -> unsigned& { return c.tin.output.weights[0]; });
  test("traffic.0.class.0", 0, 9, [](C& c) -> unsigned& { return c.traffic[0].class_[0]; });
}

TEST(ConfigValidate, RealRanges) {
  const double step = 1e-6;
  expect_bounds("link.local_m", 0, 10000, step, [](auto& c, double v) { c.link.local_m = v; });
  expect_bounds("link.global_m", 0, 10000, step, [](auto& c, double v) { c.link.global_m = v; });
  expect_bounds("traffic.0.load", 0, 4, step, [](auto& c, double v) { c.traffic[0].load = v; });
  expect_bounds("traffic.0.fraction", 0, 1, step,
                [](auto& c, double v) { c.traffic[0].fraction = v; });
  expect_bounds("traffic.0.burst_cells", 1, 1e9, step,
                [](auto& c, double v) { c.traffic[0].burst_cells = v; });
}

TEST(ConfigValidate, NegativeLengthLoadAndRate) {
  EXPECT_EQ(errors_with([](auto& c) { c.link.local_m = -1; }),
            Errors{"link.local_m: -1 is out of range; expected 0 to 10000"});
  EXPECT_EQ(errors_with([](auto& c) { c.traffic[0].load = -0.1; }),
            Errors{"traffic.0.load: -0.1 is out of range; expected 0 to 4"});
}

TEST(ConfigValidate, NotFinite) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(errors_with([&](auto& c) { c.link.global_m = bad; }).size(), 1u);
    EXPECT_EQ(errors_with([&](auto& c) { c.traffic[0].load = bad; }).size(), 1u);
    EXPECT_EQ(errors_with([&](auto& c) { c.run.measure_us = bad; }).size(), 1u);
  }
}

TEST(ConfigValidate, MeasurementMustBeLongerThanACycle) {
  EXPECT_EQ(errors_with([](auto& c) { c.run.measure_us = 0; }),
            Errors{"run.measure_us: 0 is out of range; expected auto or a number from more than 0 "
                   "and at most 1000000000"});
  EXPECT_EQ(errors_with([](auto& c) { c.run.measure_us = 0.0025; }), Errors{});  // 2.5 ns
  EXPECT_EQ(errors_with([](auto& c) { c.run.measure_us = 0.002; }),
            Errors{"run.measure_us: 0.002 us is less than a cycle at 400 MHz; expected at least "
                   "one cycle"});
}

TEST(ConfigValidate, WarmupIsAutoOrANumber) {
  for (const AutoOrNumber ok : {AutoOrNumber(), AutoOrNumber(0), AutoOrNumber(2.5)}) {
    EXPECT_EQ(errors_with([&](auto& c) { c.run.warmup_us = ok; }), Errors{});
  }
  EXPECT_EQ(errors_with([](auto& c) { c.run.warmup_us = -1; }),
            Errors{"run.warmup_us: -1 is out of range; expected auto or a number from 0 to "
                   "1000000000"});
}

TEST(ConfigValidate, PortsMustSufficeAndTheMessageStatesTheArithmetic) {
  // 12 TiNs, 2 lanes: 22 local; 3 * 32 / 12 = 8 global; 2 hosts: 32 in all.
  EXPECT_EQ(errors_with([](auto& c) { c.tin.switch_.ports = 32; }), Errors{});
  EXPECT_EQ(errors_with([](auto& c) { c.tin.switch_.ports = 31; }),
            Errors{"tin.switch.ports: 31 ports are too few; expected at least 32 = 22 local "
                   "((tins_per_pod 12 - 1) * local_links_per_pair 2) + 8 global (ceil((pods 4 - "
                   "1) * global_links_per_pair 32 / tins_per_pod 12)) + 2 terminal (hosts_per_tin "
                   "2 * max(1, terminal_ports_per_host 0))"});
  // 33 copies: 99 / 12 rounds up to 9.
  EXPECT_EQ(errors_with([](auto& c) {
              c.topology.global_links_per_pair = 33;
              c.tin.switch_.ports = 32;
            }).size(),
            1u);
}

TEST(ConfigValidate, PortsOfSingleAndPair) {
  const auto fits = [](const char* kind, unsigned ports, unsigned hosts, unsigned per_host) {
    return errors_with([&](auto& c) {
             c.topology.kind = Word{kind};
             c.topology.hosts_per_tin = hosts;
             c.topology.terminal_ports_per_host = per_host;
             c.tin.switch_.ports = ports;
           })
        .empty();
  };
  EXPECT_TRUE(fits("single", 50, 50, 0));
  EXPECT_FALSE(fits("single", 49, 50, 0));
  EXPECT_TRUE(fits("single", 50, 10, 5));
  EXPECT_FALSE(fits("single", 49, 10, 5));
  EXPECT_TRUE(fits("pair", 10, 8, 1));  // 2 local links
  EXPECT_FALSE(fits("pair", 9, 8, 1));
}

TEST(ConfigValidate, PodsAndChipsMustBeJoined) {
  EXPECT_EQ(errors_with([](auto& c) { c.topology.global_links_per_pair = 0; }),
            Errors{"topology.global_links_per_pair: 0 leaves 4 pods unconnected; expected at least "
                   "1"});
  EXPECT_EQ(errors_with([](auto& c) { c.topology.local_links_per_pair = 0; }),
            Errors{"topology.local_links_per_pair: 0 leaves 12 chips unconnected; expected at "
                   "least 1"});
}

TEST(ConfigValidate, StrictVcsExistAndAreListedOnce) {
  EXPECT_EQ(errors_with([](auto& c) { c.tin.output.strict_vcs = {0, 31}; }), Errors{});
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.switch_.vcs = 15;
              c.traffic[0].class_ = {4};
              c.tin.output.strict_vcs = {15, 3, 3};
            }),
            (Errors{"tin.output.strict_vcs.0: 15 does not exist; expected 0 to 14, because "
                    "tin.switch.vcs is 15",
                    "tin.output.strict_vcs.2: 3 is listed twice; expected each entry once"}));
}

TEST(ConfigValidate, ASwitchOnPinsFitsTheFullShape) {
  EXPECT_EQ(errors_with([](auto& c) { c.tin.impl = SwitchImpl::rtl; }), Errors{});
  EXPECT_EQ(
      errors_with([](auto& c) {
        c.tin.impl = SwitchImpl::lockstep;
        c.tin.vc_fifo.global_words = 513;
      }),
      Errors{"tin.impl: lockstep has no shape for 50 ports and 513 words per VC FIFO; expected "
             "at most 50 ports and 512 words"});
  EXPECT_EQ(errors_with([](auto& c) { c.tin.vc_fifo.global_shared_words = 1536; }),
            Errors{"tin.vc_fifo: has VC FIFOs of 512 words and 1536 shared ones; expected at most "
                   "2047 together"});
}

TEST(ConfigValidate, ASwitchOnPinsHasSomeVariants) {
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.impl = SwitchImpl::pins;
              c.tin.switch_.crossbar_speedup = 2;
              c.tin.vc_fifo.global_words = 20;
              c.tin.vc_fifo.global_shared_words = 400;
            }),
            Errors{});
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.impl = SwitchImpl::pins;
              c.tin.switch_.crossbar_speedup = 3;
            }),
            Errors{"tin.impl: pins has a crossbar of one or two words per port and cycle, but "
                   "tin.switch.crossbar_speedup is 3; expected 1 or 2, or tin.impl model"});
  EXPECT_EQ(
      errors_with([](auto& c) {
        c.tin.impl = SwitchImpl::lockstep;
        c.tin.switch_.arbiter = ArbiterKind::lqf;
        c.tin.switch_.arbitration_cycles = 20;
      }),
      Errors{"tin.impl: lockstep arbitrates by iSLIP or round-robin matching in every cycle, but "
             "tin.switch has arbiter "
             "lqf and arbitration_cycles 20; expected islip or rrm and 1, or tin.impl model"});
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.impl = SwitchImpl::rtl;
              c.tin.vc_fifo.global_words = 512;
              c.tin.vc_fifo.global_shared_words = 1;
            }),
            Errors{"tin.impl: rtl stores 16384 words per port, but the VC FIFOs of a port have "
                   "16385 together; expected at most that, or tin.impl model"});
}

// The blocks of a switch, one by one, and the chip with its links are those of the base chip.
TEST(ConfigValidate, BlocksOnPinsHaveNoVariants) {
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.blocks.crossbar = BlockImpl::rtl;
              c.tin.switch_.crossbar_speedup = 2;
            }),
            Errors{"tin.blocks.crossbar: rtl has a crossbar of one word per port and cycle, but "
                   "tin.switch.crossbar_speedup is 2; expected 1, or no block of a switch in "
                   "tin.blocks"});
  EXPECT_EQ(
      errors_with([](auto& c) {
        c.tin.impl = SwitchImpl::pins;
        c.tin.blocks.crossbar = BlockImpl::rtl;
        c.tin.switch_.arbiter = ArbiterKind::lqf;
      }),
      Errors{"tin.impl: pins with blocks of a switch in tin.blocks arbitrates by iSLIP, "
             "round-robin matching or a wave front in every cycle, but tin.switch has arbiter "
             "lqf and arbitration_cycles 1; expected islip, rrm or wavefront and 1, or "
             "tin.impl model"});
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.blocks.islip_arbiter = BlockImpl::rtl;
              c.tin.switch_.arbiter = ArbiterKind::rrm;
            }),
            Errors{"tin.blocks.islip_arbiter: has no place in this network; expected link.credits: "
                   "sets, and tin.switch.arbiter: islip"});
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.blocks.vc_fifo = BlockImpl::rtl;
              c.tin.vc_fifo.global_words = 20;
              c.tin.vc_fifo.global_shared_words = 400;
            }),
            Errors{"tin.blocks.vc_fifo: rtl has a memory of its own for each VC FIFO, but "
                   "tin.vc_fifo has 400 shared words; expected 0, or no block of a switch in "
                   "tin.blocks"});
}

TEST(ConfigValidate, WeightsAreOneOrOnePerVc) {
  const auto with_weights = [](size_t n) {
    return errors_with([&](auto& c) { c.tin.output.weights.assign(n, 1); });
  };
  EXPECT_EQ(with_weights(32), Errors{});
  for (size_t n : {0, 2, 31, 33}) {
    EXPECT_EQ(with_weights(n), Errors{"tin.output.weights: has " + std::to_string(n) +
                                      " entries; expected 1, or one for each of the 32 VCs"});
  }
}

// Cycles have 32 bits, half of which a run may take: 2^31 / 400 MHz = 5.368709 s.
TEST(ConfigValidate, ARunIsNotLongerThanTime) {
  const auto with_seconds = [](double s) {
    return errors_with([s](auto& c) {
      c.run.warmup_us.number = 0;
      c.run.measure_us = s * 1e6;
    });
  };
  EXPECT_EQ(with_seconds(5.3687), Errors{});
  EXPECT_EQ(
      with_seconds(30),
      Errors{"run.measure_us: start, warm-up and measurement are 12000000000 cycles; expected "
             "at most 2147483648"});
  EXPECT_EQ(with_seconds(5.3688).size(), 1u);
}

TEST(ConfigValidate, ImplChipsExist) {
  EXPECT_EQ(errors_with([](auto& c) { c.tin.impl_chips = {47}; }), Errors{});
  EXPECT_EQ(errors_with([](auto& c) { c.tin.impl_chips = {48}; }),
            Errors{"tin.impl_chips.0: 48 does not exist; expected 0 to 47, because the network has "
                   "48 chips"});
  EXPECT_EQ(errors_with([](auto& c) {
              c.tin.impl = SwitchImpl::rtl;
              c.tin.impl_chips = {};
            }),
            Errors{"tin.impl_chips: is empty while impl is rtl; expected at least one chip"});
}

}  // namespace
}  // namespace tinsim
