// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: the host's side.
#include <fmt/format.h>

#include <algorithm>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {

/// A request arrives in cycle `at`: now, or if the memory is passive later.
void PcieLink::reach_host(const Tlp& tlp, Cycle at) {
  if (tlp.unreported) return complete_unreported_write(tlp.address, tlp.bytes, at);
  const uint64_t number = arrived_++;
  const bool is_write = tlp.kind == Tlp::Kind::kWrite;
  if (is_write) written_at_ = at + params_.write_cycles;
  // A request sees all writes that arrived before it.
  const Cycle due = is_write ? written_at_ : std::max(at + latency_.of(number), written_at_);
  if (!is_passive_) memory_->announce(number, access_of(tlp), at, due);
  if (is_write) {
    writes_.push_back({due, number, tlp});
    return;
  }
  keep_request({due, tlp.tag, number});
  request_by_tag_[tlp.tag] = tlp;
}

/// Few are before their answers at a time, so it is put near the end.
void PcieLink::keep_request(const HostRequest& host_request) {
  requests_.insert([&host_request](const HostRequest& o) {
    return o.at != host_request.at ? o.at > host_request.at : o.number > host_request.number;
  }) = host_request;
}

MemoryAccess PcieLink::access_of(const Tlp& tlp) {
  MemoryAccess access;
  access.address = tlp.address;
  access.bytes = tlp.bytes;
  access.counted = !params_.carried;
  if (tlp.kind == Tlp::Kind::kWrite) {
    access.kind = MemoryAccess::Kind::kWrite;
    if (tlp.data != 0) access.data = data_.at(tlp.data) + tlp.begin;
  } else if (tlp.kind == Tlp::Kind::kAtomic) {
    access.kind = MemoryAccess::Kind::kAtomic;
    access.atomic = operations_[tlp.op].atomic;
  }
  return access;
}

void PcieLink::complete_writes(Cycle now, DmaClient& client) {
  while (!writes_.empty() && writes_.front().at <= now) {
    Due& due = writes_.front();
    MemoryAccess access = access_of(due.tlp);
    uint64_t unused = 0;
    const MemoryReply reply = memory_->answer(due.number, access, unused);
    if (reply == MemoryReply::kWait) {
      due.at = now + 1;
      return;
    }
    const uint32_t op = due.tlp.op;
    Operation& operation = operations_[op];
    operation.left -= due.tlp.bytes;
    if (due.tlp.last) data_.release(due.tlp.data);
    writes_.pop_front();
    if (reply == MemoryReply::kError) {
      ++counters_.errors;
      operation.failed = true;
    }
    if (operation.left > 0) continue;
    const Operation ended = operation;
    close(op);
    if (ended.notify) client.write_landed(ended.cookie, ended.failed, now);
  }
}

void PcieLink::answer_requests(Cycle now) {
  while (!requests_.empty() && requests_.front().at <= now) {
    HostRequest host_request = requests_.front();
    requests_.pop_front();
    Tlp& tlp = request_by_tag_[host_request.tag];
    MemoryAccess access = access_of(tlp);
    if (access.kind == MemoryAccess::Kind::kRead && params_.carried) {
      if (tlp.data == 0) tlp.data = data_.make(tlp.bytes);
      access.data = data_.at(tlp.data);
    }
    uint64_t old_value = 0;
    const bool waits = !writes_.empty() && writes_.front().number < host_request.number;
    const MemoryReply reply =
        waits ? MemoryReply::kWait : memory_->answer(host_request.number, access, old_value);
    if (reply == MemoryReply::kWait) {
      host_request.at = now + 1;
      keep_request(host_request);
      continue;
    }
    if (access.kind == MemoryAccess::Kind::kAtomic && params_.carried) {
      tlp.data = data_.make(tlp.bytes);
      store_little(data_.at(tlp.data), tlp.bytes, old_value);
    }
    answer(tlp, reply);
  }
}

/// The same for an unobserved memory.
void PcieLink::answer_counted(Cycle now) {
  while (!requests_.empty() && requests_.front().at <= now) {
    HostRequest host_request = requests_.front();
    requests_.pop_front();
    if (!writes_.empty() && writes_.front().number < host_request.number) {
      host_request.at = now + 1;
      keep_request(host_request);
      continue;
    }
    const Tlp& tlp = request_by_tag_[host_request.tag];
    const bool fails = !has_memory(tlp.address, tlp.bytes);
    if (fails) ++counters_.errors;
    down_.add_answer(tlp, fails);
  }
}

void PcieLink::answer(Tlp tlp, MemoryReply reply) {
  tlp.kind = Tlp::Kind::kAnswer;
  tlp.error = reply == MemoryReply::kError;
  tlp.begin = 0;
  if (tlp.error) {
    ++counters_.errors;
    data_.release(tlp.data);
    tlp.data = 0;
  }
  down_.add(tlp);
}

void PcieLink::report_loads(Cycle now) {
  while (!answers_.empty() && answers_.front().at <= now) {
    const Tlp tlp = answers_.front().tlp;
    answers_.pop_front();
    const uint64_t cookie = loads_[tlp.op];
    free_loads_.push_back(tlp.op);
    if (client_ != nullptr)
      client_->loaded(cookie, {data_.at(tlp.data), tlp.error ? 0 : tlp.bytes}, tlp.error, now);
    data_.release(tlp.data);
  }
}

}  // namespace tinsim
