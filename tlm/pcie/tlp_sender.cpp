// SPDX-License-Identifier: Apache-2.0
// One direction of a PCIe link: choice of the next TLP, wire and credit.
#include "tlm/pcie/tlp_sender.h"

#include <algorithm>

#include "platform/traffic/random.h"

namespace tinsim {
namespace {
constexpr uint32_t kErrorStream = 0x4c435243;  ///< apart from those of traffic and read latencies
}  // namespace

TlpSender::TlpSender(const PcieParams& params, const PcieAdvert& peer, Way way)
    : rate_(params.rate),
      credit_cycles_(params.credit_cycles),
      mps_(params.mps),
      mrrs_(params.mrrs),
      rcb_(params.rcb),
      completion_bytes_(params.completion_bytes),
      interleave_(params.interleave),
      credit_{Credit(peer.ph, peer.pd), Credit(peer.nph, peer.npd), Credit(peer.cplh, peer.cpld)} {
  for (auto& queue : waiting_) queue.use(params.memory);
  updates_.use(params.memory);
  if (params.tlp_errors == 0) return;
  errors_ = std::make_unique<Errors>();
  errors_->of_tlps = params.tlp_errors;
  errors_->of_naks = params.nak_errors;
  errors_->nak_cycles = params.nak_cycles;
  errors_->replay_cycles = params.replay_cycles;
  errors_->seed = params.seed;
  errors_->place = uint32_t{params.chip} << 9 | uint32_t{params.host} << 1 | uint32_t(way);
}

/// A TLP fails at its receiver, which takes nothing more until it comes again: what is sent in the
/// meantime is lost, so the wire is as if it were taken.
void TlpSender::send_again(const WireTime& time) {
  Errors& errors = *errors_;
  for (;;) {
    const Draw random = draw(errors.seed, kErrorStream, errors.place, errors.sent++);
    if (random.gap >= errors.of_tlps) return;
    const bool nak_is_lost = random.destination < errors.of_naks;
    free_cycle_ += (free_part_ > 0 ? 1 : 0);
    free_cycle_ += nak_is_lost ? errors.replay_cycles : errors.nak_cycles;
    free_part_ = 0;
    occupy(time);
    ++errors.replayed;
    errors.timeouts += nak_is_lost;
    sent_.wire_bytes += time.bytes;
  }
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

inline void TlpSender::measure(Waiting& waiting) const {
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

/// If it has credit.
bool TlpSender::may_go_with_credit(TlpClass c, uint32_t free_tags) const {
  if (waiting_[c].empty()) return false;
  const Waiting& first = waiting_[c].front();
  if (c == kNonPosted && free_tags == 0) return false;
  const auto& posted = waiting_[kPosted];
  return c == kPosted || posted.empty() || posted.front().order >= first.order;
}

bool TlpSender::may_go(TlpClass c, uint32_t free_tags) const {
  return may_go_with_credit(c, free_tags) && has_credit(c, waiting_[c].front().payload);
}

/// One TLP waits, which may go; so the next part of it goes, unless answers to come take turns with
/// it.
bool TlpSender::goes_alone(uint32_t free_tags) const {
  if (waiting_tlps_ != 1 || (interleave_ && !waiting_[kCompletion].empty())) return false;
  return may_go(waiting_[kPosted].empty() ? kNonPosted : kPosted, free_tags);
}

TlpSender::Waiting* TlpSender::choose_of_all(uint32_t free_tags, Cycle credit_by) {
  Waiting* best = nullptr;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion}) {
    if (!may_go_with_credit(c, free_tags)) continue;
    Waiting& first = waiting_[c].front();
    if (!gets_credit(c, first.payload, credit_by)) continue;
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

TlpSender::WireTime TlpSender::wire_time(uint32_t bytes) const {
  const uint64_t parts = bytes * rate_.den;
  return {bytes, static_cast<uint32_t>(parts / rate_.num), parts % rate_.num};
}

Cycle TlpSender::next_start(uint32_t free_tags) const {
  if (waiting_tlps_ == 0) return kNoCycle;
  for (const TlpClass c : {kPosted, kNonPosted, kCompletion})
    if (may_go(c, free_tags)) return free_cycle_;
  return std::max(next_update_, free_cycle_);
}

/// The receiver's buffers count what is under way, too: that is stricter.
void TlpSender::Credit::update(uint32_t headers_back, uint32_t data_back) {
  headers.take(headers_sent);
  data.take(data_sent);
  header_buffer.fill(headers_sent);
  data_buffer.fill(data_sent);
  headers_sent = data_sent = 0;
  headers.update(header_buffer.free(headers_back));
  data.update(data_buffer.free(data_back));
  count();
}

/// All at once: the last UpdateFC of a class says what those before it did.
void TlpSender::settle_updates(Cycle now) {
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
  return std::all_of(credit_.begin(), credit_.end(), [](const Credit& c) {
    return c.is_infinite() || (c.headers_sent == 0 && c.headers.is_whole() && c.data.is_whole());
  });
}

}  // namespace tinsim
