// SPDX-License-Identifier: Apache-2.0
// Operations that a chip's hosts initiate: commands, grants, timers, completions.
#include "tlm/tin/rma/initiator.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"

namespace tinsim {
namespace {
constexpr uint64_t kLastOffset = 0xFFFF'FFFF'FFFF;  ///< in a region
constexpr uint32_t kLastRegion = 0xFF'FFFF;         ///< that a request can name
constexpr unsigned kEndpointBits = 6;               ///< of a GNet address
}  // namespace

Initiator::Initiator(RmaCore& core, HostReader& reader)
    : core_(core),
      reader_(reader),
      slots_(core.params.slots),
      operations_(core.params.slots, core.params.memory) {}

unsigned Initiator::allocate(Cycle now, unsigned host) {
  const unsigned slot = next_slot(host);
  if (slot < operations_.size()) slots_.reserve(slot);
  if (core_.decider != nullptr) core_.decider->allocated(now, host);
  return slot;
}

void Initiator::store(Cycle now, unsigned host, unsigned slot, unsigned part,
                      const uint8_t* bytes) {
  SlotError error = slots_.judge_store(host, slot, part);
  if (core_.decider != nullptr) error = store_decided(now, host, slot, part, error);
  if (error != SlotError::None) return core_.counters.add(&RmaCounters::bad_stores, host);
  Operation& operation = operations_[slot];
  std::copy(bytes, bytes + kQuarterBytes, operation.bytes.begin() + part * kQuarterBytes);
  slots_.store(slot, part);
  if (!is_ready(now, slot)) return;
  slots_.pop_ready();
  core_.counters.add(&RmaCounters::commands, host);
  core_.ports.add_planned_request(RmaCore::port_of(slot));
  operation.state = State::kChecking;
  operation.command = decode_command(operation.bytes);
  operation.op = operation.command.op;
  operation.size = operation.command.size;
  operation.issued = operation.granted = now;
  core_.events.push(now + core_.params.command_cycles, RmaEvent::kCommand, slot);
}

/// The command of `slot`, in which a quarter was stored, is whole.
bool Initiator::is_ready(Cycle now, unsigned slot) {
  const unsigned own = slots_.first_ready();
  if (core_.decider == nullptr) return own == slot;
  const unsigned ready = core_.decider->ready(now, own);
  if (ready == CommandSlotState::kNone) return false;
  if (ready != slot || ready != own)
    core_.fail_decision(now, "command_slots",
                        fmt::format("slot {} is ready, whose command is not whole", ready));
  return true;
}

bool Initiator::has_chip(uint16_t address) const {
  const std::vector<bool>& chips = core_.params.chips;
  const unsigned number = address >> kEndpointBits;
  return chips.empty() || (number < chips.size() && chips[number]);
}

/// Finds the local data of a command; false if command or region is not valid.
bool Initiator::check_command(Cycle now, unsigned slot) {
  Operation& operation = operations_[slot];
  const RmaCommand& command = operation.command;
  if (command.op >= kRmaOps || command.cls >= kRmaClasses) return false;
  if (!is_reserved_zero(operation.bytes) || command.remote_region > kLastRegion) return false;
  if (command.local_offset > kLastOffset || command.remote_offset > kLastOffset) return false;
  if (!has_chip(command.remote)) return false;
  const auto op = static_cast<RmaOp>(command.op);
  if (op == RmaOp::Rekey && command.size != sizeof(uint64_t) * 2) return false;
  if (is_atomic(command.op) && command.size != kRmaAtomicBytes) return false;
  // Bytes read from local memory; CAS: compare value, then swap value.
  const unsigned bytes = op == RmaOp::Cas ? 2 * kRmaAtomicBytes : command.size;
  const auto local = static_cast<unsigned>(op == RmaOp::Read ? RmaOp::Write : RmaOp::Read);
  const RegionVerdict verdict =
      core_.judge(now, {command.local_region, local, command.local_offset, bytes}, operation.grant);
  if (verdict.refusal != RmaRefusal::Granted || verdict.host != slots_.owner(slot)) return false;
  operation.address = verdict.address;
  data_bytes_[slot].missing = static_cast<uint16_t>(bytes);
  return true;
}

void Initiator::command(Cycle now, unsigned slot) {
  Operation& operation = operations_[slot];
  if (!check_command(now, slot)) return end(now, slot, RmaStatus::kLocalError);
  operation.state = State::kWaiting;
  const SolicitationState::Waiting waiting = {now, operation.command.size,
                                              static_cast<uint8_t>(slot)};
  solicitation_.push(operation.command.cls, waiting);
  if (core_.decider != nullptr)
    core_.decider->waits(now, SolicitedBy::kOperations, operation.command.cls, waiting);
  schedule_solicitation(now);
}

void Initiator::schedule_solicitation(Cycle at) {
  if (solicitation_at_ <= at) return;
  solicitation_at_ = at;
  core_.events.push(at, RmaEvent::kSolicit, 0);
}

void Initiator::solicit(Cycle now) {
  if (now != solicitation_at_) return;  // superseded by an earlier event
  solicitation_at_ = kNoCycle;
  const SolicitationLimits& limits = core_.params.solicitation;
  auto decision = solicitation_.decide(now, limits, false);
  if (core_.decider != nullptr)
    decision =
        core_.solicit_decided(now, SolicitedBy::kOperations, limits, solicitation_, decision);
  if (decision.expired.valid) end(now, decision.expired.op.slot, RmaStatus::kDispatchTimeout);
  if (decision.grant.valid) grant(now, decision.grant.op.slot);
  core_.counters.window_peak = std::max(core_.counters.window_peak, solicitation_.used());
  Cycle next = kNoCycle;
  for (unsigned cls = 0; cls < kRmaClasses; ++cls) {
    if (solicitation_.waiting(cls) == 0) continue;
    const auto late = static_cast<Cycle>(solicitation_.head(cls).since + limits.dispatch_limit);
    next = std::min(next, std::max(late, now + 1));
  }
  if (next == kNoCycle) return;
  const bool open = solicitation_.used() + SolicitationState::kReserve <= limits.window;
  schedule_solicitation(open ? now + 1 : next);
}

void Initiator::grant(Cycle now, unsigned slot) {
  Operation& operation = operations_[slot];
  const RmaCommand& command = operation.command;
  operation.state = State::kRequested;
  operation.granted = now;
  operation.target = rma_chip(command.remote);
  ++in_service_;
  core_.ports.remove_planned_request(RmaCore::port_of(slot));
  operation.received.clear();
  RmaRequest request;
  request.op = command.op;
  request.size = command.size;
  request.slot = id_of(slot);
  request.region = command.remote_region;
  request.offset = command.remote_offset;
  request.pid = operation.pid;
  const bool reads = static_cast<RmaOp>(command.op) == RmaOp::Read;
  if (reads && !core_.params.is_carried()) data_bytes_[slot].counted_id = request.slot;
  operation.name = core_.send_request(now, now + core_.params.request_cycles,
                                      reads ? RmaCell::Req : RmaCell::Wreq, request, command.cls,
                                      operation.target, command.key);
  start_timer(now, slot, core_.params.timeout);
}

void Initiator::start_timer(Cycle now, unsigned slot, Cycle limit) {
  operations_[slot].timer = now + limit;
  core_.events.push(operations_[slot].timer, RmaEvent::kTimer, id_of(slot));
  if (core_.decider != nullptr) core_.decider->timer_started(now, slot, limit);
}

Initiator::Operation* Initiator::find(uint16_t id) {
  const unsigned slot = RmaId::slot(id);
  if (slot >= operations_.size() || id_of(slot) != id) return nullptr;
  Operation& operation = operations_[slot];
  const bool asked = operation.state == State::kRequested || operation.state == State::kSending;
  return asked ? &operation : nullptr;
}

/// The operation of slot field `id`, if `cell` is from its target.
Initiator::Operation* Initiator::find(uint16_t id, const Cell& cell) {
  Operation* operation = find(id);
  return operation != nullptr && operation->target == rma_chip(cell.src) ? operation : nullptr;
}

void Initiator::timer(Cycle now, uint16_t id) {
  const Operation* operation = find(id);
  bool has_expired = operation != nullptr && operation->timer == now;
  if (core_.decider != nullptr) has_expired = expired_decided(now, RmaId::slot(id), has_expired);
  if (!has_expired) return;
  end(now, RmaId::slot(id), RmaStatus::kTimeout);
}

/// Ends the operation: later cells for it do not match the generation of the slot.
void Initiator::end(Cycle now, unsigned slot, RmaStatus status, uint64_t old_value) {
  Operation& operation = operations_[slot];
  const bool granted = operation.state == State::kRequested || operation.state == State::kSending;
  RmaCompletion completion;
  completion.status = status;
  completion.op = operation.command.op;
  completion.cls = operation.command.cls;
  completion.slot = static_cast<uint16_t>(slot);
  completion.bytes = status == RmaStatus::kOk ? operation.command.size : 0;
  completion.issue = (granted ? operation.granted : now) - operation.issued;
  completion.total = now - operation.issued;
  if (completion.total > core_.longest)
    throw InvariantError(
        fmt::format("{} cycle {}: slot {}: an operation ends after {} cycles, of "
                    "at most {}",
                    core_.params.name, now, slot, completion.total, core_.longest));
  completion.cookie = operation.command.cookie;
  completion.old_value = old_value;
  if (granted) {
    --in_service_;
    solicitation_.refund(operation.command.size);
    if (core_.decider != nullptr) stop_decided(now, slot, operation.command.size);
    schedule_solicitation(now + 1);
  } else {
    core_.ports.remove_planned_request(RmaCore::port_of(slot));
  }
  count(operation, completion);
  complete(now, operation, completion);
  operation.state = State::kIdle;
  data_bytes_[slot].counted_id = RmaId::kServer;
  ++operation.uses;
  slots_.free(slot);
  if (core_.decider != nullptr) core_.decider->freed(now, slot);
}

void Initiator::count(const Operation& operation, const RmaCompletion& completion) {
  core_.counters.add(&RmaCounters::ended, slots_.owner(completion.slot));
  core_.counters.slowest = std::max<uint64_t>(core_.counters.slowest, completion.total);
  if (operation.command.op >= kRmaOps || operation.command.cls >= kRmaClasses) return;
  RmaOpCounters& of = core_.counters.of(completion.op, completion.cls);
  ++of.ended[static_cast<std::size_t>(completion.status)];
  if (completion.status != RmaStatus::kOk) return;
  of.bytes += completion.bytes;
  of.issue.add(completion.issue);
  of.remote.add(completion.total - completion.issue);
  of.total.add(completion.total);
}

/// Writes the completion behind the data.
void Initiator::complete(Cycle now, const Operation& operation, RmaCompletion completion) {
  const uint32_t number = operation.command.queue_region;
  const RmaRegion* region = core_.region(number);
  const uint64_t entries = region != nullptr ? region->length / kCompletionBytes : 0;
  const auto ring = rings_.find(number);
  const uint64_t written = ring != rings_.end() ? ring->second : 0;
  const uint64_t offset = entries != 0 ? written % entries * kCompletionBytes : 0;
  RmaGrant entry;
  const RegionVerdict verdict = core_.judge(
      now, {number, static_cast<unsigned>(RmaOp::Write), offset, kCompletionBytes}, entry);
  if (entries == 0 || verdict.refusal != RmaRefusal::Granted ||
      verdict.host != slots_.owner(completion.slot))
    return core_.counters.add(&RmaCounters::lost_completions, slots_.owner(completion.slot));
  completion.phase = written / entries % 2 == 0;
  rings_[number] = written + 1;
  const CompletionBytes bytes = encode_completion(completion, core_.params.core_mhz);
  uint64_t place = completions_.size();
  if (free_completions_.empty()) {
    completions_.push_back(completion);
  } else {
    place = free_completions_.back();
    free_completions_.pop_back();
    completions_[place] = completion;
  }
  core_.dma.write(now, entry, verdict.address, {bytes.data(), kCompletionBytes},
                  dma_cookie(DmaPurpose::kCompletion, place), true);
}

void Initiator::completion_written(uint64_t number, Cycle at) {
  const RmaCompletion completion = completions_[number];
  free_completions_.push_back(number);
  RmaHost* software = software_[slots_.owner(completion.slot)];
  if (software != nullptr) software->completed(completion, at);
}

}  // namespace tinsim
