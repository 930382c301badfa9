// SPDX-License-Identifier: Apache-2.0
// Both ends of a link over a line with errors: a chain of models in lockstep with a chain of RTL.
#include "Vpcs_rx.h"
#include "Vpcs_tx.h"
#include "Vrs_fec_decoder.h"
#include "Vrs_fec_encoder.h"
#include "testbench/fec_loop.h"
#include "testbench/lockstep_run.h"
#include "testbench/pcs_chain.h"
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

TEST(LinkChainLockstep, PcsOverALineWithErrors) {
  expect_chain<PcsChain<PcsTx, PcsRx>, PcsChain<Rtl<PcsTx, Vpcs_tx>, Rtl<PcsRx, Vpcs_rx>>,
               PcsChainStimulus>("PCS chain", 1000000);
}

TEST(LinkChainLockstep, FecOverALineWithErrors) {
  expect_chain<FecLoop<RsFecEncoder, RsFecDecoder>,
               FecLoop<Rtl<RsFecEncoder, Vrs_fec_encoder>, Rtl<RsFecDecoder, Vrs_fec_decoder>>,
               FecLoopStimulus>("FEC loop", 1000000);
}

}  // namespace
}  // namespace tinsim
