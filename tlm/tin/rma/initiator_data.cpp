// SPDX-License-Identifier: Apache-2.0
// Operations that a chip's hosts initiate: PULLs, data and answers from the target.
#include "rtl_models/parts/rma_words.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {

/// A PULL solicits the data of a write or the operands of an atomic operation.
void Initiator::pull_in(Cycle now, const Cell& cell) {
  RmaMessage message;
  if (!core_.mail.take(cell, now, message)) return core_.counters.drop(RmaDrop::kStale);
  const DecodedRequest decoded = core_.decode_request(now, cell, message.words);
  if (decoded.error != RmaCellError::None) return core_.counters.drop(RmaDrop::kMalformed);
  const RmaRequest& pull = decoded.fields;
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
                        pull.offset == 0 && pull.flags == 0 &&
                        pull.size == data_bytes_[slot].missing;
  if (!is_plain) return core_.counters.drop(RmaDrop::kMalformed);
  if (operation->state != State::kRequested) return core_.counters.drop(RmaDrop::kTwice);
  operation->state = State::kSending;
  start_timer(now, slot, core_.params.pull_timeout);
  Pull ready;
  ready.slot = slot;
  ready.uses = operation->uses;
  ready.to = {operation->target, static_cast<uint16_t>(pull.region), command.cls, command.key,
              rma_name(operation->target, pull.counter)};
  if (!pulls_.empty() || !reader_.has_space()) {
    pulls_.push_back(ready);
    return;
  }
  send_data(now, ready);
}

void Initiator::send_data(Cycle now, const Pull& pull) {
  const Operation& operation = operations_[pull.slot];
  reader_.open(now, operation.grant, operation.address, data_bytes_[pull.slot].missing, pull.to);
}

void Initiator::read_context_freed(Cycle now) {
  while (!pulls_.empty() && reader_.has_space()) {
    const Pull pull = pulls_.front();
    pulls_.pop_front();
    if (operations_[pull.slot].uses == pull.uses) send_data(now, pull);
  }
}

/// Data of a READ, written to memory in the order of their arrival.
inline void Initiator::data(Cycle now, unsigned slot, unsigned offset, unsigned length,
                            const uint8_t* bytes) {
  Operation& operation = operations_[slot];
  uint16_t& missing = data_bytes_[slot].missing;
  const bool inside = length != 0 && offset + length <= operation.size;
  if (!inside || length > missing) return core_.counters.drop(RmaDrop::kMalformed);
  if (operation.received.has(offset)) return core_.counters.drop(RmaDrop::kTwice);
  operation.received.add(offset);
  const uint64_t address = operation.address + offset;
  if (bytes != nullptr || !core_.dma.write_at_once(now, operation.grant, address, length))
    core_.dma.write(now, operation.grant, address, {bytes, length},
                    dma_cookie(DmaPurpose::kNone, 0), false);
  missing = static_cast<uint16_t>(missing - length);
  if (missing == 0) end(now, slot, RmaStatus::kOk);
}

/// The meta-data is in the first payload word alone.
void Initiator::counted_data_in(Cycle now, const Cell& cell) {
  using namespace rma_meta;
  const uint64_t first = word_1(cell);
  const auto slot = static_cast<unsigned>(RmaId::slot(meta_slot(first)));
  const auto length = static_cast<unsigned>(kLength.of(first));
  if (cell.words != rma_cell_words(length)) return core_.counters.drop(RmaDrop::kMalformed);
  if (data_bytes_[slot].counted_id != meta_slot(first) ||
      operations_[slot].target != rma_chip(cell.src))
    return core_.counters.drop(RmaDrop::kUnknown);
  if (!names_request(first, operations_[slot].name)) return core_.counters.drop(RmaDrop::kBadTag);
  data(now, slot, static_cast<unsigned>(kOffset.of(first)), length, nullptr);
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
  // A NACK is signed with the reserved key, as the target may have no other. After a PULL or data
  // has proven that it has the key, a NACK must be signed with that.
  const bool unproven = operation->state == State::kRequested &&
                        !(reads && data_bytes_[slot].missing < operation->size);
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
  if (type == RmaCell::Resp) return data(now, slot, meta.offset, meta.length, bytes);
  if (operation->state != State::kSending) return core_.counters.drop(RmaDrop::kUnknown);
  if (meta.length != (is_atomic(operation->op) ? kRmaAtomicBytes : 0))
    return core_.counters.drop(RmaDrop::kMalformed);
  const uint64_t old_value =
      message.data.size() == kRmaAtomicBytes ? load_little(message.data.data(), 8) : 0;
  end(now, slot, RmaStatus::kOk, old_value);
}

}  // namespace tinsim
