// SPDX-License-Identifier: Apache-2.0
// Flow control of a MAC: layout of its frames, timers, thresholds.
#include "tlm/ethernet/pause.h"

#include <algorithm>
#include <numeric>

#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/octets.h"
#include "tlm/ethernet/rebuild.h"

namespace tinsim {
namespace {

constexpr uint16_t kOpcodePause = 0x0001, kOpcodePfc = 0x0101;
constexpr size_t kTypeAt = 12, kOpcodeAt = 14, kPauseTimeAt = 16, kEnableAt = 16, kTimesAt = 18;
constexpr size_t kPauseBytes = 18, kPfcBytes = kTimesAt + 2 * kPauseClasses;

}  // namespace

std::vector<uint8_t> build_pause(const PauseFrame& pause, const MacAddress& src) {
  std::array<uint8_t, kPfcBytes> octets{};
  std::copy(kMacControlAddress.begin(), kMacControlAddress.end(), octets.begin());
  std::copy(src.begin(), src.end(), octets.begin() + 6);
  put_be16(&octets[kTypeAt], kEtherMacControl);
  put_be16(&octets[kOpcodeAt], pause.per_class ? kOpcodePfc : kOpcodePause);
  if (pause.per_class) {
    put_be16(&octets[kEnableAt], pause.enabled);
    for (unsigned c = 0; c < kPauseClasses; ++c) {
      put_be16(&octets[kTimesAt + 2 * c], pause.quanta[c]);
    }
  } else {
    put_be16(&octets[kPauseTimeAt], pause.quanta[0]);
  }
  return finished_frame(octets.data(), octets.size());
}

std::optional<PauseFrame> parse_pause(const uint8_t* frame, size_t size, const MacAddress& own) {
  if (size < kPauseBytes || get_be16(frame + kTypeAt) != kEtherMacControl) return std::nullopt;
  const uint16_t opcode = get_be16(frame + kOpcodeAt);
  const bool to_group = std::equal(kMacControlAddress.begin(), kMacControlAddress.end(), frame);
  const bool to_own = std::equal(own.begin(), own.end(), frame);
  PauseFrame pause;
  if (opcode == kOpcodePause && (to_group || to_own)) {
    pause.quanta[0] = get_be16(frame + kPauseTimeAt);
    return pause;
  }
  if (opcode != kOpcodePfc || !to_group || size < kPfcBytes) return std::nullopt;
  pause.per_class = true;
  pause.enabled = frame[kEnableAt + 1];  // the upper octet is reserved
  for (unsigned c = 0; c < kPauseClasses; ++c) pause.quanta[c] = get_be16(frame + kTimesAt + 2 * c);
  return pause;
}

void PauseTimers::receive(const PauseFrame& pause, Cycle now) {
  const auto until = [&](uint16_t quanta) {
    return clock_.steps_of_cycle(now) + clock_.steps_of_bits(quanta * kQuantumBits);
  };
  if (!pause.per_class) {
    all_until_ = until(pause.quanta[0]);
    return;
  }
  for (unsigned c = 0; c < kPauseClasses; ++c) {
    if (pause.enabled >> c & 1) until_[c] = until(pause.quanta[c]);
  }
}

void PausedSender::apply_until(Cycle now) {
  for (; !pending_.empty() && pending_.front().at <= now; pending_.pop_front()) {
    timers_.receive(pending_.front().pause, pending_.front().at);
  }
}

Cycle PausedSender::may_begin(unsigned cls, Cycle from) const {
  PauseTimers timers = timers_;
  auto next = pending_.begin();
  for (Cycle at = from;;) {
    for (; next != pending_.end() && next->at <= at; ++next) timers.receive(next->pause, next->at);
    if (!timers.paused(cls, at)) return at;
    at = timers.until(cls);
    if (next != pending_.end()) at = std::min(at, next->at);
  }
}

/// Brings one account up to date; true if the far sender must be notified.
bool PauseSender::changes(unsigned account, uint64_t held, Cycle now) {
  const uint64_t here = clock_.steps_of_cycle(now);
  const bool was_stopped = stopped_[account];
  stopped_[account] = stops(account, held);
  if (!stopped_[account]) return was_stopped;
  if (was_stopped && here < repeat_[account]) return false;
  repeat_[account] = here + clock_.steps_of_bits(limits_.quanta * kQuantumBits) / 2;
  return true;
}

std::optional<PauseFrame> PauseSender::step(Cycle now,
                                            const std::array<uint32_t, kPauseClasses>& held) {
  PauseFrame pause;
  if (limits_.mode == FlowControl::pause) {
    const uint64_t sum = std::accumulate(held.begin(), held.end(), uint64_t{0});
    if (!changes(0, sum, now)) return std::nullopt;
    pause.quanta[0] = stopped_[0] ? limits_.quanta : 0;
    return pause;
  }
  if (limits_.mode == FlowControl::none) return std::nullopt;
  pause.per_class = true;
  for (unsigned c = 0; c < kPauseClasses; ++c) {
    if (!changes(c, held[c], now)) continue;
    pause.enabled = static_cast<uint8_t>(pause.enabled | 1u << c);
    pause.quanta[c] = stopped_[c] ? limits_.quanta : 0;
  }
  if (pause.enabled == 0) return std::nullopt;
  return pause;
}

bool PauseSender::has_change(const std::array<uint32_t, kPauseClasses>& held) const {
  if (limits_.mode == FlowControl::none) return false;
  if (limits_.mode == FlowControl::pause) {
    return stops(0, std::accumulate(held.begin(), held.end(), uint64_t{0})) != stopped_[0];
  }
  for (unsigned c = 0; c < kPauseClasses; ++c) {
    if (stops(c, held[c]) != stopped_[c]) return true;
  }
  return false;
}

Cycle PauseSender::repeats_at() const {
  Cycle first = kNoCycle;
  for (unsigned c = 0; c < kPauseClasses; ++c) {
    if (stopped_[c]) first = std::min(first, clock_.cycle_after(repeat_[c]));
  }
  return first;
}

}  // namespace tinsim
