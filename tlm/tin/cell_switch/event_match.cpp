// SPDX-License-Identifier: Apache-2.0
// Compares the events of two implementations of a switch: bookkeeping and the report.
#include "tlm/tin/cell_switch/event_match.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace tinsim {

void EventMatch::take(Kind kind, unsigned port, const Event& event, bool recorded) {
  auto& queue = recorded_[kind][port];
  if (recorded) {
    queue.push_back(event);
    return;
  }
  if (queue.empty()) fail(kind, port, nullptr, &event);
  if (!(queue.front() == event)) fail(kind, port, &queue.front(), &event);
  queue.pop_front();
  ++compared_;
  constexpr std::size_t kHistory = 16;
  history_.push_back(describe(kind, port, event));
  if (history_.size() > kHistory) history_.pop_front();
}

void EventMatch::check_none_missing(Cycle cycle) const {
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    for (unsigned port = 0; port < PortSet::kPorts; ++port) {
      const auto& queue = recorded_[kind][port];
      if (!queue.empty() && queue.front().cycle <= cycle) {
        fail(static_cast<Kind>(kind), port, &queue.front(), nullptr);
      }
    }
  }
}

std::string EventMatch::describe(Kind kind, unsigned port, const Event& event) {
  static constexpr const char* kNames[] = {"match of input", "credit at input", "start at output",
                                           "set at output"};
  std::string text =
      fmt::format("cycle {} {} port {} vc {}", event.cycle, kNames[kind], port, event.vc);
  if (kind == kMatch) text += fmt::format(" to output {}", event.other);
  if (kind == kSet) return text + fmt::format(" code {:#x} body {:013x}", event.other, event.body);
  if (kind == kCredit) return text + fmt::format(" of {} words", event.other);
  return text + fmt::format(" cell {:#06x}/{} to {:#06x}, {} words, hop {}", event.cell.src,
                            event.cell.seq, event.cell.dst, event.cell.words, event.cell.hop);
}

void EventMatch::fail(Kind kind, unsigned port, const Event* core, const Event* pins) const {
  std::string text = fmt::format("{}: chip core and pins differ\n  core: {}\n  pins: {}", name_,
                                 core != nullptr ? describe(kind, port, *core) : "no event",
                                 pins != nullptr ? describe(kind, port, *pins) : "no event");
  text += fmt::format("\n  after {} events that agreed, the last:", compared_);
  for (const std::string& event : history_) text += "\n    " + event;
  throw InvariantError(text);
}

}  // namespace tinsim
