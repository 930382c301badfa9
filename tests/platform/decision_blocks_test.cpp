// SPDX-License-Identifier: Apache-2.0
// `tin.blocks` of IP and 1RMA: the RTL of each block makes the decisions of all chips, or is
// compared with them, and the run stays the same; a decision that is changed is found.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "base/errors.h"
#include "platform/validate/load.h"
#include "rtl_models/slots/block_dut.h"
#include "testbench/dut/dut_export.h"
#include "testbench/run_fresh.h"
#include "tlm/tin/ip/ip_blocks.h"
#include "tlm/tin/rma/rma_blocks.h"

namespace tinsim {
namespace {

/// IP and 1RMA, with queues that refuse and mark, a strict class, operations that time out, a link
/// with noise and one that fails.
constexpr const char* kNetwork = R"(
topology: {kind: dragonfly, pods: 1, tins_per_pod: 3, hosts_per_tin: 2, local_links_per_pair: 2}
link: {noise: [{links: pod0.tin0.port0, ber: 1.0e-5}]}
failures: {repair_tables_us: 0.5, events: [{links: pod0.tin1.port1, at_us: 3, for_us: 2}]}
ip:
  enabled: true
  payload: carried
  egress: {window_kib: 20, drop_threshold: 3, mark_threshold: 1, strict_classes: [6]}
ip_traffic:
  - {transport: none, gbps: 20, message_bytes: 2000}
  - {transport: none, gbps: 10, message_bytes: 300, cos: 6}
rma:
  enabled: true
  solicitation_window_bytes: 8192
  dispatch_timeout_us: 1.5
  operation_timeout_us: 3
  pull_timeout_us: 2.5
rma_traffic:
  - {op: read, bytes: 3000, outstanding: 4}
  - {op: write, class: L, bytes: 700, outstanding: 4}
  - {op: faa, bytes: 8, outstanding: 2}
run: {warmup_us: 1, measure_us: 8}
)";

RunResult run_with(const std::string& tin) {
  return run_fresh(parse_config(kNetwork + tin, "blocks.yaml").config);
}

std::string choice(const std::string& block, const std::string& impl) {
  return fmt::format("tin: {{impl_chips: [0, 1, 2], blocks: {{{}: {}}}}}\n", block, impl);
}

uint64_t hash_of_models() {
  static const uint64_t kHash = run_with("").state_hash;
  return kHash;
}

constexpr std::array kBlocks = {"ip_lookup",     "ttl_update",        "cellifier",
                                "cts_scheduler", "reassembly_buffer", "reorder_queue",
                                "ecn_ctd",       "command_slots",     "region_table",
                                "solicitation",  "request_codec",     "response_segmenter",
                                "timeout_wheel"};
constexpr std::size_t kIpBlocks = 7;  ///< of these, the first

class DecisionBlocks : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(DecisionBlocks, ChangeNothing) {
  const auto [block, impl] = GetParam();
  const RunResult result = run_with(choice(block, impl));
  EXPECT_EQ(result.state_hash, hash_of_models());
  // One remark of each chip, with its count.
  const std::string mark =
      fmt::format(": {} {} ", block, impl == std::string("rtl") ? "made" : "compared in");
  unsigned chips = 0;
  for (const std::string& note : result.notes) {
    const auto at = note.find(mark);
    if (at == std::string::npos) continue;
    ++chips;
    EXPECT_GT(std::stoul(note.substr(at + mark.size())), 0u) << note;
    std::printf("%s\n", note.c_str());
  }
  EXPECT_EQ(chips, 3u);
}

INSTANTIATE_TEST_SUITE_P(Each, DecisionBlocks,
                         testing::Combine(testing::ValuesIn(kBlocks),
                                          testing::Values("rtl", "lockstep")),
                         [](const auto& of) {
                           return fmt::format("{}_{}", std::get<0>(of.param),
                                              std::get<1>(of.param));
                         });

/// A block whose output `field` is wrong in its lowest bit, after some cycles.
struct Fault {
  const char* block;
  const char* parameters;
  const char* field;
  DutPlugin (*plugin)(const Fault&);
};
const Fault* fault = nullptr;  ///< the planted one

template <class Model>
class Faulty {
 public:
  using In = typename Model::In;
  using Out = typename Model::Out;
  Faulty(const std::string& /*name*/, int /*seed*/) {}
  void reset(const In& straps) {
    model_.reset(straps);
    update();
  }
  void tick(const In& in) {
    model_.tick(in);
    ++cycles_;
    update();
  }
  const Out& out() const { return out_; }
  Out eval(const In& in) const {
    if constexpr (kIsStage<Model>)
      return out_;
    else
      return corrupted(model_.eval(in));
  }

 private:
  void update() {
    if constexpr (kIsStage<Model>) out_ = corrupted(model_.out());
  }
  Out corrupted(Out out) const {
    constexpr unsigned kCorrect = 20;
    if (cycles_ < kCorrect) return out;
    Out::walk(out, [](const char* name, auto& value) {
      if (std::strcmp(name, fault->field) == 0) flip(value);
    });
    return out;
  }
  static void flip(bool& value) { value = !value; }
  template <unsigned N>
  static void flip(Bits<N>& value) {
    value = uint64_t(value) ^ 1;
  }
  template <class T, std::size_t N>
  static void flip(std::array<T, N>& values) {
    flip(values[0]);
  }

  Model model_;
  Out out_{};
  unsigned cycles_ = 0;
};

template <class Model>
DutPlugin plugin_of(const Fault& of) {
  return BlockExport<Model, Faulty<Model>>::plugin(of.block, of.parameters, of.block);
}

using Ip = IpBlockTypes;
using Rma = RmaBlockTypes;
const std::array<Fault, kBlocks.size()> kFaults = {{
    {"ip_lookup", "NumEntries=4096,NumMembers=4096", "dst_o", plugin_of<Ip::Lookup>},
    {"ttl_update", "", "expired_o", plugin_of<TtlUpdate>},
    {"cellifier", "", "cell_data_o", plugin_of<Cellifier>},
    {"cts_scheduler", "", "grant_queue_o", plugin_of<CtsScheduler>},
    {"reassembly_buffer", "NumContexts=1024,NumSlots=4095", "result_complete_o",
     plugin_of<Ip::Buffer>},
    {"reorder_queue", "NumEntries=64", "offer_tag_o", plugin_of<Ip::Order>},
    {"ecn_ctd", "", "ctd_o", plugin_of<EcnCtd>},
    {"command_slots", "NumSlots=256", "store_error_o", plugin_of<Rma::Slots>},
    {"region_table", "NumRegions=4096", "result_reason_o", plugin_of<Rma::Regions>},
    {"solicitation", "FifoDepth=256", "grant_valid_o", plugin_of<Rma::Window>},
    {"request_codec", "", "dec_size_o", plugin_of<RequestCodec>},
    {"response_segmenter", "NumContexts=64", "seg_length_o", plugin_of<Rma::Segmenter>},
    {"timeout_wheel", "NumTimers=256", "fired_valid_o", plugin_of<Rma::Wheel>},
}};

class DecisionBlocksFault : public testing::TestWithParam<Fault> {
 protected:
  DecisionBlocksFault() : plugin_(GetParam().plugin(GetParam())) {
    fault = &GetParam();
    use_block_dut(&plugin_);
  }
  ~DecisionBlocksFault() override { use_block_dut(nullptr); }

 private:
  DutPlugin plugin_;
};

TEST_P(DecisionBlocksFault, IsNamedInLockstep) {
  try {
    run_with(choice(GetParam().block, "lockstep"));
    FAIL() << "the planted difference was not found";
  } catch (const InvariantError& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find("pod 0 tin "), 0u) << text;
    for (const char* part : {GetParam().block, GetParam().field, "cycle "})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

TEST_P(DecisionBlocksFault, ChangesTheRunOrStopsIt) {
  try {
    EXPECT_NE(run_with(choice(GetParam().block, "rtl")).state_hash, hash_of_models());
  } catch (const InvariantError& error) {
    std::printf("%s\n", error.what());
  }
}

INSTANTIATE_TEST_SUITE_P(Each, DecisionBlocksFault, testing::ValuesIn(kFaults),
                         [](const auto& of) { return std::string(of.param.block); });

/// With the chips of choice().
const std::string kTopology =
    "topology: {kind: dragonfly, pods: 1, tins_per_pod: 3, hosts_per_tin: 2, "
    "local_links_per_pair: 2}\n";

/// Text of the error with which a configuration is refused.
std::string refusal(const std::string& text) {
  try {
    validate(parse_config(text, "blocks.yaml").config);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(DecisionBlocksRules, ABlockWithoutItsTrafficIsRefused) {
  const std::string rma = "rma: {enabled: true}\n", ip = "ip: {enabled: true}\n";
  for (std::size_t i = 0; i < kBlocks.size(); ++i) {
    const std::string& other = i < kIpBlocks ? rma : ip;
    const std::string text = refusal(kTopology + other + choice(kBlocks[i], "rtl"));
    EXPECT_NE(text.find(fmt::format("tin.blocks.{}", kBlocks[i])), std::string::npos) << text;
    EXPECT_NE(text.find(i < kIpBlocks ? "expected ip.enabled" : "expected rma.enabled"),
              std::string::npos)
        << text;
  }
}

TEST(DecisionBlocksRules, TrafficBeyondTheShapeOfABlockIsRefused) {
  const std::string large = kTopology + "ip: {enabled: true, egress: {buffer_kib: 1024}}\n";
  EXPECT_NE(refusal(large + choice("reassembly_buffer", "rtl")).find("ip.egress.buffer_kib"),
            std::string::npos);
  EXPECT_EQ(refusal(large + choice("cellifier", "rtl")), "");
  const std::string rma = kTopology + "rma: {enabled: true, operation_timeout_us: 160}\n";
  EXPECT_EQ(refusal(rma + choice("timeout_wheel", "rtl")), "");
  EXPECT_NE(refusal(rma + "pcie: {completion_bytes: 512, mps: 512}\n" +
                    choice("response_segmenter", "lockstep"))
                .find("pcie.completion_bytes"),
            std::string::npos);
}

}  // namespace
}  // namespace tinsim
