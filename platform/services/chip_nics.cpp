// SPDX-License-Identifier: Apache-2.0
// The NICs of one chip, and the PCIe links that they share with 1RMA.
#include "platform/services/chip_nics.h"

#include <algorithm>

namespace tinsim {

ChipNics::ChipNics(IpEngine& ip, RmaEngine* rma, std::vector<HostPcie>& hosts)
    : rma_(rma), hosts_(hosts) {
  for (unsigned place = 0; place < hosts.size(); ++place) {
    sides_.push_back(std::make_unique<Side>(ip, place, *hosts[place].link));
    if (rma == nullptr) continue;
    sides_.back()->dma.attach_rma(*rma, *rma);
    rma->attach(place, sides_.back()->dma.of_rma());
  }
}

Host& ChipNics::add(unsigned place, const NicParams& params, Host& host) {
  Side& side = *sides_[place];
  side.nic = std::make_unique<Nic>(params, side.dma.link(), side.dma.link(), *hosts_[place].memory,
                                   side, host);
  side.dma.attach(*side.nic);
  return *side.nic;
}

NicCounters ChipNics::counters(unsigned place) const {
  const Side& side = *sides_[place];
  NicCounters counters;
  if (side.nic == nullptr) return counters;
  counters = side.nic->counters();
  for_each_field<NicCounters>(
      [&](auto field) { counters.*field.member -= side.before.*field.member; });
  return counters;
}

void ChipNics::clear_counters() {
  for (const auto& side : sides_)
    if (side->nic != nullptr) side->before = side->nic->counters();
}

Cycle ChipNics::next() const {
  Cycle next = kNoCycle;
  for (const auto& side : sides_) {
    next = std::min(next, side->dma.next());
    if (side->nic != nullptr) next = std::min(next, side->nic->next_work());
  }
  return next;
}

void ChipNics::run(Cycle now) {
  bool has_reports = false;
  for (const auto& side : sides_) {
    if (side->dma.next() > now) continue;
    side->dma.run(now);
    has_reports = true;
  }
  if (has_reports && rma_ != nullptr) rma_->recheck_events();
  for (const auto& side : sides_)
    if (side->nic != nullptr && side->nic->next_work() <= now) side->nic->run(now);
}

}  // namespace tinsim
