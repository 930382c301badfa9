// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: what is put on the wires, and when somebody has to know.
#include <fmt/format.h>

#include <algorithm>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {
namespace {
constexpr Cycle kFarAhead = 64;  ///< what is to start later waits, or counts would be far ahead
}  // namespace

void PcieLink::ask(Cycle now, const Tlp& tlp) {
  if (!running_) catch_up_to_call(now);
  up_.add(tlp);
  pump(now);
}

/// A write that nobody waits for and nothing holds back; false if something does.
[[gnu::always_inline]] inline bool PcieLink::goes_at_once(Cycle now, uint64_t address,
                                                          uint32_t bytes) {
  if (!running_ && up_.waits()) {
    catch_up_to_call(now);
    others_ = next_but_answers();
  }
  if (up_.free_at() > now + kFarAhead) return false;
  if (next_ == now || request_part(address, bytes, params_.mps) != bytes) return false;
  Cycle arrival = 0;
  if (!up_.write_at_once(tlp_payload_bytes(address, bytes), now, arrival)) return false;
  land_silently(address, bytes, arrival);
  if (next_ == kNoCycle && !running_) next_ = end_of_all();
  return true;
}

bool PcieLink::write_at_once(Cycle now, uint64_t address, uint32_t bytes) {
  if (!is_passive_ || params_.carried || up_.waits() || now < now_ || next_ <= now) return false;
  if (!goes_at_once(now, address, bytes)) return false;
  now_ = now;
  ++counters_.writes;
  counters_.bytes_written += bytes;
  return true;
}

void PcieLink::write(Cycle now, uint64_t address, ByteView bytes, uint64_t cookie, bool notify) {
  called(now);
  TIN_CHECK(DmaSize, bytes.size > 0, fmt::format("chip {}: a write of nothing", params_.chip));
  ++counters_.writes;
  counters_.bytes_written += bytes.size;
  const bool is_silent = is_passive_ && !params_.carried && !notify;
  if (is_silent && goes_at_once(now, address, bytes.size)) return;
  Tlp tlp;
  tlp.silent = is_silent;
  if (!is_silent) {
    Operation operation;
    operation.cookie = cookie;
    operation.left = bytes.size;
    operation.notify = notify;
    tlp.op = open(operation);
  }
  tlp.address = address;
  tlp.bytes = bytes.size;
  if (params_.carried) tlp.data = data_.copy(bytes);
  ask(now, tlp);
}

void PcieLink::send_up(Cycle from, Cycle to, Cycle credit_by) {
  const auto take_tag = [this](Tlp& tlp) {
    tlp.tag = free_tags_.back();
    free_tags_.pop_back();
  };
  const auto on_wire = [this](const Tlp& tlp, Cycle at) {
    if (tlp.kind == Tlp::Kind::kAnswer) {
      answers_.push_back({at + params_.mmio_cycles, 0, tlp});
    } else if (is_passive_) {
      reach_host(tlp, at);
    } else {
      to_host_.push_back({at, tlp});
    }
  };
  // Memory that is not passive is to know of an arrival in its cycle, and not before.
  const bool ahead = is_passive_ && up_.free_at() <= to + kFarAhead;
  up_.send(from, to, credit_by, static_cast<uint32_t>(free_tags_.size()), ahead, take_tag, on_wire);
}

void PcieLink::send_down(Cycle from, Cycle to, Cycle credit_by) {
  const auto on_wire = [this](const Tlp& tlp, Cycle at) {
    if (tlp.kind == Tlp::Kind::kAnswer) {
      to_chip_.push_back(
          {at, tlp.op, tlp.offset, tlp.bytes, tlp.data, tlp.begin, tlp.tag, tlp.last, tlp.error});
    } else {
      mmio_.push_back({at + params_.mmio_cycles, 0, tlp});
    }
  };
  // A host has tags enough for the loads of its cores.
  down_.send(
      from, to, credit_by, ~0u, false, [](Tlp&) {}, on_wire);
}

/// What has started up to cycle `to`, while nobody had to know.
void PcieLink::catch_up(Cycle to) {
  if (up_.waits()) send_up(pumped_, to, to);
  while (!is_watched() && !requests_.empty() && requests_.front().at <= to) {
    const Cycle ready = requests_.front().at;
    if (down_.waits() && down_.free_at() < ready) send_down(pumped_, ready - 1, ready - 1);
    answer_counted(ready);
    pumped_ = std::max(pumped_, ready);
  }
  if (down_.waits() && down_.free_at() <= to) send_down(pumped_, to, to);
}

/// Before something is asked in cycle `now`: what starts in that cycle by itself does so first, as
/// run() comes first; but if run() has still to come it begins with the cycle.
void PcieLink::catch_up_to_call(Cycle now) {
  if (next_ > now) catch_up(now);
  if (next_ <= now && now > 0) catch_up(now - 1);
}

void PcieLink::pump(Cycle now) {
  if (running_) return;  // run() does it in the end, for all that was asked
  // Where run() has not been called in this cycle and has to be, it counts the credit of the cycle.
  const Cycle credit_by = next_ == now ? now - 1 : now;
  // What waits for a wire that is taken for long sees the credit that has come back, too.
  if (up_.waits()) {
    up_.take_updates(credit_by);
    send_up(now, now, credit_by);
  }
  if (down_.waits()) {
    down_.take_updates(credit_by);
    if (down_.free_at() <= now) send_down(now, now, credit_by);
  }
  pumped_ = now;
  next_ = find_next();
}

/// What waits for the wire to the chip counts later than what is on it. But if stores come through
/// a socket, their sender looks at how many wait.
bool PcieLink::is_behind_others() const {
  const bool has_posted = down_.waiting(kPosted) != 0;
  if (has_posted && client_ != nullptr) return false;
  if (!to_chip_.empty()) return true;
  return !mmio_.empty() && has_posted && down_.waiting(kCompletion) == 0;
}

/// When somebody has to know of something besides answers to the chip, and what waits with them.
Cycle PcieLink::next_but_answers() const {
  Cycle next = kNoCycle;
  if (up_.is_awaited()) next = up_.next_start(static_cast<uint32_t>(free_tags_.size()));
  if (!to_host_.empty()) next = std::min(next, to_host_.front().at);
  if (!writes_.empty()) next = std::min(next, writes_.front().at);
  if (!mmio_.empty()) next = std::min(next, mmio_.front().at);
  if (!answers_.empty()) next = std::min(next, answers_.front().at);
  return next;
}

/// When the first request's answer begins to be at the chip, if nothing else waits for the wire.
Cycle PcieLink::next_answer() const {
  const Asked& first = requests_.front();
  const Tlp& tlp = asked_[first.tag];
  const bool fails = !has_memory(tlp.address, tlp.bytes);
  const uint32_t part =
      completion_part(tlp.address, tlp.bytes, params_.completion_bytes, params_.rcb);
  const uint32_t octets = kTlpCompletionBytes + (fails ? 0 : tlp_payload_bytes(tlp.address, part));
  return std::max(first.at, down_.free_at()) + down_.cycles_on_wire(octets);
}

Cycle PcieLink::find_next() {
  others_ = next_but_answers();
  return find_next_of(others_);
}

/// The same where something besides answers is due in cycle `next`.
Cycle PcieLink::find_next_of(Cycle next) const {
  if (!to_chip_.empty()) next = std::min(next, to_chip_.front().arrival);
  if (down_.waits() && !is_behind_others()) next = std::min(next, down_.next_start(~0u));
  // A request at the host matters when its answer is at the chip, where somebody watches, when
  // memory is asked. What is on the wire to the chip arrives before the answer.
  if (!requests_.empty()) {
    if (is_watched()) {
      next = std::min(next, requests_.front().at);
    } else if (to_chip_.empty()) {
      next = std::min(next, next_answer());
    }
  }
  return next != kNoCycle ? next : end_of_all();
}

/// When nothing is under way any more of what nobody waits for; kNoCycle if nothing is.
Cycle PcieLink::end_of_all() const {
  if (up_.waits()) return up_.next_start(static_cast<uint32_t>(free_tags_.size()));
  const Cycle end = std::max({written_at_, up_.credit_back(), down_.credit_back()});
  return end > now_ ? end : kNoCycle;
}

}  // namespace tinsim
