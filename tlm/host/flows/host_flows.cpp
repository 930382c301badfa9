// SPDX-License-Identifier: Apache-2.0
// The flows of one host, from the list to their starts.
#include "tlm/host/flows/host_flows.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/errors.h"

namespace tinsim {

void HostFlows::plan(const Flow& flow, Cycle start) {
  const uint64_t order = planned_++;
  Waiting waiting{{flow.id, flow.src, flow.dst, flow.bytes, start}, 0};
  for (uint64_t id : flow.after) {
    const auto found = unfinished_.find(id);
    if (found == unfinished_.end()) continue;
    successors_[id].push_back(order);
    ++waiting.missing;
    awaited_ += found->second;
  }
  if (waiting.missing == 0) {
    ready_.push({waiting.flow, order});
  } else {
    waiting_.emplace(order, waiting);
  }
}

/// The host knows of an end.
void HostFlows::apply(const FlowNotice& end) {
  const auto found = unfinished_.find(end.id);
  if (found == unfinished_.end())
    throw InvariantError(
        fmt::format("host {}: flow {} ends twice, in cycle {}", host_, end.id, end.at));
  const bool by_notice = found->second;
  unfinished_.erase(found);
  const auto successors = successors_.find(end.id);
  if (successors == successors_.end()) return;
  for (uint64_t order : successors->second) {
    Waiting& waiting = waiting_.at(order);
    awaited_ -= by_notice;
    waiting.flow.at = std::max(waiting.flow.at, end.at);
    if (--waiting.missing != 0) continue;
    ready_.push({waiting.flow, order});
    waiting_.erase(order);
  }
  successors_.erase(successors);
}

void HostFlows::notify(const FlowNotice& notice) {
  const Cycle at = (notice.at + kNoticePoll - 1) / kNoticePoll * kNoticePoll;
  if (has_run_ && at <= seen_)
    throw InvariantError(fmt::format(
        "host {}: a notice of flow {} for cycle {} arrives after cycle {}; expected a longer "
        "flows.notice_us",
        host_, notice.id, at, seen_));
  notices_.push({notice.id, at});
}

Cycle HostFlows::next() const {
  Cycle next = ready_.empty() ? kNoCycle : ready_.top().flow.at;
  if (!waiting_.empty() && !known_.empty()) next = std::min(next, known_.top().at);
  if (awaited_ != 0) next = std::min(next, (seen_ / kNoticePoll + 1) * kNoticePoll);
  return next;
}

void HostFlows::run(Cycle now) {
  for (auto* ends : {&known_, &notices_})
    for (; !ends->empty() && ends->top().at <= now; ends->pop()) apply(ends->top());
  seen_ = now;
  has_run_ = true;
}

bool HostFlows::take(Cycle now, StartedFlow& flow) {
  if (ready_.empty() || ready_.top().flow.at > now) return false;
  flow = ready_.top().flow;
  ready_.pop();
  return true;
}

}  // namespace tinsim
