// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: wire, buffer, RTS, and the cells that a CTS pulls.
#pragma once

#include <array>
#include <memory_resource>
#include <unordered_map>
#include <vector>

#include "base/masks.h"
#include "base/prefetch.h"
#include "rtl_models/parts/fair_shares.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "rtl_models/parts/qos.h"
#include "tlm/tin/ip/asked_packet.h"
#include "tlm/tin/ip/host.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_observer.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/ip_routes.h"
#include "tlm/tin/ip/mac_port.h"
#include "tlm/tin/ip/packet_directory.h"
#include "tlm/tin/ip/rts_allowance.h"
#include "tlm/tin/ip/rts_start.h"

namespace tinsim {

class CellPorts;

/// iptr: interface in bits 17:16, slot in bits 11:0, and in bits 15:12 a generation that counts the
/// slot's packets, so that an answer that is late finds nothing.
class Ingress {
 public:
  Ingress(const IpParams& params, const IpRoutes& routes, IpCounters& counters, IpEvents& events,
          MacPort& mac, PacketDirectory& directory);

  /// Null: nobody.
  void observe(IpObserver* observer) { observer_ = observer; }
  /// `host` is number `index` of those that share the interface's wire.
  void attach(unsigned interface, unsigned index, Host& host);

  /// Takes packets from the wire of `interface` as long as it is free and one is there.
  void run_wire(Cycle now, unsigned interface);
  /// The packet at `iptr` has been parsed and looked up: it asks, or goes no further.
  void ask(Cycle now, uint32_t iptr, CellPorts& ports);
  /// A CTS or CTD.
  void answered(Cycle now, const Cell& cell, CellPorts& ports);
  /// Takes a CTS before it comes, in cycle `at`. False, and nothing has happened, if what becomes
  /// of it may depend on what happens meanwhile: then it is for answered().
  bool cleared_ahead(Cycle at, const Cell& cell);
  void pull(Cycle now, uint32_t iptr, CellPorts& ports);
  /// Gives up packets that have had no answer for too long.
  void time_out(Cycle now, unsigned interface, CellPorts& ports);
  /// The packet at `iptr` asks, if it still waits for its turn.
  void ask_at_last(Cycle now, uint32_t iptr, CellPorts& ports);

  /// Words, by traffic class: all cells begin on the first VC of theirs.
  using Credits = std::array<uint16_t, kMaxVcs / 3 + 1>;
  enum class Pull { kNothing, kNoCredit, kCell };
  /// The DATA cell that `endpoint` sends next, if there is one for which it has credit.
  Pull next_cell(Cycle now, unsigned interface, unsigned endpoint, const Credits& credit,
                 Cell& cell);

  /// How far the object itself is fetched by those it is part of: as far as the NIC takes it.
  const void* near_end() const { return &interfaces_[kNicInterface].staged_packets; }
  /// Fetches what else is in use.
  void prefetch() const {
    for (const Interface& in : interfaces_) {
      if (in.host_count == 0 && in.slots.empty()) continue;
      if (&in != &interfaces_[kNicInterface]) {
        const auto seldom = reinterpret_cast<const char*>(&in.staged_packets);
        prefetch_lines(&in, static_cast<std::size_t>(seldom - reinterpret_cast<const char*>(&in)));
      }
      prefetch_lines(in.bound.data(), in.bound.size() * sizeof(uint16_t));
      prefetch_slots(in);
      for (const Host* host : in.hosts) {
        if (host != nullptr) host->prefetch();
      }
    }
  }
  /// The packet that has asked by `iptr`, of those at the `count` slots of its interface, even if
  /// it has been given up since: its RTS has arrived, and comes once. Null if there is none.
  AskedPacket asked_packet(void* slots, unsigned count, uint32_t iptr);
  /// It will be asked for, by an RTS that has nearly arrived: begins to fetch its slot, of those at
  /// `slots`.
  static void expect_slot(const void* slots, uint32_t iptr) {
    prefetch_soon(static_cast<const Slot*>(slots) + (iptr & (kSlots - 1)), sizeof(Slot));
  }
  unsigned held() const;  ///< packets in the buffers

 private:
  static constexpr unsigned kSlots = 4096;
  static constexpr uint16_t kNoSlot = kSlots;
  static constexpr unsigned kMarked = 64;
  enum class State : uint8_t { kFree, kEntering, kWaiting, kAsked, kCleared };
  /// A cache line, which an egress takes at once.
  struct alignas(kCacheLine) Slot {
    PacketPtr packet;  ///< null once its egress has it
    PacketFacts facts;
    Cycle whole = 0;   ///< the packet is in the buffer
    Cycle since = 0;   ///< its RTS was made; once cleared: its CTS came
    uint16_t dst = 0;  ///< once cleared: the first endpoint of the egress port's group
    uint16_t eptr = 0;
    uint16_t before = kNoSlot, after = kNoSlot;  ///< asked without an answer, or cleared: in order
    State state = State::kFree;
    uint8_t generation = 0;
    uint8_t next_idx = 0;
    uint8_t cells = 0;
    uint8_t dst_ports = 1;   ///< once cleared: endpoints of that group
    uint8_t eport = 0;       ///< of the chip that it goes to
    uint8_t avoid = 0;       ///< once cleared: those of them that get no DATA
    uint8_t cls = 0;         ///< traffic class of its DATA cells
    uint8_t vbytes = 0;      ///< of the packet, in its next cell
    uint8_t words = 0;       ///< of that cell
    bool is_faulty = false;  ///< its frame's FCS is wrong
    bool is_shared = false;  ///< an observer looks at the packet as long as it is here
  };
  /// Slots in a row.
  struct Row {
    uint16_t first = kNoSlot, last = kNoSlot;
  };
  static constexpr unsigned kHosts = 2;  ///< at most, of an interface
  /// Packets that a host has given and that do not fit the buffer yet, one of each class.
  struct Staged {
    uint8_t classes = 0;
    bool others_wait = false;  ///< the host has packets of other classes, which go on
    bool was_last = false;     ///< the last packet was one of them: now one of the others may go
  };
  struct Interface {
    explicit Interface(std::pmr::memory_resource* memory) : slots(memory), bound(memory) {}
    WireTransmitter wire{WireRate{}};
    bool waits = true;         ///< hosts keep what does not fit; else it is dropped
    unsigned least_bytes = 0;  ///< that a packet takes
    unsigned host_count = 0;
    std::array<Host*, kHosts> hosts{};
    std::array<Staged, kHosts> staged{};  ///< by host
    uint8_t host_mask = 0;                ///< those that there are
    FairShares shares;                    ///< of the wire, by host
    Cycle looks_at = kNoCycle;            ///< cycle of the kWire event that is under way
    Cycle known_at = 0;                   ///< of the last packet: it can be looked up
    unsigned bytes = 0;                   ///< in the buffer
    std::array<unsigned, kCosClasses> class_bytes{};
    std::pmr::vector<Slot> slots;
    uint64_t slots_used = 0;               ///< of the first kMarked, a bit each
    uint16_t free_slot = kNoSlot;          ///< the first, linked by `after`
    unsigned free_slots = 0;               ///< how many
    Cycle gives_up_at = kNoCycle;          ///< no packet to be sent is given up before
    Row asked;                             ///< without an answer
    bool is_watching = false;              ///< a kTimeout event is under way
    uint8_t classes = 0;                   ///< those with packets to be sent
    std::array<Row, kCosClasses> cleared;  ///< packets to be sent
    std::pmr::vector<uint16_t> bound;      ///< by port of the group: slot of what it sends alone
    QosPicker picker;
    // What is seldom used.
    std::array<std::array<PacketPtr, kCosClasses>, kHosts> staged_packets;
  };

  /// Fetches those in use, and the one that is taken next.
  static void prefetch_slots(const Interface& in) {
    for (uint64_t left = in.slots_used; left != 0; left &= left - 1)
      prefetch_lines(&in.slots[lowest(left)], sizeof(Slot));
    if (in.slots.size() > kMarked)
      prefetch_lines(&in.slots[kMarked], (in.slots.size() - kMarked) * sizeof(Slot));
    if (in.free_slot < kMarked) prefetch_lines(&in.slots[in.free_slot], sizeof(Slot));
  }
  static uint32_t iptr_of(unsigned interface, unsigned slot, unsigned generation) {
    return interface << 16 | generation << 12 | slot;
  }
  static void append(Interface& in, Row& row, uint16_t slot);
  static void remove(Interface& in, Row& row, uint16_t slot);
  /// Of an egress, which the packet asks.
  static uint32_t queue_of(const Slot& slot) {
    return RtsAllowance::queue_of(slot.dst / 64u, slot.eport, slot.facts.cos);
  }
  Slot* find(uint32_t iptr);
  static Slot* find_in(Slot* slots, std::size_t count, uint32_t iptr);
  bool has_room(const Interface& in, const Packet& packet) const;
  bool may_ask(Cycle now, uint32_t queue);
  PacketPtr choose(Cycle now, Interface& in);
  PacketPtr next_of(Cycle now, Interface& in, unsigned host);
  PacketPtr staged_of(Interface& in, unsigned host);
  PacketPtr fresh_of(Cycle now, Interface& in, unsigned host);
  static unsigned taken_by(unsigned bytes, const Interface& in);
  void arrive(Cycle now, unsigned interface, PacketPtr packet);
  void enter(unsigned interface, PacketPtr packet, const FrameTimes& frame);
  void add_level(Cycle now, unsigned interface, unsigned cos, unsigned bytes, int sign);
  void request(Cycle now, uint32_t iptr, Slot& slot, CellPorts& ports);
  void wait_to_ask(Cycle now, uint32_t iptr, Slot& slot);
  void ask_waiting(Cycle now, uint32_t queue, CellPorts& ports);
  void watch(Cycle now, unsigned interface, uint16_t slot);
  void clear(Cycle now, const CtsWord& cts, Slot& slot);
  void lose(Cycle now, uint32_t iptr, IpLoss cause);
  void release(Cycle now, uint32_t iptr);
  [[noreturn]] void fail_pull(Cycle now, unsigned interface, const Slot& slot) const;
  bool is_given_up(Cycle now, const Slot& slot) const;
  /// A packet whose frame has turned out faulty is taken back: cells without bytes.
  static void measure_next(Slot& slot) {
    slot.vbytes =
        static_cast<uint8_t>(slot.is_faulty ? 0 : vbytes_of(slot.facts.bytes, slot.next_idx));
    slot.words = static_cast<uint8_t>(words_of_data_cell(slot.vbytes));
  }
  unsigned choose_class(Interface& in, const Credits& credit);
  Pull next_bound(Cycle now, unsigned interface, unsigned endpoint, const Credits& credit,
                  Cell& cell);
  void discard_given_up(Cycle now, unsigned interface);
  static unsigned way_round(const Slot& slot, unsigned index);
  void send_cell(Cycle now, unsigned interface, unsigned endpoint, uint16_t number, Slot& slot,
                 Cell& cell);

  const IpParams& params_;
  const IpRoutes& routes_;
  IpCounters& counters_;
  IpEvents& events_;
  MacPort& mac_;
  PacketDirectory& directory_;
  std::unordered_map<uint32_t, PacketPtr> given_up_;  ///< by iptr: their RTSs may still arrive
  IpObserver* observer_ = nullptr;
  RtsAllowance allowance_;
  std::array<Interface, kIpInterfaces> interfaces_;
  RtsStart start_;
};

}  // namespace tinsim
