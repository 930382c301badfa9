// SPDX-License-Identifier: Apache-2.0
// Exchange of data between pods of different ranks, once per window.
#include "platform/ranks/exchange.h"

namespace tinsim {

Exchange::Exchange(const sc_core::sc_module_name& name, Ranks& ranks, const Partition& partition,
                   unsigned pods, Windows windows, double cycle_ps)
    : sc_module(name),
      ranks_(ranks),
      partition_(partition),
      windows_(windows),
      cycle_ps_(cycle_ps),
      to_(ranks.size()),
      from_(ranks.size()) {
  for (unsigned pod = 0; pod < pods; ++pod) {
    boxes_.push_back(outboxes_.emplace_back(std::make_unique<Inbox>()).get());
  }
  SC_HAS_PROCESS(Exchange);
  SC_METHOD(end_window);
}

void Exchange::end_window() {
  const sc_core::sc_time half = sc_core::sc_time(cycle_ps_ / 2, sc_core::SC_PS);
  if (sc_core::sc_time_stamp() != sc_core::SC_ZERO_TIME) {
    transfer_batch(false);
    if (has_failed_) return sc_core::sc_pause();
    now_ = windows_.end_of(now_);
  }
  next_trigger(time_of(now_, cycle_ps_) + half - sc_core::sc_time_stamp());
}

void Exchange::fail() {
  transfer_batch(true);
  has_failed_ = true;
}

void Exchange::transfer_batch(bool fails) {
  const TimeSpent start = time_now();
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    if (rank != ranks_.rank()) pack(rank, fails, to_[rank]);
  }
  ranks_.exchange(to_, from_);
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    if (rank != ranks_.rank()) has_failed_ |= unpack(rank, from_[rank]);
  }
  time_spent_ += time_now() - start;
}

void Exchange::pack(unsigned rank, bool fails, Bytes& to) {
  to.clear();
  put(to, fails);
  for (unsigned pod = partition_.begin(rank); pod < partition_.end(rank); ++pod) {
    boxes_[pod]->pack(to);
  }
  for (WindowMail* mail : mails_) mail->pack(rank, to);
  if (relay_ != nullptr && rank == 0) relay_->pack(to);
}

bool Exchange::unpack(unsigned rank, const Bytes& from) {
  ByteReader reader(from);
  const bool fails = reader.take<bool>();
  const unsigned here = ranks_.rank();
  for (unsigned pod = partition_.begin(here); pod < partition_.end(here); ++pod) {
    reader.move_to(boxes_[pod]->unpack(reader.position()));
  }
  for (WindowMail* mail : mails_) mail->unpack(reader);
  if (relay_ != nullptr && here == 0) relay_->unpack(rank, reader);
  return fails;
}

}  // namespace tinsim
