// SPDX-License-Identifier: Apache-2.0
// A host that makes operations of 1RMA.
#include "tlm/host/rma_traffic_host.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace tinsim {
namespace {
constexpr uint32_t kOffsetStreams = 0x40000;  ///< entries of other random streams are below
constexpr unsigned kSlotsOfHost = 128;
}  // namespace

RmaTrafficHost::RmaTrafficHost(const RmaHostNetwork& network, uint16_t number, MmioPort& mmio,
                               RmaHostStats& stats)
    : network_(network), number_(number), mmio_(mmio), stats_(stats) {
  for (unsigned slot = kSlotsOfHost; slot > 0; --slot)
    free_.push_back(static_cast<uint8_t>(slot - 1));
}

void RmaTrafficHost::add_source(unsigned plan, HostTargets targets) {
  Source source;
  source.plan = plan;
  source.births =
      std::make_unique<MessageSource>(network_.plans[plan].births, number_, std::move(targets));
  sources_.push_back(std::move(source));
}

Cycle RmaTrafficHost::next() const { return next_due_; }

bool RmaTrafficHost::has_ended(const Source& source, Cycle now) const {
  const RmaPlan& plan = network_.plans[source.plan];
  return !plan.open_loop && now >= plan.births.until;
}

bool RmaTrafficHost::can_make(const Source& source, Cycle now) const {
  return source.outstanding < network_.plans[source.plan].outstanding && !free_.empty() &&
         source.births->head().born <= now && !has_ended(source, now);
}

void RmaTrafficHost::run(Cycle now) {
  // Only this call starts operations: the state now is the state when those cycles began.
  for (; keeps_at_ <= now; keeps_at_ += keep_step_) kept_.push_back(oldest_waiting(keeps_at_));
  next_due_ = kNoCycle;
  for (unsigned n = 0; n < sources_.size(); ++n) {
    Source& source = sources_[n];
    while (can_make(source, now)) make(now, n);
    const bool full =
        source.outstanding >= network_.plans[source.plan].outstanding || free_.empty();
    if (!full && !has_ended(source, now))
      next_due_ = std::min(next_due_, source.births->head().born);
  }
}

/// Writes a command: four stores of 16 bytes.
void RmaTrafficHost::make(Cycle now, unsigned n) {
  Source& source = sources_[n];
  const RmaPlan& plan = network_.plans[source.plan];
  const uint16_t target = source.births->destination();
  const Cycle born = plan.open_loop ? source.births->head().born : now;
  source.births->pop();
  const unsigned here = network_.place_on_chip[number_];
  const uint8_t place = free_.back();
  free_.pop_back();
  slots_[place] = {true, static_cast<uint8_t>(n), born};
  ++source.outstanding;
  ++outstanding_;

  const uint64_t number = source.made++;
  const Draw draw = tinsim::draw(network_.seed, kOffsetStreams + source.plan, number_, number);
  uint32_t rest = 0;
  RmaCommand command;
  command.op = static_cast<uint8_t>(plan.op);
  command.cls = plan.cls;
  command.size = plan.bytes;
  command.remote = network_.chip_address[target];
  command.remote_region = RmaHostMap::data_region(network_.place_on_chip[target]);
  command.local_region = RmaHostMap::data_region(here);
  const auto places = static_cast<uint32_t>(RmaHostMap::kDataBytes / plan.bytes);
  command.remote_offset = uint64_t{pick(draw.size, places, rest)} * plan.bytes;
  command.local_offset = uint64_t{place} * kRmaMaxBytes;
  command.queue_region = RmaHostMap::queue_region(here);
  command.cookie = place;
  const unsigned slot = here * kSlotsOfHost + place;
  command.key = network_.key(number_, target, slot, plan.op);
  const CommandBytes bytes = encode_command(command);
  const uint32_t window = kCommandWindow + slot * kCommandBytes;
  for (uint32_t at = 0; at < kCommandBytes; at += kQuarterBytes)
    mmio_.store(now, window + at, {bytes.data() + at, kQuarterBytes});
  stats_.count_made(source.plan, born, plan.bytes);
}

void RmaTrafficHost::count_waiting(RmaHostStats& stats) const {
  for (const Source& source : sources_) {
    const RmaPlan& plan = network_.plans[source.plan];
    if (!plan.open_loop) continue;
    MessageSource births = *source.births;
    for (; births.head().born < stats.to; births.pop())
      stats.count_made(source.plan, births.head().born, plan.bytes);
  }
}

void RmaTrafficHost::completed(const RmaCompletion& completion, Cycle at) {
  Slot& slot = slots_[completion.cookie];
  Source& source = sources_[slot.source];
  const RmaPlan& plan = network_.plans[source.plan];
  if (stats_.measures(at)) {
    RmaPlanStats& stats = stats_.plans[source.plan];
    if (completion.status == RmaStatus::kOk) {
      stats.moved += plan.bytes;
      stats.completion.add(at - slot.born);
      stats_.service.done(at, plan.bytes);
      stats_.service.ended(at, at - slot.born);
    } else {
      ++stats.failed;
    }
  }
  slot.busy = false;
  free_.push_back(static_cast<uint8_t>(completion.cookie));
  --source.outstanding;
  --outstanding_;
  next_due_ = std::min(next_due_, at);
}

Cycle RmaTrafficHost::take_oldest(Cycle now) {
  if (kept_.empty()) {
    if (keeps_at_ != kNoCycle) keeps_at_ += keep_step_;
    return oldest_waiting(now);
  }
  const Cycle oldest = kept_.front();
  kept_.erase(kept_.begin());
  return oldest;
}

void RmaTrafficHost::keep_oldest(Cycle first, Cycle step) {
  keeps_at_ = first;
  keep_step_ = step;
}

Cycle RmaTrafficHost::oldest_waiting(Cycle now) const {
  Cycle oldest = now;
  for (const Source& source : sources_)
    if (network_.plans[source.plan].open_loop)
      oldest = std::min(oldest, source.births->head().born);
  return oldest;
}

}  // namespace tinsim
