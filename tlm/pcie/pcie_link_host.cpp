// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: what happens at the host.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tlm/pcie/pcie_link.h"
#include "tlm/pcie/read_latency.h"

namespace tinsim {

void PcieLink::reach_host(Tlp&& tlp, Cycle now) {
  if (tlp.kind == Tlp::Kind::kAnswer) {
    answers_.push_back({now + params_.mmio_cycles, 0, std::move(tlp)});
    return;
  }
  const uint64_t number = arrived_++;
  const bool is_write = tlp.kind == Tlp::Kind::kWrite;
  if (is_write) written_at_ = now + params_.write_cycles;
  // What was written before a request is seen by it.
  const Cycle due =
      is_write ? written_at_ : std::max(now + read_latency(params_, number), written_at_);
  memory_.announce(number, access_of(tlp), now, due);
  if (is_write) {
    writes_.push_back({due, number, std::move(tlp)});
    return;
  }
  requests_.push({due, number, std::move(tlp)});
}

MemoryAccess PcieLink::access_of(Tlp& tlp) const {
  MemoryAccess access;
  access.address = tlp.address;
  access.bytes = tlp.bytes;
  access.counted = !params_.carried;
  if (tlp.kind == Tlp::Kind::kWrite) {
    access.kind = MemoryAccess::Kind::kWrite;
    access.data = tlp.data.data();
  } else if (tlp.kind == Tlp::Kind::kAtomic) {
    access.kind = MemoryAccess::Kind::kAtomic;
    access.atomic = operations_[tlp.op].atomic;
  }
  return access;
}

void PcieLink::land_writes(Cycle now, DmaClient& client) {
  while (!writes_.empty() && writes_.front().at <= now) {
    Due& due = writes_.front();
    MemoryAccess access = access_of(due.tlp);
    uint64_t unused = 0;
    const MemoryReply reply = memory_.answer(due.number, access, unused);
    if (reply == MemoryReply::kWait) {
      due.at = now + 1;
      return;
    }
    const uint32_t op = due.tlp.op;
    writes_.pop_front();
    Operation& operation = operations_[op];
    if (reply == MemoryReply::kError) {
      ++counters_.errors;
      operation.failed = true;
    }
    if (--operation.parts > 0) continue;
    const Operation ended = operation;
    close(op);
    if (ended.notify) client.write_landed(ended.cookie, ended.failed, now);
  }
}

void PcieLink::answer_requests(Cycle now) {
  while (!requests_.empty() && requests_.top().at <= now) {
    Due due = requests_.top();
    requests_.pop();
    Tlp& tlp = due.tlp;
    MemoryAccess access = access_of(tlp);
    if (access.kind == MemoryAccess::Kind::kRead && params_.carried) {
      tlp.data.resize(tlp.bytes);
      access.data = tlp.data.data();
    }
    uint64_t old_value = 0;
    const bool waits = !writes_.empty() && writes_.front().number < due.number;
    const MemoryReply reply =
        waits ? MemoryReply::kWait : memory_.answer(due.number, access, old_value);
    if (reply == MemoryReply::kWait) {
      due.at = now + 1;
      requests_.push(std::move(due));
      continue;
    }
    if (access.kind == MemoryAccess::Kind::kAtomic && params_.carried) {
      tlp.data.resize(tlp.bytes);
      store_little(tlp.data.data(), tlp.bytes, old_value);
    }
    answer(tlp, reply);
  }
}

void PcieLink::answer(const Tlp& request, MemoryReply reply) {
  std::vector<Tlp> answers;
  Tlp tlp;
  tlp.kind = Tlp::Kind::kAnswer;
  tlp.op = request.op;
  tlp.tag = request.tag;
  tlp.offset = request.offset;
  tlp.address = request.address;
  if (reply == MemoryReply::kError) {
    ++counters_.errors;
    tlp.error = tlp.last = true;
    answers.push_back(std::move(tlp));
    return down_.add_answers(std::move(answers));
  }
  for (uint32_t done = 0; done < request.bytes; done += tlp.bytes) {
    tlp.offset = request.offset + done;
    tlp.address = request.address + done;
    tlp.bytes =
        completion_part(tlp.address, request.bytes - done, params_.completion_bytes, params_.rcb);
    tlp.payload = tlp_payload_bytes(tlp.address, tlp.bytes);
    tlp.last = done + tlp.bytes == request.bytes;
    if (!request.data.empty())
      tlp.data.assign(request.data.begin() + done, request.data.begin() + done + tlp.bytes);
    answers.push_back(tlp);
  }
  down_.add_answers(std::move(answers));
}

void PcieLink::tell_loads(Cycle now) {
  while (!answers_.empty() && answers_.front().at <= now) {
    const Tlp tlp = std::move(answers_.front().tlp);
    answers_.pop_front();
    const uint64_t cookie = loads_[tlp.op];
    free_loads_.push_back(tlp.op);
    if (client_ != nullptr) client_->loaded(cookie, {tlp.data.data(), tlp.bytes}, tlp.error, now);
  }
}

}  // namespace tinsim
