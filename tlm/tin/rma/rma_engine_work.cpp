// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip: events in order of their cycles, their deadlines and reach.
#include <algorithm>

#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {
namespace {
constexpr Cycle kMaxAhead = 40;  ///< less than the range of any mailbox
}  // namespace

/// Processes all events up to cycle `now`, each with its own cycle.
void RmaEngine::work(Cycle now) {
  Cycle software = next_of_software();
  for (;;) {
    const Cycle external = run_independent(now, software);
    next_work_ = std::min(external, core_.events.next());
    if (next_work_ > now) {
      worked_until_ = now;
      call_at_ = deadline(external);
      return;
    }
    const Cycle at = next_work_;
    is_completed_ = false;
    for (DmaPort* dma : core_.dma.ports())
      if (dma != nullptr && dma->next() <= at) dma->run(at, *this);
    while (core_.events.next() <= at) {
      if (core_.events.is_data_first())
        next_data_in();
      else
        handle(core_.events.take());
    }
    if (is_completed_) software = next_of_software();
    if (software > at) continue;
    run_software(at);
    software = next_of_software();
  }
}

void RmaEngine::run_software(Cycle now) {
  for (RmaHost* software : software_)
    if (software != nullptr && software->next() <= now) software->run(now);
}

void RmaEngine::next_data_in() {
  const RmaData& first = core_.events.first_data();
  data_in(first.at, first.cell);
  core_.events.drop_data();
}

/// Read completions, and then data, up to cycle `now` and before all other events: neither changes
/// the other, and PCIe requests that data cause are due in later cycles. Host software is due in
/// cycle `software`. Returns the next cycle in which PCIe or software is due.
Cycle RmaEngine::run_independent(Cycle now, Cycle software) {
  RmaEvents& events = core_.events;
  const Cycle others = std::min(software, events.next_ordered());
  if (others > 0 && !initiator_.has_waiting_read()) run_reads(std::min(now, others - 1));
  Cycle external = std::min(software, next_of_dma());
  while (events.next_data() <= now &&
         events.next_data() < std::min(external, events.next_ordered())) {
    next_data_in();
    external = std::min(software, next_of_dma());
  }
  return external;
}

/// Read completions of both hosts up to cycle `to`, in order, while only data are due in between.
void RmaEngine::run_reads(Cycle to) {
  const auto& ports = core_.dma.ports();
  static_assert(kRmaHosts == 2);
  for (;;) {
    const Cycle first = ports[0] != nullptr ? ports[0]->next() : kNoCycle;
    const Cycle second = ports[1] != nullptr ? ports[1]->next() : kNoCycle;
    if (std::min(first, second) > to) return;
    const bool may_continue = first <= second ? ports[0]->run_reads(std::min(to, second), *this)
                                              : ports[1]->run_reads(std::min(to, first - 1), *this);
    if (!may_continue) return;
    // The end of a read may let the next request be taken.
    to = std::min(to, core_.events.next_ordered() - 1);
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

/// The first deadline of all events; PCIe or software is due in cycle `external`. Where a PULL
/// waits for the window, an atomic operation opens it with its end, and the PULL is at its port a
/// cycle and `request_cycles` later: then PCIe is ordered, too.
Cycle RmaEngine::deadline(Cycle external) const {
  const RmaEvents& events = core_.events;
  const Cycle of_external =
      target_.has_waiting_pull() ? events.deadline(external) : events.external_deadline(external);
  return std::min({of_external, events.deadline(events.next_ordered()),
                   events.independent_deadline(events.next_data())});
}

/// Up to this cycle only answers of class H can become ready, and cells that wait by cycle `now`: a
/// request follows a command, a check of a received cell, an ordered event, or the end of an atomic
/// operation for which a PULL waits; an answer follows its encryption.
Cycle RmaEngine::last_of_answers(Cycle now) const {
  if (core_.events.slack().ordered == 0) return now;
  const RmaParams& params = core_.params;
  const Cycle work = std::min(params.command_cycles, params.check_cycles);
  const Cycle pcie = target_.has_waiting_pull() ? next_of_dma() : kNoCycle;
  const Cycle first = std::min({now + work, core_.events.next_ordered(), pcie});
  return std::min(first + params.request_cycles, reach(now));
}

/// The last cycle for which a call of cycle `now` may hand cells to the switch, and up to which all
/// answers result from events up to `now`.
Cycle RmaEngine::reach(Cycle now) const {
  return core_.events.reach(now, std::min(core_.params.crypt_cycles, kMaxAhead));
}

}  // namespace tinsim
