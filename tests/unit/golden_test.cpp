// SPDX-License-Identifier: Apache-2.0
// The C ABI: each kind of block gives what its model gives, registers have names, and errors say
// why.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/errors.h"
#include "rtl_models/cell_header_codec/cell_header_codec.h"
#include "rtl_models/common/block.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/golden/tinsim_golden.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "rtl_models/tx_gearbox/tx_gearbox.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "testbench/stimulus/cell_header_codec_stimulus.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"
#include "testbench/stimulus/tx_gearbox_stimulus.h"
#include "testbench/stimulus/tx_scheduler_stimulus.h"

namespace tinsim {
namespace {

struct Free {
  void operator()(tinsim_golden* golden) const { tinsim_golden_free(golden); }
};
using Golden = std::unique_ptr<tinsim_golden, Free>;

template <class Bundle>
void set_inputs(tinsim_golden* golden, const Bundle& in) {
  Bundle::walk(in, [&](const char* name, const auto& field) {
    std::vector<std::uint32_t> words((kWidth<decltype(field)> + 31) / 32);
    BitWriter writer(words.data());
    pack(field, writer);
    writer.flush();
    EXPECT_EQ(tinsim_golden_set_words(golden, name, words.data(), words.size()), 0);
  });
}

template <class Bundle>
Bundle outputs_of(tinsim_golden* golden) {
  Bundle out;
  Bundle::walk(out, [&](const char* name, auto& field) {
    std::vector<std::uint32_t> words((kWidth<decltype(field)> + 31) / 32);
    EXPECT_EQ(tinsim_golden_get_words(golden, name, words.data(), words.size()), 0);
    BitReader reader(words.data());
    unpack(reader, field);
  });
  return out;
}

template <class Out>
bool equal(const Out& a, const Out& b) {
  bool same = true;
  Out::zip(a, b, [&](const char*, const auto& x, const auto& y) { same &= x == y; });
  return same;
}

constexpr unsigned kCycles = 3000;

/// Runs the model and the library with the same stimulus. Returns the first cycle in which their
/// outputs differ; kCycles: none.
template <class Model, class Stimulus>
unsigned compare(const char* block, const char* parameters) {
  const Golden golden(tinsim_golden_create(block, parameters));
  if (golden == nullptr) throw InvariantError(tinsim_golden_error(nullptr));
  Model model;
  Stimulus stimulus(1);
  typename Model::Out before{};
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    if (cycle % 1000 == 0) {
      const auto straps = stimulus.restart();
      reset_block(model, straps);
      set_inputs(golden.get(), straps);
      EXPECT_EQ(tinsim_golden_reset(golden.get()), 0);
      before = {};
    }
    if constexpr (kIsStage<Model>) before = model.out();
    const auto in = stimulus.next(before);
    set_inputs(golden.get(), in);
    const auto seen = outputs_of<typename Model::Out>(golden.get());
    before = step(model, in);
    if (!equal(seen, before)) return cycle;
    if (tinsim_golden_tick(golden.get()) != 0)
      throw InvariantError(tinsim_golden_error(golden.get()));
  }
  return kCycles;
}

TEST(Golden, GivesTheOutputsOfItsModel) {
  EXPECT_EQ((compare<IslipArbiter<4, 4>, IslipArbiterStimulus<4, 4>>("islip_arbiter",
                                                                     "NumVcs=4,NumPorts=4")),
            kCycles);
  EXPECT_EQ((compare<IslipArbiter<50, 32>, IslipArbiterStimulus<50, 32>>("islip_arbiter",
                                                                         "NumPorts=50,NumVcs=32")),
            kCycles);
  EXPECT_EQ((compare<TxScheduler, TxSchedulerStimulus>("tx_scheduler", nullptr)), kCycles);
  EXPECT_EQ((compare<CellHeaderCodec, CellHeaderCodecStimulus>("cell_header_codec", "")), kCycles);
  // Ports of more than 64 bits.
  EXPECT_EQ((compare<TxGearbox, TxGearboxStimulus>("tx_gearbox", "")), kCycles);
}

/// Takes no notice of outputs that are busy.
struct BusyBlindArbiter : IslipArbiter<4, 4> {
  void tick(In in) {
    in.out_busy_i.fill(false);
    IslipArbiter::tick(in);
  }
};
/// Wrong in one bit of line words whose first bit is set.
struct SpoilingGearbox : TxGearbox {
  void tick(const In& in) {
    TxGearbox::tick(in);
    out_ = TxGearbox::out();
    if (out_.line_o.words()[0] & 1) out_.line_o.words()[2] ^= 32;  // bit 69, the last one
  }
  void reset(const In& straps) {
    TxGearbox::reset(straps);
    out_ = TxGearbox::out();
  }
  const Out& out() const { return out_; }

 private:
  Out out_;
};
/// Finds errors where there are none.
struct OtherCodec : CellHeaderCodec {
  Out eval(const In& in) const {
    Out out = CellHeaderCodec::eval(in);
    out.crc_error_o = !out.crc_error_o;
    return out;
  }
};

TEST(Golden, DiffersFromAModelWithABug) {
  EXPECT_LT((compare<BusyBlindArbiter, IslipArbiterStimulus<4, 4>>("islip_arbiter",
                                                                   "NumVcs=4,NumPorts=4")),
            kCycles);
  EXPECT_LT((compare<SpoilingGearbox, TxGearboxStimulus>("tx_gearbox", "")), kCycles);
  EXPECT_LT((compare<OtherCodec, CellHeaderCodecStimulus>("cell_header_codec", "")), kCycles);
}

TEST(Golden, HasEachBlockInEachShape) {
  const char *block = nullptr, *parameters = nullptr;
  std::size_t count = 0;
  for (; tinsim_golden_shape(count, &block, &parameters) != 0; ++count) {
    const Golden golden(tinsim_golden_create(block, parameters));
    ASSERT_NE(golden, nullptr) << block;
    tinsim_golden_port port;
    unsigned inputs = 0, outputs = 0;
    for (std::size_t n = 0; tinsim_golden_port_at(golden.get(), n, &port) != 0; ++n)
      ++(port.is_input ? inputs : outputs);
    EXPECT_GT(inputs, 0u) << block;
    EXPECT_GT(outputs, 0u) << block;
  }
  EXPECT_GT(count, 50u);
  EXPECT_EQ(tinsim_golden_abi(), TINSIM_GOLDEN_ABI);
}

// Input 2 requests output 3 alone: after the match g[3] is 3, a[2] is 0, and the VC pointer of the
// pair follows VC 1 (README of islip_arbiter).
TEST(Golden, NamesRegisters) {
  const Golden golden(tinsim_golden_create("islip_arbiter", "NumPorts=4,NumVcs=4"));
  EXPECT_EQ(tinsim_golden_set(golden.get(), "iterations_i", 0, 1), 0);
  EXPECT_EQ(tinsim_golden_reset(golden.get()), 0);
  EXPECT_EQ(tinsim_golden_set(golden.get(), "req_valid_i", 2 * 4 + 1, 1), 0);
  EXPECT_EQ(tinsim_golden_set(golden.get(), "req_port_i", 2 * 4 + 1, 3), 0);
  EXPECT_EQ(tinsim_golden_tick(golden.get()), 0);
  const auto state = [&](const char* name) {
    std::vector<std::uint64_t> values(16);
    values.resize(static_cast<std::size_t>(
        tinsim_golden_state(golden.get(), name, values.data(), values.size())));
    return values;
  };
  EXPECT_EQ(state("grant_pointer"), (std::vector<std::uint64_t>{0, 0, 0, 3}));
  EXPECT_EQ(state("accept_pointer"), (std::vector<std::uint64_t>{0, 0, 0, 0}));
  EXPECT_EQ(state("vc_pointer").at(2 * 4 + 3), 2u);
  std::vector<std::string> names;
  while (const char* name = tinsim_golden_state_name(golden.get(), names.size()))
    names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"grant_pointer", "accept_pointer", "vc_pointer"}));
  std::uint64_t value = 0;
  EXPECT_EQ(tinsim_golden_get(golden.get(), "match_vc_o", 2, &value), 0);
  EXPECT_EQ(value, 1u);
}

TEST(Golden, SaysWhatIsWrong) {
  EXPECT_EQ(tinsim_golden_create("arbiter", ""), nullptr);
  EXPECT_STREQ(tinsim_golden_error(nullptr),
               "no block 'arbiter'; tinsim_golden_shape() lists those of the library");
  EXPECT_EQ(tinsim_golden_create("vc_fifo", "NumVcs=5,MaxWords=64"), nullptr);
  EXPECT_STREQ(tinsim_golden_error(nullptr),
               "vc_fifo has no shape 'NumVcs=5,MaxWords=64'; expected 'NumVcs=4,MaxWords=64' or "
               "'NumVcs=32,MaxWords=512', or a library of tinsim_add_golden(), which makes other "
               "shapes");
  const Golden fifo(tinsim_golden_create("vc_fifo", nullptr));
  const auto error = [&](int result) {
    EXPECT_EQ(result, -1);
    return std::string(tinsim_golden_error(fifo.get()));
  };
  std::uint32_t words[3] = {};
  EXPECT_NE(
      error(tinsim_golden_set(fifo.get(), "push_i", 0, 1)).find("no port push_i; expected one"),
      std::string::npos);
  EXPECT_EQ(error(tinsim_golden_set(fifo.get(), "pop_vc_i", 0, 32)),
            "vc_fifo: pop_vc_i = 32 does not fit 5 bits");
  EXPECT_EQ(error(tinsim_golden_set(fifo.get(), "head_len_o", 0, 1)),
            "vc_fifo: head_len_o is an output and cannot be set");
  EXPECT_EQ(error(tinsim_golden_set(fifo.get(), "depth_words_i", 4, 1)),
            "vc_fifo: depth_words_i[4]: the port has 4 elements");
  EXPECT_EQ(error(tinsim_golden_set_words(fifo.get(), "push_data_i", words, 3)),
            "vc_fifo: push_data_i has 2 words of 32 bits, not 3");
  EXPECT_NE(error(static_cast<int>(tinsim_golden_state(fifo.get(), "depth", nullptr, 0)))
                .find("no register depth; expected one of cells, "),
            std::string::npos);
  EXPECT_EQ(tinsim_golden_set(fifo.get(), "pop_valid_i", 0, 1), 0);
  EXPECT_EQ(error(tinsim_golden_tick(fifo.get())),
            "vc_fifo: PopNeedsHead: VC 0 popped without a head");
  EXPECT_EQ(tinsim_golden_reset(fifo.get()), 0);
}

}  // namespace
}  // namespace tinsim
