// SPDX-License-Identifier: Apache-2.0
// A host that makes operations of 1RMA, open loop or closed loop, and times them.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "tlm/host/message_source.h"
#include "tlm/host/service_series.h"
#include "tlm/pcie/mmio.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {

/// Where the data of traffic hosts lies, in the memory of each.
struct RmaHostMap {
  static constexpr uint64_t kQueueBase = 0, kQueueBytes = 256 * kCompletionBytes;
  static constexpr uint64_t kDataBase = 1 << 20, kDataBytes = 64 << 20;
  /// Region numbers of a chip's host.
  static constexpr uint32_t data_region(unsigned host) { return 2 * host; }
  static constexpr uint32_t queue_region(unsigned host) { return 2 * host + 1; }
};

/// One entry of traffic, shared by its sources.
struct RmaPlan {
  RmaOp op = RmaOp::Read;
  uint8_t cls = 0;
  uint16_t bytes = 4096;
  unsigned outstanding = 16;  ///< of a host at a time
  bool open_loop = false;
  MessagePlan births;  ///< open loop: when; closed loop: to whom, until when
};

/// Of one traffic entry, in the measurement.
struct RmaPlanStats {
  uint64_t made = 0;     ///< bytes of operations that were born
  uint64_t moved = 0;    ///< … that have ended well
  uint64_t failed = 0;   ///< operations that have ended otherwise
  Histogram completion;  ///< cycles from the birth until the completion is in memory
};

struct RmaHostStats {
  Cycle from = kNoCycle, to = kNoCycle;
  std::vector<RmaPlanStats> plans;
  ServiceSeries service;  ///< bytes
  bool measures(Cycle at) const { return at >= from && at < to; }
  void count_made(unsigned plan, Cycle born, unsigned bytes) {
    if (!measures(born)) return;
    plans[plan].made += bytes;
    service.asked(born, bytes);
  }
};

/// Common parameters of all traffic hosts.
struct RmaHostNetwork {
  std::vector<uint16_t> chip_address;  ///< by host
  std::vector<RmaPlan> plans;
  std::vector<uint8_t> place_on_chip;  ///< by host: its number on its chip
  uint64_t seed = 1;
  /// The key with which `host` signs operations of a kind on the data of another, for a slot's PID.
  std::function<RegionKey(uint16_t host, uint16_t target, uint32_t pid, RmaOp op)> key;
};

/// Failed operations are not repeated: their bytes count as failed.
class RmaTrafficHost final : public RmaHost {
 public:
  RmaTrafficHost(const RmaHostNetwork& network, uint16_t number, MmioPort& mmio,
                 RmaHostStats& stats);

  void add_source(unsigned plan, HostTargets targets);

  Cycle next() const override;
  void run(Cycle now) override;
  void completed(const RmaCompletion& completion, Cycle at) override;

  unsigned outstanding() const { return outstanding_; }
  /// Counts the operations of open loops that were born in the measurement and wait for a slot.
  void count_waiting(RmaHostStats& stats) const;
  bool is_source() const { return !sources_.empty(); }
  /// Birth of the oldest operation that no slot has been found for, `now` if none waits; of the
  /// first cycle that has been kept, or of now.
  Cycle take_oldest(Cycle now);
  /// Records the result of take_oldest() for cycle `first` and every `step` cycles after it;
  /// kNoCycle: no longer.
  void keep_oldest(Cycle first, Cycle step);

 private:
  struct Source {
    unsigned plan = 0;
    std::unique_ptr<MessageSource> births;
    unsigned outstanding = 0;
    uint64_t made = 0;
  };
  struct Slot {
    bool busy = false;
    uint8_t source = 0;
    Cycle born = 0;
  };
  /// A closed loop, whose operations are all born at once, ends.
  bool has_ended(const Source& source, Cycle now) const;
  bool can_make(const Source& source, Cycle now) const;
  void make(Cycle now, unsigned source);
  Cycle oldest_waiting(Cycle now) const;

  const RmaHostNetwork& network_;
  uint16_t number_;
  MmioPort& mmio_;
  RmaHostStats& stats_;
  std::vector<Source> sources_;
  std::array<Slot, 128> slots_;
  std::vector<uint8_t> free_;
  unsigned outstanding_ = 0;
  Cycle next_due_ = 0;
  Cycle keeps_at_ = kNoCycle, keep_step_ = 0;
  std::vector<Cycle> kept_;  ///< not taken yet
};

}  // namespace tinsim
