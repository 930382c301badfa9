// SPDX-License-Identifier: Apache-2.0
// Remote memory over 1RMA.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "tlm/host/rma/remote_memory.h"
#include "tlm/host/rma/rma_client.h"

namespace tinsim {

/// Destination of read data: buffers of one size in the client's data region.
struct RmaStaging {
  uint64_t region_base = 0;   ///< address of the data region in host memory
  uint64_t offset = 0;        ///< of the first buffer in the region
  uint32_t buffer_bytes = 0;  ///< at least the longest read
  unsigned buffers = 0;       ///< reads at a time; others wait
};

/// Its RmaClient is the software that receives the completions of the chip.
class RmaRemoteMemory final : public RemoteMemory {
 public:
  RmaRemoteMemory(RmaClientParams params, const RmaStaging& staging, uint8_t cls, MmioPort& mmio,
                  const HostMemory& memory);

  /// std::invalid_argument: more bytes than a buffer has.
  void read(Cycle now, const RemoteRead& read) override;
  Cycle next() const override { return client_.next(); }
  void run(Cycle now) override { client_.run(now); }

  RmaClient& client() { return client_; }
  const RmaClient& client() const { return client_; }

 private:
  void start(Cycle now, unsigned buffer, const RemoteRead& read);
  void ended(const RmaTransferEnd& end, Cycle at);

  RmaStaging staging_;
  uint8_t cls_;
  const HostMemory& memory_;
  std::vector<RemoteRead> reads_;  ///< by buffer
  std::vector<unsigned> free_;
  std::deque<RemoteRead> waiting_;
  RmaClient client_;
};

}  // namespace tinsim
