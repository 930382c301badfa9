// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip: what happens when, and to whom it is told.
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
  core_.make_region(number) = region;
  initiator_.forget_ring(number);
}

Endpoints::Due RmaEngine::inject(Cycle now, Mailbox& mailbox) {
  seen_ = now;
  Cycle last = now;
  if (call_at_ <= now) {
    if (slack_.event != 0) core_.ports.push_at_once(&mailbox, most_ahead(now));
    work(now);
    core_.ports.push_at_once(nullptr, 0);
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

void RmaEngine::settle(Cycle now) {
  if (next_work_ <= now) work(now);
  const auto is_watched = [](const DmaPort* dma) { return dma != nullptr && dma->is_watched(); };
  const auto& ports = core_.dma.ports();
  const bool watched = std::any_of(ports.begin(), ports.end(), is_watched);
  slack_ = watched || core_.mail.is_tampered() ? RmaSlack{} : RmaSlack(core_.params);
  find_next();
}

/// Of a chip where nothing is due soon, which mostly has no more than timers, the least.
void RmaEngine::prefetch() const {
  core_.events.prefetch();
  const Cycle next = std::min(call_at_, core_.ports.next());
  if (next == kNoCycle || next > seen_ + kSoon) return;
  prefetch_lines(&core_.counters, sizeof core_.counters);
  core_.ports.prefetch();
  reader_.prefetch();
  initiator_.prefetch();
  core_.events.visit_next_data(core_.params.crypt_cycles,
                               [this](const Cell& cell) { prefetch(cell); });
  for (const DmaPort* dma : core_.dma.ports())
    if (dma != nullptr) dma->prefetch();
}

/// An answer comes: the places of its message and its operation.
void RmaEngine::prefetch(const Cell& answer) const {
  if (core_.params.carried || !Initiator::is_data(answer)) core_.mail.prefetch(answer);
  const uint16_t id = meta_slot(word_1(answer));
  if (!RmaId::is_server(id)) initiator_.prefetch(id);
}

void RmaEngine::find_next() {
  const Cycle outside = std::min(next_of_dma(), next_of_software());
  next_work_ = std::min(outside, core_.events.next());
  call_at_ = call_at(outside);
}

Endpoints::Due RmaEngine::due() const {
  return {std::min(call_at_, core_.ports.next()), 0, core_.ports.waiting()};
}

Endpoints::Due RmaEngine::credit(unsigned port, Credit credit, Cycle) {
  core_.ports.credit(port_of(port), credit);
  return due();
}

Cycle RmaEngine::deliver(unsigned port, const Cell& cell, Cycle at) {
  seen_ = std::max(seen_, at);
  at += core_.params.sink_delay;
  sink_.arrived(core_.params.chip, port, cell, at);
  RmaEvent::Kind kind = RmaEvent::kCellIn;
  bool ends = true;
  if (!cell.damaged && cell.type >= static_cast<unsigned>(RmaCell::Pull) &&
      cell.type <= static_cast<unsigned>(RmaCell::Nack)) {
    const bool pull = cell.type == static_cast<unsigned>(RmaCell::Pull);
    at += pull ? core_.params.check_cycles : core_.params.crypt_cycles;
    kind = pull ? RmaEvent::kPullIn : RmaEvent::kDataIn;
    if (!pull) {
      prefetch(cell);
      ends = initiator_.may_end_with(cell);
    }
  }
  next_work_ = std::min(next_work_, at);
  Cycle by = at + slack_.event;
  if (ends) {
    core_.events.push(at, kind, port_of(port), cell);
    // Those that came before it may be longer, and so take effect later.
    if (kind == RmaEvent::kDataIn) ending_ = std::max(ending_, at + kLongestCell);
  } else {
    core_.events.push_data(at, port_of(port), cell);
    if (at > ending_) by = at + slack_.outside;
  }
  call_at_ = std::min(call_at_, by);
  return by;
}

void RmaEngine::handle(const RmaEvent& event) {
  const Cycle now = event.at;
  const auto id = static_cast<uint16_t>(event.place);
  switch (event.kind) {
    case RmaEvent::kCellIn:
      return cell_in(now, event.cell);
    case RmaEvent::kDataIn:
      return data_in(now, event.cell);
    case RmaEvent::kPullIn:
      ++core_.counters.cells_received;
      return initiator_.pull_in(now, event.cell);
    case RmaEvent::kJudged:
      target_.judged(now);
      return initiator_.read_context_freed(now);  // that of a read which was refused
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

/// A request, or what is dropped.
void RmaEngine::cell_in(Cycle now, const Cell& cell) {
  ++core_.counters.cells_received;
  if (cell.damaged) return core_.counters.drop(RmaDrop::kDamaged);
  const auto type = static_cast<RmaCell>(cell.type);
  if (type == RmaCell::Req || type == RmaCell::Wreq) return target_.request_in(now, cell);
  core_.counters.drop(RmaDrop::kMalformed);
}

/// RESP, ACK or NACK, decrypted; bit 15 of the slot field tells to whom.
/// Without calls, for it is called for every data cell.
[[gnu::flatten]] void RmaEngine::data_in(Cycle now, const Cell& cell) {
  ++core_.counters.cells_received;
  initiator_.has_come(cell);
  if (!core_.params.carried && Initiator::is_data(cell))
    return initiator_.counted_data_in(now, cell);
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
