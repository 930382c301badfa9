// SPDX-License-Identifier: Apache-2.0
// Transfers, operations, commands and completions of one host.
#include "tlm/host/rma/rma_client.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tinsim {
namespace {

constexpr uint8_t kPhase = 0x80, kStatus = 0x0F;
constexpr unsigned kRekeyBytes = 16;

/// 0: any size.
unsigned only_size(RmaOp op) {
  if (op == RmaOp::Faa || op == RmaOp::Cas) return kRmaAtomicBytes;
  return op == RmaOp::Rekey ? kRekeyBytes : 0;
}

}  // namespace

bool rma_may_retry(RmaOp op, RmaStatus status) {
  if (status == RmaStatus::kNack || status == RmaStatus::kDispatchTimeout) return true;
  return status == RmaStatus::kTimeout && (op == RmaOp::Read || op == RmaOp::Write);
}

RmaClient::RmaClient(RmaClientParams params, MmioPort& mmio, const HostMemory& memory, Ended ended)
    : params_(std::move(params)),
      mmio_(mmio),
      memory_(memory),
      ended_(std::move(ended)),
      congestion_(params_.aimd),
      slots_(params_.slots) {
  if (params_.queue_entries < params_.slots)
    throw std::invalid_argument(
        "a completion queue holds " + std::to_string(params_.queue_entries) +
        " entries; expected one for each of the " + std::to_string(params_.slots) + " slots");
  for (unsigned slot = params_.slots; slot > 0; --slot) free_.push_back(slot - 1);
}

void RmaClient::transfer(Cycle now, const RmaTransfer& transfer) {
  const unsigned only = only_size(transfer.op);
  if (transfer.bytes == 0 || (only != 0 && transfer.bytes != only))
    throw std::invalid_argument("a transfer of " + std::to_string(transfer.bytes) +
                                " bytes; expected " +
                                (only == 0 ? "1 or more" : std::to_string(only)));
  ++counters_.transfers;
  const uint64_t number = next_transfer_++;
  Transfer& of = transfers_[number];
  of.asked = transfer;
  of.left = transfer.bytes;
  of.end.cookie = transfer.cookie;
  Flow& flow = flow_of(transfer);
  flow.transfers.push_back(number);
  queue(flow);
  issues_at_ = std::min(issues_at_, now);
}

RmaClient::Flow& RmaClient::flow_of(const RmaTransfer& transfer) {
  const RmaDirection direction = direction_of(transfer.op);
  const uint32_t key = uint32_t{transfer.remote} << 1 | static_cast<uint32_t>(direction);
  Flow& flow = flows_[key];
  flow.remote = transfer.remote;
  flow.direction = direction;
  return flow;
}

void RmaClient::queue(Flow& flow) {
  if (flow.in_turn) return;
  flow.in_turn = true;
  turn_.push_back(&flow);
}

Cycle RmaClient::next() const {
  return std::min(issues_at_, polls_.empty() ? kNoCycle : polls_.front());
}

void RmaClient::run(Cycle now) {
  bool looks = false;
  for (; !polls_.empty() && polls_.front() <= now; polls_.pop_front()) {
    looks = true;
    if (params_.reads_queue) continue;
    end(now, counted_.front());
    counted_.pop_front();
  }
  if (looks && params_.reads_queue) poll(now);
  if (looks || issues_at_ <= now) issue_all(now);
}

void RmaClient::completed(const RmaCompletion& completion, Cycle at) {
  polls_.push_back(at + params_.poll_cycles);
  if (!params_.reads_queue) counted_.push_back(completion);
}

/// Flows in turn, one operation each, until windows or slots hold all back.
void RmaClient::issue_all(Cycle now) {
  issues_at_ = kNoCycle;
  std::size_t held = 0;  // flows in a row that may not issue
  while (held < turn_.size() && !free_.empty()) {
    Flow& flow = *turn_.front();
    turn_.pop_front();
    const Cycle at = congestion_.may_issue(now, flow.remote, flow.direction);
    if (at > now) {
      issues_at_ = std::min(issues_at_, at);
      turn_.push_back(&flow);
      ++held;
      continue;
    }
    held = 0;
    issue(now, cut(flow));
    flow.in_turn = false;
    if (!flow.empty()) queue(flow);
  }
}

/// The next operation of a flow: one that has failed, or the next part of a transfer.
RmaClient::Operation RmaClient::cut(Flow& flow) {
  if (!flow.again.empty()) {
    const Operation operation = flow.again.front();
    flow.again.pop_front();
    return operation;
  }
  const uint64_t number = flow.transfers.front();
  Transfer& transfer = transfers_.at(number);
  Operation operation;
  operation.transfer = number;
  operation.offset = transfer.cut;
  const uint32_t rest = transfer.asked.bytes - transfer.cut;
  operation.bytes = static_cast<uint16_t>(std::min<uint32_t>(rest, kRmaMaxBytes));
  transfer.cut += operation.bytes;
  if (transfer.cut == transfer.asked.bytes) flow.transfers.pop_front();
  return operation;
}

/// Writes the command: four stores of 16 bytes.
void RmaClient::issue(Cycle now, const Operation& operation) {
  const RmaTransfer& asked = transfers_.at(operation.transfer).asked;
  const unsigned place = free_.back();
  free_.pop_back();
  slots_[place] = operation;
  const unsigned slot = params_.first_slot + place;
  congestion_.issued(now, asked.remote, direction_of(asked.op));
  ++outstanding_;
  ++counters_.operations;
  counters_.max_open = std::max<uint64_t>(counters_.max_open, outstanding_);

  RmaCommand command;
  command.op = static_cast<uint8_t>(asked.op);
  command.cls = asked.cls;
  command.size = operation.bytes;
  command.remote = params_.address(asked.remote);
  command.remote_region = asked.remote_region;
  command.local_region = params_.data_region;
  command.remote_offset = asked.remote_offset + operation.offset;
  command.local_offset = asked.local_offset + operation.offset;
  command.queue_region = params_.queue_region;
  command.cookie = place;
  command.key = params_.key(asked.remote, asked.remote_region, slot, asked.op);
  const CommandBytes bytes = encode_command(command);
  const uint32_t window = kCommandWindow + slot * kCommandBytes;
  for (uint32_t at = 0; at < kCommandBytes; at += kQuarterBytes)
    mmio_.store(now, window + at, {bytes.data() + at, kQuarterBytes});
}

/// Takes all entries of the queue that the chip has written.
void RmaClient::poll(Cycle now) {
  for (;;) {
    CompletionBytes bytes{};
    const uint64_t lap = seen_ / params_.queue_entries, at = seen_ % params_.queue_entries;
    memory_.read(params_.queue_base + at * kCompletionBytes, bytes.data(), kCompletionBytes);
    if (((bytes[0] & kPhase) != 0) != (lap % 2 == 0)) return;
    ++seen_;
    const auto get = [&bytes](unsigned from, unsigned size) {
      return load_little(bytes.data() + from, size);
    };
    const auto cycles = [this](uint64_t ns) {
      return static_cast<Cycle>(ns * params_.core_mhz / 1000);
    };
    RmaCompletion completion;
    completion.status = static_cast<RmaStatus>(bytes[0] & kStatus);
    completion.issue = cycles(get(8, 4));
    completion.total = cycles(get(12, 4));
    completion.cookie = get(16, 8);
    completion.old_value = get(24, 8);
    end(now, completion);
  }
}

void RmaClient::end(Cycle now, const RmaCompletion& completion) {
  const auto place = static_cast<unsigned>(completion.cookie);
  Operation operation = slots_.at(place);
  Transfer& transfer = transfers_.at(operation.transfer);
  const RmaTransfer& asked = transfer.asked;
  free_.push_back(place);
  --outstanding_;
  congestion_.ended(now, asked.remote, direction_of(asked.op), completion.status, completion.issue,
                    completion.total);
  if (completion.status == RmaStatus::kOk) {
    counters_.bytes += operation.bytes;
    transfer.end.old_value = completion.old_value;
    return finish(now, operation.transfer, operation.bytes);
  }
  if (rma_may_retry(asked.op, completion.status) && operation.tries < params_.retries) {
    ++operation.tries;
    ++transfer.end.retries;
    ++counters_.retries;
    Flow& flow = flow_of(asked);
    flow.again.push_back(operation);
    return queue(flow);
  }
  ++counters_.given_up;
  if (transfer.end.status == RmaStatus::kOk) transfer.end.status = completion.status;
  finish(now, operation.transfer, operation.bytes);
}

void RmaClient::finish(Cycle now, uint64_t number, uint32_t bytes) {
  Transfer& transfer = transfers_.at(number);
  transfer.left -= bytes;
  if (transfer.left > 0) return;
  // All of it was cut into operations, so its flow has dropped it. The user may make requests in
  // the call.
  const RmaTransferEnd end = transfer.end;
  transfers_.erase(number);
  ended_(end, now);
}

}  // namespace tinsim
