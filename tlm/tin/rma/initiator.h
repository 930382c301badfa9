// SPDX-License-Identifier: Apache-2.0
// The operations that a chip's hosts have asked for: from the command to its completion.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "rtl_models/parts/rma_slots.h"
#include "rtl_models/parts/rma_solicitation.h"
#include "tlm/tin/rma/begun_offsets.h"
#include "tlm/tin/rma/command.h"
#include "tlm/tin/rma/host_reader.h"
#include "tlm/tin/rma/rma_core.h"

namespace tinsim {

/// Host software: writes commands, and is told when a completion is in its memory.
class RmaHost {
 public:
  virtual ~RmaHost() = default;
  /// When run() has something to do; kNoCycle if nothing.
  virtual Cycle next() const = 0;
  virtual void run(Cycle now) = 0;
  virtual void completed(const RmaCompletion& completion, Cycle at) = 0;
};

class Initiator {
 public:
  Initiator(RmaCore& core, Reader& reader);

  void attach(unsigned host, RmaHost& software) { software_[host] = &software; }
  /// PID with which the driver has fixed a slot; part of the key derivation.
  void set_pid(unsigned slot, uint32_t pid) { operations_[slot].pid = pid; }
  uint32_t pid(unsigned slot) const { return operations_[slot].pid; }
  unsigned owner(unsigned slot) const { return slots_.owner(slot); }

  /// The allocation register: a slot of `host`, or SlotBooks::kNone.
  unsigned allocate(unsigned host);
  unsigned next_slot(unsigned host) const { return slots_.lowest_free(host); }
  /// Sixteen bytes of a command arrive.
  void store(Cycle now, unsigned host, unsigned slot, unsigned part, const uint8_t* bytes);

  void command(Cycle now, unsigned slot);
  void solicit(Cycle now);
  void timer(Cycle now, uint16_t id);
  void pull_in(Cycle now, const Cell& cell);
  void answer_in(Cycle now, RmaCell type, const Cell& cell, const RmaMeta& meta,
                 RmaMessage& message);
  /// Data whose octets are counted.
  void counted_data_in(Cycle now, const Cell& cell);
  /// The same from cell to write, for data on which nothing is amiss and that PCIe takes at once;
  /// else false, and nothing has been done.
  bool data_at_once(Cycle now, const Cell& cell);
  void read_context_freed(Cycle now);
  void completion_landed(uint64_t number, Cycle at);

  /// `cell`, RESP, ACK or NACK, has data for an operation, and no status that ends it.
  static bool is_data(const Cell& cell) {
    const uint64_t first = word_1(cell);
    return cell.type == static_cast<unsigned>(RmaCell::Resp) &&
           !RmaId::is_server(meta_slot(first)) && rma_meta::kStatus.of(first) == 0;
  }
  /// `cell`, RESP, ACK or NACK, is on its way to answer_in(). Whether an operation may end with it,
  /// or with another one on its way. To be called once for each, as has_come() when it has been
  /// decrypted.
  bool may_end_with(const Cell& cell) {
    const uint16_t id = meta_slot(word_1(cell));
    if (RmaId::is_server(id)) return true;
    Expected& expected = expected_[RmaId::slot(id)];
    const unsigned bytes = most_data(cell);
    expected.coming = static_cast<uint16_t>(expected.coming + bytes);
    return bytes == 0 || expected.coming >= expected.left;
  }
  void has_come(const Cell& cell) {
    const uint16_t id = meta_slot(word_1(cell));
    if (RmaId::is_server(id)) return;
    Expected& expected = expected_[RmaId::slot(id)];
    expected.coming = static_cast<uint16_t>(expected.coming - most_data(cell));
  }

  /// A read of local memory waits for a context.
  bool waits_to_read() const { return !pulls_.empty(); }
  /// Regions have changed: the ring of a queue starts again.
  void forget_ring(uint32_t region) { rings_.erase(region); }
  unsigned in_service() const { return in_service_; }
  /// Fetches what each cell needs.
  void prefetch() const { prefetch_lines(&operations_, sizeof operations_); }
  /// Fetches what a data cell for slot field `id` will touch.
  void prefetch(uint16_t id) const {
    if (RmaId::slot(id) < operations_.size()) prefetch_soon(&operations_[RmaId::slot(id)], 1);
  }
  uint32_t window_used() const { return books_.used(); }
  unsigned waiting() const { return books_.waiting(0) + books_.waiting(1); }

 private:
  enum class State : uint8_t { kIdle, kChecking, kWaiting, kAsked, kSending };
  /// What each data cell needs is in one cache line.
  struct alignas(64) Operation {
    uint64_t name = 0;     ///< of the request
    uint64_t address = 0;  ///< of the local data
    RmaGrant grant;        ///< … as the region gives it
    State state = State::kIdle;
    uint8_t op = 0;       ///< of the command
    uint16_t size = 0;    ///< … and bytes
    uint16_t uses = 0;    ///< of the slot
    uint16_t target = 0;  ///< chip that is asked
    BegunOffsets begun;   ///< cells that have come
    uint32_t pid = 0;
    Cycle whole = 0;  ///< the command
    Cycle granted = 0;
    Cycle timer = 0;  ///< when it fires
    CommandBytes bytes{};
    RmaCommand command;
  };
  /// Bytes of a slot's operation.
  struct Expected {
    uint16_t left = 0;                   ///< that have not come
    uint16_t coming = 0;                 ///< at most, in cells that are on their way to answer_in()
    uint16_t reads_as = RmaId::kServer;  ///< the slot field of counted data, while a READ goes on
  };
  struct Pull {
    unsigned slot = 0;
    unsigned uses = 0;
    RmaReturn to;
  };

  /// Bytes of data that a cell carries, rounded up.
  static unsigned most_data(const Cell& cell) {
    constexpr unsigned kOthers = rma_cell_words(0);
    const bool carries = cell.type == static_cast<unsigned>(RmaCell::Resp) && cell.words > kOthers;
    return carries ? (cell.words - kOthers) * 8u : 0;
  }
  uint16_t id_of(unsigned slot) const { return RmaId::of_slot(slot, operations_[slot].uses); }
  bool check_command(unsigned slot);
  bool has_chip(uint16_t address) const;
  void wake(Cycle at);
  void grant(Cycle now, unsigned slot);
  Operation* find(uint16_t id);
  Operation* find(uint16_t id, const Cell& cell);
  void start_timer(Cycle now, unsigned slot, Cycle limit);
  void data(Cycle now, unsigned slot, const RmaMeta& meta, const uint8_t* bytes);
  void send_data(Cycle now, const Pull& pull);
  void end(Cycle now, unsigned slot, RmaStatus status, uint64_t old_value = 0);
  void count(const Operation& operation, const RmaCompletion& completion);
  void complete(Cycle now, const Operation& operation, RmaCompletion completion);

  RmaCore& core_;
  Reader& reader_;
  SlotBooks slots_;
  SolicitationBooks books_;
  Cycle solicits_at_ = kNoCycle;  ///< the earliest kSolicit event that is under way
  std::pmr::vector<Operation> operations_;
  std::array<Expected, SlotBooks::kMaxSlots> expected_{};  ///< by slot
  std::array<RmaHost*, kRmaHosts> software_{};
  std::unordered_map<uint32_t, uint64_t> rings_;  ///< by region: completions that were written
  std::deque<Pull> pulls_;                        ///< that wait for a read context
  std::vector<RmaCompletion> landing_;            ///< on their way into host memory
  std::vector<uint64_t> free_landing_;
  unsigned in_service_ = 0;
};

/// In the header, for the engine calls it for nearly every data cell.
inline bool Initiator::data_at_once(Cycle now, const Cell& cell) {
  using namespace rma_meta;
  const uint64_t first = word_1(cell);
  const auto slot = static_cast<unsigned>(RmaId::slot(meta_slot(first)));
  Expected& expected = expected_[slot];
  if (expected.reads_as != meta_slot(first)) return false;
  Operation& operation = operations_[slot];
  if (!names_request(first, operation.name) || rma_chip(cell.src) != operation.target) return false;
  const auto offset = static_cast<unsigned>(kOffset.of(first));
  const auto length = static_cast<unsigned>(kLength.of(first));
  if (kStatus.of(first) != 0 || cell.words != rma_cell_words(length) || length == 0) return false;
  const bool inside = offset + length <= operation.size && length <= expected.left;
  if (!inside || operation.begun.has(offset)) return false;
  if (!core_.dma.write_at_once(now, operation.grant, operation.address + offset, length))
    return false;
  ++core_.counters.cells_received;
  operation.begun.add(offset);
  expected.coming = static_cast<uint16_t>(expected.coming - most_data(cell));
  expected.left = static_cast<uint16_t>(expected.left - length);
  if (expected.left == 0) end(now, slot, RmaStatus::kOk);
  return true;
}

}  // namespace tinsim
