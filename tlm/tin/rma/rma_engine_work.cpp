// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip: its work in order of time, and how far ahead that can be done.
#include <algorithm>

#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {
namespace {
constexpr Cycle kMostAhead = 40;  ///< less than any mailbox covers
}  // namespace

/// What is due up to cycle `now`, each in its own cycle.
void RmaEngine::work(Cycle now) {
  Cycle asks = next_of_software();
  for (;;) {
    const Cycle outside = run_alone(now, asks);
    next_work_ = std::min(outside, core_.events.next());
    if (next_work_ > now) {
      call_at_ = call_at(outside);
      return;
    }
    const Cycle at = next_work_;
    is_told_ = false;
    for (DmaPort* dma : core_.dma.ports())
      if (dma != nullptr && dma->next() <= at) dma->run(at, *this);
    while (core_.events.next() <= at) {
      if (core_.events.is_data_first())
        data_in(at, core_.events.take_data().cell);
      else
        handle(core_.events.take());
    }
    if (is_told_) asks = next_of_software();
    if (asks <= at) {
      for (RmaHost* software : software_)
        if (software != nullptr && software->next() <= at) software->run(at);
      asks = next_of_software();
    }
  }
}

/// Completions, and then data, up to cycle `now` and before anything else: neither changes the
/// other, and what is asked of PCIe for data is due in later cycles. Software is due in cycle
/// `asks`. Gives when something outside the engine is due.
Cycle RmaEngine::run_alone(Cycle now, Cycle asks) {
  RmaEvents& events = core_.events;
  const Cycle others = std::min(asks, events.next_of_push());
  if (others > 0 && !initiator_.waits_to_read()) run_reads(std::min(now, others - 1));
  Cycle outside = std::min(asks, next_of_dma());
  while (events.next_data() <= now &&
         events.next_data() < std::min(outside, events.next_of_push())) {
    const RmaData& first = events.first_data();
    if (initiator_.data_at_once(first.at, first.cell)) {
      events.drop_data();
    } else {
      const RmaData data = events.take_data();
      data_in(data.at, data.cell);
    }
    outside = std::min(asks, next_of_dma());
  }
  return outside;
}

/// Completions up to cycle `to`, of both hosts in order, and while nothing but data comes between.
void RmaEngine::run_reads(Cycle to) {
  const auto& ports = core_.dma.ports();
  static_assert(kRmaHosts == 2);
  for (;;) {
    const Cycle first = ports[0] != nullptr ? ports[0]->next() : kNoCycle;
    const Cycle second = ports[1] != nullptr ? ports[1]->next() : kNoCycle;
    if (std::min(first, second) > to) return;
    const bool goes_on = first <= second ? ports[0]->run_reads(std::min(to, second), *this)
                                         : ports[1]->run_reads(std::min(to, first - 1), *this);
    if (!goes_on) return;
    // With the end of a read a request may have its turn.
    to = std::min(to, core_.events.next_of_push() - 1);
  }
}

Cycle RmaEngine::next_of_dma() const {
  Cycle next = kNoCycle;
  for (const DmaPort* dma : core_.dma.ports())
    if (dma != nullptr) next = std::min(next, dma->next());
  return next;
}

Cycle RmaEngine::next_of_software() const {
  Cycle next = kNoCycle;
  for (const RmaHost* software : software_)
    if (software != nullptr) next = std::min(next, software->next());
  return next;
}

/// When the first work has to be done. `outside`: when PCIe or software has some.
Cycle RmaEngine::call_at(Cycle outside) const {
  const RmaEvents& events = core_.events;
  const Cycle data = events.next_data();
  const Cycle of_pcie = target_.has_waiting_pull() ? slack_.event : slack_.outside;
  return std::min({RmaSlack::after(outside, of_pcie),
                   RmaSlack::after(events.next_of_push(), slack_.event),
                   RmaSlack::after(data, data <= ending_ ? slack_.event : slack_.outside)});
}

/// Up to this cycle nothing can be ready but answers of class H and what waits by cycle `now`:
/// before a request come a command, a check of what has arrived, what is under way in the engine,
/// or the end of an atomic operation for which a PULL waits; before an answer comes its encryption.
Cycle RmaEngine::last_of_answers(Cycle now) const {
  if (slack_.event == 0) return now;
  const RmaParams& params = core_.params;
  const Cycle work = std::min(params.command_cycles, params.check_cycles);
  const Cycle pcie = target_.has_waiting_pull() ? next_of_dma() : kNoCycle;
  const Cycle first = std::min({now + work, core_.events.next_of_push(), pcie});
  return std::min(first + params.request_cycles, most_ahead(now));
}

/// The last cycle for which something may be handed to the switch in cycle `now`, and up to which
/// all answers are there with the work up to `now`.
Cycle RmaEngine::most_ahead(Cycle now) const {
  const Cycle last = now + std::min(core_.params.crypt_cycles, kMostAhead);
  return std::min(last, std::max(now, ahead_));
}

}  // namespace tinsim
