// SPDX-License-Identifier: Apache-2.0
// Recordings as files: writing.
#include "rtl_models/replay/recording_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace tinsim {
namespace {

/// Elements that are not zero, as entries of a mapping in one line.
std::string entries(const FieldLayout& layout, const Words& words) {
  std::string text;
  for (const LayoutField& field : layout.fields) {
    for (unsigned n = 0; n < field.elements(); ++n) {
      const std::uint32_t* value = &words[field.word_of(n)];
      if (std::all_of(value, value + field.words(), [](std::uint32_t w) { return w == 0; }))
        continue;
      const std::string name = field.element_name(n);
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ",
                          field.sizes.empty() ? name : "\"" + name + "\"",
                          value_text(value, field.width));
    }
  }
  return text;
}

std::string cycle_text(const ReplayShape& shape, const RecordedCycle& cycle, std::size_t times) {
  std::string text;
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : ", ") + more;
  };
  if (times > 1) add(fmt::format("times: {}", times));
  if (!cycle.reset.empty()) add(fmt::format("reset: {{{}}}", entries(shape.in, cycle.reset)));
  if (!cycle.preset.empty())
    add(fmt::format("preset: {{{}}}", entries(shape.registers, cycle.preset)));
  add(entries(shape.in, cycle.in));
  return "  - {" + text + "}\n";
}

std::string shape_text(std::string parameters) {
  std::string text;
  for (const char c : parameters) text += c == '=' ? ": " : c == ',' ? ", " : std::string(1, c);
  return text;
}

}  // namespace

std::string recording_text(const ReplayShape& shape, const Recording& recording,
                           const std::string& head) {
  const Difference& difference = recording.difference;
  std::string text = fmt::format(
      "# {}\n# Inputs that are not given are zero; `reset` has the straps.\n"
      "tinsim_replay: {}\nblock: {}\nshape: {{{}}}\nother: {}\nseed: {}\n"
      "difference: {{cycle: {}, field: \"{}\", reference: \"{}\", other: \"{}\"}}\n"
      "reset: {{{}}}\ncycles:\n",
      head, kRecordingVersion, recording.block, shape_text(recording.parameters), recording.other,
      recording.seed, difference.cycle, difference.field, difference.reference, difference.other,
      entries(shape.in, recording.straps));
  for (std::size_t n = 0; n < recording.cycles.size();) {
    const RecordedCycle& cycle = recording.cycles[n];
    std::size_t times = 1;
    const bool may_repeat = cycle.reset.empty() && cycle.preset.empty();
    while (may_repeat && n + times < recording.cycles.size() &&
           recording.cycles[n + times] == cycle)
      ++times;
    text += cycle_text(shape, cycle, times);
    n += times;
  }
  return text;
}

}  // namespace tinsim
