// SPDX-License-Identifier: Apache-2.0
// Repeats a file and says what happened; the report of a difference with its smallest stimulus.
#include "rtl_models/replay/replay_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "base/output_error.h"
#include "base/output_file.h"
#include "base/printable.h"
#include "rtl_models/common/text.h"
#include "rtl_models/replay/held_inputs.h"
#include "rtl_models/replay/recording_file.h"
#include "rtl_models/replay/transactions.h"

namespace tinsim {
namespace {

/// `in` without the words that keep the value of the last reset.
Words changing(const Words& in, const std::vector<bool>& held) {
  Words rest = in;
  for (std::size_t word = 0; word < rest.size(); ++word)
    if (held[word]) rest[word] = 0;
  return rest;
}

std::size_t inputs_used(const FieldLayout& layout, const Recording& recording) {
  std::size_t used = 0;
  const auto add = [&](const Words& in) {
    if (in.empty()) return;
    for (const LayoutField& field : layout.fields) {
      for (unsigned n = 0; n < field.elements(); ++n) {
        const std::uint32_t* value = &in[field.word_of(n)];
        used += std::any_of(value, value + field.words(), [](std::uint32_t w) { return w != 0; });
      }
    }
  };
  add(recording.straps);
  const std::vector<bool> held = held_inputs(recording);
  for (const RecordedCycle& cycle : recording.cycles) {
    add(cycle.reset);
    add(changing(cycle.in, held));
  }
  return used;
}

/// The inputs of a cycle or of a reset; of many the first ones.
std::string stimulus_line(const std::string& head, const FieldLayout& layout, const Words& words) {
  constexpr std::size_t kMost = 400;
  std::string text = words_text(layout, words, "-");
  if (text.size() > kMost) {
    const std::size_t left = std::count(text.begin() + kMost, text.end(), '=');
    text = fmt::format("{} … {} more", text.substr(0, text.rfind(' ', kMost)), left);
  }
  return fmt::format("  {:>12}  {}\n", head, text);
}

/// A line per cycle, or per series of cycles with equal inputs. Inputs that keep their value
/// between resets are in the lines of these.
std::vector<std::string> stimulus_lines(const ReplayShape& shape, const Recording& recording) {
  std::vector<std::string> lines = {stimulus_line("reset", shape.in, recording.straps)};
  const std::vector<bool> held = held_inputs(recording);
  for (std::size_t n = 0; n < recording.cycles.size();) {
    const RecordedCycle& cycle = recording.cycles[n];
    std::size_t last = n;
    while (last + 1 < recording.cycles.size() && recording.cycles[last + 1] == cycle &&
           cycle.reset.empty() && cycle.preset.empty())
      ++last;
    if (!cycle.reset.empty()) lines.push_back(stimulus_line("reset", shape.in, cycle.reset));
    if (!cycle.preset.empty())
      lines.push_back(stimulus_line("registers", shape.registers, cycle.preset));
    lines.push_back(
        stimulus_line(last == n ? fmt::format("{}", n) : fmt::format("{} to {}", n, last), shape.in,
                      changing(cycle.in, held)));
    n = last + 1;
  }
  return lines;
}

/// The first and the last lines of a long stimulus; its file has all.
std::string stimulus_text(const ReplayShape& shape, const Recording& recording) {
  constexpr std::size_t kShown = 30;  // at each end
  const std::vector<std::string> lines = stimulus_lines(shape, recording);
  std::string text;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (lines.size() <= 2 * kShown || n < kShown || n >= lines.size() - kShown)
      text += lines[n];
    else if (n == kShown)
      text += fmt::format("  {:>12}  {} more lines, which a file has\n", "…",
                          lines.size() - 2 * kShown);
  }
  return text;
}

std::string counts_text(const ReplayShape& shape, const Recording& recording) {
  const std::size_t used = inputs_used(shape.in, recording);
  return fmt::format("{} cycle{}, {} input{} not zero", recording.cycles.size(),
                     recording.cycles.size() == 1 ? "" : "s", used, used == 1 ? "" : "s");
}

std::string difference_text(const ReplayShape& shape, const ReplayOutcome& outcome) {
  return fmt::format("{} and the reference of {} differ in cycle {} after reset\n{}", shape.other,
                     shape.block, outcome.difference.cycle, outcome.text);
}

/// Outputs and registers of the model, cycle by cycle.
std::string model_text(const ReplayShape& shape, const Recording& recording,
                       ReplayOutcome& outcome) {
  std::string text;
  outcome = run_recording(shape, recording, [&](const ReplayedCycle& cycle) {
    text += fmt::format("cycle {}\n  in  {}\n  out {}\n{}", cycle.cycle,
                        words_text(shape.in, cycle.in, "-"), words_text(shape.out, cycle.want, "-"),
                        state_text(cycle.reference.state(), 4));
  });
  return text;
}

}  // namespace

std::string transactions_text(const ReplayShape& shape, const Recording& recording) {
  Transactions transactions(shape);
  run_recording(shape, recording, [&](const ReplayedCycle& cycle) { transactions.observe(cycle); });
  const std::string text = transactions.text();
  if (text.empty()) return "";
  std::vector<std::string> outputs;
  for (const LayoutField& field : shape.out.fields) outputs.push_back(field.name);
  return latency_text(outputs, shape.latency, shape.other) + "last transactions:\n" + text;
}

Replayed replay_file(const std::string& file, const ReplayShape& shape) {
  RecordingFile read = read_recording(file, shape);
  Recording& recording = read.recording;
  if (shape.fix) {
    for (RecordedCycle& cycle : recording.cycles) {
      shape.fix(cycle.in);
      if (!cycle.reset.empty()) shape.fix(cycle.reset);
    }
    shape.fix(recording.straps);
  }
  Replayed replayed;
  replayed.text = fmt::format("{}: stimulus of {} ({})\n{}", printable(file), shape.block,
                              counts_text(shape, recording), stimulus_text(shape, recording));
  ReplayOutcome outcome;
  std::string report;
  if (shape.make_other) {
    outcome = run_recording(shape, recording);
    report = transactions_text(shape, recording);
  } else {
    report = model_text(shape, recording, outcome);
  }
  if (outcome.kind == ReplayOutcome::Kind::kNoRegister)
    throw ConfigError(fmt::format("{}.preset: {} has {}; expected registers that both have",
                                  read.places[outcome.index], shape.other, outcome.text));
  if (outcome.kind == ReplayOutcome::Kind::kRefused)
    throw ConfigError(fmt::format("{}: rule {}; expected inputs that keep the rules of {}",
                                  read.places[outcome.index], outcome.text, shape.block));
  replayed.text += report;
  replayed.differs = outcome.kind == ReplayOutcome::Kind::kDiffers;
  if (!replayed.differs) {
    replayed.text += fmt::format("{}: {} cycles, {}\n", printable(file), recording.cycles.size(),
                                 shape.make_other ? "all equal" : "of the model alone");
    return replayed;
  }
  replayed.text += difference_text(shape, outcome);
  const Difference &now = outcome.difference, &then = recording.difference;
  if (now.cycle != then.cycle || now.field != then.field)
    replayed.text += fmt::format("the file has another difference: cycle {}, {}\n", then.cycle,
                                 then.field.empty() ? "an assertion" : printable(then.field, 60));
  return replayed;
}

Minimal minimal_stimulus(const ReplayShape& shape, const Recording& recording,
                         const std::string& field) {
  Minimal minimal;
  const ReplayOutcome outcome = run_recording(shape, recording);
  if (outcome.kind != ReplayOutcome::Kind::kDiffers ||
      field_name(outcome.difference.field) != field_name(field))
    return minimal;
  minimal.shrunk = shrink(shape, recording, field);
  const Shrunk& shrunk = minimal.shrunk;
  minimal.text =
      fmt::format("smallest stimulus ({}; from {} cycles in {} runs{}):\n{}{}",
                  counts_text(shape, shrunk.recording), recording.cycles.size(), shrunk.runs,
                  shrunk.is_complete ? "" : ", stopped at the bound",
                  stimulus_text(shape, shrunk.recording), difference_text(shape, shrunk.outcome));
  return minimal;
}

std::string saved_text(const std::string& file, const ReplayShape& shape,
                       const Recording& recording, const std::string& head,
                       const std::string& command) {
  const std::size_t most = kMostRecordingMb * 1'000'000;
  const bool fits = recording.cycles.size() * shape.in.words <= kMostRecordedWords;
  const std::size_t size = fits ? recording_text(shape, recording, head).size() : most + 1;
  if (size > most)
    return fmt::format(
        "{}: not written: more than the {} MB and {} words of inputs of a file that is "
        "read again\n",
        file, kMostRecordingMb, kMostRecordedWords);
  try {
    write_recording(file, shape, recording, head);
  } catch (const OutputError& error) {
    return fmt::format("{}\n", error.what());
  }
  return fmt::format("repeat: {}\n", command);
}

void write_recording(const std::string& file, const ReplayShape& shape, const Recording& recording,
                     const std::string& head) {
  OutputFile output(file);
  output.print("{}", recording_text(shape, recording, head));
  output.close();
}

}  // namespace tinsim
