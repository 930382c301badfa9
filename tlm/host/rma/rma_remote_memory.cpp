// SPDX-License-Identifier: Apache-2.0
// Remote memory over 1RMA: a transfer and a buffer for each read.
#include "tlm/host/rma/rma_remote_memory.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace tinsim {

RmaRemoteMemory::RmaRemoteMemory(RmaClientParams params, const RmaStaging& staging, uint8_t cls,
                                 MmioPort& mmio, const HostMemory& memory)
    : staging_(staging),
      cls_(cls),
      memory_(memory),
      reads_(staging.buffers),
      client_(std::move(params), mmio, memory,
              [this](const RmaTransferEnd& end, Cycle at) { ended(end, at); }) {
  for (unsigned buffer = staging_.buffers; buffer > 0; --buffer) free_.push_back(buffer - 1);
}

void RmaRemoteMemory::read(Cycle now, const RemoteRead& read) {
  if (read.bytes > staging_.buffer_bytes)
    throw std::invalid_argument("a read of " + std::to_string(read.bytes) +
                                " bytes; expected at most " +
                                std::to_string(staging_.buffer_bytes));
  if (free_.empty()) {
    waiting_.push_back(read);
    return;
  }
  const unsigned buffer = free_.back();
  free_.pop_back();
  start(now, buffer, read);
}

void RmaRemoteMemory::start(Cycle now, unsigned buffer, const RemoteRead& read) {
  reads_[buffer] = read;
  RmaTransfer transfer;
  transfer.cls = cls_;
  transfer.remote = read.host;
  transfer.remote_region = read.region;
  transfer.remote_offset = read.offset;
  transfer.local_offset = staging_.offset + uint64_t{buffer} * staging_.buffer_bytes;
  transfer.bytes = read.bytes;
  transfer.cookie = buffer;
  client_.transfer(now, transfer);
}

void RmaRemoteMemory::ended(const RmaTransferEnd& end, Cycle at) {
  const auto buffer = static_cast<unsigned>(end.cookie);
  const RemoteRead read = reads_[buffer];
  const bool ok = end.status == RmaStatus::kOk;
  std::vector<uint8_t> bytes;
  if (ok) {
    bytes.resize(read.bytes);
    memory_.read(staging_.region_base + staging_.offset + uint64_t{buffer} * staging_.buffer_bytes,
                 bytes.data(), bytes.size());
  }
  if (waiting_.empty()) {
    free_.push_back(buffer);
  } else {
    const RemoteRead next = waiting_.front();
    waiting_.pop_front();
    start(at, buffer, next);
  }
  reader_->read_done(read.cookie, ok, {ok ? bytes.data() : nullptr, ok ? read.bytes : 0}, at);
}

}  // namespace tinsim
