// SPDX-License-Identifier: Apache-2.0
// `tin.impl`: whatever runs on a chip, the result of the network is the same to the bit.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "platform/config/reader.h"
#include "platform/errors.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// What must not depend on the implementation: all of the result but wall time, memory, stalls
/// (which pins do not show) and the note on what was compared.
struct Invariable {
  uint64_t hash, hops, injected, delivered, accepted;
  Histogram latency;
  std::vector<std::tuple<unsigned, unsigned, unsigned, uint64_t, uint64_t, uint64_t>> ports;
  bool operator==(const Invariable& o) const {
    return std::tie(hash, hops, injected, delivered, accepted, latency, ports) ==
           std::tie(o.hash, o.hops, o.injected, o.delivered, o.accepted, o.latency, o.ports);
  }
};

Invariable run_as(const std::string& impl, const std::string& file,
                  const std::vector<std::string>& overrides) {
  std::vector<std::string> all = overrides;
  all.push_back("tin.impl=" + impl);
  const RunResult r = run_fresh(load_config(TINSIM_SOURCE_DIR "/configs/" + file, all));
  Invariable result{
      r.state_hash,     r.cell_hops, r.cells.injected, r.cells.delivered, r.accepted_words,
      r.latency_cycles, {}};
  for (const PortRow& p : r.ports) {
    result.ports.emplace_back(p.chip, p.port, p.vc, p.cells, p.words, p.peak_words);
  }
  return result;
}

class Impl : public ::testing::TestWithParam<std::string> {};

TEST_P(Impl, OfOneSwitchChangesNothing) {
  const std::vector<std::string> set = {"run.measure_us=5", "traffic.0.load=0.8"};
  const Invariable model = run_as("model", "single_tin.yaml", set);
  EXPECT_GT(model.delivered, 1000u);
  EXPECT_TRUE(run_as(GetParam(), "single_tin.yaml", set) == model);
}

TEST_P(Impl, OfChipsWithGlobalLinksUnderCreditPressureChangesNothing) {
  const std::vector<std::string> set = {"run.measure_us=4",
                                        "run.warmup_us=2",
                                        "traffic.0.load=0.9",
                                        "tin.impl_chips=[3, 17]",
                                        "tin.vc_fifo.local_words=24",
                                        "tin.vc_fifo.global_words=64",
                                        "tin.output.queue_words=20",
                                        "tin.switch.islip_iterations=2",
                                        "traffic.0.cell_bytes={min: 16, max: 160}"};
  const Invariable model = run_as("model", "dragonfly_4pod.yaml", set);
  EXPECT_GT(model.delivered, 1000u);
  EXPECT_TRUE(run_as(GetParam(), "dragonfly_4pod.yaml", set) == model);
}

#ifdef TINSIM_RTL
INSTANTIATE_TEST_SUITE_P(Each, Impl, ::testing::Values("pins", "lockstep_pins", "rtl", "lockstep"));
#else
INSTANTIATE_TEST_SUITE_P(Each, Impl, ::testing::Values("pins", "lockstep_pins"));

TEST(ImplWithoutRtl, IsAnErrorThatSaysSo) {
  try {
    run_as("rtl", "pair.yaml", {});
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "tin.impl: rtl is not in this build, which was made without Verilator; expected "
                 "model, pins or lockstep_pins");
  }
}
#endif

}  // namespace
}  // namespace tinsim
