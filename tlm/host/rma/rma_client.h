// SPDX-License-Identifier: Apache-2.0
// Host software that moves any number of bytes by 1RMA: cuts transfers into operations, writes
// commands into free slots, finds completions in memory, and tries again.
#pragma once

#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "tlm/host/rma/aimd.h"
#include "tlm/pcie/host_memory.h"
#include "tlm/pcie/mmio.h"
#include "tlm/tin/rma/command.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {

/// A request of the user. Its operations are not ordered, neither among themselves nor to others'.
struct RmaTransfer {
  RmaOp op = RmaOp::Read;
  uint8_t cls = 0;      ///< 0 H, 1 L
  uint16_t remote = 0;  ///< number of the host
  uint32_t remote_region = 0;
  uint64_t remote_offset = 0;
  uint64_t local_offset = 0;  ///< in the client's data region
  uint32_t bytes = 0;         ///< 1 or more; FAA, CAS: 8, REKEY: 16
  uint64_t cookie = 0;        ///< the user's
};

struct RmaTransferEnd {
  uint64_t cookie = 0;
  RmaStatus status = RmaStatus::kOk;  ///< else that of its first operation that was given up
  uint64_t old_value = 0;             ///< FAA, CAS
  unsigned retries = 0;               ///< of all its operations
};

struct RmaClientParams {
  RmaAimdParams aimd;
  unsigned first_slot = 0, slots = 128;  ///< of the chip, all of them this client's
  uint32_t data_region = 0;              ///< of the own chip
  uint32_t queue_region = 1;             ///< likewise, without other users
  uint64_t queue_base = 0;               ///< its address in host memory
  unsigned queue_entries = 256;          ///< at least one for each slot
  bool reads_queue = true;               ///< false: payload is counted, the call has the completion
  Cycle poll_cycles = 40;                ///< from a completion's being in memory until it is seen
  unsigned retries = 8;                  ///< of one operation
  unsigned core_mhz = 400;
  std::function<uint16_t(uint16_t remote)> address;  ///< GNet address of a host's chip
  /// Key that signs an operation on `remote`'s region through `slot`.
  std::function<RegionKey(uint16_t remote, uint32_t region, unsigned slot, RmaOp op)> key;
};

struct RmaClientCounters {
  uint64_t transfers = 0, operations = 0, retries = 0, given_up = 0;
  uint64_t bytes = 0;     ///< of operations that ended well
  uint64_t max_open = 0;  ///< outstanding operations at a time
};

/// Tried again: NACK and DISPATCH_TIMEOUT, for then nothing was done; TIMEOUT of reads and writes,
/// which may be done twice. An atomic operation or a rekey that timed out may have been done.
bool rma_may_retry(RmaOp op, RmaStatus status);

class RmaClient final : public RmaHost {
 public:
  using Ended = std::function<void(const RmaTransferEnd&, Cycle)>;

  /// `mmio` and `memory` must outlive the client; `ended` may make further requests.
  RmaClient(RmaClientParams params, MmioPort& mmio, const HostMemory& memory, Ended ended);

  /// Its first commands are written at the next call of run(), whose cycle next() returns.
  /// std::invalid_argument: a size that the operation cannot have.
  void transfer(Cycle now, const RmaTransfer& transfer);

  Cycle next() const override;
  void run(Cycle now) override;
  /// The chip has written an entry: the queue is read `poll_cycles` later.
  void completed(const RmaCompletion& completion, Cycle at) override;

  unsigned outstanding() const { return outstanding_; }
  bool is_idle() const { return transfers_.empty(); }
  const RmaCongestion& congestion() const { return congestion_; }
  const RmaClientCounters& counters() const { return counters_; }

 private:
  struct Transfer {
    RmaTransfer asked;
    uint32_t cut = 0;   ///< bytes that have become operations
    uint32_t left = 0;  ///< bytes whose operation has not ended
    RmaTransferEnd end;
  };
  struct Operation {
    uint64_t transfer = 0;
    uint32_t offset = 0;  ///< in the transfer
    uint16_t bytes = 0;
    unsigned tries = 0;
  };
  /// To one remote host in one direction.
  struct Flow {
    uint16_t remote = 0;
    RmaDirection direction = RmaDirection::kRead;
    std::deque<uint64_t> transfers;  ///< not cut to the end
    std::deque<Operation> again;
    bool in_turn = false;
    bool empty() const { return transfers.empty() && again.empty(); }
  };

  Flow& flow_of(const RmaTransfer& transfer);
  void queue(Flow& flow);
  Operation cut(Flow& flow);
  void issue_all(Cycle now);
  void issue(Cycle now, const Operation& operation);
  void poll(Cycle now);
  void end(Cycle now, const RmaCompletion& completion);
  void finish(Cycle now, uint64_t number, uint32_t bytes);

  RmaClientParams params_;
  MmioPort& mmio_;
  const HostMemory& memory_;
  Ended ended_;
  RmaCongestion congestion_;
  std::unordered_map<uint64_t, Transfer> transfers_;  ///< by number
  uint64_t next_transfer_ = 0;
  std::unordered_map<uint32_t, Flow> flows_;
  std::deque<Flow*> turn_;  ///< flows with something to issue
  std::vector<Operation> slots_;
  std::vector<unsigned> free_;
  unsigned outstanding_ = 0;
  uint64_t seen_ = 0;                  ///< completions
  std::deque<Cycle> polls_;            ///< cycles in which the queue is read
  std::deque<RmaCompletion> counted_;  ///< that are read then, where no memory holds them
  Cycle issues_at_ = kNoCycle;         ///< when something may be issued
  RmaClientCounters counters_;
};

}  // namespace tinsim
