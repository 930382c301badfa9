// SPDX-License-Identifier: Apache-2.0
// Records of the traced cells that a chip forwards, in a buffer of limited size.
#include "tlm/tin/cell_trace/trace_sampler.h"

#include <algorithm>
#include <tuple>

#include "tlm/gnet/cell_words.h"
#include "tlm/tin/cell_switch/failure_unit.h"

namespace tinsim {

/// A cell that is discarded is not forwarded. The hop count decreases before the match.
void TraceSampler::matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) {
  if (!cell.traced || out == kDiscard || !settings_.at(cycle).sample) return;
  Cell arrived = cell;
  arrived.vc = static_cast<uint8_t>(vc);
  ++arrived.hop;
  TraceRecord record;
  record.time = cycle;
  record.tin = tin_;
  record.in = static_cast<uint8_t>(in);
  record.out = static_cast<uint8_t>(out);
  record.vc = out < kMaxPorts && taken_[out].cycle == cycle ? taken_[out].vc : arrived.vc;
  record.header = word_of(arrived, 0);
  reported_.push_back(record);
  ++sampled_;
}

void TraceSampler::credit_taken(Cycle cycle, unsigned out, Credit credit) {
  taken_[out] = {cycle, credit.vc};
  for (auto record = reported_.rbegin(); record != reported_.rend(); ++record) {
    if (record->time + kEntryCycles < cycle) return;  // reports are late by less
    if (record->time == cycle && record->out == out) record->vc = credit.vc;
  }
}

void TraceSampler::enter(Cycle now) {
  const auto rest =
      std::partition(reported_.begin(), reported_.end(),
                     [&](const TraceRecord& record) { return record.time + kEntryCycles < now; });
  std::sort(reported_.begin(), rest, [](const TraceRecord& a, const TraceRecord& b) {
    return std::tie(a.time, a.in) < std::tie(b.time, b.in);
  });
  for (auto record = reported_.begin(); record != rest; ++record) {
    if (buffer_.size() < capacity_) {
      buffer_.push_back(*record);
    } else {
      ++dropped_;
    }
  }
  reported_.erase(reported_.begin(), rest);
}

std::vector<TraceRecord> TraceSampler::take(Cycle now, std::size_t limit) {
  enter(now);
  const auto end = buffer_.begin() + static_cast<std::ptrdiff_t>(std::min(limit, buffer_.size()));
  std::vector<TraceRecord> taken(buffer_.begin(), end);
  buffer_.erase(buffer_.begin(), end);
  return taken;
}

}  // namespace tinsim
