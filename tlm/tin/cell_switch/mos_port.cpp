// SPDX-License-Identifier: Apache-2.0
// The mailbox for MOS words of one link port.
#include "tlm/tin/cell_switch/mos_port.h"

#include "tlm/tin/cell_switch/inbox.h"

namespace tinsim {

namespace {

/// Drops the cycles up to `now`; returns how many they were.
uint64_t take_until(std::deque<Cycle>& cycles, Cycle now) {
  uint64_t taken = 0;
  for (; !cycles.empty() && cycles.front() <= now; cycles.pop_front()) ++taken;
  return taken;
}

}  // namespace

bool MosPort::can_send(Cycle now) {
  take_until(tx_places_, now);
  const bool is_free = tx_.size() + tx_places_.size() < params_.tx_words;
  return decider_ == nullptr ? is_free : decider_->has_place(now, is_free);
}

bool MosPort::is_ready(Cycle now) {
  if (link_ != nullptr && now > timing::kMosSlotToPlace)
    link_->send_mos_until(link_port_, now - timing::kMosSlotToPlace);
  return can_send(now);
}

bool MosPort::send(Cycle now, const MosBody& word) {
  const bool accepted = can_send(now);
  attempts_.push_back({now, accepted});
  if (!accepted) return false;
  tx_.push_back({now + timing::kMosWriteToOffer, word});
  if (decider_ != nullptr) decider_->written(now, word);
  if (copy_ != nullptr) copy_->tx_.push_back(tx_.back());
  if (link_ != nullptr && tx_.size() == 1) link_->mos_written(link_port_);
  return true;
}

Cycle MosPort::offered_from() {
  while (tx_.empty() && user_ != nullptr && user_->next_send() != kNoCycle)
    user_->send(*this, user_->next_send());
  return tx_.empty() ? kNoCycle : tx_.front().at;
}

// A word is in the mailbox in the cycle before it is offered. Earlier writes come first.
MosBody MosPort::next(Cycle slot) {
  if (decider_ == nullptr) return tx_.front().word;
  while (user_ != nullptr && user_->next_send() <= slot - timing::kMosWriteToOffer)
    user_->send(*this, user_->next_send());
  return decider_->offered(slot, tx_.front().word);
}

// A write sees the place of this word kMosSlotToPlace cycles later: earlier ones are judged first.
void MosPort::left(Cycle slot) {
  const Cycle place = slot + timing::kMosSlotToPlace;
  while (user_ != nullptr && user_->next_send() < place) user_->send(*this, user_->next_send());
  tx_.pop_front();
  tx_places_.push_back(place);
  slots_.push_back(slot);
  if (decider_ != nullptr) decider_->left(slot);
}

void MosPort::deliver_at(Cycle due, const MosBody& word) {
  if (far_ != nullptr)
    far_->arrive(due, word);
  else if (inbox_ != nullptr)
    inbox_->push_event(far_chip_, far_port_, {LinkEvent::Kind::Mos, due, word.sub, word.payload});
}

void MosPort::arrive(Cycle due, const MosBody& word) {
  arriving_.push_back({due, word});
  if (decider_ != nullptr) decider_->arrives(due, word);
  if (user_ != nullptr) user_->announced(due);
}

void MosPort::admit(Cycle now) {
  while (!arriving_.empty() && arriving_.front().at <= now) {
    const Word word = arriving_.front();
    arriving_.pop_front();
    take_until(rx_places_, word.at);
    bool accepted = rx_.size() + rx_places_.size() < params_.rx_words;
    if (decider_ != nullptr) accepted = decider_->admitted(word.at, accepted);
    if (accepted) rx_.push_back(word.word);
    ++counts_.arrived;
    counts_.overflow += !accepted;
    if (user_ != nullptr) user_->arrived(*this, word.at, word.word, accepted);
  }
}

unsigned MosPort::readable(Cycle now) {
  admit(now);
  return static_cast<unsigned>(rx_.size());
}

std::optional<MosBody> MosPort::receive(Cycle now) {
  admit(now);
  std::optional<MosBody> word;
  if (!rx_.empty()) word = rx_.front();
  if (decider_ != nullptr) word = decider_->read(now, word);
  if (!word) return std::nullopt;
  if (!rx_.empty()) rx_.pop_front();  // a block that decides may show a word of its own
  rx_places_.push_back(now + timing::kMosReadToPlace);
  ++counts_.read;
  return word;
}

uint64_t MosPort::dropped(Cycle now) {
  admit(now);
  return counts_.overflow;
}

void MosPort::apply_until(Cycle end) {
  if (end == 0) return;
  const Cycle last = end - 1;
  if (user_ != nullptr) {
    while (user_->next_send() <= last) user_->send(*this, user_->next_send());
    while (user_->next_read() <= last) user_->read(*this, user_->next_read());
  }
  admit(last);
  for (; !attempts_.empty() && attempts_.front().at <= last; attempts_.pop_front())
    ++(attempts_.front().accepted ? counts_.written : counts_.refused);
  counts_.sent += take_until(slots_, last);
  take_until(tx_places_, last);
  take_until(rx_places_, last);
  counts_.lost += take_until(lost_, last);
}

}  // namespace tinsim
