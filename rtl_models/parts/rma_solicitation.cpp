// SPDX-License-Identifier: Apache-2.0
// Solicitation of 1RMA data: the window, two classes, and the turns between them.
#include "rtl_models/parts/rma_solicitation.h"

namespace tinsim {

SolicitationState::Decision SolicitationState::decide(std::uint64_t now,
                                                      const SolicitationLimits& limits, bool hold) {
  Decision decision;
  std::array<bool, 2> has = {queues_[0].count != 0, queues_[1].count != 0};
  for (unsigned cls = 0; cls < 2; ++cls) {
    if (!is_late(cls, now, limits)) continue;
    decision.expired = take(cls);
    has[cls] = false;
    break;
  }
  if (hold || used_ + kReserve > limits.window || !(has[0] || has[1])) return decision;
  decision.grant = take(class_to_grant(has[0], has[1], limits));
  used_ += decision.grant.op.size;
  return decision;
}

bool SolicitationState::replace(const Decision& own, const Decision& by) {
  put_back(own.grant);
  put_back(own.expired);
  if (own.grant.valid) used_ -= own.grant.op.size;
  if (!take(by.expired) || !take(by.grant)) return false;
  if (by.grant.valid) used_ += by.grant.op.size;
  return true;
}

void SolicitationState::put_back(const Departure& departure) {
  if (!departure.valid) return;
  Queue& queue = queues_[departure.cls];
  queue.first = (queue.first + kMaxDepth - 1) % kMaxDepth;
  queue.ring[queue.first] = departure.op;
  ++queue.count;
}

bool SolicitationState::take(const Departure& named) {
  if (!named.valid) return true;
  if (waiting(named.cls) == 0 || head(named.cls).slot != named.op.slot) return false;
  take(unsigned{named.cls});
  return true;
}

void SolicitationState::push(unsigned cls, const Waiting& op) {
  Queue& queue = queues_[cls];
  queue.ring[(queue.first + queue.count) % kMaxDepth] = op;
  ++queue.count;
}

bool SolicitationState::is_late(unsigned cls, std::uint64_t now,
                                const SolicitationLimits& limits) const {
  return queues_[cls].count != 0 && now - head(cls).since >= limits.dispatch_limit;
}

/// Counts the grant against the turn if the classes compete for it.
unsigned SolicitationState::class_to_grant(bool has0, bool has1, const SolicitationLimits& limits) {
  if (!has0 || !has1) return has0 ? 0 : 1;
  if (limits.strict) return 0;
  const unsigned cls = turn_;
  if (++granted_ >= limits.weight[cls]) {
    turn_ = static_cast<std::uint8_t>(1 - cls);
    granted_ = 0;
  }
  return cls;
}

SolicitationState::Departure SolicitationState::take(unsigned cls) {
  Queue& queue = queues_[cls];
  Departure leaver{true, static_cast<std::uint8_t>(cls), queue.ring[queue.first]};
  queue.first = (queue.first + 1) % kMaxDepth;
  --queue.count;
  return leaver;
}

}  // namespace tinsim
