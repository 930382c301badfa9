// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip: calls of the switch, and dispatch of events.
#include "tlm/tin/rma/rma_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "tlm/gnet/cell_words.h"

namespace tinsim {
namespace {
constexpr Cycle kLongestCell = 20;  ///< words
constexpr Cycle kSoon = 512;        ///< longer than a window
}  // namespace

RmaEngine::RmaEngine(const RmaParams& params, RmaMail& mail, CellSink& sink)
    : core_(params, mail),
      sink_(sink),
      reader_(core_),
      initiator_(core_, reader_),
      target_(core_, reader_),
      registers_(core_, initiator_) {}

void RmaEngine::attach(unsigned host, RmaHost& software) {
  software_[host] = &software;
  initiator_.attach(host, software);
}

void RmaEngine::register_region(uint32_t number, const RmaRegion& region) {
  if (region.live && !RmaCore::may_register(region))
    throw InvariantError(fmt::format("{}: region {}: a key of zeros, or an end beyond 2^64",
                                     core_.params.name, number));
  core_.write_region(number, region);
  initiator_.reset_ring(number);
}

Endpoints::Due RmaEngine::inject(Cycle now, Mailbox& mailbox) {
  last_activity_ = now;
  Cycle last = now;
  if (call_at_ <= now) {
    if (core_.events.slack().ordered != 0) core_.ports.send_immediately(&mailbox, reach(now));
    work(now);
    core_.ports.send_immediately(nullptr, 0);
    last = last_of_answers(now);
  }
  if (core_.ports.next() <= last) core_.ports.serve(now, last, mailbox);
  return due();
}

void RmaEngine::take_credits(ReturningCredits& credits, Cycle upto) {
  credits.take(upto, [this](const ReturningCredits::Entry& entry) {
    core_.ports.credit(port_of(entry.port), {entry.vc, entry.words});
  });
}

void RmaEngine::process_until(Cycle now) {
  if (next_work_ <= now) work(now);
  const auto is_observed = [](const DmaPort* dma) { return dma != nullptr && dma->is_observed(); };
  const auto& ports = core_.dma.ports();
  const bool watched = std::any_of(ports.begin(), ports.end(), is_observed);
  const bool in_order = watched || core_.mail.is_tampered();
  core_.events.allow_slack(in_order ? EventSlack{} : rma_slack(core_.params));
  find_next();
}

/// A chip without events soon, which mostly has timers only, prefetches its events alone.
void RmaEngine::prefetch() const {
  core_.events.prefetch();
  const Cycle next = std::min(call_at_, core_.ports.next());
  if (next == kNoCycle || next > last_activity_ + kSoon) return;
  prefetch_lines(&core_.counters, sizeof core_.counters);
  core_.ports.prefetch();
  reader_.prefetch();
  initiator_.prefetch();
  core_.events.visit_next_data(core_.params.crypt_cycles,
                               [this](const Cell& cell) { prefetch(cell); });
  for (const DmaPort* dma : core_.dma.ports())
    if (dma != nullptr) dma->prefetch();
}

/// An answer will arrive: begins to prefetch its message and its operation.
void RmaEngine::prefetch(const Cell& answer) const {
  if (core_.params.is_carried() || !Initiator::is_data(answer)) core_.mail.prefetch(answer);
  const uint16_t id = meta_slot(word_1(answer));
  if (!RmaId::is_server(id)) initiator_.prefetch(id);
}

void RmaEngine::find_next() {
  const Cycle external = std::min(next_of_dma(), next_of_software());
  next_work_ = std::min(external, core_.events.next());
  call_at_ = deadline(external);
}

Endpoints::Due RmaEngine::due() const {
  return {std::min(call_at_, core_.ports.next()), 0, core_.ports.waiting()};
}

Endpoints::Due RmaEngine::credit(unsigned port, Credit credit, Cycle) {
  core_.ports.credit(port_of(port), credit);
  return due();
}

Cycle RmaEngine::deliver(unsigned port, const Cell& cell, Cycle at) {
  last_activity_ = std::max(last_activity_, at);
  at += core_.params.sink_delay;
  sink_.arrived(core_.params.chip, port, cell, at);
  const auto type = static_cast<RmaCell>(cell.type);
  const bool is_answer = type == RmaCell::Resp || type == RmaCell::Ack || type == RmaCell::Nack;
  Cycle by = 0;
  if (cell.damaged || (!is_answer && type != RmaCell::Pull)) {
    by = core_.events.accept(at, RmaEvent::kCellIn, port_of(port), cell);
  } else if (type == RmaCell::Pull) {
    at += core_.params.check_cycles;
    by = core_.events.accept(at, RmaEvent::kPullIn, port_of(port), cell);
  } else {
    at += core_.params.crypt_cycles;
    by = accept_answer(at, port_of(port), cell);
  }
  next_work_ = std::min(next_work_, at);
  call_at_ = std::min(call_at_, by);
  return by;
}

/// Returns its deadline. The end of an operation is an ordered event, and any of the data cells may
/// be the last one that take effect until the longest cell that was delivered before does.
inline Cycle RmaEngine::accept_answer(Cycle at, unsigned port, const Cell& cell) {
  prefetch(cell);
  if (!initiator_.add_pending(cell)) return core_.events.accept_independent(at, port, cell);
  core_.events.order_until(at + kLongestCell);
  return core_.events.accept(at, RmaEvent::kDataIn, port, cell);
}

void RmaEngine::handle(const RmaEvent& event) {
  const Cycle now = event.at;
  const auto id = static_cast<uint16_t>(event.place);
  switch (event.kind) {
    case RmaEvent::kRegisters:
      return apply_edits(now);
    case RmaEvent::kCellIn:
      return cell_in(now, event.cell);
    case RmaEvent::kDataIn:
      return data_in(now, event.cell);
    case RmaEvent::kPullIn:
      ++core_.counters.cells_received;
      return initiator_.pull_in(now, event.cell);
    case RmaEvent::kChecked:
      target_.checked(now);
      return initiator_.read_context_freed(now);  // by a refused read
    case RmaEvent::kInbound:
      return target_.take_request(now);
    case RmaEvent::kCommand:
      return initiator_.command(now, event.place);
    case RmaEvent::kTimer:
      return RmaId::is_server(id) ? target_.timer(now, id) : initiator_.timer(now, id);
    case RmaEvent::kSolicit:
      return initiator_.solicit(now);
    case RmaEvent::kPullSolicit:
      return target_.pull_solicit(now);
  }
}

/// A request, or a cell to be dropped.
void RmaEngine::cell_in(Cycle now, const Cell& cell) {
  ++core_.counters.cells_received;
  if (cell.damaged) return core_.counters.drop(RmaDrop::kDamaged);
  const auto type = static_cast<RmaCell>(cell.type);
  if (type == RmaCell::Req || type == RmaCell::Wreq) return target_.request_in(now, cell);
  core_.counters.drop(RmaDrop::kMalformed);
}

/// RESP, ACK or NACK, decrypted: the one transition of ordered and independent ones.
void RmaEngine::data_in(Cycle now, const Cell& cell) {
  ++core_.counters.cells_received;
  initiator_.remove_pending(cell);
  if (core_.params.is_carried() || !Initiator::is_data(cell)) return message_in(now, cell);
  initiator_.counted_data_in(now, cell);
}

/// Bit 15 of the slot field names its destination: a slot of the initiator, or a server context.
[[gnu::flatten]] void RmaEngine::message_in(Cycle now, const Cell& cell) {
  RmaMessage message;
  if (!core_.mail.take(cell, now, message)) return core_.counters.drop(RmaDrop::kStale);
  const RmaMeta meta = unpack_meta({message.words[0], message.words[1], message.words[2]});
  if (cell.words != rma_cell_words(meta.length)) return core_.counters.drop(RmaDrop::kMalformed);
  const auto type = static_cast<RmaCell>(cell.type);
  if (!RmaId::is_server(meta.slot)) return initiator_.answer_in(now, type, cell, meta, message);
  if (type != RmaCell::Resp) return core_.counters.drop(RmaDrop::kUnknown);
  target_.data_in(now, cell, meta, message);
}

}  // namespace tinsim
