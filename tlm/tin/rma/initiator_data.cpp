// SPDX-License-Identifier: Apache-2.0
// The operations that a chip's hosts have asked for: what comes back for them.
#include "rtl_models/parts/rma_words.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {

/// A PULL asks for the data of a write or the operands of an atomic operation.
void Initiator::pull_in(Cycle now, const Cell& cell) {
  RmaMessage message;
  if (!core_.mail.take(cell, now, message)) return core_.counters.drop(RmaDrop::kStale);
  if (judge_request_cell(static_cast<unsigned>(RmaCell::Pull), cell.words, message.words[0]) !=
      RmaCellError::None)
    return core_.counters.drop(RmaDrop::kMalformed);
  const RmaRequest pull = unpack_request(message.words);
  Operation* operation = find(pull.slot, cell);
  if (operation == nullptr || operation->command.op != pull.op ||
      operation->command.op == static_cast<unsigned>(RmaOp::Read))
    return core_.counters.drop(RmaDrop::kUnknown);
  const RmaCommand& command = operation->command;
  if (!core_.seal.is_signed(RmaCell::Pull, pull, command.key, cell.src, cell.dst, operation->name,
                            message.answers))
    return core_.counters.drop(RmaDrop::kBadTag);
  const unsigned slot = RmaId::slot(pull.slot);
  const bool is_plain = pull.region <= 0xFFFF && RmaId::is_server(pull.region) &&
                        pull.offset == 0 && pull.flags == 0 && pull.size == expected_[slot].left;
  if (!is_plain) return core_.counters.drop(RmaDrop::kMalformed);
  if (operation->state != State::kAsked) return core_.counters.drop(RmaDrop::kTwice);
  operation->state = State::kSending;
  start_timer(now, slot, core_.params.pull_timeout);
  Pull ready;
  ready.slot = slot;
  ready.uses = operation->uses;
  ready.to = {operation->target, static_cast<uint16_t>(pull.region), command.cls, command.key,
              rma_name(operation->target, pull.counter)};
  if (!pulls_.empty() || !reader_.has_room()) {
    pulls_.push_back(ready);
    return;
  }
  send_data(now, ready);
}

void Initiator::send_data(Cycle now, const Pull& pull) {
  const Operation& operation = operations_[pull.slot];
  reader_.open(now, operation.grant, operation.address, expected_[pull.slot].left, pull.to);
}

void Initiator::read_context_freed(Cycle now) {
  while (!pulls_.empty() && reader_.has_room()) {
    const Pull pull = pulls_.front();
    pulls_.pop_front();
    if (operations_[pull.slot].uses == pull.uses) send_data(now, pull);
  }
}

/// Data of a READ, written to memory in the order in which it comes.
inline void Initiator::data(Cycle now, unsigned slot, const RmaMeta& meta, const uint8_t* bytes) {
  Operation& operation = operations_[slot];
  uint16_t& left = expected_[slot].left;
  const bool inside = meta.length != 0 && meta.offset + meta.length <= operation.size;
  if (!inside || meta.length > left) return core_.counters.drop(RmaDrop::kMalformed);
  if (operation.begun.has(meta.offset)) return core_.counters.drop(RmaDrop::kTwice);
  operation.begun.add(meta.offset);
  core_.dma.write(now, operation.grant, operation.address + meta.offset, {bytes, meta.length},
                  dma_cookie(DmaPurpose::kNone, 0), false);
  left = static_cast<uint16_t>(left - meta.length);
  if (left == 0) end(now, slot, RmaStatus::kOk);
}

/// As RmaEngine::data_in() and answer_in() would do it.
void Initiator::counted_data_in(Cycle now, const Cell& cell) {
  const RmaMeta meta = unpack_meta({word_1(cell), 0, 0});
  if (cell.words != rma_cell_words(meta.length)) return core_.counters.drop(RmaDrop::kMalformed);
  const Operation* operation = find(meta.slot, cell);
  if (operation == nullptr || operation->op != static_cast<unsigned>(RmaOp::Read))
    return core_.counters.drop(RmaDrop::kUnknown);
  if (!names_request(word_1(cell), operation->name)) return core_.counters.drop(RmaDrop::kBadTag);
  data(now, RmaId::slot(meta.slot), meta, nullptr);
}

/// A RESP, ACK or NACK for slot `meta.slot`.
void Initiator::answer_in(Cycle now, RmaCell type, const Cell& cell, const RmaMeta& meta,
                          RmaMessage& message) {
  Operation* operation = find(meta.slot, cell);
  if (operation == nullptr) return core_.counters.drop(RmaDrop::kUnknown);
  const unsigned slot = RmaId::slot(meta.slot);
  const bool reads = operation->op == static_cast<unsigned>(RmaOp::Read);
  const bool right_phase = type == RmaCell::Nack || (type == RmaCell::Resp ? reads : !reads);
  if (!right_phase) return core_.counters.drop(RmaDrop::kUnknown);
  // A NACK is signed with the reserved key, for the target may not have another; once it has shown
  // by its PULL or its data that it has, nobody else can end the operation.
  const bool unproven =
      operation->state == State::kAsked && !(reads && expected_[slot].left < operation->size);
  const RegionKey reserved;
  const RegionKey& key = type == RmaCell::Nack && unproven ? reserved : operation->command.key;
  if (!core_.seal.open(type, meta, key, operation->target, operation->name, message.answers,
                       message.data))
    return core_.counters.drop(RmaDrop::kBadTag);
  if (type == RmaCell::Nack) {
    const auto status = static_cast<RmaStatus>(meta.status);
    const bool known =
        status == RmaStatus::kAuthentication || (status == RmaStatus::kNack && unproven);
    return known ? end(now, slot, status) : core_.counters.drop(RmaDrop::kMalformed);
  }
  if (meta.status != 0) return end(now, slot, RmaStatus::kAuthentication);
  const uint8_t* bytes = message.data.empty() ? nullptr : message.data.data();
  if (type == RmaCell::Resp) return data(now, slot, meta, bytes);
  if (operation->state != State::kSending) return core_.counters.drop(RmaDrop::kUnknown);
  if (meta.length != (is_atomic(operation->op) ? kRmaAtomicBytes : 0))
    return core_.counters.drop(RmaDrop::kMalformed);
  const uint64_t old_value =
      message.data.size() == kRmaAtomicBytes ? load_little(message.data.data(), 8) : 0;
  end(now, slot, RmaStatus::kOk, old_value);
}

}  // namespace tinsim
