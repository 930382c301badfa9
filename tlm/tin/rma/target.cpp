// SPDX-License-Identifier: Apache-2.0
// The requests that come to a chip: queue, checks, reads, refusals.
#include "tlm/tin/rma/target.h"

#include <algorithm>

namespace tinsim {

void Target::request_in(Cycle now, const Cell& cell) {
  Request request;
  request.cell = cell;
  RmaMessage message;
  if (!core_.mail.take(cell, now, message)) return core_.counters.drop(RmaDrop::kStale);
  ++core_.counters.requests_in;
  if (judge_request_cell(cell.type, cell.words, message.words[0]) != RmaCellError::None)
    return core_.counters.drop(RmaDrop::kMalformed);
  request.fields = unpack_request(message.words);
  const auto waiting = static_cast<unsigned>(inbound_.size());
  if (waiting > core_.params.nack_above || waiting >= core_.params.inbound_entries) {
    ++core_.counters.nacks;
    return nack(now, return_of(request, {}), RmaStatus::kNack);
  }
  inbound_.push_back(request);
  if (!request.is_read()) core_.ports.expect_request(RmaCore::port_of(request.fields.slot));
  core_.counters.inbound_peak =
      std::max(core_.counters.inbound_peak, static_cast<uint32_t>(inbound_.size()));
  look(now);
}

void Target::look(Cycle now) {
  if (taking_ || inbound_.empty()) return;
  taking_ = true;
  core_.events.push(std::max(now, takes_at_), RmaEvent::kInbound, 0);
}

/// The head waits while it is a read and no context is free.
void Target::take_request(Cycle now) {
  taking_ = false;
  if (inbound_.empty()) return;
  const bool reads = inbound_.front().is_read();
  if (reads && !reader_.has_room()) return;
  if (reads) reader_.promise();
  judging_.push_back(inbound_.front());
  inbound_.pop_front();
  takes_at_ = now + core_.params.inbound_cycles;
  core_.events.push(now + core_.params.check_cycles, RmaEvent::kJudged, 0);
  look(now);
}

bool Target::accept(const Request& request, RegionKey& key, RmaGrant& grant) {
  const RmaRequest& fields = request.fields;
  const auto from = static_cast<uint16_t>(request.cell.src & ~63u);
  const RmaRegion* region = core_.region(fields.region);
  if (region == nullptr || !region->live) {
    ++core_.counters.refused[static_cast<std::size_t>(RmaRefusal::NoRegion)];
    return false;
  }
  key = core_.seal.derive(region->key, from, fields.pid, fields.op, core_.params.address);
  if (!core_.seal.is_signed(static_cast<RmaCell>(request.cell.type), fields, key, request.cell.src,
                            request.cell.dst, 0, 0)) {
    ++core_.counters.bad_macs;
    return false;
  }
  ReplayWindow& seen = seen_[from];
  if (!seen.is_new(fields.counter)) {
    ++core_.counters.replayed;
    return false;
  }
  seen.keep(fields.counter);
  const RmaRefusal refusal = judge_and_grant(region, fields.op, fields.offset, fields.size, grant);
  ++core_.counters.refused[static_cast<std::size_t>(refusal)];
  return refusal == RmaRefusal::Granted;
}

void Target::judged(Cycle now) {
  const Request request = judging_.front();
  judging_.pop_front();
  const bool reads = request.is_read();
  if (reads) reader_.take_back();
  RegionKey key;
  RmaGrant grant;
  if (!accept(request, key, grant)) {
    if (!reads) expect_no_pull(request.fields);
    nack(now, return_of(request, {}), RmaStatus::kAuthentication);
    return look(now);
  }
  if (!reads) return serve(now, request, key, grant);
  const RmaRegion& region = core_.regions[request.fields.region];
  reader_.open(now, grant, region.base + request.fields.offset, request.fields.size,
               return_of(request, key));
}

RmaReturn Target::return_of(const Request& request, const RegionKey& key) const {
  const auto from = static_cast<uint16_t>(request.cell.src & ~63u);
  return {from, request.fields.slot, static_cast<uint8_t>(class_of(request.cell)), key,
          rma_name(from, request.fields.counter)};
}

/// Before its PULL has gone out an operation is refused with the reserved key, which is all zero:
/// no key is taken from a request that has not been found genuine, and the initiator cannot tell
/// how far it came.
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
