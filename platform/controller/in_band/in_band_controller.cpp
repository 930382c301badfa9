// SPDX-License-Identifier: Apache-2.0
// The controller of a Clique as a host of the simulated network.
#include "platform/controller/in_band/in_band_controller.h"

#include <algorithm>

namespace tinsim::control {

InBandController::InBandController(const CliquePlan& plan, ControllerPlan access,
                                   const InBandControllerSettings& settings,
                                   InBandTransport::Send send)
    : plan_(plan),
      access_(std::move(access)),
      paths_(plan),
      transport_(
          access_, settings.access, std::move(send),
          [this](std::size_t entry, std::size_t tin) { return paths_.join(entry, tin); }, *this),
      constellation_(plan, transport_, settings.constellation),
      reachable_(plan.tins()),
      up_(plan.tins()),
      links_up_(plan.tins()),
      is_linked_(plan.tins()),
      has_answered_(plan.tins()),
      waits_(settings.keeps_tables) {
  paths_.use(constellation_.nib());
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) constellation_.report_tin(tin, false);
}

void InBandController::poll(std::uint64_t now_us) {
  now_us_ = now_us;
  transport_.poll(now_us, is_settled_);
  constellation_.step(now_us, may_plan());
  is_settled_ = is_settled_ && control_record(constellation_.nib(), kHold) == settled_plan_;
  const std::uint64_t plans = constellation_.counts().routing.plans;
  if (plans != plans_) note(ControlEvent::Kind::kPlan, now_us, plans);
  plans_ = plans;
  if (now_us < next_check_us_) return;
  next_check_us_ = now_us + kSettledUs;
  check_settled(now_us);
}

bool InBandController::may_plan() {
  const auto is_up = [](bool up) { return up; };
  waits_ = waits_ && now_us_ < last_answer_us_ + InBandTransport::kUnreachableUs &&
           !std::all_of(up_.begin(), up_.end(), is_up);
  return !waits_;
}

void InBandController::note(ControlEvent::Kind kind, std::uint64_t now_us, std::uint64_t value) {
  ControlEvent event;
  event.kind = kind;
  event.from_us = event.to_us = now_us;
  event.value = value;
  noted(event);
}

void InBandController::check_settled(std::uint64_t now_us) {
  const bool was_settled = is_settled_;
  is_settled_ = constellation_.is_settled();
  if (is_settled_ && !was_settled) note(ControlEvent::Kind::kSettled, now_us, plans_);
  settled_plan_ = control_record(constellation_.nib(), kHold);
  if (complete_us_ || !is_settled_) return;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    if (!up_[tin] || transport_.carrier(tin) != Carrier::kByTcp) return;
  complete_us_ = now_us;
}

/// A new NIB takes all TiNs to be up, and knows no links.
void InBandController::restart(Instance instance) {
  constellation_.restart(instance);
  is_settled_ = false;
  if (instance != Instance::kNib) return;
  paths_.use(constellation_.nib());
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) constellation_.report_tin(tin, up_[tin]);
}

void InBandController::drain(const std::vector<std::size_t>& tins) {
  is_settled_ = false;
  constellation_.drain(tins);
}

void InBandController::undrain(const std::vector<std::size_t>& tins) {
  is_settled_ = false;
  constellation_.undrain(tins);
}

void InBandController::reachable(std::size_t tin, bool is_reachable) {
  reachable_[tin] = is_reachable;
  if (is_reachable && !has_answered_[tin]) {
    has_answered_[tin] = true;
    last_answer_us_ = now_us_;
  }
  report_tin(tin);
}

void InBandController::links_reported(std::size_t tin, std::uint64_t up) {
  up &= plan_.ports[tin].links();
  constellation_.report_links(tin, up);
  if (links_up_[tin] == up) return;
  links_up_[tin] = up;
  ControlEvent event;
  event.kind = ControlEvent::Kind::kLinks;
  event.tin = tin;
  event.from_us = event.to_us = now_us_;
  event.value = up;
  noted(event);
  find_linked();
}

/// Reports of links count only from TiNs to which UP links lead: one without power sends none.
void InBandController::find_linked() {
  std::vector<bool> is_linked(plan_.tins());
  std::vector<std::size_t> found;
  const auto reach = [&](std::size_t tin) {
    if (is_linked[tin]) return;
    is_linked[tin] = true;
    found.push_back(tin);
  };
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    if (access_.chips[tin].host_address != 0) reach(tin);
  while (!found.empty()) {
    const std::size_t from = found.back();
    found.pop_back();
    for (std::uint64_t up = links_up_[from].value_or(0); up != 0; up &= up - 1)
      reach(plan_.topology.chips[from].ports[__builtin_ctzll(up)].peer_chip);
  }
  is_linked.swap(is_linked_);
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    if (is_linked[tin] == is_linked_[tin]) continue;
    transport_.set_linked(tin, is_linked_[tin]);
    report_tin(tin);
  }
}

void InBandController::report_tin(std::size_t tin) {
  const bool has_way = access_.chips[tin].host_address != 0 ||
                       transport_.carrier(tin) == Carrier::kByProxy || is_linked_[tin];
  up_[tin] = reachable_[tin] && has_way;
  constellation_.report_tin(tin, up_[tin]);
}

}  // namespace tinsim::control
