// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: choice of the next TLP, wire and credit.
#include "tlm/pcie/tlp_sender.h"

#include <algorithm>
#include <limits>

namespace tinsim {
namespace {
__extension__ using Wide = unsigned __int128;
}  // namespace

TlpSender::TlpSender(const PcieParams& params, const PcieAdvert& peer)
    : rate_(params.rate),
      inverse_(std::numeric_limits<uint64_t>::max() / params.rate.num),
      credit_cycles_(params.credit_cycles),
      mps_(params.mps),
      mrrs_(params.mrrs),
      rcb_(params.rcb),
      completion_bytes_(params.completion_bytes),
      interleave_(params.interleave),
      credit_{Credit(peer.ph, peer.pd), Credit(peer.nph, peer.npd), Credit(peer.cplh, peer.cpld)} {
  for (auto& queue : waiting_) queue.use(params.memory);
  updates_.use(params.memory);
}

void TlpSender::add(const Tlp& tlp) {
  Waiting waiting;
  waiting.order = waiting.turn = turns_++;
  waiting.left = tlp;
  measure(waiting);
  ++waiting_tlps_;
  awaited_ += tlp.silent ? 0 : 1;
  waiting_[tlp.credit_class()].push_back(waiting);
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
  return has_credit(c, first.payload);
}

/// One TLP waits, which may go; so the next part of it goes, unless answers to come take turns with
/// it.
bool TlpSender::goes_alone(uint32_t free_tags) const {
  if (waiting_tlps_ != 1 || (interleave_ && !waiting_[kCompletion].empty())) return false;
  return may_go(waiting_[kPosted].empty() ? kNonPosted : kPosted, free_tags);
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
Tlp TlpSender::take(Waiting& waiting) {
  Tlp& left = waiting.left;
  auto& queue = waiting_[left.credit_class()];
  Tlp tlp = left;
  tlp.bytes = waiting.part;
  tlp.last = waiting.part == left.bytes;
  tlp.payload = waiting.payload;
  if (tlp.last) {
    --waiting_tlps_;
    awaited_ -= tlp.silent ? 0 : 1;
    queue.pop_front();
    return tlp;
  }
  left.begin += waiting.part;
  left.address += waiting.part;
  left.offset += waiting.part;
  left.bytes -= waiting.part;
  measure(waiting);
  if (interleave_ && tlp.kind == Tlp::Kind::kAnswer) {
    waiting.turn = turns_++;
    if (queue.size() > 1) {
      const Waiting last = waiting;
      queue.pop_front();
      queue.push_back(last);
    }
  }
  return tlp;
}

/// On the wire from cycle `at` on; gives the cycle of its arrival.
Cycle TlpSender::start(const Tlp& tlp, Cycle at) {
  const uint32_t data = pcie_data_credits(tlp.payload);
  Credit& credit = credit_[tlp.credit_class()];
  credit.headers.take(1);
  credit.data.take(data);
  if (free_cycle_ < at) {
    free_cycle_ = at;
    free_part_ = 0;
  }
  free_part_ += tlp.wire_bytes() * rate_.den;
  // A division would take longer than all the rest: the quotient is found too small by 2 at most.
  auto cycles = static_cast<uint64_t>(static_cast<Wide>(free_part_) * inverse_ >> 64);
  free_part_ -= cycles * rate_.num;
  for (; free_part_ >= rate_.num; free_part_ -= rate_.num) ++cycles;
  free_cycle_ += static_cast<Cycle>(cycles);
  ++counters_.tlps;
  counters_.wire_bytes += tlp.wire_bytes();
  counters_.payload_bytes += tlp.payload;
  const Cycle arrival = free_cycle_ + (free_part_ > 0 ? 1 : 0);
  if (credit.is_infinite()) return arrival;
  // The receiver's buffer counts it from here on, not from its arrival: that is stricter.
  credit.header_buffer.fill(1);
  credit.data_buffer.fill(data);
  next_update_ = std::min(next_update_, arrival + credit_cycles_);
  updates_.push_back({arrival + credit_cycles_, tlp.credit_class(), data});
  return arrival;
}

Cycle TlpSender::next_start(uint32_t free_tags) const {
  if (waiting_tlps_ == 0) return kNoCycle;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion})
    if (may_go(c, free_tags)) return free_cycle_;
  return std::max(next_update_, free_cycle_);
}

void TlpSender::settle_updates(Cycle now) {
  for (; !updates_.empty() && updates_.front().at <= now; updates_.pop_front()) {
    Credit& credit = credit_[updates_.front().of];
    credit.headers.update(credit.header_buffer.free(1));
    credit.data.update(credit.data_buffer.free(updates_.front().data));
  }
  next_update_ = updates_.empty() ? kNoCycle : updates_.front().at;
}

bool TlpSender::credit_is_whole() const {
  return std::all_of(credit_.begin(), credit_.end(), [](const Credit& c) {
    return c.is_infinite() || (c.headers.is_whole() && c.data.is_whole());
  });
}

}  // namespace tinsim
