// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: RTS queues, CTS, reassembly, order, the wire.
#pragma once

#include <array>
#include <deque>
#include <set>
#include <unordered_map>
#include <vector>

#include "rtl_models/parts/eptr.h"
#include "tlm/host/host.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/mac_port.h"
#include "tlm/tin/ip/packet_directory.h"

namespace tinsim {

class CellPorts;

/// The contexts of the reassembly buffer are shared by the four egress ports; each port has its own
/// slots for cells. A packet holds its slots from the grant of its CTS until its last bit has left.
class Egress {
 public:
  Egress(const IpParams& params, PacketDirectory& directory, IpCounters& counters, IpEvents& events,
         MacPort& mac);

  void attach(unsigned eport, Host& host) { ports_[eport].host = &host; }
  Host* host(unsigned eport) const { return ports_[eport].host; }

  void request(Cycle now, unsigned endpoint, const Cell& rts, CellPorts& ports);
  /// One grant of the CTS scheduler, if it can give one in this cycle.
  void grant(Cycle now);
  void data(Cycle now, const Cell& cell);
  void complete(Cycle now, uint32_t eptr);
  /// Begins to send what may leave by the wire of `interface`, if it is free.
  void run_wire(Cycle now, unsigned interface);
  void sent(Cycle now, uint32_t eptr);
  /// The MAC has something to say, or its partner has said something that takes effect now.
  void wake_mac(Cycle now);
  void control_sent(Cycle now);
  /// Gives up packets that have not arrived for too long.
  void time_out(Cycle now);

  unsigned requests() const;  ///< RTSs queued
  unsigned fetching() const;  ///< packets cleared to send and not gone yet

 private:
  static constexpr unsigned kContexts = 1024;
  static constexpr EptrFormat kFormat{kContexts};
  struct Request {
    PacketPtr packet;
    uint16_t src = 0;
    uint32_t iptr = 0;
    uint8_t endpoint = 0;  ///< where the RTS came in, and its answer leaves
    Cycle at = 0;
  };
  enum class State : uint8_t { kFree, kFetching, kWhole, kLeaving };
  struct Context {
    PacketPtr packet;
    State state = State::kFree;
    uint16_t generation = 0;
    uint8_t eport = 0;
    uint8_t cells = 0, missing = 0;
    bool aborted = false;
    uint8_t ecn = 0;                   ///< with which it leaves
    uint64_t flow = 0;                 ///< whose packets leave in order
    uint64_t order = 0;                ///< of the grant
    Cycle granted = 0;                 ///< cycle of the grant
    std::array<uint64_t, 2> stored{};  ///< bit per cell
    std::vector<uint8_t> data;         ///< bytes that have arrived, where they are carried
  };
  struct Port {
    Host* host = nullptr;
    std::array<std::deque<Request>, kCosClasses> requests;
    uint32_t outstanding = 0;
    std::array<uint32_t, kCosClasses> outstanding_of{};  ///< by class of service
    uint32_t slots = 0;                                  ///< in use
    uint32_t held_back = 0;  ///< packets complete that wait for others of their flow
    std::unordered_map<uint64_t, std::deque<uint16_t>> flows;  ///< packets in order of their grants
    std::set<std::pair<uint64_t, uint16_t>> ready;             ///< by order of grant: may leave
  };
  struct Wire {
    WireTransmitter wire{WireRate{}};
    unsigned turn = 0;
    Cycle looks_at = kNoCycle;
  };
  struct Fetch {
    Cycle at = 0;
    uint16_t eptr = 0;
  };

  uint32_t eligible() const;
  uint32_t in_window(const Port& port) const;
  void run_mac(Cycle now);
  void heed_pauses(Cycle now);
  void fetch(Cycle now, unsigned queue);
  Context* find(uint16_t eptr);
  void offer(Cycle now, Port& port, uint64_t flow);
  void wake_wire(Cycle now, unsigned interface);
  using Ready = std::set<std::pair<uint64_t, uint16_t>>;
  void leave(Cycle now, unsigned interface, unsigned eport, Ready::iterator first);
  void drop(Cycle now, uint16_t eptr);
  void release(Cycle now, uint16_t eptr);
  void leaves_flow(Cycle now, Port& port, uint16_t eptr);
  void check_order(const Packet& packet);
  void wake_scheduler(Cycle at);

  const IpParams& params_;
  PacketDirectory& directory_;
  IpCounters& counters_;
  IpEvents& events_;
  MacPort& mac_;
  uint8_t mac_paused_ = 0;          ///< classes that may not leave by the MAC
  std::deque<PacketPtr> controls_;  ///< frames of the MAC itself that are leaving
  std::array<Port, kEgressPorts> ports_;
  std::array<Wire, kIpInterfaces> wires_;
  CtsPicker picker_;
  Cycle grants_at_ = kNoCycle;  ///< cycle of the kGrant event that is under way
  uint64_t grants_ = 0;
  std::vector<Context> contexts_;
  std::set<uint16_t> free_;  ///< contexts; the lowest is taken
  std::deque<Fetch> fetches_;
  std::unordered_map<uint64_t, uint32_t> last_number_;  ///< by source and flow, for the check
};

}  // namespace tinsim
