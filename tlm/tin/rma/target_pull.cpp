// SPDX-License-Identifier: Apache-2.0
// The four hops of writes, atomic operations and rekeys: contexts, PULLs, data, acknowledgements.
#include <algorithm>

#include "tlm/pcie/byte_view.h"
#include "tlm/tin/rma/target.h"

namespace tinsim {

/// A granted request of four hops occupies a context, and its PULL is blocked on the window.
void Target::serve(Cycle now, const Request& request, const RegionKey& key,
                   const RegionVerdict& verdict, const RmaGrant& grant) {
  if (free_ == 0) {
    ++core_.counters.nacks;
    remove_planned_pull(request.fields);
    return nack(now, return_of(request, {}), RmaStatus::kNack);
  }
  const auto context = static_cast<unsigned>(__builtin_ctzll(free_));
  free_ &= free_ - 1;
  const auto op = static_cast<RmaOp>(request.fields.op);
  Server& server = servers_[context];
  ++busy_;
  server.state = State::kWaiting;
  server.request = request.fields;
  server.from = static_cast<uint16_t>(request.cell.src & ~63u);
  server.cls = static_cast<uint8_t>(class_of(request.cell));
  server.key = key;
  server.region = verdict.key;
  server.name = rma_name(server.from, request.fields.counter);
  server.address = verdict.address;
  server.grant = grant;
  server.bytes = op == RmaOp::Cas     ? 2 * kRmaAtomicBytes
                 : op == RmaOp::Rekey ? static_cast<unsigned>(server.operands.size())
                                      : request.fields.size;
  server.missing = static_cast<uint16_t>(server.bytes);
  server.received.clear();
  const SolicitationState::Waiting waiting = {now, static_cast<uint16_t>(server.bytes),
                                              static_cast<uint8_t>(context)};
  pulls_.push(server.cls, waiting);
  if (core_.decider != nullptr) core_.decider->waits(now, SolicitedBy::kPulls, server.cls, waiting);
  schedule_pulls(now);
}

void Target::schedule_pulls(Cycle at) {
  if (pull_solicitation_at_ <= at) return;
  pull_solicitation_at_ = at;
  core_.events.push(at, RmaEvent::kPullSolicit, 0);
}

void Target::pull_solicit(Cycle now) {
  if (now != pull_solicitation_at_) return;  // superseded by an earlier event
  pull_solicitation_at_ = kNoCycle;
  SolicitationLimits limits = core_.params.solicitation;
  limits.window = core_.params.pull_window_bytes;
  auto decision = pulls_.decide(now, limits, false);
  if (core_.decider != nullptr)
    decision = core_.solicit_decided(now, SolicitedBy::kPulls, limits, pulls_, decision);
  if (decision.expired.valid) {
    const unsigned context = decision.expired.op.slot;
    ++core_.counters.nacks;
    remove_planned_pull(servers_[context].request);
    nack(now, return_of(servers_[context], {}), RmaStatus::kNack);
    release(now, context);
  }
  if (decision.grant.valid) pull(now, decision.grant.op.slot);
  Cycle next = kNoCycle;
  for (unsigned cls = 0; cls < kRmaClasses; ++cls) {
    if (pulls_.waiting(cls) == 0) continue;
    const auto late = static_cast<Cycle>(pulls_.head(cls).since + limits.dispatch_limit);
    next = std::min(next, std::max(late, now + 1));
  }
  if (next == kNoCycle) return;
  const bool open = pulls_.used() + SolicitationState::kReserve <= limits.window;
  schedule_pulls(open ? now + 1 : next);
}

void Target::pull(Cycle now, unsigned context) {
  Server& server = servers_[context];
  server.state = State::kPulled;
  remove_planned_pull(server.request);
  RmaRequest request = server.request;
  request.size = static_cast<uint16_t>(server.bytes);
  request.region = id_of(context);
  request.offset = 0;
  server.pull_name = core_.send_request(now, now + core_.params.request_cycles, RmaCell::Pull,
                                        request, server.cls, server.from, server.key, server.name);
  server.timer = now + core_.params.pull_timeout;
  core_.events.push(server.timer, RmaEvent::kTimer, id_of(context));
}

Target::Server* Target::find(uint16_t id) {
  const unsigned context = RmaId::context(id);
  if (context >= servers_.size() || id_of(context) != id) return nullptr;
  return servers_[context].state == State::kFree ? nullptr : &servers_[context];
}

void Target::timer(Cycle now, uint16_t id) {
  const unsigned context = RmaId::context(id);
  Server* server = find(id);
  if (server == nullptr || server->timer != now || server->state == State::kWaiting) return;
  // An atomic operation that waits for PCIe would be executed after its initiator gave it up.
  const bool has_begun =
      server->state == State::kAtomic &&
      !core_.dma.withdraw_atomic(now, server->grant, dma_cookie(DmaPurpose::kAtomic, context));
  if (has_begun) return;
  ++core_.counters.given_up;
  release(now, context);
}

void Target::data_in(Cycle now, const Cell& cell, const RmaMeta& meta, RmaMessage& message) {
  Server* server = find(meta.slot);
  if (server == nullptr || server->state != State::kPulled || server->from != (cell.src & ~63u))
    return core_.counters.drop(RmaDrop::kUnknown);
  if (!core_.seal.open(RmaCell::Resp, meta, server->key, server->from, server->pull_name,
                       message.answers, message.data))
    return core_.counters.drop(RmaDrop::kBadTag);
  const unsigned context = RmaId::context(meta.slot);
  // The initiator cannot read its own memory.
  if (meta.status != 0) {
    ++core_.counters.given_up;
    nack(now, return_of(*server, server->key), RmaStatus::kAuthentication);
    return release(now, context);
  }
  take_data(now, *server, context, meta, message);
}

void Target::take_data(Cycle now, Server& server, unsigned context, const RmaMeta& meta,
                       const RmaMessage& message) {
  const bool inside = meta.length != 0 && meta.offset + meta.length <= server.bytes;
  if (!inside || meta.length > server.missing) return core_.counters.drop(RmaDrop::kMalformed);
  if (server.received.has(meta.offset)) return core_.counters.drop(RmaDrop::kTwice);
  server.received.add(meta.offset);
  const uint8_t* bytes = message.data.empty() ? nullptr : message.data.data();
  if (static_cast<RmaOp>(server.request.op) == RmaOp::Write) {
    core_.dma.write(now, server.grant, server.address + meta.offset, {bytes, meta.length},
                    dma_cookie(DmaPurpose::kNone, 0), false);
  } else if (bytes != nullptr) {
    std::copy(bytes, bytes + meta.length, server.operands.begin() + meta.offset);
  }
  server.missing = static_cast<uint16_t>(server.missing - meta.length);
  if (server.missing == 0) data_complete(now, context);
}

void Target::data_complete(Cycle now, unsigned context) {
  Server& server = servers_[context];
  const uint64_t first = load_little(server.operands.data(), 8);
  const uint64_t second = load_little(server.operands.data() + 8, 8);
  const auto op = static_cast<RmaOp>(server.request.op);
  if (op == RmaOp::Faa || op == RmaOp::Cas) {
    server.state = State::kAtomic;
    DmaAtomic atomic;
    atomic.op = op == RmaOp::Faa ? AtomicOp::kFetchAdd : AtomicOp::kCompareSwap;
    atomic.address = server.address;
    atomic.operand = op == RmaOp::Faa ? first : second;
    atomic.compare = first;
    core_.dma.atomic(now, server.grant, atomic, dma_cookie(DmaPurpose::kAtomic, context));
    return;
  }
  if (op == RmaOp::Rekey && !rekey(server, {second, first})) {
    nack(now, return_of(server, server.key), RmaStatus::kAuthentication);
    return release(now, context);
  }
  acknowledge(now, context, nullptr);
}

/// False if the driver, or another REKEY, has changed the key or owner of the region since the
/// request was signed: the old key gives no right to that. Also false for the reserved key, with
/// which any chip could sign.
bool Target::rekey(const Server& server, const RegionKey& key) {
  if (!core_.params.is_carried()) return true;
  const RmaRegion* region = core_.region(server.request.region);
  const bool may = region != nullptr && region->live && (region->perms & kPermRekey) != 0 &&
                   region->key == server.region && !(key == RegionKey{});
  if (!may) return false;
  RmaRegion renewed = *region;
  renewed.key = key;
  core_.write_region(server.request.region, renewed);
  return true;
}

void Target::atomic_done(Cycle now, unsigned context, uint64_t old_value, bool error) {
  if (error) {
    nack(now, return_of(servers_[context], servers_[context].key), RmaStatus::kAuthentication);
    return release(now, context);
  }
  std::array<uint8_t, kRmaAtomicBytes> bytes{};
  store_little(bytes.data(), kRmaAtomicBytes, old_value);
  acknowledge(now, context, bytes.data());
}

void Target::acknowledge(Cycle now, unsigned context, const uint8_t* old_value) {
  RmaMeta meta;
  meta.length = old_value != nullptr ? kRmaAtomicBytes : 0;
  answer(now, RmaCell::Ack, meta, return_of(servers_[context], servers_[context].key), old_value);
  release(now, context);
}

void Target::release(Cycle now, unsigned context) {
  Server& server = servers_[context];
  if (server.state != State::kWaiting) {  // its PULL has been sent
    pulls_.refund(server.bytes);
    if (core_.decider != nullptr) core_.decider->refunded(now, SolicitedBy::kPulls, server.bytes);
    schedule_pulls(now + 1);
  }
  server.state = State::kFree;
  free_ |= uint64_t{1} << context;
  ++server.uses;
  --busy_;
}

RmaReturn Target::return_of(const Server& server, const RegionKey& key) const {
  return {server.from, server.request.slot, server.cls, key, server.name};
}

}  // namespace tinsim
