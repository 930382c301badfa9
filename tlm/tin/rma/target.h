// SPDX-License-Identifier: Apache-2.0
// Requests to a chip: checks, reads, and the four hops of writes and atomic operations.
#pragma once

#include <unordered_map>
#include <vector>

#include "rtl_models/parts/rma_solicitation.h"
#include "tlm/pcie/growing_queue.h"
#include "tlm/tin/rma/host_reader.h"
#include "tlm/tin/rma/received_offsets.h"
#include "tlm/tin/rma/replay_window.h"
#include "tlm/tin/rma/rma_core.h"

namespace tinsim {

class Target {
 public:
  Target(RmaCore& core, HostReader& reader)
      : core_(core), reader_(reader), servers_(core.params.server_contexts, core.params.memory) {
    for (auto* queue : {&inbound_, &checking_}) queue->use(core.params.memory);
    free_ = servers_.size() < 64 ? (uint64_t{1} << servers_.size()) - 1 : ~uint64_t{0};
  }

  /// A REQ or WREQ arrives.
  void request_in(Cycle now, const Cell& cell);
  void take_request(Cycle now);
  void checked(Cycle now);
  void pull_solicit(Cycle now);
  void timer(Cycle now, uint16_t id);
  /// A RESP with data that a PULL has solicited.
  void data_in(Cycle now, const Cell& cell, const RmaMeta& meta, RmaMessage& message);
  void atomic_done(Cycle now, unsigned context, uint64_t old_value, bool error);
  /// Schedules the intake of the next request, also after a read context was freed.
  void schedule_intake(Cycle now);

  unsigned inbound() const { return static_cast<unsigned>(inbound_.size() + checking_.size()); }
  unsigned servers() const { return busy_; }
  bool has_waiting_pull() const { return (pulls_.waiting(0) | pulls_.waiting(1)) != 0; }
  uint32_t pull_window_used() const { return pulls_.used(); }

 private:
  struct Request {
    Cell cell;
    RmaRequest fields;
    bool is_read() const { return fields.op == static_cast<unsigned>(RmaOp::Read); }
  };
  enum class State : uint8_t { kFree, kWaiting, kPulled, kAtomic };
  /// A write, atomic operation or rekey between its request and its ACK.
  struct alignas(64) Server {
    uint64_t pull_name = 0;
    uint64_t address = 0;  ///< of the operation's memory
    RmaGrant grant;        ///< of that memory
    State state = State::kFree;
    uint8_t cls = 0;
    uint16_t from = 0;         ///< the initiator's chip
    uint16_t missing = 0;      ///< bytes that have not been received
    uint16_t uses = 0;         ///< of the context
    ReceivedOffsets received;  ///< data cells that have been received
    unsigned bytes = 0;        ///< of data or operands
    Cycle timer = 0;
    RmaRequest request;
    RegionKey key;      ///< Kd
    RegionKey region;   ///< Kr, from which it was derived
    uint64_t name = 0;  ///< of the request
    std::array<uint8_t, 16> operands{};
  };

  uint16_t id_of(unsigned context) const {
    return RmaId::of_context(context, servers_[context].uses);
  }
  Server* find(uint16_t id);
  unsigned class_of(const Cell& cell) const { return cell.cls >= 5 ? 1 : 0; }
  RmaReturn return_of(const Request& request, const RegionKey& key) const;
  /// False if the signature is not accepted, or the region refuses; sets key, verdict and grant.
  bool accept(Cycle now, const Request& request, RegionKey& key, RegionVerdict& verdict,
              RmaGrant& grant);
  void nack(Cycle now, const RmaReturn& to, RmaStatus status);
  void answer(Cycle now, RmaCell type, RmaMeta meta, const RmaReturn& to, const uint8_t* data);
  void serve(Cycle now, const Request& request, const RegionKey& key, const RegionVerdict& verdict,
             const RmaGrant& grant);
  void remove_planned_pull(const RmaRequest& request) {
    core_.ports.remove_planned_request(RmaCore::port_of(request.slot));
  }
  void schedule_pulls(Cycle at);
  void pull(Cycle now, unsigned context);
  void take_data(Cycle now, Server& server, unsigned context, const RmaMeta& meta,
                 const RmaMessage& message);
  void data_complete(Cycle now, unsigned context);
  bool rekey(const Server& server, const RegionKey& key);
  void acknowledge(Cycle now, unsigned context, const uint8_t* old_value);
  void release(Cycle now, unsigned context);
  RmaReturn return_of(const Server& server, const RegionKey& key) const;

  RmaCore& core_;
  HostReader& reader_;
  GrowingQueue<Request> inbound_, checking_;
  Cycle next_intake_ = 0;             ///< earliest cycle for the next request
  bool is_intake_scheduled_ = false;  ///< a kInbound event is scheduled
  SolicitationState pulls_;
  Cycle pull_solicitation_at_ = kNoCycle;  ///< cycle of the earliest scheduled kPullSolicit event
  std::pmr::vector<Server> servers_;       ///< 64 at most
  uint64_t free_;                          ///< bit per server
  unsigned busy_ = 0;
  std::unordered_map<uint16_t, ReplayWindow> received_;  ///< by initiator
};

}  // namespace tinsim
