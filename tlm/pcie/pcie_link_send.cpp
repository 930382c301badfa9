// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: what is put on the wires, and when somebody has to know.
#include <algorithm>
#include <utility>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {

void PcieLink::ask(Cycle now, Tlp&& tlp) {
  if (!running_) catch_up_to_call(now);
  up_.add(std::move(tlp));
  pump(now);
}

/// A write that nobody waits for and nothing holds back; false if something does.
bool PcieLink::write_at_once(Cycle now, uint64_t address, uint32_t bytes) {
  if (!running_) catch_up_to_call(now);
  if (next_ == now || request_part(address, bytes, params_.mps) != bytes) return false;
  TlpHead head;
  head.bytes = bytes;
  head.payload = tlp_payload_bytes(address, bytes);
  Cycle arrival = 0;
  if (!up_.send_at_once(head, now, arrival)) return false;
  land_silently(address, bytes, arrival);
  if (next_ == kNoCycle && !running_) next_ = end_of_all();
  return true;
}

void PcieLink::send_up(Cycle from, Cycle to, Cycle credit_by) {
  const auto take_tag = [this](Tlp& tlp) {
    tlp.tag = free_tags_.back();
    free_tags_.pop_back();
  };
  const auto on_wire = [this](Tlp&& tlp, Cycle at) {
    if (tlp.kind == Tlp::Kind::kAnswer) {
      answers_.push_back({at + params_.mmio_cycles, 0, std::move(tlp)});
    } else if (is_passive_) {
      reach_host(std::move(tlp), at);
    } else {
      to_host_.push_back({at, std::move(tlp)});
    }
  };
  up_.send(from, to, credit_by, static_cast<uint32_t>(free_tags_.size()), take_tag, on_wire);
}

void PcieLink::send_down(Cycle from, Cycle to, Cycle credit_by) {
  const auto on_wire = [this](Tlp&& tlp, Cycle at) {
    if (tlp.kind == Tlp::Kind::kAnswer) {
      to_chip_.push_back({at, std::move(tlp)});
    } else {
      mmio_.push_back({at + params_.mmio_cycles, 0, std::move(tlp)});
    }
  };
  // A host has tags enough for the loads of its cores.
  down_.send(
      from, to, credit_by, ~0u, [](Tlp&) {}, on_wire);
}

/// What has started up to cycle `to`, while nobody had to know.
void PcieLink::catch_up(Cycle to) {
  if (up_.waits()) send_up(pumped_, to, to);
  if (down_.waits()) send_down(pumped_, to, to);
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
  send_up(now, now, credit_by);
  send_down(now, now, credit_by);
  pumped_ = now;
  next_ = find_next();
}

Cycle PcieLink::find_next() const {
  Cycle next = kNoCycle;
  if (up_.is_awaited()) next = up_.next_start(static_cast<uint32_t>(free_tags_.size()));
  for (const auto* arrivals : {&to_host_, &to_chip_})
    if (!arrivals->empty()) next = std::min(next, arrivals->front().at);
  // What starts behind an answer arrives after it; but who stores looks at how many stores wait.
  if (down_.waits() && (to_chip_.empty() || down_.waiting(kPosted) != 0))
    next = std::min(next, down_.next_start(~0u));
  for (const auto* queue : {&writes_, &mmio_, &answers_})
    if (!queue->empty()) next = std::min(next, queue->front().at);
  if (!requests_.empty()) next = std::min(next, requests_.top().at);
  return next != kNoCycle ? next : end_of_all();
}

/// When nothing is under way any more of what nobody waits for; kNoCycle if nothing is.
Cycle PcieLink::end_of_all() const {
  if (up_.waits()) return up_.next_start(static_cast<uint32_t>(free_tags_.size()));
  const Cycle end = std::max({written_at_, up_.credit_back(), down_.credit_back()});
  return end > now_ ? end : kNoCycle;
}

}  // namespace tinsim
