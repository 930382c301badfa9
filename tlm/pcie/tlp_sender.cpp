// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: choice of the next TLP, wire and credit.
#include "tlm/pcie/tlp_sender.h"

#include <algorithm>
#include <utility>

namespace tinsim {

TlpSender::TlpSender(const PcieParams& params, const PcieAdvert& peer)
    : rate_(params.rate),
      credit_cycles_(params.credit_cycles),
      mps_(params.mps),
      mrrs_(params.mrrs),
      rcb_(params.rcb),
      completion_bytes_(params.completion_bytes),
      interleave_(params.interleave),
      credit_{Credit(peer.ph, peer.pd), Credit(peer.nph, peer.npd), Credit(peer.cplh, peer.cpld)} {}

void TlpSender::add(Tlp tlp) {
  Waiting waiting;
  waiting.order = waiting.turn = turns_++;
  waiting.left = std::move(tlp);
  measure(waiting);
  ++waiting_tlps_;
  awaited_ += waiting.left.silent ? 0 : 1;
  waiting_[waiting.left.credit_class()].push_back(std::move(waiting));
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
      waiting.part = completion_part(left.address, left.bytes, completion_bytes_, rcb_);
      waiting.payload = tlp_payload_bytes(left.address, waiting.part);
  }
}

bool TlpSender::may_go(TlpClass c, uint32_t free_tags) const {
  if (waiting_[c].empty()) return false;
  const Waiting& first = waiting_[c].front();
  if (c == kNonPosted && free_tags == 0) return false;
  const auto& posted = waiting_[kPosted];
  if (c != kPosted && !posted.empty() && posted.front().order < first.order) return false;
  const Credit& credit = credit_[c];
  return credit.headers.has(1) && credit.data.has(pcie_data_credits(first.payload));
}

TlpSender::Waiting* TlpSender::choose(uint32_t free_tags) {
  Waiting* best = nullptr;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
    if (!may_go(c, free_tags)) continue;
    Waiting& first = waiting_[c].front();
    if (best == nullptr || first.turn < best->turn) best = &first;
  }
  return best;
}

/// The next packet of `waiting`.
Tlp TlpSender::cut(Waiting& waiting) {
  Tlp& left = waiting.left;
  Tlp tlp;
  static_cast<TlpHead&>(tlp) = left;
  tlp.bytes = waiting.part;
  if (!left.data.empty()) {
    const auto begin = left.data.begin() + waiting.gone;
    tlp.data.assign(begin, begin + waiting.part);
  }
  waiting.gone += waiting.part;
  left.address += waiting.part;
  left.offset += waiting.part;
  left.bytes -= waiting.part;
  return tlp;
}

Tlp TlpSender::take(Waiting& waiting) {
  auto& queue = waiting_[waiting.left.credit_class()];
  const bool is_last = waiting.part == waiting.left.bytes;
  const bool is_whole = is_last && waiting.gone == 0;
  Tlp tlp = is_whole ? std::move(waiting.left) : cut(waiting);
  tlp.last = is_last;
  tlp.payload = waiting.payload;
  if (is_last) {
    --waiting_tlps_;
    awaited_ -= tlp.silent ? 0 : 1;
    queue.pop_front();
    return tlp;
  }
  measure(waiting);
  if (interleave_ && tlp.kind == Tlp::Kind::kAnswer) {
    waiting.turn = turns_++;
    if (queue.size() > 1) {
      Waiting last = std::move(waiting);
      queue.pop_front();
      queue.push_back(std::move(last));
    }
  }
  return tlp;
}

/// On the wire from cycle `at` on; gives the cycle of its arrival.
Cycle TlpSender::start(const TlpHead& tlp, Cycle at) {
  const uint32_t data = pcie_data_credits(tlp.payload);
  Credit& credit = credit_[tlp.credit_class()];
  credit.headers.take(1);
  credit.data.take(data);
  if (free_cycle_ < at) {
    free_cycle_ = at;
    free_part_ = 0;
  }
  free_part_ += tlp.wire_bytes() * rate_.den;
  free_cycle_ += static_cast<Cycle>(free_part_ / rate_.num);
  free_part_ %= rate_.num;
  ++counters_.tlps;
  counters_.wire_bytes += tlp.wire_bytes();
  counters_.payload_bytes += tlp.payload;
  const Cycle arrival = free_cycle_ + (free_part_ > 0 ? 1 : 0);
  if (credit.is_infinite()) return arrival;
  // The receiver's buffer counts it from here on, not from its arrival: that is stricter.
  credit.header_buffer.fill(1);
  credit.data_buffer.fill(data);
  updates_.push_back({arrival + credit_cycles_, tlp.credit_class(), data});
  return arrival;
}

Cycle TlpSender::next_start(uint32_t free_tags) const {
  if (waiting_tlps_ == 0) return kNoCycle;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion})
    if (may_go(c, free_tags)) return free_cycle_;
  return updates_.empty() ? kNoCycle : std::max(updates_.front().at, free_cycle_);
}

void TlpSender::take_updates(Cycle now) {
  for (; !updates_.empty() && updates_.front().at <= now; updates_.pop_front()) {
    Credit& credit = credit_[updates_.front().of];
    credit.headers.update(credit.header_buffer.free(1));
    credit.data.update(credit.data_buffer.free(updates_.front().data));
  }
}

bool TlpSender::credit_is_whole() const {
  return std::all_of(credit_.begin(), credit_.end(), [](const Credit& c) {
    return c.is_infinite() || (c.headers.is_whole() && c.data.is_whole());
  });
}

}  // namespace tinsim
