// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: wire, buffer, RTS, and the cells that a CTS pulls.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "rtl_models/parts/qos.h"
#include "tlm/host/host.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/ip_routes.h"

namespace tinsim {

class CellPorts;

/// iptr: interface in bits 17:16, slot in bits 11:0, and in bits 15:12 a generation that counts the
/// slot's packets, so that an answer that is late finds nothing.
class Ingress {
 public:
  Ingress(const IpParams& params, const IpRoutes& routes, IpCounters& counters, IpEvents& events);

  /// `host` is number `index` of those that share the interface's wire.
  void attach(unsigned interface, unsigned index, Host& host);

  /// Takes packets from the wire of `interface` as long as it is free and one is there.
  void run_wire(Cycle now, unsigned interface);
  /// The packet at `iptr` has been parsed and looked up: it asks, or goes no further.
  void ask(Cycle now, uint32_t iptr, CellPorts& ports);
  /// A CTS or CTD.
  void answered(Cycle now, const Cell& cell);
  void pull(uint32_t iptr, CellPorts& ports);
  /// Gives up packets that have had no answer for too long.
  void time_out(Cycle now, unsigned interface);

  using Credits = std::array<uint16_t, kMaxVcs>;  ///< words, by VC
  enum class Pull { kNothing, kNoCredit, kCell };
  /// The DATA cell that `endpoint` sends next, if there is one for which it has credit.
  Pull next_cell(Cycle now, unsigned interface, unsigned endpoint, const Credits& credit,
                 Cell& cell);

  PacketPtr packet(uint32_t iptr) const;
  unsigned held() const;  ///< packets in the buffers

 private:
  static constexpr unsigned kSlots = 4096;
  static constexpr uint32_t kNoPacket = ~0u;  ///< no iptr: those have 18 bits, and 0 is one
  enum class State : uint8_t { kFree, kEntering, kAsked, kCleared };
  struct Slot {
    PacketPtr packet;
    State state = State::kFree;
    uint8_t generation = 0;
    uint8_t next_idx = 0;
    uint16_t dst = 0;       ///< once cleared: the first endpoint of the egress port's group
    uint8_t dst_ports = 1;  ///< … and their number
    uint16_t eptr = 0;
    Cycle whole = 0;  ///< the packet is in the buffer
    Cycle since = 0;  ///< its RTS was made; once cleared: its CTS came
  };
  struct Asked {
    Cycle at = 0;
    uint32_t iptr = 0;
  };
  struct Interface {
    WireTransmitter wire{WireRate{}};
    std::vector<Host*> hosts;
    std::vector<PacketPtr> staged;  ///< by host: taken, and does not fit the buffer yet
    unsigned turn = 0;
    Cycle looks_at = kNoCycle;  ///< cycle of the kWire event that is under way
    unsigned bytes = 0;         ///< in the buffer
    std::array<unsigned, kCosClasses> class_bytes{};
    std::vector<Slot> slots;
    std::vector<uint16_t> free_slots;
    std::deque<Asked> asked;                                ///< in order of time
    std::array<std::deque<uint32_t>, kCosClasses> cleared;  ///< packets to be sent
    std::vector<uint32_t> bound;  ///< by port of the group: the packet that it sends alone
    QosPicker picker;
  };

  static uint32_t iptr_of(unsigned interface, unsigned slot, unsigned generation) {
    return interface << 16 | generation << 12 | slot;
  }
  Slot* find(uint32_t iptr);
  const Slot* find(uint32_t iptr) const;
  bool has_room(const Interface& in, const Packet& packet) const;
  int choose_host(Cycle now, Interface& in);
  void enter(Cycle now, unsigned interface, PacketPtr packet);
  void lose(Cycle now, uint32_t iptr, IpLoss cause);
  void release(Cycle now, uint32_t iptr);
  Cell data_cell(unsigned interface, unsigned endpoint, const Slot& slot) const;
  void check_pull(Cycle now, unsigned interface, const Slot& slot) const;
  bool advance(Cycle now, uint32_t iptr);
  bool is_given_up(Cycle now, uint32_t iptr);

  const IpParams& params_;
  const IpRoutes& routes_;
  IpCounters& counters_;
  IpEvents& events_;
  std::array<Interface, kIpInterfaces> interfaces_;
};

}  // namespace tinsim
