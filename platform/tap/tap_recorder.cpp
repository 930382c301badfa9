// SPDX-License-Identifier: Apache-2.0
// Frames that cross the ports: written to a recording, or compared with one.
#include "platform/tap/tap_recorder.h"

#include <utility>

namespace tinsim {

TapRecorder::TapRecorder(const std::filesystem::path& file, unsigned core_mhz,
                         const std::vector<Port>& ports)
    : file_(file, "tinsim"), core_mhz_(core_mhz) {
  for (const Port& port : ports) {
    file_.add_interface({kLinkTypeEthernet, port.name, port.device, port.bits_per_second,
                         kTapTimeDigits, uint8_t{0}});
  }
}

void TapRecorder::pass(const TapFrame& frame) {
  file_.add_packet(frame.port, tap_time(frame.cycle, core_mhz_), frame.octets.data(),
                   frame.octets.size(), {frame.direction, 0});
}

void TapRecorder::close(Cycle end) {
  pass_until(end);
  file_.close();
}

TapComparison::TapComparison(const std::vector<TapFrame>& recorded, const std::vector<bool>& ports)
    : expected_(ports.size()) {
  for (const TapFrame& frame : recorded)
    if (ports[frame.port]) expected_[frame.port].push_back(frame);
}

void TapComparison::pass(const TapFrame& frame) {
  std::deque<TapFrame>& expected = expected_[frame.port];
  drop_missing(expected, frame.cycle);
  ++compared_;
  const bool has_one = !expected.empty() && expected.front().cycle == frame.cycle;
  if (!has_one || !(expected.front() == frame)) ++differing_;
  if (has_one) expected.pop_front();
}

void TapComparison::drop_missing(std::deque<TapFrame>& expected, Cycle end) {
  for (; !expected.empty() && expected.front().cycle < end; expected.pop_front()) {
    ++compared_;
    ++differing_;
  }
}

void TapComparison::close(Cycle end) {
  pass_until(end);
  for (std::deque<TapFrame>& expected : expected_) drop_missing(expected, end);
}

}  // namespace tinsim
