// SPDX-License-Identifier: Apache-2.0
// Runs that find a planted bug: the smallest stimulus, its file, and what repeats it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "Vcell_switch_4.h"
#include "Vcell_switch_m1.h"
#include "Vcredit_counter_4.h"
#include "Vcredit_counter_m1.h"
#include "Vislip_arbiter_4.h"
#include "Vislip_arbiter_m2.h"
#include "Vordered_set_codec.h"
#include "Vordered_set_codec_m1.h"
#include "Vvc_fifo_4.h"
#include "Vvc_fifo_m1.h"
#include "Vvc_fifo_m3.h"
#include "base/errors.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/rtl.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/islip_arbiter/islip_arbiter.h"
#include "rtl_models/latency_meter/latency_meter.h"
#include "rtl_models/ordered_set_codec/ordered_set_codec.h"
#include "rtl_models/vc_fifo/vc_fifo.h"
#include "testbench/lockstep_minimal.h"
#include "testbench/stimulus/cell_switch_stimulus.h"
#include "testbench/stimulus/credit_counter_stimulus.h"
#include "testbench/stimulus/islip_arbiter_stimulus.h"
#include "testbench/stimulus/ordered_set_codec_stimulus.h"
#include "testbench/stimulus/vc_fifo_stimulus.h"

namespace tinsim {
namespace {

using Arbiter = IslipArbiter<4, 4>;
using Fifo = VcFifo<4, 64>;
using Switch = CellSwitch<4, 4, 64>;

/// One planted bug and the block without it.
struct Found {
  ReplayShape wrong, right;
  Minimal minimal;
};

template <class Model, class AsRtl, class AsGood, class Stimulus>
Found find_bug_in(const char* block, const char* parameters, std::uint64_t seed) {
  constexpr std::uint64_t kCycles = 200000;
  constexpr unsigned kResetEvery = 5000;
  using Pair = Lockstep<Model, AsRtl>;
  Found found = {make_replay_shape<Model, AsRtl>(block, parameters, "mutant"),
                 make_replay_shape<Model, AsGood>(block, parameters, "rtl"),
                 {}};
  const auto pair = [&] {
    return std::make_unique<Pair>("pair", "", Model(), AsRtl("mutant", static_cast<int>(seed)));
  };
  auto stimulus = std::make_unique<Stimulus>(seed);
  std::string field;
  try {
    drive(*pair(), *stimulus, kCycles, seed, kResetEvery);
    ADD_FAILURE() << "the planted bug was not found";
    return found;
  } catch (const LockstepMismatch& mismatch) {
    field = mismatch.field();
  }
  stimulus = std::make_unique<Stimulus>(seed);
  found.minimal =
      minimal_of(found.wrong,
                 record_run<BackDoor::kUsed>(*pair(), *stimulus, recording_head(found.wrong, seed),
                                             kCycles, seed, kResetEvery),
                 field);
  EXPECT_EQ(field_name(found.minimal.shrunk.outcome.difference.field), field_name(field));
  EXPECT_TRUE(found.minimal.shrunk.is_complete);
  fmt::print("{}", found.minimal.text);
  return found;
}

template <class Model, class Bug, class Good, class Stimulus>
Found find_bug(const char* block, const char* parameters, std::uint64_t seed) {
  return find_bug_in<Model, Rtl<Model, Bug>, Rtl<Model, Good>, Stimulus>(block, parameters, seed);
}

Found arbiter() {
  return find_bug<Arbiter, Vislip_arbiter_m2, Vislip_arbiter_4, IslipArbiterStimulus<4, 4>>(
      "islip_arbiter", "NumPorts=4,NumVcs=4", 1);
}
Found fifo() {
  return find_bug<Fifo, Vvc_fifo_m3, Vvc_fifo_4, VcFifoStimulus<4, 64>>("vc_fifo",
                                                                        "NumVcs=4,MaxWords=64", 1);
}
Found cell_switch() {
  return find_bug<Switch, Vcell_switch_m1, Vcell_switch_4, CellSwitchStimulus<4, 4, 64>>(
      "cell_switch", "NumPorts=4,NumVcs=4,MaxWords=64", 1);
}

bool shows(const Found& found, const Recording& recording) {
  if (recording.cycles.empty()) return false;
  const ReplayOutcome outcome = run_recording(found.wrong, recording);
  return outcome.kind == ReplayOutcome::Kind::kDiffers &&
         field_name(outcome.difference.field) ==
             field_name(found.minimal.shrunk.recording.difference.field);
}

/// Elements that can be left out, and cycles: independent of the shrinker.
unsigned removable(const Found& found) {
  const Recording& smallest = found.minimal.shrunk.recording;
  unsigned count = 0;
  const auto try_without = [&](auto&& change) {
    Recording recording = smallest;
    change(recording);
    count += shows(found, recording);
  };
  for (std::size_t n = 0; n < smallest.cycles.size(); ++n)
    try_without([&](Recording& recording) {
      recording.cycles.erase(recording.cycles.begin() + static_cast<std::ptrdiff_t>(n));
    });
  // An input that keeps its value between resets changes with the reset, in all cycles.
  const std::vector<bool>& held = found.minimal.shrunk.held;
  for (std::size_t n = 0; n <= smallest.cycles.size(); ++n) {
    const bool of_reset = n == smallest.cycles.size();
    for (std::size_t word = 0; word < found.wrong.in.words; ++word) {
      const auto in = [&](auto& recording) -> auto& {
        return of_reset ? recording.straps : recording.cycles[n].in;
      };
      if (in(smallest)[word] == 0 || (held[word] && !of_reset)) continue;
      try_without([&](Recording& recording) {
        in(recording)[word] = 0;
        if (held[word])
          for (RecordedCycle& cycle : recording.cycles) cycle.in[word] = 0;
      });
    }
  }
  return count;
}

std::string temporary(const std::string& name) {
  return (std::filesystem::path(::testing::TempDir()) / ("replay_lockstep_" + name)).string();
}

void save(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Repeated from a file: the same difference with the bug, none without it.
void expect_repeated(const Found& found, const std::string& name) {
  const std::string file = temporary(name + ".yaml");
  const Recording& smallest = found.minimal.shrunk.recording;
  write_recording(file, found.wrong, smallest, "test");
  const Recording read = read_recording(file, found.wrong).recording;
  EXPECT_EQ(read.cycles, smallest.cycles);
  EXPECT_EQ(read.straps, smallest.straps);
  const ReplayOutcome again = run_recording(found.wrong, read);
  EXPECT_EQ(again.difference.cycle, smallest.difference.cycle);
  EXPECT_EQ(again.difference.field, smallest.difference.field);
  EXPECT_TRUE(replay_file(file, found.wrong).differs);
  const Replayed good = replay_file(file, found.right);
  EXPECT_FALSE(good.differs);
  EXPECT_NE(good.text.find("all equal"), std::string::npos);
  std::filesystem::remove(file);
}

TEST(ReplayLockstep, ArbiterWhosePointersMoveInEveryRound) {
  const Found found = arbiter();
  EXPECT_EQ(removable(found), 0u);
  expect_repeated(found, "arbiter");
}

TEST(ReplayLockstep, FifoThatMissesAHead) {
  const Found found = fifo();
  EXPECT_EQ(removable(found), 0u);
  expect_repeated(found, "fifo");
}

TEST(ReplayLockstep, SwitchThatKeepsTheHopCount) {
  const Found found = cell_switch();
  EXPECT_EQ(removable(found), 0u);
  expect_repeated(found, "switch");
}

/// A part has neither a clock nor a reset.
TEST(ReplayLockstep, CodecWithAWrongBit) {
  const Found found =
      find_bug<OrderedSetCodec, Vordered_set_codec_m1, Vordered_set_codec, OrderedSetCodecStimulus>(
          "ordered_set_codec", "", 1);
  EXPECT_EQ(found.minimal.shrunk.recording.cycles.size(), 1u);
  EXPECT_EQ(removable(found), 0u);
  expect_repeated(found, "codec");
}

/// Its straps are on the pins in each cycle, and stay there: a module may read them at any time.
TEST(ReplayLockstep, CounterWithStraps) {
  const Found found =
      find_bug<CreditCounter<4>, Vcredit_counter_m1, Vcredit_counter_4, CreditCounterStimulus<4>>(
          "credit_counter", "NumVcs=4", 1);
  EXPECT_EQ(removable(found), 0u);
  using In = CreditCounter<4>::In;
  const Recording& smallest = found.minimal.shrunk.recording;
  for (const RecordedCycle& cycle : smallest.cycles)
    EXPECT_EQ(from_words<In>(cycle.in).init_limit_i, from_words<In>(smallest.straps).init_limit_i);
  EXPECT_EQ(found.minimal.text.find(" init_limit_i", found.minimal.text.find("  0  ")),
            std::string::npos)
      << found.minimal.text;
  expect_repeated(found, "counter");
}

/// A counter that loses high limits: they come after thousands of cycles.
template <bool kLoses>
class HighLimits {
 public:
  using In = CreditCounter<32>::In;
  using Out = CreditCounter<32>::Out;
  HighLimits(const std::string&, int) {}
  const Out& out() const { return counter_.out(); }
  void tick(In in) {
    if (kLoses && in.fc_limit_i >= 3072) in.fc_valid_i = false;
    counter_.tick(in);
  }
  void reset(const In& straps) { counter_.reset(straps); }

 private:
  CreditCounter<32> counter_;
};

TEST(ReplayLockstep, OneVcOfManyIsLeft) {
  const Found found = find_bug_in<CreditCounter<32>, HighLimits<true>, HighLimits<false>,
                                  CreditCounterStimulus<32>>("credit_counter", "NumVcs=32", 1);
  std::set<unsigned> vcs;
  for (const RecordedCycle& cycle : found.minimal.shrunk.recording.cycles) {
    const auto in = from_words<CreditCounter<32>::In>(cycle.in);
    if (in.fc_valid_i) vcs.insert(in.fc_vc_i);
    if (in.take_valid_i) vcs.insert(in.take_vc_i);
  }
  EXPECT_EQ(vcs.size(), 1u);
  expect_repeated(found, "one_vc");
}

TEST(ReplayLockstep, AFailedLockstepTestReportsIt) {
  const std::string file = temporary("failed.yaml");
  ::setenv("TINSIM_MINIMAL", file.c_str(), 1);
  const std::string text = smallest_stimulus<Fifo, Rtl<Fifo, Vvc_fifo_m1>, VcFifoStimulus<4, 64>>(
      "vc_fifo", "NumVcs=4,MaxWords=64", "mutant", 1, 200000, 5000, "credit_words_o");
  ::unsetenv("TINSIM_MINIMAL");
  // The mutant's credit is a word less.
  unsigned reference = 0, mutant = 0;
  const std::size_t at = text.rfind("credit_words_o: ");
  ASSERT_NE(at, std::string::npos) << text;
  ASSERT_EQ(std::sscanf(text.c_str() + at, "credit_words_o: reference %u, mutant %u", &reference,
                        &mutant),
            2)
      << text;
  EXPECT_EQ(reference, mutant + 1);
  EXPECT_NE(text.find("last transactions:\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reference pop_valid_o: data="), std::string::npos) << text;
  EXPECT_NE(text.find(", cell 1 word 0"), std::string::npos) << text;
  EXPECT_TRUE(replay_file(file, make_replay_shape<Fifo, Rtl<Fifo, Vvc_fifo_m1>>(
                                    "vc_fifo", "NumVcs=4,MaxWords=64", "mutant"))
                  .differs);
  std::filesystem::remove(file);
}

TEST(ReplayLockstep, TheSameBytesOnEachRun) {
  const Found one = arbiter(), two = arbiter();
  EXPECT_EQ(one.minimal.text, two.minimal.text);
  EXPECT_EQ(recording_text(one.wrong, one.minimal.shrunk.recording, "test"),
            recording_text(two.wrong, two.minimal.shrunk.recording, "test"));
}

/// The checks above can fail: a recording with more than it needs is not the smallest.
TEST(ReplayLockstep, MoreThanIsNeededIsDetected) {
  Found found = arbiter();
  Recording& recording = found.minimal.shrunk.recording;
  recording.cycles.insert(recording.cycles.begin(), recording.cycles.front());
  recording.cycles.front().in.assign(found.wrong.in.words, 0);
  recording.cycles.front().in[0] = 1;  // iterations_i
  EXPECT_GT(removable(found), 0u);
}

TEST(ReplayLockstep, BoundStopsShrinking) {
  const Found found = arbiter();
  Recording recording = found.minimal.shrunk.recording;
  const Shrunk shrunk = shrink(found.wrong, recording, recording.difference.field, 1);
  EXPECT_FALSE(shrunk.is_complete);
  EXPECT_EQ(shrunk.runs, 0u);
  EXPECT_EQ(shrunk.recording.cycles, recording.cycles);
}

/// Text of the error that a file gives, or "" if it gives none.
std::string error_of(const std::string& file, const ReplayShape& shape) {
  try {
    replay_file(file, shape);
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(ReplayFile, ErrorsNameFileLineAndKey) {
  const Found found = arbiter();
  const std::string file = temporary("errors.yaml");
  const std::string good = recording_text(found.wrong, found.minimal.shrunk.recording, "test");
  const auto expect_error = [&](const std::string& text, const std::string& expected) {
    save(file, text);
    const std::string error = error_of(file, found.wrong);
    EXPECT_EQ(error.find(file), 0u) << error;
    EXPECT_NE(error.find(expected), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  };
  expect_error("", "expected a mapping");
  expect_error("a: [", ":1:");
  expect_error(replaced(good, "tinsim_replay: 1", "tinsim_replay: 2"), ":3:16: tinsim_replay: ");
  expect_error(replaced(good, "block: islip_arbiter", "block: vc_fifo"),
               ":4:8: block: it is for vc_fifo; expected islip_arbiter");
  expect_error(replaced(good, "NumPorts: 4", "NumPorts: 8"), ":5:8: shape: it is for 'NumPorts=8");
  expect_error(replaced(good, "seed: 1", "sed: 1"), ":7:1: sed: unknown key");
  expect_error(replaced(good, "seed: 1", "seed: -1"), ":7:7: seed: '-1'; expected a number");
  expect_error(replaced(good, "iterations_i: ", "iterations_i: 8"),
               "; expected a number of 3 bits");
  expect_error(replaced(good, "cycles:\n", "cycles:\n  - {req_valid: 1}\n"),
               ":11:6: cycles[0].req_valid: there is none of this name");
  expect_error(replaced(good, "cycles:\n", "cycles:\n  - {times: 2000000}\n"), ":11:5: cycles[0]");
  expect_error(replaced(good, "cycles:\n", "cycles:\n  - {iterations_i: 7}\n"),
               ":11:5: cycles[0]: rule IterationsInRange");
  EXPECT_NE(error_of(temporary("missing.yaml"), found.wrong).find("No such file"),
            std::string::npos);
  std::filesystem::remove(file);
}

/// Octets and lines of a good file are changed at random: it is read or refused.
TEST(ReplayFile, HostileFilesAreRefused) {
  unsigned refused = 0, taken = 0;
  for (const Found& found : {arbiter(), fifo(), cell_switch()}) {
    const std::string file = temporary("hostile.yaml");
    const std::string good = recording_text(found.wrong, found.minimal.shrunk.recording, "test");
    std::mt19937 random(1);
    const auto below = [&](std::size_t n) { return random() % n; };
    for (unsigned n = 0; n < 200; ++n) {
      std::string text = good;
      for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        const std::size_t at = below(text.size());
        switch (below(5)) {
          case 0:
            text[at] = static_cast<char>(below(256));
            break;
          case 1:
            text.erase(at, 1 + below(30));
            break;
          case 2:
            text.insert(at, text.substr(below(text.size()), below(60)));
            break;
          case 3:
            text.insert(at, 1, "0123456789{}[]:,-\"&*!x"[below(22)]);
            break;
          default:
            text.resize(at + 1);
        }
      }
      save(file, text);
      (error_of(file, found.wrong).empty() ? taken : refused) += 1;
    }
    std::filesystem::remove(file);
  }
  fmt::print("{} refused, {} read\n", refused, taken);
  EXPECT_GT(refused, 300u);
}

/// A module whose registers have other names than those of the block.
class OtherRegisters {
 public:
  using In = LatencyMeter::In;
  using Out = LatencyMeter::Out;
  using Preset = LatencyMeter::Preset;
  OtherRegisters(const std::string&, int) {}
  const Out& out() const { return meter_.out(); }
  void tick(const In& in) { meter_.tick(in); }
  void reset(const In& straps) { meter_.reset(straps); }
  void preset(const Preset&) { throw InvariantError("no public register x_q"); }

 private:
  LatencyMeter meter_;
};

TEST(ReplayFile, RegistersThatAModuleDoesNotShowAreRefused) {
  ReplayShape shape = make_replay_shape<LatencyMeter, OtherRegisters>("latency_meter", "", "other");
  Recording recording;
  recording.block = "latency_meter";
  recording.other = "other";
  recording.straps.resize(shape.in.words);
  recording.cycles.resize(2, {Words(shape.in.words), {}, {}});
  recording.cycles[1].preset.assign(shape.registers.words, 1);
  const std::string file = temporary("registers.yaml");
  write_recording(file, shape, recording, "test");
  const std::string error = error_of(file, shape);
  EXPECT_NE(error.find("cycles[1].preset: other has no public register x_q; expected registers"),
            std::string::npos)
      << error;
  shape.make_other = {};
  EXPECT_EQ(error_of(file, shape), "");
  std::filesystem::remove(file);
}

TEST(ReplayFile, ModelAloneShowsOutputsAndRegisters) {
  Found found = arbiter();
  const std::string file = temporary("model.yaml");
  write_recording(file, found.wrong, found.minimal.shrunk.recording, "test");
  found.right.make_other = {};
  const Replayed replayed = replay_file(file, found.right);
  EXPECT_FALSE(replayed.differs);
  EXPECT_NE(replayed.text.find("grant_pointer = ["), std::string::npos) << replayed.text;
  EXPECT_NE(replayed.text.find("match_valid_o["), std::string::npos) << replayed.text;
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace tinsim
