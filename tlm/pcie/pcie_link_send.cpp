// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: packets on the wires, and the cycles in which reports are due.
#include <fmt/format.h>

#include <algorithm>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {
namespace {
constexpr Cycle kFarAhead =
    64;  ///< later starts are not simulated now, or counts would be far ahead
}  // namespace

void PcieLink::send_request(Cycle now, const Tlp& tlp) {
  if (!running_) catch_up_to_call(now);
  up_.add(tlp);
  start_due(now);
}

/// Starts a write that is not observed and not blocked; false if it is.
[[gnu::always_inline]] inline bool PcieLink::starts_immediately(Cycle now, uint64_t address,
                                                                uint32_t bytes) {
  if (!running_ && up_.waits()) {
    catch_up_to_call(now);
    next_except_answers_ = next_except_answers();
  }
  if (up_.free_at() > now + kFarAhead) return false;
  if (next_ == now || request_part(address, bytes, params_.mps) != bytes) return false;
  Cycle arrival = 0;
  if (!up_.write_at_once(tlp_payload_bytes(address, bytes), now, arrival)) return false;
  complete_unreported_write(address, bytes, arrival);
  if (next_ == kNoCycle && !running_) next_ = end_of_all();
  return true;
}

bool PcieLink::write_at_once(Cycle now, uint64_t address, uint32_t bytes) {
  if (!is_passive_ || params_.carried || up_.waits() || now < now_ || next_ <= now) return false;
  if (!starts_immediately(now, address, bytes)) return false;
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
  const bool is_unreported = is_passive_ && !params_.carried && !notify;
  if (is_unreported && starts_immediately(now, address, bytes.size)) return;
  Tlp tlp;
  tlp.unreported = is_unreported;
  if (!is_unreported) {
    Operation operation;
    operation.cookie = cookie;
    operation.left = bytes.size;
    operation.notify = notify;
    tlp.op = open(operation);
  }
  tlp.address = address;
  tlp.bytes = bytes.size;
  if (params_.carried) tlp.data = data_.copy(bytes);
  send_request(now, tlp);
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
  // Memory that is not passive must get an arrival in its cycle, and not before.
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

/// Starts all packets up to cycle `to` during which no report was due.
void PcieLink::catch_up(Cycle to) {
  if (up_.waits()) send_up(started_until_, to, to);
  while (!is_observed() && !requests_.empty() && requests_.front().at <= to) {
    const Cycle ready = requests_.front().at;
    if (down_.waits() && down_.free_at() < ready) send_down(started_until_, ready - 1, ready - 1);
    answer_counted(ready);
    started_until_ = std::max(started_until_, ready);
  }
  if (down_.waits() && down_.free_at() <= to) send_down(started_until_, to, to);
}

/// Called before a request in cycle `now`. Packets that start in that cycle anyway start first, as
/// run() precedes requests; but if run() of the cycle is still due, it begins with the cycle.
void PcieLink::catch_up_to_call(Cycle now) {
  if (next_ > now) catch_up(now);
  if (next_ <= now && now > 0) catch_up(now - 1);
}

void PcieLink::start_due(Cycle now) {
  if (running_) return;  // run() does it at its end, for all requests
  // Where run() has not been called in this cycle and has to be, it counts the credit of the cycle.
  const Cycle credit_by = next_ == now ? now - 1 : now;
  // Packets that wait for a busy wire use the returned credit, too.
  if (up_.waits()) {
    up_.take_updates(credit_by);
    send_up(now, now, credit_by);
  }
  if (down_.waits()) {
    down_.take_updates(credit_by);
    if (down_.free_at() <= now) send_down(now, now, credit_by);
  }
  started_until_ = now;
  next_ = find_next();
}

/// Packets that wait for the wire to the chip are later than those on it. But the sender of stores
/// through a socket reads the number that wait.
bool PcieLink::is_behind_others() const {
  const bool has_posted = down_.waiting(kPosted) != 0;
  if (has_posted && client_ != nullptr) return false;
  if (!to_chip_.empty()) return true;
  return !mmio_.empty() && has_posted && down_.waiting(kCompletion) == 0;
}

/// Cycle of the next report other than answers to the chip, and of packets queued with them.
Cycle PcieLink::next_except_answers() const {
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
  const HostRequest& first = requests_.front();
  const Tlp& tlp = request_by_tag_[first.tag];
  const bool fails = !has_memory(tlp.address, tlp.bytes);
  const uint32_t part =
      completion_part(tlp.address, tlp.bytes, params_.completion_bytes, params_.rcb);
  const uint32_t octets = kTlpCompletionBytes + (fails ? 0 : tlp_payload_bytes(tlp.address, part));
  return std::max(first.at, down_.free_at()) + down_.cycles_on_wire(octets);
}

Cycle PcieLink::find_next() {
  next_except_answers_ = next_except_answers();
  return find_next_of(next_except_answers_);
}

/// The same where something besides answers is due in cycle `next`.
Cycle PcieLink::find_next_of(Cycle next) const {
  if (!to_chip_.empty()) next = std::min(next, to_chip_.front().arrival);
  if (down_.waits() && !is_behind_others()) next = std::min(next, down_.next_start(~0u));
  // A request at the host is due when its answer reaches the chip; if observed, when memory is
  // accessed. Packets on the wire to the chip arrive before the answer.
  if (!requests_.empty()) {
    if (is_observed()) {
      next = std::min(next, requests_.front().at);
    } else if (to_chip_.empty()) {
      next = std::min(next, next_answer());
    }
  }
  return next != kNoCycle ? next : end_of_all();
}

/// Cycle in which the last unobserved packet ends; kNoCycle if there is none.
Cycle PcieLink::end_of_all() const {
  if (up_.waits()) return up_.next_start(static_cast<uint32_t>(free_tags_.size()));
  const Cycle end = std::max({written_at_, up_.credit_back(), down_.credit_back()});
  return end > now_ ? end : kNoCycle;
}

}  // namespace tinsim
