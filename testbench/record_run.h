// SPDX-License-Identifier: Apache-2.0
// The inputs of a run that failed, found by running it again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/lockstep.h"
#include "rtl_models/replay/recording_file.h"
#include "rtl_models/replay/replay_report.h"
#include "testbench/drive.h"

namespace tinsim {

/// A block that records its inputs, at most kMostRecordedWords words of them; where there are more,
/// those since the last reset are kept.
template <class B>
class Recorder {
 public:
  using In = typename B::In;
  using Out = typename B::Out;
  using Preset = PresetOf<B>;
  explicit Recorder(B& block) : block_(block) {}

  template <class M = B, std::enable_if_t<kIsStage<M>, int> = 0>
  const Out& out() const {
    return block_.out();
  }
  template <class M = B, std::enable_if_t<!kIsPart<M>, int> = 0>
  void tick(const In& in) {
    record(in);
    block_.tick(in);
  }
  void reset(const In& straps) {
    block_.reset(straps);
    straps_ = words_of(straps);
    if (cycles_.size() * words_ > kMostRecordedWords / 2) cycles_.clear();
    last_reset_ = cycles_.size();
    pending_ = {};
    if (last_reset_ > 0)
      pending_.reset = straps_;
    else
      first_straps_ = straps_;
  }
  void preset([[maybe_unused]] const Preset& registers) {
    if constexpr (kHasPreset<B>) {
      block_.preset(registers);
      pending_.preset.resize(layout_of<Preset>().words);
      to_words(registers, pending_.preset);
    }
  }
  template <class M = B, std::enable_if_t<!kIsStage<M>, int> = 0>
  Out eval(const In& in) {
    if constexpr (kIsPart<B>) record(in);
    return block_.eval(in);
  }

  /// From the last reset on, and of the whole run; both also with one cycle more, which shows the
  /// outputs of the last edge: idle, or with the straps, since zero may break a rule.
  std::vector<Recording> recordings(const Recording& head) const {
    std::vector<Recording> all;
    const auto first = cycles_.begin() + static_cast<std::ptrdiff_t>(last_reset_);
    for (const auto& [begin, straps] :
         {std::pair(first, straps_), std::pair(cycles_.begin(), first_straps_)}) {
      Recording recording = head;
      recording.straps = straps;
      recording.cycles.assign(begin, cycles_.end());
      if (!recording.cycles.empty()) recording.cycles.front().reset.clear();
      if (!recording.cycles.empty()) all.push_back(recording);
      recording.cycles.push_back({Words(words_), {}, {}});
      all.push_back(recording);
      recording.cycles.back().in = straps_;
      all.push_back(std::move(recording));
    }
    return all;
  }

 private:
  Words words_of(const In& in) const {
    Words words(words_);
    to_words(in, words);
    return words;
  }
  void record(const In& in) {
    pending_.in = words_of(in);
    if ((cycles_.size() + 1) * words_ <= kMostRecordedWords) cycles_.push_back(std::move(pending_));
    pending_ = {};
  }

  B& block_;
  std::size_t words_ = layout_of<In>().words, last_reset_ = 0;
  Words straps_, first_straps_;
  std::vector<RecordedCycle> cycles_;
  RecordedCycle pending_;
};

/// Runs a lockstep that differs once more and records it. Of the recordings the first may show the
/// difference again, or a later one. `pair` and `stimulus` are new; the other
/// arguments are those of `drive()`.
template <BackDoor kBackDoor, class Pair, class Stimulus>
std::vector<Recording> record_run(Pair& pair, Stimulus& stimulus, const Recording& head,
                                  std::uint64_t cycles, std::uint64_t seed, unsigned reset_every) {
  Recorder<Pair> recorder(pair);
  try {
    drive<kBackDoor>(recorder, stimulus, cycles, seed, reset_every);
  } catch (const LockstepMismatch&) {
    // The difference that is to be recorded.
  }
  return recorder.recordings(head);
}

/// The smallest stimulus of the first recording that shows a difference of `field`; empty text:
/// none does.
inline Minimal minimal_of(const ReplayShape& shape, const std::vector<Recording>& recordings,
                          const std::string& field) {
  for (const Recording& recording : recordings) {
    Minimal minimal = minimal_stimulus(shape, recording, field);
    if (!minimal.text.empty()) return minimal;
  }
  return {};
}

/// A recording without cycles, of a run with this seed.
inline Recording recording_head(const ReplayShape& shape, std::uint64_t seed) {
  Recording head;
  head.block = shape.block;
  head.parameters = shape.parameters;
  head.other = shape.other;
  head.seed = seed;
  return head;
}

}  // namespace tinsim
