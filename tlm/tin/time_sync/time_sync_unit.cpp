// SPDX-License-Identifier: Apache-2.0
// The hardware clock of a chip in a network, by events.
#include "tlm/tin/time_sync/time_sync_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "base/masks.h"

namespace tinsim {

namespace {
constexpr unsigned kMostRefused = 15;
constexpr Cycle kHeldToSlot = 2;  ///< tx_scheduler: held from c + 1 on, chosen there, on the link
}  // namespace

TimeSyncUnit::TimeSyncUnit(const TimeSyncParams& params, AddDueSet add_due_set)
    : params_(params),
      add_due_set_(std::move(add_due_set)),
      place_(params.place),
      interval_(params.interval),
      time_(params.start_time & kTimeMask),
      updated_(edges(0) - 1),  // the cycle before the first counts as that of an update
      accepted_(edges(0) - 1) {
  record(0);
  schedule(0);
}

void TimeSyncUnit::join(unsigned port, const SetWire& to) {
  ports_[port].to = to;
  ports_[port].joined = true;
  if (params_.skip_cycles == 0) return;
  ports_[port].skip_due = params_.skip_cycles;
  if (port < params_.peers.size())
    ports_[port].far_buffer = {params_.oscillator, params_.peers[port], to.link_cycles};
}

void TimeSyncUnit::require_not_processed(Cycle cycle, unsigned port, const char* what) const {
  if (cycle >= done_until_) return;
  throw InvariantError(fmt::format("{} port {} cycle {}: {} of cycle {} is late", params_.name,
                                   port, done_until_, what, cycle));
}

void TimeSyncUnit::arrived(unsigned port, const LinkEvent& event) {
  const Cycle cycle = event.cycle + kFlightToClock;
  require_not_processed(cycle, port, "a TIMESYNC");
  const Message message{cycle, port, ClockStatus::unpack(event.code), event.value};
  const auto later = [](Cycle at, const Message& m) { return at < m.cycle; };
  messages_.insert(std::upper_bound(messages_.begin(), messages_.end(), cycle, later), message);
  next_ = std::min(next_, cycle);
}

void TimeSyncUnit::write(Cycle at, const TimeSyncWrite& registers) {
  require_not_processed(at, place_.listen_port, "a write of registers");
  const auto later = [](Cycle cycle, const Write& w) { return cycle < w.cycle; };
  writes_.insert(std::upper_bound(writes_.begin(), writes_.end(), at, later), {at, registers});
  next_ = std::min(next_, at);
}

void TimeSyncUnit::decide_by(TimeSyncBlock& block) {
  block_ = &block;
  block.start(time_, place_.primary);
}

void TimeSyncUnit::advance(Cycle to) {
  // A block that decides may act in any cycle.
  if (block_ != nullptr) next_ = std::min(next_, done_until_);
  while (next_ < to) {
    const Cycle now = next_;
    step(now);
    done_until_ = now + 1;
    if (block_ == nullptr)
      schedule(now + 1);
    else
      next_ = now + 1;
  }
  done_until_ = std::max(done_until_, to);
}

/// The edge that ends cycle `now`, as in rtl_models/time_sync.
void TimeSyncUnit::step(Cycle now) {
  if (now == params_.stops_at) has_stopped_ = true;
  if (now == move_at_) is_standby_ = true;
  const TimeSyncWrite registers = take_writes(now);
  const bool was_valid = epochs_.back().status.valid;
  const bool is_due = was_valid && interval_ != 0 && edges(now) - updated_ >= interval_;
  if (block_ != nullptr && !has_stopped_) block_->set_levels(levels(), registers);
  bool accepted = false;
  for (; !messages_.empty() && messages_.front().cycle == now; messages_.pop_front()) {
    const Message& message = messages_.front();
    if (block_ != nullptr) block_->arrives(message.port, message.status.pack(), message.time);
    const bool listens = !place_.primary && !has_stopped_ && !registers.time && !registers.clear;
    if (listens && message.port == place_.listen_port) accepted = accept(now, message);
  }
  const bool is_over = params_.timeout != 0 && edges(now) - accepted_ >= params_.timeout;
  if (!accepted && is_over && !place_.primary) client_.failed = true;
  load(now, registers);
  const bool updates = !has_stopped_ && (accepted || is_due);
  uint64_t to = updates ? place_.out_ports : 0;
  if (block_ != nullptr && !has_stopped_) to = decided(now, accepted, updates);
  if (updates || to != 0) update(now, to);
  record(now + 1);
  move_to_standby(now + 1);
}

TimeSyncLevels TimeSyncUnit::levels() const {
  return {place_, interval_, params_.timeout, params_.threshold, params_.invalid_limit};
}

/// The ports to which the block sends an update. It also shows time and status of the next cycle.
uint64_t TimeSyncUnit::decided(Cycle now, bool accepted, bool updates) {
  decided_.reset();
  const TimeSyncBlock::Shown own = {time_from_last(now + 1), shown().pack(), accepted,
                                    updates ? place_.out_ports : 0, updates};
  const TimeSyncBlock::Shown shows = block_->tick(now, own);
  if (shows.time != own.time) set_time(now + 1, shows.time);
  if (shows.status != own.status) decided_ = ClockStatus::unpack(shows.status);
  return shows.to;
}

TimeSyncWrite TimeSyncUnit::take_writes(Cycle now) {
  TimeSyncWrite all;
  for (; !writes_.empty() && writes_.front().cycle == now; writes_.pop_front()) {
    const TimeSyncWrite& one = writes_.front().registers;
    if (one.place) place_ = *one.place;
    interval_ = one.interval.value_or(interval_);
    if (one.time) all.time = one.time;
    all.clear |= one.clear;
  }
  return all;
}

bool TimeSyncUnit::accept(Cycle now, const Message& message) {
  const uint64_t true_time = message.time + place_.channel_delay + kFlightToClock;
  const uint64_t ticks = time_distance(true_time - time_from_last(now));
  if (!accepts_time(client_, message.status, ticks, params_.threshold)) {
    refused_ = std::min(refused_ + 1, kMostRefused);
    client_.failed |= params_.invalid_limit != 0 && refused_ >= params_.invalid_limit;
    ++counters_.refused;
    return false;
  }
  client_ = accepted_status(client_, message.status, ticks);
  refused_ = 0;
  accepted_ = edges(now);
  set_time(now + 1, true_time + static_cast<uint64_t>(edges(now + 1) - edges(now)));
  ++counters_.accepted;
  return true;
}

void TimeSyncUnit::load(Cycle now, const TimeSyncWrite& registers) {
  if (registers.time) set_time(now + 1, *registers.time);
  if (!registers.clear) return;
  client_ = {};
  refused_ = 0;
  accepted_ = edges(now);
}

/// Software writes the registers of the second place once the clock has failed, and clears the
/// status.
void TimeSyncUnit::move_to_standby(Cycle from) {
  if (!params_.standby || has_stopped_ || move_at_ != kNoCycle || !shown().failed) return;
  move_at_ = from + params_.reaction_cycles;
  write(move_at_, {params_.standby, {}, {}, true});
}

void TimeSyncUnit::update(Cycle now, uint64_t to) {
  updated_ = edges(now);
  const Cycle due = now + 1 + kFlightFromClock;
  const unsigned status = shown().pack();
  Held held{due, status, time_from_last(due)};
  if (block_ != nullptr && to != 0) {
    const TimeSyncBody body = block_->update(due, {static_cast<uint8_t>(held.status), held.time});
    held = {due, body.status, body.time};
  }
  for (uint64_t left = to; left != 0; left &= left - 1) {
    const unsigned port = lowest(left);
    ports_[port].held.push_back(held);
    awaited_ |= bit(port);
    add_due_set_(port, due, {static_cast<uint8_t>(held.status), held.time});
  }
}

/// Without a message a clock counts the edges of its oscillator.
uint64_t TimeSyncUnit::time_from_last(Cycle at) const {
  return (time_ + static_cast<uint64_t>(edges(at) - edges(time_from_))) & kTimeMask;
}

ClockStatus TimeSyncUnit::shown() const {
  if (has_stopped_) return {false, true, 0};
  if (decided_) return *decided_;
  return place_.primary ? ClockStatus::primary() : client_;
}

void TimeSyncUnit::record(Cycle from) {
  const ClockStatus status = shown();
  const bool was_working = epochs_.empty() || !epochs_.back().status.failed;
  const unsigned failures = epochs_.empty() ? 0 : epochs_.back().failures;
  epochs_.push_back(
      {from, time_from_last(from), status, is_standby_, failures + (was_working && status.failed)});
  if (status.failed && failed_at_ == kNoCycle) failed_at_ = from;
  const bool has_moved = is_standby_ && status.valid && !status.failed;
  moved_at_ = has_moved ? std::min(moved_at_, from) : kNoCycle;
}

/// The next cycle, from `from` on, in which something happens.
void TimeSyncUnit::schedule(Cycle from) {
  const Oscillator& clock = params_.oscillator;
  next_ = params_.stops_at >= from ? params_.stops_at : kNoCycle;
  if (!messages_.empty()) next_ = std::min(next_, messages_.front().cycle);
  if (!writes_.empty()) next_ = std::min(next_, writes_.front().cycle);
  if (shown().valid && interval_ != 0 && !has_stopped_)
    next_ = std::min(next_, clock.first_with(updated_ + interval_, from));
  if (!place_.primary && !has_stopped_ && !client_.failed && params_.timeout != 0)
    next_ = std::min(next_, clock.first_with(accepted_ + params_.timeout, from));
}

OrderedSetUnit::Sent TimeSyncUnit::take(Cycle slot, unsigned number, Cycle cell_end) {
  Port& port = ports_[number];
  counters_.interrupted += slot < cell_end;
  Sent sent;
  if (!port.held.empty() && port.held.front().cycle + kHeldToSlot <= slot) {
    Held held = port.held.front();
    for (; !port.held.empty() && port.held.front().cycle + kHeldToSlot <= slot;
         port.held.pop_front())
      held = port.held.front();  // a newer one replaces it
    if (port.held.empty()) awaited_ &= ~bit(number);
    const uint64_t time =
        (held.time + static_cast<uint64_t>(edges(slot) - edges(held.cycle))) & kTimeMask;
    ++counters_.waits[std::min(slot - held.cycle, kLongestTimeSyncWait)];
    ++counters_.sent;
    ++port.sent;
    const auto through =
        static_cast<Cycle>(static_cast<int64_t>(slot) + port.far_buffer.delay(slot));
    port.to.send(through, LinkEvent::Kind::TimeSync, static_cast<uint8_t>(held.status), time);
    sent.code = static_cast<uint8_t>(OrderedSetCode::TimeSync);
    sent.body = pack_body(TimeSyncBody{static_cast<uint8_t>(held.status), time});
  } else {
    port.far_buffer.pass_removable(port.skip_due);
    port.skip_due += params_.skip_cycles;
    sent.code = static_cast<uint8_t>(OrderedSetCode::Idle);
  }
  sent.next_due = next_due(number);
  return sent;
}

Cycle TimeSyncUnit::next_due(unsigned number) const {
  const Port& port = ports_[number];
  return std::min(port.skip_due, port.held.empty() ? kNoCycle : port.held.front().cycle);
}

const ClockEpoch& TimeSyncUnit::epoch(Cycle at) const {
  const auto later = [](Cycle cycle, const ClockEpoch& e) { return cycle < e.from; };
  return *std::prev(std::upper_bound(epochs_.begin(), epochs_.end(), at, later));
}

uint64_t TimeSyncUnit::time(Cycle at) const {
  const ClockEpoch& last = epoch(at);
  return (last.time + static_cast<uint64_t>(edges(at) - edges(last.from))) & kTimeMask;
}

uint64_t TimeSyncUnit::skips(Cycle end) const {
  if (params_.skip_cycles == 0 || end == 0) return 0;
  uint64_t links = 0;
  for (const Port& port : ports_) links += port.joined;
  return links * ((end - 1) / params_.skip_cycles);
}

ElasticBuffer::Slips TimeSyncUnit::slips(Cycle end) const {
  ElasticBuffer::Slips sum;
  for (const Port& port : ports_) {
    if (port.skip_due == kNoCycle) continue;
    const auto slips = port.far_buffer.slips(end, port.skip_due, params_.skip_cycles);
    sum.removed += slips.removed;
    sum.inserted += slips.inserted;
  }
  return sum;
}

void TimeSyncUnit::forget_before(Cycle at) {
  while (epochs_.size() > 1 && epochs_[1].from <= at) epochs_.pop_front();
}

}  // namespace tinsim
