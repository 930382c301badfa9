// SPDX-License-Identifier: Apache-2.0
// A host that moves flows by 1RMA: writes of the source, or reads of the destination.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "tlm/host/flows/flow_board.h"
#include "tlm/host/flows/flow_feed.h"
#include "tlm/host/flows/flow_stats.h"
#include "tlm/host/rma/rma_client.h"

namespace tinsim {

struct FlowRmaParams {
  FlowTransport transport = FlowTransport::rma_write;
  uint8_t cls = 0;
  uint64_t region_bytes = 64 << 20;  ///< of the data region of each host
  Cycle notice = 1600;               ///< from the end of a flow until its other host knows of it
  std::function<uint32_t(uint16_t remote)> data_region;  ///< number of a host's data region
};

/// A flow is a row of transfers, two at a time, which the client cuts into operations. It ends when
/// the host finds the last completion.
class FlowRmaHost final : public RmaHost {
 public:
  /// All references must outlive the host.
  FlowRmaHost(FlowRmaParams params, RmaClientParams client, uint16_t number, MmioPort& mmio,
              const HostMemory& memory, FlowFeed& feed, HostFlows& flows, FlowBoard& board,
              FlowStats& stats);

  Cycle next() const override { return std::min({client_.next(), flows_.next(), feed_.horizon()}); }
  void run(Cycle now) override;
  void completed(const RmaCompletion& completion, Cycle at) override {
    client_.completed(completion, at);
  }

 private:
  static constexpr uint32_t kPart = 1 << 20;  ///< bytes of a transfer, at most
  static constexpr unsigned kPartsAtATime = 2;

  struct Active {
    StartedFlow flow;
    uint32_t rest = 0;       ///< bytes that are in no transfer yet
    unsigned transfers = 0;  ///< that have not ended
    bool is_failed = false;
  };

  bool is_write() const { return params_.transport == FlowTransport::rma_write; }
  void transfer(Cycle now, uint64_t number, Active& active);
  void ended(const RmaTransferEnd& end, Cycle at);
  void finish(const Active& active, Cycle at);

  FlowRmaParams params_;
  uint16_t number_;
  HostFlows& flows_;
  FlowBoard& board_;
  FlowStats& stats_;
  FlowFeed& feed_;
  std::unordered_map<uint64_t, Active> active_;  ///< by number
  uint64_t numbers_ = 0;
  uint64_t offset_ = 0;  ///< of the next transfer in both data regions
  RmaClient client_;
};

}  // namespace tinsim
