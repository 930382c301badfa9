// SPDX-License-Identifier: Apache-2.0
// Changes of signals, drawn in order of time.
#include "platform/trace/wave_queue.h"

#include <algorithm>

namespace tinsim {

void WaveQueue::begin_with(WaveFile::Signal signal, uint64_t value) {
  if (signal >= level_.size()) level_.resize(signal + 1);
  level_[signal] = value;
  file_.set(signal, value);
}

void WaveQueue::write_until(Cycle cycle) {
  changes_.write_until(cycle, [this](const Change& change) { draw(change); });
}

void WaveQueue::draw(const Change& change) {
  if (change.cycle >= to_) return;
  // Values reported before the first cycle of the file are the initial values of the waves.
  if (change.cycle > from_) {
    start();
    file_.at(change.cycle);
  }
  switch (change.kind) {
    case Kind::kIdle:
      file_.set_idle(change.signal);
      break;
    case Kind::kEnd:
      file_.set(change.signal, 0);
      break;
    case Kind::kSet:
      file_.set(change.signal, change.value);
      break;
    case Kind::kAdd:
      level_[change.signal] += change.value;
      file_.set(change.signal, level_[change.signal]);
      break;
  }
}

void WaveQueue::start() {
  if (!started_) file_.at(from_);
  started_ = true;
}

void WaveQueue::close(Cycle end) {
  write_until(end);
  if (end <= from_) return;
  start();
  if (end == kNoCycle) return;  // aborted: the end of the last values is unknown
  file_.at(std::min(end, to_));
}

}  // namespace tinsim
