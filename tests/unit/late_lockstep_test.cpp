// SPDX-License-Identifier: Apache-2.0
// A lockstep with a side whose outputs, all or some, come some cycles later.
#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/state.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/drive.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"

namespace tinsim {
namespace {

using Model = VcFifo<4, 64>;

/// The FIFO with its words, but not its credits, in kRegs more registers; junk after a reset.
template <unsigned kRegs>
class LateFifo {
 public:
  using In = Model::In;
  using Out = Model::Out;
  const Out& out() const { return out_; }
  void tick(const In& in) {
    fifo_.tick(in);
    show();
  }
  void reset(const In& straps) {
    fifo_.reset(straps);
    Out junk;
    junk.pop_valid_o = true;
    junk.pop_data_o = 0xdead;
    line_.assign(kRegs, junk);
    show();
  }

 private:
  void show() {
    line_.push_back(fifo_.out());
    out_ = fifo_.out();
    out_.pop_valid_o = line_.front().pop_valid_o;
    out_.pop_sop_o = line_.front().pop_sop_o;
    out_.pop_data_o = line_.front().pop_data_o;
    line_.pop_front();
  }
  Model fifo_;
  std::deque<Out> line_;
  Out out_;
};

template <unsigned kRegs>
std::string run(std::vector<unsigned> latency) {
  Lockstep<Model, LateFifo<kRegs>> pair("fifo");
  pair.set_latency(std::move(latency));
  VcFifoStimulus<4, 64> stimulus(1);
  drive(pair, stimulus, 20000, 1, 300);
  return pair.finish();
}

/// The report of a run that differs.
template <unsigned kRegs>
std::string report_of(std::vector<unsigned> latency) {
  try {
    run<kRegs>(std::move(latency));
  } catch (const LockstepMismatch& mismatch) {
    return mismatch.what();
  }
  return "";
}

/// In the order of the field list: heads, words, credits.
std::vector<unsigned> latency_of_words(unsigned cycles) {
  return {0, 0, 0, cycles, cycles, cycles, 0, 0, 0, 0};
}

TEST(LateLockstep, ComparesEachOutputInItsCycle) {
  EXPECT_NE(run<1>(latency_of_words(1)).find("all equal"), std::string::npos);
  EXPECT_NE(run<7>(latency_of_words(7)).find("all equal"), std::string::npos);
  EXPECT_NE(run<0>({}).find("all equal"), std::string::npos);
}

TEST(LateLockstep, FindsAnotherLatency) {
  EXPECT_THROW(run<1>({}), LockstepMismatch);
  EXPECT_THROW(run<1>(latency_of_words(2)), LockstepMismatch);
  EXPECT_THROW(run<2>(latency_of_words(1)), LockstepMismatch);
  EXPECT_THROW(run<1>(std::vector<unsigned>(10, 1)), LockstepMismatch);
}

TEST(LateLockstep, ReportSaysInWhichCyclesOutputsAreShown) {
  const std::string shown = "outputs of the reference are shown in its own cycles; ";
  EXPECT_NE(report_of<2>(std::vector<unsigned>(10, 1))
                .find(shown + "those of the other come 1 cycle later\nlast cycles"),
            std::string::npos);
  EXPECT_NE(report_of<1>(latency_of_words(2))
                .find(shown + "of those of the other come later: pop_valid_o 2 cycles, "
                              "pop_sop_o 2 cycles, pop_data_o 2 cycles\nlast cycles"),
            std::string::npos);
  const std::string none = report_of<1>({});
  EXPECT_NE(none.find("last cycles"), std::string::npos);
  EXPECT_EQ(none.find(shown), std::string::npos);
  EXPECT_EQ(report_of<1>(std::vector<unsigned>(10, 0)).find(shown), std::string::npos);
}

TEST(LateLockstep, HasAHistoryOfSixteenCycles) {
  EXPECT_NE(run<15>(latency_of_words(15)).find("all equal"), std::string::npos);
  EXPECT_THROW(run<16>(latency_of_words(16)), ConfigError);
}

TEST(LateLockstep, ListsRegistersThatAreNotZero) {
  Model fifo;
  Model::In in;
  in.depth_words_i = {10, 20, 30, 40};
  fifo.reset(in);
  in.push_valid_i = in.push_sop_i = true;
  in.push_vc_i = 2;
  in.push_len_i = 3;
  fifo.tick(in);
  EXPECT_EQ(state_text(state_of(fifo), 2),
            "  cells = [0 0 1 0]\n  words_written = [0 0 1 0]\n  room_words = [10 20 27 40]\n"
            "  granted_words = [10 20 30 40]\n  push_vc = 2\n  push_left = 2\n");
  const std::string all = state_text(state_of(fifo), 2, true);
  EXPECT_NE(all.find("  read_vc = 0\n  read_left = 0\n"), std::string::npos) << all;
  EXPECT_EQ(state_section({}), "    none\n");
}

}  // namespace
}  // namespace tinsim
