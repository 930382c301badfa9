// SPDX-License-Identifier: Apache-2.0
// The parts connected to the terminal ports of one chip: calls and credit of each.
#include "platform/services/chip_endpoints.h"

#include <algorithm>

namespace tinsim {

/// Work in a cycle may be the cause of more in it, in either direction.
template <class Call>
Endpoints::Due ChipEndpoints::inject_with_shared(Cycle now, Call&& call) {
  do {
    const bool has_run = shared_->next() <= now;
    if (has_run) shared_->run(now);
    for (Part& part : parts_)
      if (has_run || part.due.next <= now) call(part);
  } while (shared_->next() <= now);
  update_others();
  return due();
}

Endpoints::Due ChipEndpoints::inject(Cycle now, Mailbox& mailbox) {
  if (shared_ != nullptr)
    return inject_with_shared(now,
                              [&](Part& part) { part.due = part.endpoints->inject(now, mailbox); });
  Part& first = parts_[0];
  if (first.due.next <= now) first.due = first.endpoints->inject(now, mailbox);
  if (others_.next <= now) {
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      Part& part = parts_[i];
      if (part.due.next <= now) part.due = part.endpoints->inject(now, mailbox);
    }
    update_others();
  }
  return due();
}

Endpoints::Due ChipEndpoints::inject_ahead(Cycle now, Cycle /*until*/, ReturningCredits& credits,
                                           Mailbox& mailbox) {
  share(credits);
  if (shared_ != nullptr)
    return inject_with_shared(now, [&](Part& part) {
      part.due = part.endpoints->inject_ahead(now, now, part.credits, mailbox);
      expect_credit(part);
    });
  for (Part& part : parts_) {
    if (part.due.next > now + part.due.slack) continue;
    part.due = part.endpoints->inject_ahead(now, now, part.credits, mailbox);
    expect_credit(part);
  }
  update_others();
  return due();
}

void ChipEndpoints::take_credits(ReturningCredits& credits, Cycle upto) {
  share(credits);
  for (Part& part : parts_) part.endpoints->take_credits(part.credits, upto);
}

/// Each part has its own list of credit, since each takes it up to another cycle.
void ChipEndpoints::share(ReturningCredits& credits) {
  credits.take(kNoCycle, [this](const ReturningCredits::Entry& entry) {
    Part& part = of(entry.port);
    part.credits.push(entry);
    if (part.due.waiting >> entry.port & 1) {
      part.due.next = std::min(part.due.next, entry.due + part.due.slack);
    }
  });
}

/// A waiting cell is due when credit arrives that is known already.
void ChipEndpoints::expect_credit(Part& part) {
  if (part.due.waiting == 0) return;
  const Cycle next = part.credits.next_of(part.due.waiting);
  if (next != kNoCycle) part.due.next = std::min(part.due.next, next + part.due.slack);
}

Endpoints::Due ChipEndpoints::credit(unsigned port, Credit credit, Cycle due) {
  Part& part = of(port);
  part.due = part.endpoints->credit(port, credit, due);
  if (&part != &parts_[0]) update_others();
  return this->due();
}

Cycle ChipEndpoints::deliver(unsigned port, const Cell& cell, Cycle at) {
  Part& part = of(port);
  const Cycle next = part.endpoints->deliver(port, cell, at);
  part.due.next = std::min(part.due.next, next);
  if (&part != &parts_[0]) {
    others_.next = std::min(others_.next, next);
    return next;
  }
  return next - (part.due.slack - slack_);
}

unsigned ChipEndpoints::returning(unsigned port, unsigned vc) const {
  unsigned words = 0;
  for (const Part& part : parts_) words += part.credits.words(port, vc);
  return words;
}

/// The switch reports credit as late as possible, so where other parts wait for credit no work is
/// late.
Endpoints::Due ChipEndpoints::due() {
  const Due& first = parts_[0].due;
  slack_ = others_.waiting == 0 ? first.slack : 0;
  const Cycle earlier = first.slack - slack_;
  const Cycle shared = shared_ != nullptr ? shared_->next() : kNoCycle;
  return {std::min({std::max(first.next, earlier) - earlier, others_.next, shared}), slack_,
          first.waiting | others_.waiting};
}

void ChipEndpoints::update_others() {
  others_ = {};
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    others_.next = std::min(others_.next, parts_[i].due.next);
    others_.waiting |= parts_[i].due.waiting;
  }
}

}  // namespace tinsim
