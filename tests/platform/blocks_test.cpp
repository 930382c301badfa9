// SPDX-License-Identifier: Apache-2.0
// `tin.blocks`: a network with any of its blocks as RTL gives the result of the models to the bit;
// a block with a bug does not, or stops the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.h"
#include "platform/validate/load.h"
#include "rtl_models/fc_receiver/fc_receiver.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "rtl_models/round_arbiter/round_arbiter.h"
#include "rtl_models/route_select/route_select.h"
#include "rtl_models/rs_fec_decoder/rs_fec_decoder.h"
#include "rtl_models/rx_gearbox/rx_gearbox.h"
#include "rtl_models/slots/block_dut_use.h"
#include "rtl_models/slots/block_recorder.h"
#include "rtl_models/wavefront_arbiter/wavefront_arbiter.h"
#include "testbench/dut/faulty_block.h"
#include "testbench/run_fresh.h"

namespace tinsim {
namespace {

/// Two pods of two chips, under credit pressure; chip 2 has local and global links.
const std::string kNetwork =
    "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 1,"
    " terminal_ports_per_host: 1, global_links_per_pair: 2, local_links_per_pair: 1}\n"
    "tin: {switch: {ports: 4}, impl_chips: [2],"
    " vc_fifo: {local_words: 24, global_words: 70, terminal_words: 20}}\n"
    "traffic: [{pattern: uniform, load: 0.9, cell_bytes: {min: 16, max: 160}}]\n"
    "run: {warmup_us: 0, measure_us: 5}\n";
const std::string kCells = kNetwork + "link: {global_m: 5, timesync_us: 0.5}\n";
/// Bit errors, bursts, darkness, a stuck line and lost sets, and ports that measure their delay.
const std::string kWires =
    kNetwork +
    "link: {fidelity: wire, global_m: 5, timesync_us: 0.5, fc_refresh_us: 2,\n"
    "  noise: [{ber: 3.0e-5, burst_per_s: 2.0e+5, burst_bits: 40}],\n"
    "  faults: [{links: pod1.tin0.*, at_us: 1.2, for_us: 0.1},\n"
    "           {links: pod1.tin0.*, kind: stuck, value: 1, at_us: 2, for_us: 0.05},\n"
    "           {links: pod1.tin0.*, kind: drop_fc, at_us: 0.5, count: 3}]}\n";
/// A link fails and comes back; cells take other ways.
const std::string kFailures =
    kNetwork +
    "link: {global_m: 5}\nfailures: {events: [{links: pod1.tin0.port1, at_us: 1, for_us: 1}]}\n";

/// Links of other chips fail and come back: cells of chip 2 choose by several tables, some escape.
const std::string kOtherFailures =
    "topology: {kind: dragonfly, pods: 3, tins_per_pod: 2, hosts_per_tin: 1,"
    " terminal_ports_per_host: 1, global_links_per_pair: 2, local_links_per_pair: 2}\n"
    "tin: {impl_chips: [2], vc_fifo: {local_words: 24, global_words: 70, terminal_words: 20}}\n"
    "traffic: [{pattern: uniform, load: 0.9, cell_bytes: {min: 16, max: 160}}]\n"
    "link: {global_m: 5}\n"
    "failures: {repair_tables_us: 0.5, events: [{links: pod0.tin0.port1, at_us: 1, for_us: 1},\n"
    "                                           {links: pod0.tin1.port3, at_us: 2, for_us: 1}]}\n"
    "run: {warmup_us: 0, measure_us: 5}\n";
/// Diagonals are counted modulo the ports of the block.
const std::vector<std::string> kWaveFront = {"tin.switch.arbiter=wavefront", "tin.switch.ports=50"};

/// Packets and operations over noisy wires. `more`: `failures:` of other chips' links.
std::string hosts(const std::string& more) {
  return "topology: {kind: dragonfly, pods: 2, tins_per_pod: 2, hosts_per_tin: 2,"
         " global_links_per_pair: 2, local_links_per_pair: 2}\n"
         "tin: {impl_chips: [2]}\n"
         "link: {fidelity: wire, global_m: 5, noise: [{ber: 1.0e-5}]}\n"
         "ip: {enabled: true}\n"
         "ip_traffic: [{transport: none, gbps: 20, message_bytes: 2000}]\n"
         "rma: {enabled: true}\n"
         "rma_traffic: [{op: read, bytes: 3000, outstanding: 4},\n"
         "              {op: write, class: L, bytes: 700, outstanding: 4}]\n"
         "run: {warmup_us: 1, measure_us: 5}\n" +
         more;
}

const std::vector<std::string> kOfSwitch = {"cell_header_codec", "vc_fifo",  "credit_counter",
                                            "islip_arbiter",     "crossbar", "output_queue"};
const std::vector<std::string> kOfPort = {"fc_sender", "tx_scheduler", "ordered_set_codec",
                                          "link_state", "latency_meter"};
const std::vector<std::string> kOfWire = {"pcs_tx",      "pcs_rx",         "link_rx",
                                          "fc_receiver", "rs_fec_encoder", "rs_fec_decoder",
                                          "tx_gearbox",  "rx_gearbox"};

RunResult run(const std::string& network, const std::vector<std::string>& overrides = {}) {
  return run_fresh(parse_config(network, "test.yaml", overrides).config);
}

/// `also`: overrides of the runs with RTL; `of_all`: of the run with models, too.
void expect_same(const std::string& network, const std::vector<std::string>& blocks,
                 const std::vector<std::string>& impls, const std::vector<std::string>& also = {},
                 const std::vector<std::string>& of_all = {}) {
  const RunResult models = run(network, of_all);
  ASSERT_GT(models.cells.delivered, 200u);
  for (const std::string& block : blocks) {
    for (const std::string& impl : impls) {
      std::vector<std::string> set = of_all;
      set.insert(set.end(), also.begin(), also.end());
      set.push_back(fmt::format("tin.blocks.{}={}", block, impl));
      const RunResult result = run(network, set);
      EXPECT_EQ(result.state_hash, models.state_hash) << block << " " << impl;
      EXPECT_EQ(result.cells.delivered, models.cells.delivered) << block << " " << impl;
    }
  }
}

/// The error of a run; empty if it ends well.
std::string error_of(const std::string& network, const std::vector<std::string>& overrides) {
  try {
    run(network, overrides);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

class Blocks : public ::testing::TestWithParam<std::string> {};

TEST_P(Blocks, OfASwitchChangeNothing) { expect_same(kCells, kOfSwitch, {GetParam()}); }

TEST_P(Blocks, ThatChooseRoutesChangeNothing) {
  for (const char* mode : {"deterministic", "minimal_adaptive", "fully_adaptive"})
    expect_same(kCells + "routing: {mode: " + mode + "}\n", {"route_select"}, {GetParam()});
}

/// Links of the other chips fail and come back: cells of the chip choose by three tables.
TEST_P(Blocks, ThatChooseRoutesChangeNothingWhenOtherLinksFail) {
  for (const char* mode : {"deterministic", "minimal_adaptive", "fully_adaptive"})
    expect_same(kOtherFailures + "routing: {mode: " + mode + "}\n", {"route_select"}, {GetParam()});
}

TEST_P(Blocks, ThatArbitrateChangeNothing) {
  expect_same(kCells, {"round_arbiter"}, {GetParam()});
  for (unsigned rounds : {1, 4})
    expect_same(kCells, {"round_arbiter"}, {GetParam()}, {},
                {"tin.switch.arbiter=rrm", fmt::format("tin.switch.islip_iterations={}", rounds)});
  expect_same(kCells, {"wavefront_arbiter", "vc_fifo"}, {GetParam()}, {}, kWaveFront);
}

TEST_P(Blocks, OfATransmitPortChangeNothingOnPins) {
  expect_same(kCells, kOfPort, {GetParam()}, {"tin.impl=pins"});
}

TEST_P(Blocks, OfALinkWithNoiseAndFaultsChangeNothing) {
  expect_same(kWires, kOfPort, {GetParam()});
  expect_same(kWires, kOfWire, {GetParam()});
}

TEST_P(Blocks, OfAFailingLinkChangeNothing) {
  expect_same(kFailures, {"fc_sender", "link_state", "pcs_rx", "link_rx", "rs_fec_decoder"},
              {GetParam()});
}

TEST_P(Blocks, ChangeNothingOfPacketsAndOperations) {
  const std::string network = hosts(
      "failures: {repair_tables_us: 0.5, events: [{links: pod0.tin0.port1, at_us: 2, for_us: "
      "2}]}\n");
  expect_same(network, kOfSwitch, {GetParam()});
  expect_same(network, kOfPort, {GetParam()});
  expect_same(network, kOfWire, {GetParam()});
  expect_same(network, {"route_select", "round_arbiter"}, {GetParam()});
  expect_same(network, {"wavefront_arbiter"}, {GetParam()}, {}, kWaveFront);
}

TEST_P(Blocks, AllAtOnceChangeNothing) {
  std::string all;
  for (const auto* list : {&kOfPort, &kOfWire})
    for (const std::string& block : *list) all += fmt::format("{}: {}, ", block, GetParam());
  const RunResult models = run(kWires);
  const RunResult result = run(kWires, {"tin.blocks={" + all + "}", "tin.impl_chips=[0,1,2,3]"});
  EXPECT_EQ(result.state_hash, models.state_hash);
}

INSTANTIATE_TEST_SUITE_P(As, Blocks, ::testing::Values("rtl", "lockstep"),
                         [](const auto& one) { return one.param; });

using FaultyBlocks = FaultyBlockTest;

/// Holds back one match.
struct LosesAMatch {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle > 500 && cycle < 600) out.match_valid_o.fill(false);
  }
};

TEST_F(FaultyBlocks, AMatchThatIsHeldBackIsFoundOrChangesTheResult) {
  use<IslipArbiter<50, 32>, LosesAMatch>("islip_arbiter", "NumPorts=50,NumVcs=32");
  const std::string error = error_of(kCells, {"tin.blocks.islip_arbiter=lockstep"});
  EXPECT_NE(error.find("pod 1 tin 0 islip_arbiter cycle 5"), error.npos) << error;
  EXPECT_NE(error.find("match_valid_o["), error.npos) << error;
  EXPECT_NE(error.find("registers of the model that are not all zero:\n"), error.npos) << error;
  EXPECT_NE(error.find("    grant_pointer = ["), error.npos) << error;
  EXPECT_NE(run(kCells, {"tin.blocks.islip_arbiter=rtl"}).state_hash, run(kCells).state_hash);
}

TEST_F(FaultyBlocks, AMatchOfTheOtherArbitersIsFoundToo) {
  use<RoundArbiter<50, 32>, LosesAMatch>("round_arbiter", "NumPorts=50,NumVcs=32");
  EXPECT_NE(error_of(kCells, {"tin.blocks.round_arbiter=lockstep"}).find("round_arbiter cycle 5"),
            std::string::npos);
  EXPECT_NE(run(kCells, {"tin.blocks.round_arbiter=rtl"}).state_hash, run(kCells).state_hash);
}

TEST_F(FaultyBlocks, AMatchOfAWaveFrontIsFound) {
  use<WavefrontArbiter<50, 32>, LosesAMatch>("wavefront_arbiter", "NumPorts=50,NumVcs=32");
  const auto with = [](const std::string& impl) {
    std::vector<std::string> set = kWaveFront;
    set.push_back("tin.blocks.wavefront_arbiter=" + impl);
    return set;
  };
  EXPECT_NE(error_of(kCells, with("lockstep")).find("wavefront_arbiter cycle 5"),
            std::string::npos);
  EXPECT_NE(run(kCells, with("rtl")).state_hash, run(kCells, kWaveFront).state_hash);
}

/// Takes another of the ports 1 and 2 than the one that was chosen.
struct TakesAnotherPort {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle > 200 && out.valid_o && !out.none_o) out.port_o = out.port_o == 1 ? 2 : 1;
  }
};

TEST_F(FaultyBlocks, AWrongChoiceIsFoundWhereOtherLinksFail) {
  use<RouteSelect<50>, TakesAnotherPort>("route_select", "NumPorts=50");
  const std::string error = error_of(kOtherFailures, {"tin.blocks.route_select=lockstep"});
  EXPECT_NE(error.find("pod 1 tin 0 route_select cycle "), error.npos) << error;
  EXPECT_NE(error.find("port_o: reference "), error.npos) << error;
}

/// Limits of the first cycles do not reach the switch; later ones make up for them.
struct LosesLimits {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle < 700) out.fc_valid_o = false;
  }
};

TEST_F(FaultyBlocks, ALimitThatIsLostIsFoundOrChangesTheResult) {
  use<FcReceiver<32>, LosesLimits>("fc_receiver", "NumVcs=32");
  const std::string error = error_of(kWires, {"tin.blocks.fc_receiver=lockstep"});
  EXPECT_NE(error.find("pod 1 tin 0 port "), error.npos) << error;
  EXPECT_NE(error.find("fc_receiver cycle "), error.npos) << error;
  EXPECT_NE(error.find("fc_valid_o: reference"), error.npos) << error;
  EXPECT_NE(run(kWires, {"tin.blocks.fc_receiver=rtl"}).state_hash, run(kWires).state_hash);
}

/// A wrong bit in one block.
struct SpoilsABlock {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle == 300) out.block_o.words()[0] ^= 16;
  }
};

TEST_F(FaultyBlocks, ABlockThatIsDecodedWronglyStopsTheRun) {
  use<RsFecDecoder, SpoilsABlock>("rs_fec_decoder", "");
  const std::string lockstep = error_of(kWires, {"tin.blocks.rs_fec_decoder=lockstep"});
  EXPECT_NE(lockstep.find("rs_fec_decoder cycle 300: model and RTL"), lockstep.npos) << lockstep;
  const std::string rtl = error_of(kWires, {"tin.blocks.rs_fec_decoder=rtl"});
  EXPECT_NE(rtl.find("cycle 300: rs_fec_encoder or rs_fec_decoder: block_o"), rtl.npos) << rtl;
}

TEST_F(FaultyBlocks, TheSmallestStimulusOfANetworkIsWritten) {
  use<FcReceiver<32>, LosesLimits>("fc_receiver", "NumVcs=32");
  const std::string file = ::testing::TempDir() + "blocks_minimal.yaml";
  keep_block_inputs(file);
  const std::string error = error_of(kWires, {"tin.blocks.fc_receiver=lockstep"});
  keep_block_inputs("");
  EXPECT_NE(error.find("smallest stimulus ("), error.npos) << error;
  EXPECT_NE(error.find("repeat: tinsim replay " + file), error.npos) << error;
  // The block loses limits in each of its first 700 cycles.
  ReplayShape shape = make_replay_shape<FcReceiver<32>>("fc_receiver", "NumVcs=32");
  using Faulty = FaultyBlock<FcReceiver<32>, LosesLimits>;
  shape.make_other = [](int) { return std::make_unique<ReplayBlockOf<Faulty>>(Faulty("", 1)); };
  const Replayed again = replay_file(file, shape);
  EXPECT_TRUE(again.differs);
  EXPECT_NE(again.text.find("fc_valid_o: reference 1"), std::string::npos) << again.text;
  std::filesystem::remove(file);
}

TEST_F(FaultyBlocks, AnotherShapeIsNamed) {
  use<FcReceiver<4>, LosesLimits>("fc_receiver", "NumVcs=4");
  run(kWires, {"tin.blocks.fc_receiver=rtl"});
  EXPECT_EQ(block_dut_uses(), 0u);
  EXPECT_EQ(block_dut_wanted(), "NumVcs=32");
}

/// A wrong bit in the first block that is cut in a cycle.
struct CutsWrongly {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle == 300) out.block0_o.words()[0] ^= 16;
  }
};

TEST_F(FaultyBlocks, ABlockThatIsCutWronglyStopsTheRun) {
  use<RxGearbox, CutsWrongly>("rx_gearbox", "");
  const std::string rtl = error_of(kWires, {"tin.blocks.rx_gearbox=rtl"});
  EXPECT_NE(rtl.find("cycle 300: tx_gearbox or rx_gearbox: block_o"), rtl.npos) << rtl;
  EXPECT_NE(rtl.find(", on the line from pod "), rtl.npos) << rtl;
}

TEST(BlockRules, ABlockWithoutAPlaceIsRefused) {
  const auto refusal = [](const std::string& network, const std::string& override_) {
    return error_of(network, {override_});
  };
  EXPECT_NE(refusal(kCells, "tin.blocks.rs_fec_decoder=rtl")
                .find("tin.blocks.rs_fec_decoder: has no place in the chips of tin.impl_chips; "
                      "expected a global link at wire fidelity"),
            std::string::npos);
  EXPECT_NE(refusal(kCells, "tin.blocks.fc_sender=rtl").find("or tin.impl: pins"),
            std::string::npos);
  EXPECT_NE(refusal(kCells, "tin.blocks.vc_fifos=rtl").find("vc_fifo"), std::string::npos);
  EXPECT_NE(refusal(kCells, "tin.blocks.vc_fifo=rlt").find("expected"), std::string::npos);
  EXPECT_NE(error_of(kCells, {"tin.blocks.vc_fifo=rtl", "tin.impl=rtl"}).find("tin.impl: is rtl"),
            std::string::npos);
  EXPECT_NE(refusal(kCells, "tin.blocks.wavefront_arbiter=rtl")
                .find("expected link.credits: sets, and tin.switch.arbiter: wavefront"),
            std::string::npos);
  EXPECT_NE(error_of(kCells, {"tin.blocks.wavefront_arbiter=rtl", "tin.switch.arbiter=wavefront"})
                .find("or, at 50 ports, a wave front in every cycle"),
            std::string::npos);
  EXPECT_NE(error_of(kCells, {"tin.blocks.islip_arbiter=rtl", "tin.blocks.round_arbiter=rtl"})
                .find("model for islip_arbiter, whose place it takes"),
            std::string::npos);
}

}  // namespace
}  // namespace tinsim
