// SPDX-License-Identifier: Apache-2.0
// Messages drawn in integer arithmetic, one Philox call each.
#include "tlm/host/message_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"

namespace tinsim {

namespace {
using Wide = unsigned __int128;
constexpr uint32_t kMessageStreams = 0x10000;  // entries of cell traffic are below
}  // namespace

Q32 mean_message_gap(double gbps, double mean_bytes, unsigned core_mhz) {
  const double cycles = mean_bytes * 8 * core_mhz / (1000 * gbps);
  return static_cast<Q32>(
      std::llround(std::min(cycles, std::ldexp(1.0, 30)) * static_cast<double>(kOneQ32)));
}

MessageSource::MessageSource(const MessagePlan& plan, uint16_t host, HostTargets targets)
    : plan_(&plan), targets_(std::move(targets)), host_(host) {
  pop();
}

void MessageSource::pop() {
  if (head_.born == kNoCycle) return;
  const Draw draw = tinsim::draw(plan_->seed, plan_->entry + kMessageStreams, host_, number_++);
  const Wide sum = (Wide{plan_->mean_gap} * exponential(draw.gap) >> 32) + fraction_;
  time_ = std::max<uint64_t>(time_, plan_->from) + static_cast<uint64_t>(sum >> 32);
  fraction_ = static_cast<uint32_t>(sum);
  head_.born = time_ < plan_->until ? static_cast<Cycle>(time_) : kNoCycle;
  head_.bytes = plan_->sizes.bytes(draw.size);
  uint32_t rest = 0;
  if (targets_.list.empty()) {
    const uint32_t other = pick(draw.destination, targets_.all_hosts - 1u, rest);
    destination_ = static_cast<uint16_t>(other < host_ ? other : other + 1);
  } else {
    const auto count = static_cast<uint32_t>(targets_.list.size());
    destination_ = targets_.list[pick(draw.destination, count, rest)];
  }
}

}  // namespace tinsim
