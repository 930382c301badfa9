// SPDX-License-Identifier: Apache-2.0
// Repeats a recording with the reference and, where there is one, the implementation held to it.
#include "rtl_models/replay/run_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/errors.h"

namespace tinsim {

std::string value_text(const std::uint32_t* words, unsigned width) {
  if (width <= 16) return fmt::format("{}", words[0]);
  std::size_t top = (width + 31) / 32 - 1;
  while (top > 0 && words[top] == 0) --top;
  std::string text = fmt::format("{:#x}", words[top]);
  while (top-- > 0) text += fmt::format("{:08x}", words[top]);
  return text;
}

std::string words_text(const FieldLayout& layout, const Words& words, const std::string& none) {
  std::string text;
  for (const LayoutField& field : layout.fields) {
    for (unsigned n = 0; n < field.elements(); ++n) {
      const std::uint32_t* value = &words[field.word_of(n)];
      if (std::all_of(value, value + field.words(), [](std::uint32_t w) { return w == 0; }))
        continue;
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", field.element_name(n),
                          value_text(value, field.width));
    }
  }
  return text.empty() ? none : text;
}

namespace {

/// As tinsim_add_dut() allows.
constexpr std::size_t kMostLatency = 15;

/// One repetition.
class Run {
 public:
  Run(const ReplayShape& shape, const Recording& recording,
      const std::function<void(const ReplayedCycle&)>& observer)
      : shape_(shape),
        recording_(recording),
        observer_(observer),
        reference_(shape.make_reference()),
        want_(shape.out.words) {
    if (!shape.make_other) return;
    other_ = shape.make_other(static_cast<int>(recording.seed % 0x7fffffff));
    got_.resize(shape.out.words);
  }

  ReplayOutcome run() {
    reset(recording_.straps);
    for (std::size_t n = 0; !ended_ && n < recording_.cycles.size(); ++n) {
      outcome_.index = n;
      run_cycle(recording_.cycles[n]);
    }
    return outcome_;
  }

 private:
  void run_cycle(const RecordedCycle& cycle) {
    if (!cycle.reset.empty()) {
      if (shape_.is_stage && cycle_ > 0 && other_) compare(cycle.reset);
      if (!ended_) reset(cycle.reset);
    }
    if (!cycle.preset.empty() && !ended_) {
      of_reference([&] { reference_->preset(cycle.preset); });
      preset_other(cycle.preset);
    }
    if (!ended_) {
      compare(cycle.in);
      if (outcome_.kind == ReplayOutcome::Kind::kDiffers) refuse_last_inputs(cycle.in);
    }
    if (ended_) return;
    ++cycle_;
    of_reference([&] { reference_->tick(cycle.in); });
    of_other([&] { other_->tick(cycle.in); });
  }

  void preset_other(const Words& registers) {
    if (ended_ || !other_) return;
    try {
      other_->preset(registers);
    } catch (const InvariantError& error) {
      outcome_.text = error.what();
      end(ReplayOutcome::Kind::kNoRegister);
    }
  }

  void reset(const Words& straps) {
    of_reference([&] { reference_->reset(straps); });
    of_other([&] { other_->reset(straps); });
    cycle_ = 0;
    past_.clear();
  }

  void compare(const Words& in) {
    of_reference([&] { reference_->outputs(in, want_); });
    of_other([&] { other_->outputs(in, got_); });
    if (ended_) return;
    if (observer_) observer_({outcome_.index, cycle_, in, want_, got_, *reference_});
    if (!other_) return;
    if (shape_.latency.empty()) {
      compare_outputs(want_);
    } else {
      past_.push_back(want_);
      if (past_.size() > kMostLatency + 1) past_.pop_front();
      compare_outputs(late_outputs());
    }
  }

  /// Outputs that the other shows in this cycle; its own where those lie before the reset.
  Words late_outputs() const {
    Words late = got_;
    for (std::size_t n = 0; n < shape_.out.fields.size(); ++n) {
      const LayoutField& field = shape_.out.fields[n];
      if (shape_.latency[n] >= past_.size()) continue;
      const Words& then = past_[past_.size() - 1 - shape_.latency[n]];
      const auto first = static_cast<std::ptrdiff_t>(field.first);
      std::copy_n(then.begin() + first, field.elements() * field.words(), late.begin() + first);
    }
    return late;
  }

  /// The inputs of the cycle that differs have to keep the rules too.
  void refuse_last_inputs(const Words& in) {
    ended_ = false;
    of_reference([&] { reference_->tick(in); });
    ended_ = true;
  }

  void compare_outputs(const Words& want) {
    if (want == got_) return;
    constexpr unsigned kShown = 20;
    unsigned differences = 0;
    for (const LayoutField& field : shape_.out.fields) {
      for (unsigned n = 0; n < field.elements(); ++n) {
        const std::size_t word = field.word_of(n);
        if (std::equal(&want[word], &want[word] + field.words(), &got_[word])) continue;
        const Difference one = {cycle_, field.element_name(n), value_text(&want[word], field.width),
                                value_text(&got_[word], field.width)};
        if (differences++ == 0) outcome_.difference = one;
        if (differences <= kShown)
          outcome_.text += fmt::format("  {}: reference {}, {} {}\n", one.field, one.reference,
                                       shape_.other, one.other);
      }
    }
    if (differences > kShown) outcome_.text += fmt::format("  … {} more\n", differences - kShown);
    end(ReplayOutcome::Kind::kDiffers);
  }

  void end(ReplayOutcome::Kind kind) {
    outcome_.kind = kind;
    outcome_.difference.cycle = cycle_;
    ended_ = true;
  }
  template <class F>
  void of_reference(F&& f) {
    if (ended_) return;
    try {
      f();
    } catch (const InvariantError& error) {
      outcome_.text = error.what();
      end(ReplayOutcome::Kind::kRefused);
    }
  }
  template <class F>
  void of_other(F&& f) {
    if (ended_ || !other_) return;
    try {
      f();
    } catch (const InvariantError& error) {
      outcome_.text = fmt::format("  {}\n", error.what());
      end(ReplayOutcome::Kind::kDiffers);
    }
  }

  const ReplayShape& shape_;
  const Recording& recording_;
  const std::function<void(const ReplayedCycle&)>& observer_;
  std::unique_ptr<ReplayBlock> reference_, other_;
  Words want_, got_;
  std::deque<Words> past_;  ///< outputs of the reference since the reset, for a latency
  std::uint64_t cycle_ = 0;
  bool ended_ = false;
  ReplayOutcome outcome_;
};

}  // namespace

ReplayOutcome run_recording(const ReplayShape& shape, const Recording& recording,
                            const std::function<void(const ReplayedCycle&)>& observer) {
  return Run(shape, recording, observer).run();
}

}  // namespace tinsim
