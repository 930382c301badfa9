// SPDX-License-Identifier: Apache-2.0
// One port's end of a link, cycle by cycle.
#include "tlm/tin/cell_switch/link_driver.h"

#include "rtl_models/parts/credit.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

namespace {
/// link_rx, whose outputs are a cycle later than the receive pins.
constexpr Cycle kRxToEvent = 1;
constexpr Cycle kEventToRead = timing::kMosRxToRead - kRxToEvent;
}  // namespace

LinkDriver::LinkDriver(const LinkDriverParams& params)
    : params_(params), port_(make_link_port(params.port)) {
  if (params.wire) wire_ = make_wire_link(*params.wire, *this);
  granted_.fill(static_cast<uint16_t>(params.port.depth % kCreditModulus));
}

bool LinkDriver::cycle(Cycle x, bool valid, bool sop, uint64_t data, const Cell* begins) {
  LinkPort::Decision slot = port_->cycle(x, valid, sop, data);
  if (observer_ != nullptr) report(x, slot);
  cells_ += begins != nullptr;
  slot_ = slot;
  if (sets_lost_ < params_.drop_fc.size()) corrupt(x, slot);
  if (feed_ != nullptr) feed_->slots.push_back({slot.control, slot.word});
  if (wire_ != nullptr) {
    wire_->step(x, slot, begins);
  } else if (params_.to.is_joined()) {
    if (begins != nullptr) params_.to.send_cell(x, *begins);
    const auto kind = static_cast<SlotKind>(slot.kind);
    if (kind == SlotKind::Fc) send_set(x, slot.word);
    if (kind == SlotKind::Mos) mos_->deliver(x, mos_->next(x));
    if (kind == SlotKind::Lat) send_lat(x, slot.word);
  }
  return slot.tx_ready;
}

void LinkDriver::end_cycle(Cycle x, bool limit_valid, unsigned vc, unsigned limit) {
  port_->end_cycle(x, limit_valid, vc, limit);
}

void LinkDriver::set_enable(Cycle cycle, bool enable) {
  port_->set_enable(cycle, enable);
  if (mirror_ != nullptr) mirror_->port_->set_enable(cycle, enable);
  event({LinkEvent::Kind::Enable, cycle, enable, 0});
}

void LinkDriver::measure(Cycle cycle) {
  port_->measure(cycle);
  if (mirror_ != nullptr) mirror_->port_->measure(cycle);
}

void LinkDriver::receive_event(const LinkEvent& event) {
  if (event.kind == LinkEvent::Kind::Enable) {
    wire_->set_far_enable(event.cycle, event.code != 0);
    return;
  }
  port_->event(event);
  if (mirror_ != nullptr) mirror_->receive_event(event);
}

void LinkDriver::report(Cycle x, const LinkPort::Decision& slot) const {
  const auto kind = static_cast<SlotKind>(slot.kind);
  if (kind == SlotKind::Idle || kind == SlotKind::Cell) return;
  const OrderedSet set = decode_ordered_set(slot.word);
  observer_->set_sent(x, observed_port_, set.code, set.body);
}

// A CRC error, as a wrong bit on the wire would be.
void LinkDriver::corrupt(Cycle x, LinkPort::Decision& slot) {
  if (static_cast<SlotKind>(slot.kind) != SlotKind::Fc || x < params_.drop_fc[sets_lost_]) return;
  slot.word ^= uint64_t{1} << 63;
  ++sets_lost_;
}

void LinkDriver::send_set(Cycle x, uint64_t word) {
  const FcBody set = unpack_fc(decode_ordered_set(word).body);
  if (set.init) return;  // a report of what was sent: nothing is lost without a wire
  for (unsigned i = 0; i < set.limits.size(); ++i) {
    const CreditLimit& entry = set.limits[i];
    const unsigned words = credit_distance(entry.limit, granted_[entry.vc]);
    if (words == 0) continue;
    granted_[entry.vc] = entry.limit;
    params_.to.send_update(x, i, {entry.vc, words});
  }
}

void LinkDriver::send_lat(Cycle x, uint64_t word) {
  const LatBody lat = unpack_lat(decode_ordered_set(word).body);
  event({LinkEvent::Kind::Lat, x + params_.to.link_cycles + kRxToEvent,
         static_cast<uint8_t>(lat.sub), lat.residence});
}

void LinkDriver::cell(Cycle rx, const Cell& cell, bool damaged) {
  Cell arrived = cell;
  arrived.damaged |= damaged;
  params_.to.push_cell(rx + timing::kRxToRequest, arrived);
}

void LinkDriver::credit(Cycle use, unsigned vc, unsigned words) {
  params_.to.push_credit(use, {vc, words});
}

void LinkDriver::event(const LinkEvent& event) {
  if (event.kind == LinkEvent::Kind::Mos) {
    mos_->deliver_at(event.cycle + kEventToRead, {event.code, event.value});
  } else if (params_.to.inbox != nullptr) {
    params_.to.inbox->push_event(params_.to.peer_chip, params_.to.peer_port, event);
  } else if (far_ != nullptr) {
    far_->receive_event(event);
  }
}

void LinkDriver::mos_lost(Cycle cycle) { mos_->lose_at(cycle + kEventToRead); }

unsigned LinkDriver::unreported_words(unsigned vc) const {
  const unsigned granted = wire_ != nullptr ? wire_->limit(vc) : granted_[vc];
  return (port_->unadvertised(vc) + credit_distance(port_->advertised(vc), granted)) %
         kCreditModulus;
}

LinkUse use_of(const LinkDriver& driver) {
  LinkUse use;
  use.cells = driver.cells();
  use.slots = driver.port().counters().slots;
  return use;
}

void CellLinkDriver::free_words(unsigned vc, unsigned words) {
  granted_[vc] = static_cast<uint16_t>((granted_[vc] + words) % kCreditModulus);
  freed_ = true;
  freed_vc_ = static_cast<uint8_t>(vc);
}

bool CellLinkDriver::step(Cycle now) {
  bool ready = false;
  for (; next_ <= now + timing::kMatchToTx - 1; ++next_) {
    // The words freed by the match of cycle now show on the pins in the cycle before this slot.
    if (next_ != 0) driver_->end_cycle(next_ - 1, freed_, freed_vc_, granted_[freed_vc_]);
    freed_ = false;
    const bool valid = words_left_ != 0;
    const bool sop = valid && next_word_ == 0;
    ready = driver_->cycle(next_, valid, sop, valid ? word_of(cell_, next_word_) : 0,
                           sop ? &cell_ : nullptr);
    if (!valid) continue;
    ++next_word_;
    --words_left_;
  }
  return ready;
}

void CellLinkDriver::begin(const Cell& cell) {
  cell_ = cell;
  next_word_ = 0;
  words_left_ = cell.words;
}

}  // namespace tinsim
