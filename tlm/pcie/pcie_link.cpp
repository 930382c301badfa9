// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: the chip's side, and the order of events in a cycle.
#include "tlm/pcie/pcie_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tinsim {
namespace {

bool fits_mmio(uint32_t offset, uint32_t bytes, uint32_t bar_bytes) {
  return bytes >= 1 && bytes <= kMaxMmioBytes && offset % kMaxMmioBytes + bytes <= kMaxMmioBytes &&
         offset < bar_bytes && bytes <= bar_bytes - offset;
}

}  // namespace

PcieLink::PcieLink(const PcieParams& params, DmaMemory& memory)
    : params_(params),
      memory_(&memory),
      is_passive_(memory.is_passive()),
      extent_(memory.extent()),
      up_(params, params.of_host, TlpSender::Way::kUp),
      down_(params, params.of_chip, TlpSender::Way::kDown),
      latency_(params),
      request_by_tag_(params.tags, params.memory) {
  to_host_.use(params.memory);
  to_chip_.use(params.memory);
  for (auto* queue : {&writes_, &mmio_, &answers_}) queue->use(params.memory);
  requests_.use(params.memory);
  for (uint32_t tag = params.tags; tag > 0; --tag)
    free_tags_.push_back(static_cast<uint16_t>(tag - 1));
}

void PcieLink::out_of_order(Cycle now) const {
  throw ProtocolError(
      "PcieRunsInOrder",
      fmt::format("chip {} host {}: called in cycle {} after cycle {}, before cycle {} was run",
                  params_.chip, params_.host, now, now_, next_));
}

void PcieLink::prefetch() const {
  if (next_ == kNoCycle) return;
  prefetch_lines(this, sizeof *this);
  up_.prefetch();
  down_.prefetch();
  to_chip_.prefetch();
  requests_.prefetch();
  writes_.prefetch();
}

uint32_t PcieLink::open(const Operation& operation) {
  if (free_operations_.empty()) {
    operations_.push_back(operation);
    return static_cast<uint32_t>(operations_.size() - 1);
  }
  const uint32_t op = free_operations_.back();
  free_operations_.pop_back();
  operations_[op] = operation;
  return op;
}

void PcieLink::close(uint32_t op) { free_operations_.push_back(op); }

void PcieLink::read(Cycle now, uint64_t address, uint32_t bytes, uint64_t cookie) {
  called(now);
  TIN_CHECK(DmaSize, bytes > 0, fmt::format("chip {}: a read of nothing", params_.chip));
  ++counters_.reads;
  counters_.bytes_read += bytes;
  Operation operation;
  operation.cookie = cookie;
  operation.left = bytes;
  operation.is_read = true;
  Tlp tlp;
  tlp.kind = Tlp::Kind::kRead;
  tlp.op = open(operation);
  tlp.address = address;
  tlp.bytes = bytes;
  send_request(now, tlp);
}

void PcieLink::atomic(Cycle now, const DmaAtomic& atomic, uint64_t cookie) {
  called(now);
  const bool is_right =
      (atomic.bytes == 4 || atomic.bytes == 8) && atomic.address % atomic.bytes == 0;
  TIN_CHECK(DmaAtomicShape, is_right,
            fmt::format("chip {}: atomic operation of {} octets at {:#x}", params_.chip,
                        atomic.bytes, atomic.address));
  ++counters_.atomics;
  Operation operation;
  operation.cookie = cookie;
  operation.left = atomic.bytes;
  operation.atomic = atomic;
  Tlp tlp;
  tlp.kind = Tlp::Kind::kAtomic;
  tlp.op = open(operation);
  tlp.address = atomic.address;
  tlp.bytes = atomic.bytes;
  tlp.payload = atomic.op == AtomicOp::kCompareSwap ? 2u * atomic.bytes : atomic.bytes;
  send_request(now, tlp);
}

bool PcieLink::withdraw_atomic(Cycle now, uint64_t cookie) {
  called(now);
  if (!running_) catch_up_to_call(now);
  const auto is_match = [this, cookie](const Tlp& tlp) {
    return tlp.kind == Tlp::Kind::kAtomic && operations_[tlp.op].cookie == cookie;
  };
  const std::optional<Tlp> tlp = up_.withdraw(kNonPosted, is_match);
  if (tlp) close(tlp->op);
  start_due(now);
  return tlp.has_value();
}

void PcieLink::store(Cycle now, uint32_t offset, ByteView bytes) {
  called(now);
  TIN_CHECK(MmioSize, fits_mmio(offset, bytes.size, params_.bar_bytes),
            fmt::format("chip {} host {}: store of {} octets at {:#x}", params_.chip, params_.host,
                        bytes.size, offset));
  ++counters_.stores;
  Tlp tlp;
  tlp.address = offset;
  tlp.bytes = bytes.size;
  tlp.data = data_.copy(bytes);
  if (!running_) catch_up_to_call(now);
  down_.add(tlp);
  start_due(now);
}

void PcieLink::load(Cycle now, uint32_t offset, uint32_t bytes, uint64_t cookie) {
  called(now);
  TIN_CHECK(MmioSize, fits_mmio(offset, bytes, params_.bar_bytes),
            fmt::format("chip {} host {}: load of {} octets at {:#x}", params_.chip, params_.host,
                        bytes, offset));
  ++counters_.loads;
  Tlp tlp;
  tlp.kind = Tlp::Kind::kRead;
  if (free_loads_.empty()) {
    tlp.op = static_cast<uint32_t>(loads_.size());
    loads_.push_back(cookie);
  } else {
    tlp.op = free_loads_.back();
    free_loads_.pop_back();
    loads_[tlp.op] = cookie;
  }
  tlp.address = offset;
  tlp.bytes = bytes;
  if (!running_) catch_up_to_call(now);
  down_.add(tlp);
  start_due(now);
}

/// All its work is inlined: it is called for every packet, and does little for each.
[[gnu::flatten]] void PcieLink::run(Cycle now, DmaClient& client) {
  called(now);
  running_ = true;
  if (now > 0) catch_up(now - 1);
  up_.take_last_updates(now);
  down_.take_last_updates(now);
  if (!writes_.empty()) complete_writes(now, client);
  if (!requests_.empty() && requests_.front().at <= now) answer_requests(now);
  if (!answers_.empty()) report_loads(now);
  for (; !to_host_.empty() && to_host_.front().at <= now; to_host_.pop_front())
    reach_host(to_host_.front().tlp, now);
  while (!to_chip_.empty() && to_chip_.front().arrival <= now) {
    Part part = to_chip_.front();
    part.arrival = now;
    to_chip_.pop_front();
    reach_chip(part, client);
  }
  for (; !mmio_.empty() && mmio_.front().at <= now; mmio_.pop_front())
    take_mmio(mmio_.front().tlp, now);
  running_ = false;
  next_ = kNoCycle;  // all that was due now has been done
  start_due(now);
}

/// An answer has arrived.
void PcieLink::reach_chip(const Part& part, DmaClient& client) {
  Operation& operation = operations_[part.op];
  if (operation.is_read) {
    report_read(part, octets_of(part), client);
    if (part.last) data_.release(part.data);
    return;
  }
  free_tags_.push_back(part.tag);
  const uint64_t cookie = operation.cookie;
  close(part.op);
  const uint64_t old_value = part.data == 0 ? 0 : load_little(data_.at(part.data), part.bytes);
  data_.release(part.data);
  client.atomic_done(cookie, old_value, part.error, part.arrival);
}

void PcieLink::take_mmio(const Tlp& tlp, Cycle now) {
  const auto offset = static_cast<uint32_t>(tlp.address);
  if (tlp.kind == Tlp::Kind::kWrite) {
    if (target_ != nullptr) target_->store(params_.host, offset, octets_of(tlp), now);
    return data_.release(tlp.data);
  }
  Tlp answer;
  answer.kind = Tlp::Kind::kAnswer;
  answer.op = tlp.op;
  answer.data = data_.make(tlp.bytes);
  answer.bytes = tlp.bytes;
  answer.address = tlp.address;
  answer.error = target_ == nullptr ||
                 !target_->load(params_.host, offset, data_.at(answer.data), tlp.bytes, now);
  if (answer.error) ++counters_.errors;
  up_.add(answer);
}

bool PcieLink::idle() const {
  return !up_.waits() && !down_.waits() && to_host_.empty() && to_chip_.empty() &&
         writes_.empty() && requests_.empty() && mmio_.empty() && answers_.empty() &&
         std::max({written_at_, up_.credit_back(), down_.credit_back()}) <= now_;
}

}  // namespace tinsim
