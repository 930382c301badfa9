// SPDX-License-Identifier: Apache-2.0
// Operations that a chip's hosts initiate: from the command to its completion.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "rtl_models/parts/rma_slots.h"
#include "rtl_models/parts/rma_solicitation.h"
#include "tlm/tin/rma/command.h"
#include "tlm/tin/rma/host_reader.h"
#include "tlm/tin/rma/received_offsets.h"
#include "tlm/tin/rma/rma_core.h"

namespace tinsim {

/// Host software: writes commands, and receives completions.
class RmaHost {
 public:
  virtual ~RmaHost() = default;
  /// The next cycle for run(); kNoCycle for none.
  virtual Cycle next() const = 0;
  virtual void run(Cycle now) = 0;
  /// `completion` is in host memory.
  virtual void completed(const RmaCompletion& completion, Cycle at) = 0;
};

class Initiator {
 public:
  Initiator(RmaCore& core, HostReader& reader);

  void attach(unsigned host, RmaHost& software) { software_[host] = &software; }
  /// PID that the driver has assigned to a slot; part of the key derivation.
  void set_pid(unsigned slot, uint32_t pid) { operations_[slot].pid = pid; }
  uint32_t pid(unsigned slot) const { return operations_[slot].pid; }
  unsigned owner(unsigned slot) const { return slots_.owner(slot); }

  /// The allocation register: a slot of `host`, or CommandSlotState::kNone.
  unsigned allocate(Cycle now, unsigned host);
  unsigned next_slot(unsigned host) const {
    const unsigned slot = slots_.lowest_free(host);
    return core_.decider == nullptr ? slot : core_.decider->free_slot(host, slot);
  }
  /// Sixteen bytes of a command are stored.
  void store(Cycle now, unsigned host, unsigned slot, unsigned part, const uint8_t* bytes);

  void command(Cycle now, unsigned slot);
  void solicit(Cycle now);
  void timer(Cycle now, uint16_t id);
  void pull_in(Cycle now, const Cell& cell);
  void answer_in(Cycle now, RmaCell type, const Cell& cell, const RmaMeta& meta,
                 RmaMessage& message);
  /// Data whose octets are counted.
  void counted_data_in(Cycle now, const Cell& cell);
  void read_context_freed(Cycle now);
  void completion_written(uint64_t number, Cycle at);

  /// `cell`, RESP, ACK or NACK, has data for an operation, and no status that ends it.
  static bool is_data(const Cell& cell) {
    const uint64_t first = word_1(cell);
    return cell.type == static_cast<unsigned>(RmaCell::Resp) &&
           !RmaId::is_server(meta_slot(first)) && rma_meta::kStatus.of(first) == 0;
  }
  /// `cell`, RESP, ACK or NACK, will be decrypted. Whether an operation may end with it, or with
  /// another one that will be. To be called once for each, as remove_pending() afterwards.
  bool add_pending(const Cell& cell) {
    const uint16_t id = meta_slot(word_1(cell));
    if (RmaId::is_server(id)) return true;
    DataBytes& data = data_bytes_[RmaId::slot(id)];
    const unsigned bytes = max_data(cell);
    data.pending = static_cast<uint16_t>(data.pending + bytes);
    return bytes == 0 || data.pending >= data.missing;
  }
  void remove_pending(const Cell& cell) {
    const uint16_t id = meta_slot(word_1(cell));
    if (RmaId::is_server(id)) return;
    DataBytes& data = data_bytes_[RmaId::slot(id)];
    data.pending = static_cast<uint16_t>(data.pending - max_data(cell));
  }

  /// A read of local memory is blocked on a context.
  bool has_waiting_read() const { return !pulls_.empty(); }
  /// The region has changed: the ring of completions in it starts again.
  void reset_ring(uint32_t region) { rings_.erase(region); }
  unsigned in_service() const { return in_service_; }
  /// Prefetches the state that each cell needs.
  void prefetch() const { prefetch_lines(&operations_, sizeof operations_); }
  /// Begins to prefetch the state that a data cell for slot field `id` uses.
  void prefetch(uint16_t id) const {
    if (RmaId::slot(id) < operations_.size()) prefetch_soon(&operations_[RmaId::slot(id)], 1);
  }
  uint32_t window_used() const { return solicitation_.used(); }
  unsigned waiting() const { return solicitation_.waiting(0) + solicitation_.waiting(1); }

 private:
  enum class State : uint8_t { kIdle, kChecking, kWaiting, kRequested, kSending };
  /// The members that each data cell uses are in one cache line.
  struct alignas(64) Operation {
    uint64_t name = 0;     ///< of the request
    uint64_t address = 0;  ///< of the local data
    RmaGrant grant;        ///< of the local data
    State state = State::kIdle;
    uint8_t op = 0;            ///< of the command
    uint16_t size = 0;         ///< … and bytes
    uint16_t uses = 0;         ///< of the slot
    uint16_t target = 0;       ///< chip of the remote region
    ReceivedOffsets received;  ///< data cells that have been received
    uint32_t pid = 0;
    Cycle issued = 0;  ///< when the command was complete
    Cycle granted = 0;
    Cycle timer = 0;  ///< when it fires
    CommandBytes bytes{};
    RmaCommand command;
  };
  /// Data of a slot's operation.
  struct DataBytes {
    uint16_t missing = 0;  ///< bytes that have not been received
    uint16_t pending = 0;  ///< bytes, at most, of cells between add_pending() and remove_pending()
    uint16_t counted_id = RmaId::kServer;  ///< slot field of counted data; kServer without a READ
  };
  struct Pull {
    unsigned slot = 0;
    unsigned uses = 0;
    RmaReturn to;
  };

  /// Bytes of data that a cell carries, rounded up.
  static unsigned max_data(const Cell& cell) {
    constexpr unsigned kOthers = rma_cell_words(0);
    const bool carries = cell.type == static_cast<unsigned>(RmaCell::Resp) && cell.words > kOthers;
    return carries ? (cell.words - kOthers) * 8u : 0;
  }
  uint16_t id_of(unsigned slot) const { return RmaId::of_slot(slot, operations_[slot].uses); }
  bool is_ready(Cycle now, unsigned slot);
  bool check_command(Cycle now, unsigned slot);
  bool has_chip(uint16_t address) const;
  void schedule_solicitation(Cycle at);
  void grant(Cycle now, unsigned slot);
  SlotError store_decided(Cycle now, unsigned host, unsigned slot, unsigned part, SlotError own);
  bool expired_decided(Cycle now, unsigned slot, bool own);
  void stop_decided(Cycle now, unsigned slot, unsigned bytes);
  Operation* find(uint16_t id);
  Operation* find(uint16_t id, const Cell& cell);
  void start_timer(Cycle now, unsigned slot, Cycle limit);
  void data(Cycle now, unsigned slot, unsigned offset, unsigned length, const uint8_t* bytes);
  void send_data(Cycle now, const Pull& pull);
  void end(Cycle now, unsigned slot, RmaStatus status, uint64_t old_value = 0);
  void count(const Operation& operation, const RmaCompletion& completion);
  void complete(Cycle now, const Operation& operation, RmaCompletion completion);

  RmaCore& core_;
  HostReader& reader_;
  CommandSlotState slots_;
  SolicitationState solicitation_;
  Cycle solicitation_at_ = kNoCycle;  ///< cycle of the earliest scheduled kSolicit event
  std::pmr::vector<Operation> operations_;
  std::array<DataBytes, CommandSlotState::kMaxSlots> data_bytes_{};  ///< by slot
  std::array<RmaHost*, kRmaHosts> software_{};
  std::unordered_map<uint32_t, uint64_t> rings_;  ///< by region: completions that were written
  std::deque<Pull> pulls_;                        ///< blocked on a read context
  std::vector<RmaCompletion> completions_;        ///< being written to host memory
  std::vector<uint64_t> free_completions_;
  unsigned in_service_ = 0;
};

}  // namespace tinsim
