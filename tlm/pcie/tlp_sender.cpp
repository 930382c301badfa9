// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: choice of the next TLP, wire and credit.
#include "tlm/pcie/tlp_sender.h"

#include <algorithm>
#include <utility>

namespace tinsim {

TlpSender::TlpSender(const PcieRate& rate, const PcieAdvert& peer, bool interleave)
    : rate_(rate),
      interleave_(interleave),
      credit_{Credit(peer.ph, peer.pd), Credit(peer.nph, peer.npd), Credit(peer.cplh, peer.cpld)} {}

void TlpSender::add(Tlp tlp) {
  Waiting waiting{turns_, turns_, {}};
  ++turns_;
  const TlpClass c = tlp.credit_class();
  waiting.tlps.push_back(std::move(tlp));
  waiting_[c].push_back(std::move(waiting));
}

void TlpSender::add_answers(std::vector<Tlp> answers) {
  waiting_[kCompletion].push_back({turns_, turns_, std::move(answers)});
  ++turns_;
}

bool TlpSender::may_go(TlpClass c, uint32_t free_tags) const {
  if (waiting_[c].empty()) return false;
  const Waiting& first = waiting_[c].front();
  if (c == kNonPosted && free_tags == 0) return false;
  const auto& posted = waiting_[kPosted];
  if (c != kPosted && !posted.empty() && posted.front().order < first.order) return false;
  const Credit& credit = credit_[c];
  return credit.headers.has(1) && credit.data.has(pcie_data_credits(first.first().payload));
}

TlpSender::Waiting* TlpSender::choose(Cycle now, uint32_t free_tags) {
  if (free_cycle_ > now) return nullptr;
  Waiting* best = nullptr;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
    if (!may_go(c, free_tags)) continue;
    Waiting& first = waiting_[c].front();
    if (best == nullptr || first.turn < best->turn) best = &first;
  }
  return best;
}

Tlp TlpSender::take(Waiting& waiting) {
  Tlp tlp = std::move(waiting.tlps[waiting.gone++]);
  auto& queue = waiting_[tlp.credit_class()];
  if (waiting.gone == waiting.tlps.size()) {
    queue.pop_front();
  } else if (interleave_) {
    waiting.turn = turns_++;
    queue.push_back(std::move(waiting));
    queue.pop_front();
  }
  return tlp;
}

void TlpSender::start(Tlp&& tlp, Cycle now) {
  Credit& credit = credit_[tlp.credit_class()];
  credit.headers.take(1);
  credit.data.take(pcie_data_credits(tlp.payload));
  if (free_cycle_ < now) {
    free_cycle_ = now;
    free_part_ = 0;
  }
  free_part_ += tlp.wire_bytes() * rate_.den;
  free_cycle_ += static_cast<Cycle>(free_part_ / rate_.num);
  free_part_ %= rate_.num;
  ++counters_.tlps;
  counters_.wire_bytes += tlp.wire_bytes();
  counters_.payload_bytes += tlp.payload;
  flying_.push_back({free_cycle_ + (free_part_ > 0 ? 1 : 0), std::move(tlp)});
}

Cycle TlpSender::next(uint32_t free_tags) const {
  Cycle next = kNoCycle;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
    if (may_go(c, free_tags)) next = free_cycle_;
  }
  if (!flying_.empty()) next = std::min(next, flying_.front().at);
  if (!updates_.empty()) next = std::min(next, updates_.front().at);
  return next;
}

bool TlpSender::arrived(Cycle now, Cycle credit_cycles, Tlp& tlp) {
  if (flying_.empty() || flying_.front().at > now) return false;
  tlp = std::move(flying_.front().tlp);
  flying_.pop_front();
  Credit& credit = credit_[tlp.credit_class()];
  if (credit.is_infinite()) return true;
  const uint32_t data = pcie_data_credits(tlp.payload);
  credit.header_buffer.fill(1);
  credit.data_buffer.fill(data);
  updates_.push_back({now + credit_cycles, tlp.credit_class(), data});
  return true;
}

void TlpSender::take_updates(Cycle now) {
  for (; !updates_.empty() && updates_.front().at <= now; updates_.pop_front()) {
    Credit& credit = credit_[updates_.front().of];
    credit.headers.update(credit.header_buffer.free(1));
    credit.data.update(credit.data_buffer.free(updates_.front().data));
  }
}

bool TlpSender::idle() const {
  return flying_.empty() && updates_.empty() &&
         std::all_of(waiting_.begin(), waiting_.end(), [](const auto& q) { return q.empty(); });
}

bool TlpSender::credit_is_whole() const {
  return std::all_of(credit_.begin(), credit_.end(), [](const Credit& c) {
    return c.is_infinite() || (c.headers.is_whole() && c.data.is_whole());
  });
}

}  // namespace tinsim
