// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: choice of the next TLP, wire and credit.
#include "tlm/pcie/tlp_sender.h"

#include <algorithm>

namespace tinsim {
TlpSender::TlpSender(const PcieParams& params, const PcieAdvert& peer, Way way)
    : wire_(params.rate),
      credit_cycles_(params.credit_cycles),
      mps_(params.mps),
      mrrs_(params.mrrs),
      rcb_(params.rcb),
      completion_bytes_(params.completion_bytes),
      interleave_(params.interleave),
      pool_(params.memory),
      credit_{TlpCredit(peer.ph, peer.pd), TlpCredit(peer.nph, peer.npd),
              TlpCredit(peer.cplh, peer.cpld)} {
  updates_.use(params.memory);
  if (is_never_exhausted(peer)) credit_[kPosted].set_never_exhausted();
  if (PcieReplay::is_needed(params))
    replay_ = std::make_unique<PcieReplay>(params, static_cast<uint32_t>(way));
}

/// Credit for writes is never exhausted: when one starts, the credit of writes has returned that
/// ended `credit_cycles` before, and three cycles more: for the rounding of arrivals and of the
/// start, and because credit may count a cycle late. The shortest write has a double word; a write
/// has 16 octets on the wire or more for each credit of data. Packets that fail, or wait for room
/// in the replay buffer, reduce the number of writes in flight.
bool TlpSender::is_never_exhausted(const PcieAdvert& peer) const {
  if (peer.ph == 0 || peer.pd == 0) return false;
  constexpr uint64_t kShortest = kTlpRequestBytes + 4, kEnds = 2;
  const uint64_t octets = (uint64_t{credit_cycles_} + 3) * wire_.rate().num / wire_.rate().den + 1;
  return octets / kShortest + kEnds <= peer.ph &&
         octets / kPcieCreditBytes + kEnds * pcie_data_credits(mps_) <= peer.pd;
}

inline uint32_t TlpSender::allocate() {
  if (free_ == kNil) {
    pool_.emplace_back();
    return static_cast<uint32_t>(pool_.size() - 1);
  }
  const uint32_t place = free_;
  free_ = pool_[place].next;
  return place;
}

void TlpSender::add(const Tlp& tlp) {
  const uint32_t place = allocate();
  Waiting& waiting = pool_[place];
  waiting.order = waiting.turn = turns_++;
  waiting.left = tlp;
  measure(waiting);
  ++waiting_tlps_;
  awaited_ += tlp.unreported ? 0 : 1;
  append(waiting_[tlp.credit_class()], place);
}

void TlpSender::add_answer(const Tlp& request, bool error) {
  const uint32_t place = allocate();
  Waiting& waiting = pool_[place];
  waiting.order = waiting.turn = turns_++;
  waiting.left = request;
  waiting.left.kind = Tlp::Kind::kAnswer;
  waiting.left.error = error;
  waiting.left.begin = 0;
  if (error) {
    waiting.part = request.bytes;
    waiting.payload = 0;
  } else {
    measure_answer(waiting);
  }
  ++waiting_tlps_;
  ++awaited_;
  append(waiting_[kCompletion], place);
}

void TlpSender::measure(Waiting& waiting) const {
  const Tlp& left = waiting.left;
  waiting.part = left.bytes;
  waiting.payload = 0;
  switch (left.kind) {
    case Tlp::Kind::kRead:
      waiting.part = request_part(left.address, left.bytes, mrrs_);
      break;
    case Tlp::Kind::kWrite:
      waiting.part = request_part(left.address, left.bytes, mps_);
      waiting.payload = tlp_payload_bytes(left.address, waiting.part);
      break;
    case Tlp::Kind::kAtomic:
      waiting.payload = left.payload;
      break;
    case Tlp::Kind::kAnswer:
      if (left.error) break;
      measure_answer(waiting);
  }
}

/// If it has credit.
bool TlpSender::may_start_with_credit(TlpClass c, uint32_t free_tags) const {
  const Waiting* first = first_of(c);
  if (first == nullptr || (c == kNonPosted && free_tags == 0)) return false;
  const Waiting* posted = first_of(kPosted);
  return c == kPosted || posted == nullptr || posted->order >= first->order;
}

bool TlpSender::may_start(TlpClass c, uint32_t free_tags) const {
  return may_start_with_credit(c, free_tags) && has_credit(c, first_of(c)->payload);
}

/// One TLP waits, and it may start; so its next packet starts, unless later answers alternate with
/// it, or it may be withdrawn.
bool TlpSender::may_send_only_tlp(uint32_t free_tags) const {
  if (waiting_tlps_ != 1 || (interleave_ && !waiting_[kCompletion].empty())) return false;
  const Waiting* request = first_of(kNonPosted);
  if (request != nullptr && request->left.kind == Tlp::Kind::kAtomic) return false;
  return may_start(request == nullptr ? kPosted : kNonPosted, free_tags);
}

uint32_t TlpSender::choose_of_all(uint32_t free_tags, Cycle credit_by) {
  uint32_t best = kNil;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
    if (!may_start_with_credit(c, free_tags)) continue;
    const uint32_t first = waiting_[c].first;
    if (!obtain_credit(c, pool_[first].payload, credit_by)) continue;
    if (best == kNil || pool_[first].turn < pool_[best].turn) best = first;
  }
  return best;
}

/// The next packet of the TLP at `place`, the first of its class.
Tlp TlpSender::take(uint32_t place) {
  Waiting& waiting = pool_[place];
  Tlp tlp = waiting.left;
  tlp.bytes = waiting.part;
  tlp.last = waiting.part == waiting.left.bytes;
  tlp.payload = waiting.payload;
  if (tlp.last) {
    drop_first(tlp.credit_class());
    return tlp;
  }
  advance(waiting.left, waiting.part);
  measure(waiting);
  if (interleave_ && tlp.kind == Tlp::Kind::kAnswer) take_turn(waiting_[kCompletion], waiting);
  return tlp;
}

Cycle TlpSender::next_start(uint32_t free_tags) const {
  if (waiting_tlps_ == 0) return kNoCycle;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion})
    if (may_start(c, free_tags)) return wire_.free_at();
  return std::max(next_update_, wire_.free_at());
}

/// The receiver's buffers count packets in flight, too: that is stricter.
void TlpCredit::update(uint32_t headers_back, uint32_t data_back) {
  headers.take(headers_sent);
  data.take(data_sent);
  header_buffer.fill(headers_sent);
  data_buffer.fill(data_sent);
  headers_sent = data_sent = 0;
  headers.update(header_buffer.free(headers_back));
  data.update(data_buffer.free(data_back));
  count();
}

/// All at once: the last UpdateFC of a class includes those before it.
void TlpSender::apply_updates(Cycle now) {
  std::array<uint32_t, kTlpClasses> headers{}, data{};
  for (; !updates_.empty() && updates_.front().at <= now; updates_.pop_front()) {
    ++headers[updates_.front().of];
    data[updates_.front().of] += updates_.front().data;
  }
  next_update_ = updates_.empty() ? kNoCycle : updates_.front().at;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
    if (headers[c] == 0) continue;
    credit_[c].update(headers[c], data[c]);
  }
}

bool TlpSender::credit_is_whole() const {
  return uncounted_credit_back_ == 0 &&
         std::all_of(credit_.begin(), credit_.end(), [](const TlpCredit& c) {
           return c.is_infinite() ||
                  (c.headers_sent == 0 && c.headers.is_whole() && c.data.is_whole());
         });
}

}  // namespace tinsim
