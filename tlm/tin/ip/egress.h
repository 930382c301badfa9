// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: RTS queues, CTS, reassembly, order, the wire.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/parts/eptr.h"
#include "rtl_models/parts/reassembly.h"
#include "rtl_models/parts/reorder.h"
#include "tlm/tin/ip/cts_pace.h"
#include "tlm/tin/ip/egress_rules.h"
#include "tlm/tin/ip/egress_stats.h"
#include "tlm/tin/ip/host.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/ip/ip_decider.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/mac_port.h"
#include "tlm/tin/ip/node_pool.h"
#include "tlm/tin/ip/packet_directory.h"
#include "tlm/tin/ip/port_loads.h"
#include "tlm/tin/lookahead_queue.h"

namespace tinsim {

class CellPorts;

/// Uses the state of its blocks: CtsPicker, ReassemblyState, ReorderState. The four egress ports
/// share the contexts of the reassembly buffer; each port has its own slots for cells. A packet
/// holds its slots from the grant of its CTS until its last bit has departed. Packets of strict
/// classes have an order of their own at each port, and depart first.
class Egress {
 public:
  Egress(const IpParams& params, PacketDirectory& directory, IpCounters& counters,
         IpClasses& classes, IpEvents& events, MacPort& mac);

  void attach(unsigned eport, Host& host) { ports_[eport].host = &host; }
  Host* host(unsigned eport) const { return ports_[eport].host; }
  /// Null: none.
  void decide_by(IpDecider* decider) { decider_ = decider; }

  /// The answer to an RTS with the trace bit has it too.
  void trace_answers() { traces_answers_ = true; }

  void request(Cycle now, unsigned endpoint, const Cell& rts, CellPorts& ports);
  /// One grant of the CTS scheduler, if it can give one in this cycle.
  void grant(Cycle now);
  /// The last word of a DATA cell arrives in cycle `at`: a transition of LookaheadQueue.
  bool data(Cycle at, const Cell& cell, Timing timing);
  /// Begins to prefetch the state that request() will read for `rts`.
  void prefetch(const RtsWord& rts) const { rules_.prefetch(rts); }
  void complete(Cycle now, uint32_t eptr);
  /// Begins to send the next packet by the wire of `interface`, if it is free.
  void run_wire(Cycle now, unsigned interface);
  void sent(Cycle now, uint32_t eptr);
  /// The MAC has a control frame to send, or a pause of its partner takes effect or ends.
  void wake_mac(Cycle now);
  void control_sent(Cycle now);
  /// `is_stopped`: no packet begins to depart by `eport` from cycle `now` on. Packets that have
  /// been fetched wait, and others are not cleared to send once the port's window is full.
  void stop(Cycle now, unsigned eport, bool is_stopped);
  /// Gives up packets that are incomplete after the timeout.
  void time_out(Cycle now);
  /// Parameters have changed: windows, pace or congestion.
  void use_params(Cycle now);

  /// A measurement begins in cycle `now`.
  void restart_stats(Cycle now);
  const EgressPortStats& stats(unsigned eport) const { return ports_[eport].stats; }
  /// No RTS, no packet, and nothing of window, slots and contexts in use.
  bool is_idle() const;
  /// Prefetches all state in use.
  void prefetch() const;

  unsigned requests() const;                                      ///< RTSs queued
  unsigned fetching() const { return buffer_.taken_contexts(); }  ///< cleared to send, not departed

 private:
  static constexpr unsigned kContexts = 1024;
  static constexpr EptrFormat kFormat{kContexts};
  static constexpr uint16_t kNoContext = kContexts;

  struct Request {
    RequestedPacket requested;
    Cycle at = 0;
    uint32_t iptr = 0;
    uint16_t src = 0;
    uint16_t bytes = 0;
    uint16_t hash = 0;
    uint8_t endpoint = 0;    ///< of the RTS's arrival, and of its answer's departure
    bool is_traced = false;  ///< its answer has the trace bit
  };
  struct Queue {
    NodePool<Request>::Queue requests;
    uint32_t depth = 0;
  };
  /// State of a packet in a context, in addition to that of the blocks.
  struct PacketContext {
    PacketPtr packet;
    Cycle granted = 0;
    Cycle whole = 0;     ///< arrival of its last cell; before that, of the latest stored so far
    uint16_t entry = 0;  ///< in the order of its port
    uint8_t eport = 0;
    uint8_t cells = 0;
    uint8_t cos = 0;
    uint8_t ecn = 0;  ///< of the departing packet
    bool aborted = false;
    uint16_t before = kNoContext, after = kNoContext;  ///< granted and not complete, oldest first
  };
  struct Port {
    Host* host = nullptr;
    uint32_t outstanding = 0;
    std::array<uint32_t, kCosClasses> outstanding_of{};  ///< by class of service
    uint32_t slots = 0;                                  ///< in use
    bool is_stopped = false;                             ///< by its host
    ReorderState order{kContexts};
    EgressPortStats stats;
  };
  /// The packet that may depart by a port next.
  struct Offer {
    ReorderState* order = nullptr;  ///< null: none may
    unsigned entry = ReorderState::kNone;
    explicit operator bool() const { return order != nullptr; }
  };
  struct Wire {
    WireTransmitter wire{WireRate{}};
    CtsPace pace;  ///< of the packets fetched for it
    unsigned turn = 0;
    Cycle event_at = kNoCycle;
    uint16_t departing = kNoContext;  ///< context of the packet that departs or departed last
  };

  PacketContext& fetched(uint16_t eptr) { return fetched_[kFormat.context(eptr)]; }
  EgressPlace place_of(uint16_t eptr) const;
  CtsView cts_view(Cycle now, bool hold) const;
  unsigned choose_decided(Cycle now, bool hold, unsigned own);
  uint16_t reserve_decided(Cycle now, unsigned bytes);
  void check_completion(Cycle now, uint16_t eptr);
  unsigned offered(Cycle now, unsigned eport, bool is_strict) const {
    if (decider_ != nullptr) return offered_decided(now, eport, is_strict);
    return is_strict ? strict_orders_[eport]->offered() : ports_[eport].order.offered();
  }
  unsigned offered_decided(Cycle now, unsigned eport, bool is_strict) const;
  [[noreturn]] void fail_decision(Cycle now, std::string_view block, const std::string& what) const;
  uint32_t eligible_queues() const;
  uint32_t candidates(Cycle now) const;
  uint8_t uncounted(unsigned eport) const;
  uint32_t uncounted_bytes(unsigned eport) const;
  bool has_strict_request(unsigned eport) const;
  Cycle paced_until(unsigned eport) const;
  uint32_t window(unsigned eport) const {
    return params_.egress.windows[eport] + uncounted_bytes(eport);
  }
  bool fits(unsigned queue) const;
  void run_mac(Cycle now);
  void apply_pauses(Cycle now);
  bool is_strict(unsigned cos) const { return params_.egress.cts_plan.strict >> cos & 1; }
  ReorderState& order_of(unsigned eport, unsigned cos) {
    return is_strict(cos) ? *strict_orders_[eport] : ports_[eport].order;
  }
  bool has_strict_offer(Cycle now, unsigned eport) const;
  Offer offer(Cycle now, unsigned eport);
  unsigned first_unpaused(const ReorderState& order, unsigned entry) const;
  Offer unpaused_offer(Cycle now);
  void count_held(Cycle now, unsigned eport);
  bool is_expired(Cycle now, unsigned queue) const;
  Request take_request(Cycle now, unsigned number);
  void fetch(Cycle now, unsigned queue, Request request, uint32_t uncounted);
  void prefetch_departure(uint16_t eptr) const;
  uint32_t flow_of(const Request& request, unsigned cos) const;
  void clear_to_send(Cycle now, unsigned queue, const Request& request, uint16_t eptr);
  bool is_certain(Cycle at, uint16_t eptr) const;
  void store(Cycle at, const Cell& cell, const DataWord& word, const CellArrival& arrival);
  void clear_to_drop(Cycle now, const Cell& rts, unsigned endpoint, CellPorts& ports) const;
  void check_length(Cycle now, const DataWord& cell) const;
  void fail_length(Cycle now, const DataWord& cell) const;
  void wake_scheduler(Cycle at);
  void wake_scheduler(Cycle at, uint32_t queues);
  void wake_wire(Cycle now, unsigned interface);
  void depart(Cycle now, unsigned interface, unsigned eport, const Offer& offer);
  void drop(Cycle now, uint16_t eptr);
  void release(Cycle now, uint16_t eptr);
  void watch(Cycle now, uint16_t context);
  void unwatch(uint16_t context);

  const IpParams& params_;
  PacketDirectory& directory_;
  IpCounters& counters_;
  IpClasses& classes_;
  IpEvents& events_;
  EgressRules rules_;
  MacPort& mac_;
  uint8_t mac_paused_ = 0;          ///< classes that may not depart by the MAC
  std::deque<PacketPtr> controls_;  ///< departing control frames of the MAC
  IpDecider* decider_ = nullptr;
  bool traces_answers_ = false;
  CtsPicker picker_;
  uint32_t waiting_ = 0;             ///< queues with an RTS
  Cycle grant_event_at_ = kNoCycle;  ///< cycle of the valid kGrant event
  Cycle next_grant_ = 0;             ///< first cycle for the next grant
  std::array<std::unique_ptr<ReorderState>, kEgressPorts>
      strict_orders_;  ///< if classes are strict
  std::array<Wire, kIpInterfaces> wires_;
  NodePool<Request> requests_;
  ReassemblyState buffer_;
  std::pmr::vector<PacketContext> fetched_;             ///< by context
  std::vector<std::vector<uint8_t>> data_;              ///< by context: received bytes, if carried
  uint16_t oldest_ = kNoContext, newest_ = kNoContext;  ///< packets that may time out
  bool is_watching_ = false;                            ///< a kTimeout event is scheduled
  // Last: of each array most chips use the first elements, those of the NIC.
  std::array<Queue, kRtsQueues> queues_;
  std::array<PortLoads, kIpInterfaces> loads_;
  std::array<Port, kEgressPorts> ports_;
};

}  // namespace tinsim
