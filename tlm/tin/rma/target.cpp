// SPDX-License-Identifier: Apache-2.0
// Requests to a chip: queue, checks, reads, refusals.
#include "tlm/tin/rma/target.h"

#include <algorithm>

namespace tinsim {

void Target::request_in(Cycle now, const Cell& cell) {
  Request request;
  request.cell = cell;
  RmaMessage message;
  if (!core_.mail.take(cell, now, message)) return core_.counters.drop(RmaDrop::kStale);
  ++core_.counters.requests_in;
  const DecodedRequest decoded = core_.decode_request(now, cell, message.words);
  if (decoded.error != RmaCellError::None) return core_.counters.drop(RmaDrop::kMalformed);
  request.fields = decoded.fields;
  const auto waiting = static_cast<unsigned>(inbound_.size());
  if (waiting > core_.params.nack_threshold || waiting >= core_.params.inbound_entries) {
    ++core_.counters.nacks;
    return nack(now, return_of(request, {}), RmaStatus::kNack);
  }
  inbound_.push_back(request);
  if (!request.is_read()) core_.ports.add_planned_request(RmaCore::port_of(request.fields.slot));
  core_.counters.inbound_peak =
      std::max(core_.counters.inbound_peak, static_cast<uint32_t>(inbound_.size()));
  schedule_intake(now);
}

void Target::schedule_intake(Cycle now) {
  if (is_intake_scheduled_ || inbound_.empty()) return;
  is_intake_scheduled_ = true;
  core_.events.push(std::max(now, next_intake_), RmaEvent::kInbound, 0);
}

/// A read at the head is blocked until a context is free.
void Target::take_request(Cycle now) {
  is_intake_scheduled_ = false;
  if (inbound_.empty()) return;
  const bool reads = inbound_.front().is_read();
  if (reads && !reader_.has_space()) return;
  if (reads) reader_.reserve();
  checking_.push_back(inbound_.front());
  inbound_.pop_front();
  next_intake_ = now + core_.params.inbound_cycles;
  core_.events.push(now + core_.params.check_cycles, RmaEvent::kChecked, 0);
  schedule_intake(now);
}

bool Target::accept(Cycle now, const Request& request, RegionKey& key, RegionVerdict& verdict,
                    RmaGrant& grant) {
  const RmaRequest& fields = request.fields;
  const auto from = static_cast<uint16_t>(request.cell.src & ~63u);
  verdict = core_.judge(now, {fields.region, fields.op, fields.offset, fields.size}, grant);
  if (verdict.refusal == RmaRefusal::NoRegion) {
    ++core_.counters.refused[static_cast<std::size_t>(RmaRefusal::NoRegion)];
    return false;
  }
  key = core_.seal.derive(verdict.key, from, fields.pid, fields.op, core_.params.address);
  if (!core_.seal.is_signed(static_cast<RmaCell>(request.cell.type), fields, key, request.cell.src,
                            request.cell.dst, 0, 0)) {
    ++core_.counters.bad_macs;
    return false;
  }
  ReplayWindow& received = received_[from];
  if (!received.is_new(fields.counter)) {
    ++core_.counters.replayed;
    return false;
  }
  received.keep(fields.counter);
  ++core_.counters.refused[static_cast<std::size_t>(verdict.refusal)];
  return verdict.refusal == RmaRefusal::Granted;
}

void Target::checked(Cycle now) {
  const Request request = checking_.front();
  checking_.pop_front();
  const bool reads = request.is_read();
  if (reads) reader_.cancel_reservation();
  RegionKey key;
  RegionVerdict verdict;
  RmaGrant grant;
  if (!accept(now, request, key, verdict, grant)) {
    if (!reads) remove_planned_pull(request.fields);
    nack(now, return_of(request, {}), RmaStatus::kAuthentication);
    return schedule_intake(now);
  }
  if (!reads) return serve(now, request, key, verdict, grant);
  reader_.open(now, grant, verdict.address, request.fields.size, return_of(request, key));
}

RmaReturn Target::return_of(const Request& request, const RegionKey& key) const {
  const auto from = static_cast<uint16_t>(request.cell.src & ~63u);
  return {from, request.fields.slot, static_cast<uint8_t>(class_of(request.cell)), key,
          rma_name(from, request.fields.counter)};
}

/// Before its PULL an operation is refused with the reserved key, which is all zero: a request that
/// is not proven genuine provides no key, and the refusal does not reveal which check failed.
void Target::nack(Cycle now, const RmaReturn& to, RmaStatus status) {
  RmaMeta meta;
  meta.status = static_cast<uint8_t>(status);
  answer(now, RmaCell::Nack, meta, to, nullptr);
}

void Target::answer(Cycle now, RmaCell type, RmaMeta meta, const RmaReturn& to,
                    const uint8_t* data) {
  const Cycle at = core_.answer_slot(now) + core_.params.crypt_cycles;
  core_.send_answer(now, at, type, meta, to, data);
}

}  // namespace tinsim
