// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: RTS queues, CTS, reassembly, order, the wire.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <memory_resource>
#include <vector>

#include "rtl_models/parts/eptr.h"
#include "rtl_models/parts/reassembly.h"
#include "rtl_models/parts/reorder.h"
#include "tlm/tin/ip/cts_pace.h"
#include "tlm/tin/ip/egress_rules.h"
#include "tlm/tin/ip/egress_stats.h"
#include "tlm/tin/ip/host.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_observer.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/mac_port.h"
#include "tlm/tin/ip/node_pool.h"
#include "tlm/tin/ip/packet_directory.h"
#include "tlm/tin/ip/port_loads.h"

namespace tinsim {

class CellPorts;

/// Decides by the books of its blocks: CtsPicker, ReassemblyBooks, ReorderBooks. The contexts of
/// the reassembly buffer are shared by the four egress ports; each port has its own slots for
/// cells. A packet holds its slots from the grant of its CTS until its last bit has left. Packets
/// of strict classes have an order of their own at each port, and leave first.
class Egress {
 public:
  Egress(const IpParams& params, PacketDirectory& directory, IpCounters& counters,
         IpClasses& classes, IpEvents& events, MacPort& mac);

  void attach(unsigned eport, Host& host) { ports_[eport].host = &host; }
  Host* host(unsigned eport) const { return ports_[eport].host; }
  /// Null: nobody.
  void observe(IpObserver* observer) { observer_ = observer; }

  void request(Cycle now, unsigned endpoint, const Cell& rts, CellPorts& ports);
  /// One grant of the CTS scheduler, if it can give one in this cycle.
  void grant(Cycle now);
  void data(Cycle now, const Cell& cell);
  /// Stores a DATA cell before its last word comes, in cycle `at`. False, and nothing has happened,
  /// if what becomes of it may depend on what happens meanwhile: then it is for data().
  bool data_ahead(Cycle at, const Cell& cell);
  /// An RTS is on its way to its port: begins to fetch what request() looks at.
  void expect(const RtsWord& rts) const { rules_.expect(rts); }
  void complete(Cycle now, uint32_t eptr);
  /// Begins to send what may leave by the wire of `interface`, if it is free.
  void run_wire(Cycle now, unsigned interface);
  void sent(Cycle now, uint32_t eptr);
  /// The MAC has something to say, or its partner has said something that takes effect now.
  void wake_mac(Cycle now);
  void control_sent(Cycle now);
  /// Gives up packets that have not arrived for too long.
  void time_out(Cycle now);

  /// Of the measurement, which begins in cycle `now`.
  void restart_stats(Cycle now);
  const EgressPortStats& stats(unsigned eport) const { return ports_[eport].stats; }
  /// No RTS, no packet, and nothing of window, slots and contexts in use.
  bool is_idle() const;
  /// Fetches what is in use.
  void prefetch() const;

  unsigned requests() const;                                      ///< RTSs queued
  unsigned fetching() const { return buffer_.taken_contexts(); }  ///< cleared to send, not gone yet

 private:
  static constexpr unsigned kContexts = 1024;
  static constexpr EptrFormat kFormat{kContexts};
  static constexpr uint16_t kNoContext = kContexts;

  struct Request {
    AskedPacket asked;
    Cycle at = 0;
    uint32_t iptr = 0;
    uint16_t src = 0;
    uint16_t bytes = 0;
    uint16_t hash = 0;
    uint8_t endpoint = 0;  ///< where the RTS came in, and its answer leaves
  };
  struct Queue {
    NodePool<Request>::Queue requests;
    uint32_t depth = 0;
  };
  /// What is known of a packet in a context beside the books.
  struct Fetched {
    PacketPtr packet;
    Cycle granted = 0;
    Cycle whole = 0;     ///< when it was complete; before, when the last of its cells so far comes
    uint16_t entry = 0;  ///< in the order of its port
    uint8_t eport = 0;
    uint8_t cells = 0;
    uint8_t cos = 0;
    uint8_t ecn = 0;  ///< with which it leaves
    bool aborted = false;
    uint16_t before = kNoContext, after = kNoContext;  ///< granted and not complete, oldest first
  };
  struct Port {
    Host* host = nullptr;
    uint32_t outstanding = 0;
    std::array<uint32_t, kCosClasses> outstanding_of{};  ///< by class of service
    uint32_t slots = 0;                                  ///< in use
    ReorderBooks order{kContexts};
    EgressPortStats stats;
  };
  /// What may leave by a port next.
  struct Offer {
    ReorderBooks* order = nullptr;  ///< null: nothing may
    unsigned entry = ReorderBooks::kNone;
    explicit operator bool() const { return order != nullptr; }
  };
  struct Wire {
    WireTransmitter wire{WireRate{}};
    CtsPace pace;  ///< of what is fetched for it
    unsigned turn = 0;
    Cycle looks_at = kNoCycle;
    uint16_t leaving = kNoContext;  ///< context of the packet that began to leave last
  };

  Fetched& fetched(uint16_t eptr) { return fetched_[kFormat.context(eptr)]; }
  EgressPlace place_of(uint16_t eptr) const;
  CtsView cts_view(Cycle now) const;
  uint32_t requested() const;
  uint32_t candidates(Cycle now) const;
  uint8_t uncounted(unsigned eport) const;
  uint32_t uncounted_bytes(unsigned eport) const;
  bool strict_waits(unsigned eport) const;
  Cycle paced_until(unsigned eport) const;
  uint32_t window(unsigned eport) const { return params_.window[eport] + uncounted_bytes(eport); }
  bool fits(unsigned queue) const;
  void run_mac(Cycle now);
  void heed_pauses(Cycle now);
  bool is_strict(unsigned cos) const { return params_.cts_plan.strict >> cos & 1; }
  ReorderBooks& order_of(unsigned eport, unsigned cos) {
    return is_strict(cos) ? *strict_orders_[eport] : ports_[eport].order;
  }
  bool has_strict_offer(unsigned eport) const;
  Offer offer(unsigned eport);
  unsigned first_not_paused(const ReorderBooks& order) const;
  Offer offer_not_paused();
  void count_held(Cycle now, unsigned eport);
  bool is_stale(Cycle now, unsigned queue) const;
  Request take_request(Cycle now, unsigned number);
  void fetch(Cycle now, unsigned queue, Request request, uint32_t uncounted);
  void expect_leaving(uint16_t eptr) const;
  uint32_t flow_of(const Request& request, unsigned cos) const;
  void clear_to_send(Cycle now, unsigned queue, const Request& request, uint16_t eptr);
  void store(Cycle at, const Cell& cell, const DataWord& word, const CellArrival& arrival);
  void clear_to_drop(Cycle now, const Cell& rts, unsigned endpoint, CellPorts& ports) const;
  void check_length(Cycle now, const DataWord& cell) const;
  void fail_length(Cycle now, const DataWord& cell) const;
  void wake_scheduler(Cycle at);
  void wake_scheduler(Cycle at, uint32_t queues);
  void wake_wire(Cycle now, unsigned interface);
  void leave(Cycle now, unsigned interface, unsigned eport, const Offer& offer);
  void drop(Cycle now, uint16_t eptr);
  void release(Cycle now, uint16_t eptr);
  void watch(Cycle now, uint16_t context);
  void forget(uint16_t context);

  const IpParams& params_;
  PacketDirectory& directory_;
  IpCounters& counters_;
  IpClasses& classes_;
  IpEvents& events_;
  EgressRules rules_;
  MacPort& mac_;
  uint8_t mac_paused_ = 0;          ///< classes that may not leave by the MAC
  std::deque<PacketPtr> controls_;  ///< frames of the MAC itself that are leaving
  IpObserver* observer_ = nullptr;
  CtsPicker picker_;
  uint32_t waiting_ = 0;        ///< queues with an RTS
  Cycle grants_at_ = kNoCycle;  ///< cycle of the kGrant event that counts
  Cycle grants_from_ = 0;       ///< after the last grant
  std::array<std::unique_ptr<ReorderBooks>, kEgressPorts>
      strict_orders_;  ///< if classes are strict
  std::array<Wire, kIpInterfaces> wires_;
  NodePool<Request> requests_;
  ReassemblyBooks buffer_;
  std::pmr::vector<Fetched> fetched_;       ///< by context
  std::vector<std::vector<uint8_t>> data_;  ///< by context: bytes that arrived, where carried
  uint16_t oldest_ = kNoContext, newest_ = kNoContext;  ///< of the packets that may time out
  bool is_watching_ = false;                            ///< a kTimeout event is under way
  // Last, as a NIC's is what most chips use of each.
  std::array<Queue, kRtsQueues> queues_;
  std::array<PortLoads, kIpInterfaces> loads_;
  std::array<Port, kEgressPorts> ports_;
};

}  // namespace tinsim
