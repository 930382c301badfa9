// SPDX-License-Identifier: Apache-2.0
// The block mos_mailbox attached to a mailbox of the chip.
#include "tlm/tin/mos_block.h"

#include "rtl_models/parts/ordered_set.h"

namespace tinsim {
namespace {

constexpr unsigned kMostDropped = 255;  ///< where the block's count stops

template <class T>
bool take(std::deque<T>& events, bool is_now) {
  if (is_now) events.pop_front();
  return is_now;
}

}  // namespace

MosBlock::MosBlock(const DecisionChoice<Block>& choice, const std::string& place) {
  transmit_.use(choice, place, "mos_mailbox");
  receive_.use(choice, place, "mos_mailbox");
  transmit_.reset(0, {});
  receive_.reset(0, {});
}

// A control processor hands over the words of an interval in one cycle, and the register bus writes
// one in a cycle. A word that follows at once is offered the MOS gap later than the one before it,
// and by then it is in the mailbox.
void MosBlock::run_transmit(Cycle until) {
  for (; transmit_at_ < until; ++transmit_at_) {
    Block::In in;
    if (!writes_.empty() && writes_.front().at <= transmit_at_) {
      in.send_valid_i = true;
      in.send_sub_i = writes_.front().word.sub;
      in.send_payload_i = writes_.front().word.payload;
      writes_.pop_front();
    }
    in.sent_i = take(slots_, !slots_.empty() && slots_.front() == transmit_at_);
    if (in.sent_i) freed_.push_back(transmit_at_);
    transmit_.tick(transmit_at_, in);
  }
}

// A write sees the places of the past: not those of words that left a few cycles ago, and without
// those of writes on their way.
bool MosBlock::has_place(Cycle now, bool own) {
  if (now >= kWriteBus) run_transmit(now - kWriteBus);
  while (!freed_.empty() && freed_.front() + kSlotToPlace <= now) freed_.pop_front();
  const std::size_t unseen = writes_.size() + freed_.size();
  const auto free = static_cast<unsigned>(transmit_.out().send_free_o);
  ++decisions_;
  return transmit_.decide(now, "send_free_o", free > unseen, own);
}

MosBody MosBlock::offered(Cycle slot, const MosBody& own) {
  run_transmit(slot);
  const Block::Out& out = transmit_.out();
  transmit_.require(slot, "mos_valid_o", out.mos_valid_o);
  ++decisions_;
  const auto sub = static_cast<std::uint8_t>(out.mos_sub_o);
  const std::uint64_t payload = out.mos_payload_o;
  return {transmit_.decide(slot, "mos_sub_o", sub, own.sub),
          transmit_.decide(slot, "mos_payload_o", payload, std::uint64_t{own.payload})};
}

void MosBlock::run_receive(Cycle until) {
  for (; receive_at_ < until; ++receive_at_) {
    Block::In in;
    if (!sets_.empty() && sets_.front().at == receive_at_) {
      in.set_valid_i = true;
      in.set_code_i = static_cast<unsigned>(OrderedSetCode::Mos);
      in.set_body_i = pack_body(sets_.front().word);
      sets_.pop_front();
    }
    in.read_i = take(reads_, !reads_.empty() && reads_.front() == receive_at_);
    receive_.tick(receive_at_, in);
  }
}

bool MosBlock::admitted(Cycle due, bool own) {
  run_receive(due - kSetToRead);
  const auto before = static_cast<unsigned>(receive_.out().dropped_o);
  run_receive(due - kSetToRead + 1);
  ++decisions_;
  if (before == kMostDropped) return own;  // the count shows no more of them
  const bool accepted = receive_.out().dropped_o == before;
  return receive_.decide(due, "dropped_o", accepted, own);
}

std::optional<MosBody> MosBlock::read(Cycle now, const std::optional<MosBody>& own) {
  if (now >= kReadBus) run_receive(now - kReadBus);
  const Block::Out& out = receive_.out();
  const bool is_shown = out.read_valid_o;
  ++decisions_;
  if (!receive_.decide(now, "read_valid_o", is_shown, own.has_value())) return std::nullopt;
  const auto sub = static_cast<std::uint8_t>(out.read_sub_o);
  const std::uint64_t payload = out.read_payload_o;
  const MosBody expected = own.value_or(MosBody{});
  const MosBody word = {
      receive_.decide(now, "read_sub_o", sub, expected.sub),
      receive_.decide(now, "read_payload_o", payload, std::uint64_t{expected.payload})};
  reads_.push_back(now + kReadBus);
  return word;
}

}  // namespace tinsim
