// SPDX-License-Identifier: Apache-2.0
// Both ends of a link over a line with errors: a chain of models in lockstep with a chain of RTL.
#include "Vpcs_rx.h"
#include "Vpcs_tx.h"
#include "Vrs_fec_decoder.h"
#include "Vrs_fec_encoder.h"
#include "Vrx_gearbox.h"
#include "Vtx_gearbox.h"
#include "testbench/fec_loop.h"
#include "testbench/lockstep_run.h"
#include "testbench/pcs_chain.h"
#include "testbench/pcs_stream.h"
#include "testbench/stimulus/fec_loop_stimulus.h"
#include "testbench/stimulus/pcs_chain_stimulus.h"

namespace tinsim {
namespace {

/// Runs `cycles` in all, with resets, each chain at its own state of lock and alignment.
template <class Model, class Rtl, class Stimulus>
void expect_chain(const char* name, std::uint64_t cycles) {
  constexpr unsigned kSeeds = 4;
  cycles *= environment_number("TINSIM_SOAK_FACTOR", 1);
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Lockstep<Model, Rtl> pair(fmt::format("{} seed {}", name, seed));
    Stimulus stimulus(seed);
    try {
      drive(pair, stimulus, cycles / kSeeds, seed);
      fmt::print("{}\n", pair.finish());
    } catch (const InvariantError& error) {
      FAIL() << error.what();
    }
  }
}

using PcsChainRtl = PcsChain<Rtl<PcsTx, Vpcs_tx>, Rtl<TxGearbox, Vtx_gearbox>,
                             Rtl<RxGearbox, Vrx_gearbox>, Rtl<PcsRx, Vpcs_rx>>;

TEST(LinkChainLockstep, PcsAndGearboxesOverALineWithErrors) {
  expect_chain<PcsChainModel, PcsChainRtl, PcsChainStimulus>("PCS chain", 1000000);
}

/// Model and RTL find the same alignment in the same cycle, and then carry all blocks of 30000
/// rounds of 33 line words.
TEST(LinkChainLockstep, AMillionBlocksAtFullLineRate) {
  constexpr unsigned kRounds = 30000;
  using Pair = Lockstep<PcsChainModel, PcsChainRtl>;
  PcsStream<Pair> stream(Pair("full line rate"));
  try {
    stream.clock();
    stream.in().lost_i = 29;  // of the first word that arrives
    for (unsigned cycle = 0; !stream.out().lock_o; ++cycle) {
      ASSERT_LT(cycle, 5000u);
      stream.clock();
    }
    stream.run(5);
    stream.counts = {};
    stream.run(33 * kRounds);
  } catch (const InvariantError& error) {
    FAIL() << error.what();
  }
  EXPECT_EQ(stream.counts.line_words, 33u * kRounds);
  EXPECT_EQ(stream.counts.sent, 35u * kRounds);
  EXPECT_EQ(stream.counts.words, 35u * kRounds);
  EXPECT_EQ(stream.counts.wrong, 0u);
}

TEST(LinkChainLockstep, FecOverALineWithErrors) {
  expect_chain<FecLoop<RsFecEncoder, RsFecDecoder>,
               FecLoop<Rtl<RsFecEncoder, Vrs_fec_encoder>, Rtl<RsFecDecoder, Vrs_fec_decoder>>,
               FecLoopStimulus>("FEC loop", 1000000);
}

}  // namespace
}  // namespace tinsim
