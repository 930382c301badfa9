// SPDX-License-Identifier: Apache-2.0
// Inputs of a block in lockstep inside a network, for the smallest stimulus of a difference.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/block_slot.h"
#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/pack.h"
#include "rtl_models/replay/recording_file.h"
#include "rtl_models/replay/replay_report.h"

namespace tinsim {

/// From now on blocks in lockstep keep their inputs, and the first difference is written to this
/// file (`tinsim replay`); "": they do not. `dut`: shared object whose RTL is in use; "": none.
void keep_block_inputs(const std::string& file, const std::string& dut = "");
const std::string& file_of_block_inputs();
/// "tinsim replay" of the file of kept inputs.
std::string command_of_block_inputs(const std::string& file);

/// Words of inputs that all blocks together keep, packed: 400 MB. One keeps kMostRecordedWords at
/// most, which are not packed where they are repeated.
inline constexpr std::size_t kMostKeptWords = 100'000'000;
/// Adds to the words that are kept; false if that would be too many.
bool keep_words(std::size_t words);
void forget_words(std::size_t words);

/// The inputs of one block since its last reset.
template <class Model>
class BlockRecorder {
 public:
  using In = typename Model::In;

  BlockRecorder() = default;
  BlockRecorder(const BlockRecorder&) = delete;
  BlockRecorder& operator=(const BlockRecorder&) = delete;
  ~BlockRecorder() { forget_words(words_.size()); }

  void reset(const In& straps) {
    straps_ = straps;
    forget();
    is_whole_ = true;
  }
  void cycle(const In& in) {
    if (!is_whole_) return;
    if (kIsPart<Model>) forget();  // its outputs follow from these inputs alone
    is_whole_ = words_.size() / kWords < kMostCycles && keep_words(kWords);
    if (!is_whole_) return forget();
    words_.resize(words_.size() + kWords);
    pack_struct(in, &words_[words_.size() - kWords]);
  }

  /// Writes the smallest stimulus and returns its report. `make_other` gives another instance of
  /// the RTL.
  template <class MakeOther>
  std::string minimal(const char* block, const char* parameters, const std::string& other,
                      MakeOther make_other, const LockstepMismatch& mismatch) const {
    if (!is_whole_)
      return fmt::format(
          "no smallest stimulus: more than {} cycles since the reset of the block, or the blocks "
          "in "
          "lockstep have more than {} words of inputs together; expected a shorter run, or fewer "
          "blocks in lockstep\n",
          kMostCycles, kMostKeptWords);
    ReplayShape shape = make_replay_shape<Model>(block, parameters);
    shape.other = other;
    shape.make_other = [make_other](int) {
      return std::make_unique<ReplayBlockOf<BlockSlot<Model>>>(make_other());
    };
    Recording recording = recorded(shape);
    const Minimal minimal = minimal_stimulus(shape, recording, mismatch.field());
    if (minimal.text.empty()) return "the inputs alone do not show it again\n";
    const std::string& file = file_of_block_inputs();
    return transactions_text(shape, recording) + minimal.text +
           saved_text(file, shape, minimal.shrunk.recording,
                      "Repeat it: " + command_of_block_inputs("FILE"),
                      command_of_block_inputs(file));
  }

 private:
  static inline const std::size_t kWords = (bundle_width<In>() + 31) / 32;
  static inline const std::size_t kMostCycles =
      std::min(kMostRecordedCycles, kMostRecordedWords / layout_of<In>().words);

  void forget() {
    forget_words(words_.size());
    words_ = {};
  }

  Recording recorded(const ReplayShape& shape) const {
    Recording recording;
    recording.block = shape.block;
    recording.parameters = shape.parameters;
    recording.other = shape.other;
    recording.straps.resize(shape.in.words);
    to_words(straps_, recording.straps);
    for (std::size_t at = 0; at < words_.size(); at += kWords) {
      In in;
      unpack_struct(&words_[at], in);
      recording.cycles.emplace_back();
      recording.cycles.back().in.resize(shape.in.words);
      to_words(in, recording.cycles.back().in);
    }
    return recording;
  }

  In straps_{};
  std::vector<std::uint32_t> words_;
  bool is_whole_ = true;
};

}  // namespace tinsim
