// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: wire, buffer, RTS, and DATA cells after the CTS.
#pragma once

#include <array>
#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/masks.h"
#include "base/prefetch.h"
#include "rtl_models/parts/fair_shares.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "rtl_models/parts/qos.h"
#include "tlm/tin/ip/host.h"
#include "tlm/tin/ip/initial_rts_window.h"
#include "tlm/tin/ip/ip_counters.h"
#include "tlm/tin/ip/ip_decider.h"
#include "tlm/tin/ip/ip_event.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/ip_routes.h"
#include "tlm/tin/ip/mac_port.h"
#include "tlm/tin/ip/packet_directory.h"
#include "tlm/tin/ip/packet_tracer.h"
#include "tlm/tin/ip/requested_packet.h"
#include "tlm/tin/ip/rts_credit.h"
#include "tlm/tin/lookahead_queue.h"

namespace tinsim {

class CellPorts;

/// iptr: interface in bits 17:16, slot in bits 11:0, and in bits 15:12 a generation that counts the
/// slot's packets, so that a late answer matches no packet.
class Ingress {
 public:
  Ingress(const IpParams& params, const IpRoutes& routes, IpCounters& counters, IpEvents& events,
          MacPort& mac, PacketDirectory& directory);

  /// Null: none.
  void decide_by(IpDecider* decider) { decider_ = decider; }
  /// Null: none. The cells of the packets that it chooses have the trace bit.
  void trace_packets(PacketTracer* tracer) { tracer_ = tracer; }
  /// `host` is number `index` of the hosts that share the interface's wire.
  void attach(unsigned interface, unsigned index, Host& host);

  /// Takes the next packet of the hosts, if the wire of `interface` is free.
  void run_wire(Cycle now, unsigned interface);
  /// The packet at `iptr` has been parsed: looks up its address, and sends its RTS, holds it, or
  /// drops the packet.
  void look_up(Cycle now, uint32_t iptr, CellPorts& ports);
  // The last word of a CTS or CTD arrives in cycle `at`: transitions of LookaheadQueue.
  bool clear_to_send(Cycle at, const Cell& cell, Timing timing);
  bool clear_to_drop(Cycle at, const Cell& cell, CellPorts& ports, Timing timing);
  void pull(Cycle now, uint32_t iptr, CellPorts& ports);
  /// Packets are looked up in this table from now on.
  void use_routes(const IpRoutes& routes) { routes_ = &routes; }
  const IpRoutes& routes() const { return *routes_; }
  /// Parameters have changed: windows and credit of RTSs, or space.
  void use_params(Cycle now);
  /// Gives up packets whose RTS is unanswered for longer than the timeout.
  void time_out(Cycle now, unsigned interface, CellPorts& ports);
  /// Sends the RTS of the packet at `iptr`, if it is still held.
  void release_after_max_hold(Cycle now, uint32_t iptr, CellPorts& ports);

  /// Words by traffic class: all cells begin on the first VC of their class.
  using Credits = std::array<uint16_t, kMaxVcs / 3 + 1>;
  enum class Pull { kNoData, kNoCredit, kCell };
  /// The next DATA cell of `endpoint`, if there is one with credit.
  Pull next_cell(Cycle now, unsigned interface, unsigned endpoint, const Credits& credit,
                 Cell& cell);

  /// End of the part of this object that its owner prefetches: the state of the NIC.
  const void* near_end() const { return &interfaces_[kNicInterface].staged_packets; }
  /// Prefetches all other state in use.
  void prefetch() const {
    for (const Interface& in : interfaces_) {
      if (in.host_count == 0 && in.slots.empty()) continue;
      if (&in != &interfaces_[kNicInterface]) {
        const auto rarely_used = reinterpret_cast<const char*>(&in.staged_packets);
        prefetch_lines(&in,
                       static_cast<std::size_t>(rarely_used - reinterpret_cast<const char*>(&in)));
      }
      prefetch_lines(in.bound.data(), in.bound.size() * sizeof(uint16_t));
      prefetch_slots(in);
      for (const Host* host : in.hosts) {
        if (host != nullptr) host->prefetch();
      }
    }
  }
  /// The packet of the RTS with `iptr`, from the `count` slots of its interface, even if it has
  /// been given up since: each RTS arrives once. Null if there is none.
  RequestedPacket requested_packet(void* slots, unsigned count, uint32_t iptr);
  /// An RTS that has nearly arrived will read the slot of `iptr`, of those at `slots`.
  static void expect_slot(const void* slots, uint32_t iptr) {
    prefetch_soon(static_cast<const Slot*>(slots) + (iptr & (kSlots - 1)), sizeof(Slot));
  }
  unsigned held() const;  ///< packets in the buffers

 private:
  static constexpr unsigned kSlots = 4096;
  static constexpr uint16_t kNoSlot = kSlots;
  static constexpr unsigned kMarked = 64;
  enum class State : uint8_t { kFree, kEntering, kHeld, kRequested, kCleared };
  /// One cache line, which an egress reads as a whole.
  struct alignas(kCacheLine) Slot {
    PacketPtr packet;  ///< null once its egress has it
    PacketDescriptor descriptor;
    Cycle whole = 0;   ///< cycle from which the whole packet is in the buffer
    Cycle since = 0;   ///< cycle of its RTS; once cleared: of the arrival of its CTS
    uint16_t dst = 0;  ///< once cleared: the first endpoint of the egress port's group
    uint16_t eptr = 0;
    uint16_t before = kNoSlot, after = kNoSlot;  ///< neighbours in their row
    State state = State::kFree;
    uint8_t generation = 0;
    uint8_t next_idx = 0;
    uint8_t cells = 0;
    uint8_t dst_ports = 1;   ///< once cleared: endpoints of that group
    uint8_t eport = 0;       ///< of the destination chip
    uint8_t avoid = 0;       ///< once cleared: endpoints of the group without DATA, a bit each
    uint8_t cls = 0;         ///< traffic class of its DATA cells
    uint8_t vbytes = 0;      ///< bytes of the packet in its next cell
    uint8_t words = 0;       ///< of that cell
    bool is_faulty = false;  ///< its frame's FCS is wrong
    bool is_shared = false;  ///< a decider reads the packet while it is in the slot
    bool is_traced = false;  ///< its cells have the trace bit
  };
  /// Slots in a row.
  struct Row {
    uint16_t first = kNoSlot, last = kNoSlot;
  };
  /// Of one class: the packets that send, the next one first.
  struct Turns {
    Row row;
    uint16_t count = 0;  ///< at most IpIngressConfig::interleaved_packets
  };
  static constexpr unsigned kHosts = 2;  ///< at most, of an interface
  /// Packets taken from a host that do not fit the buffer yet, one of each class.
  struct Staged {
    uint8_t classes = 0;
    bool has_other_classes = false;  ///< the host has packets of classes that are not staged
    bool sent_last = false;          ///< the last packet taken was a staged one: the next is not
  };
  struct Interface {
    explicit Interface(std::pmr::memory_resource* memory) : slots(memory), bound(memory) {}
    WireTransmitter wire{WireRate{}};
    bool is_lossless = true;  ///< packets that do not fit stay at the host; else they are dropped
    unsigned min_bytes = 0;   ///< that a packet occupies
    unsigned host_count = 0;
    std::array<Host*, kHosts> hosts{};
    std::array<Staged, kHosts> staged{};  ///< by host
    uint8_t host_mask = 0;                ///< attached hosts, a bit each
    FairShares shares;                    ///< of the wire, by host
    Cycle event_at = kNoCycle;            ///< cycle of the scheduled kWire event
    Cycle lookup_at = 0;                  ///< cycle of the last packet's look-up
    unsigned bytes = 0;                   ///< in the buffer
    std::array<unsigned, kCosClasses> class_bytes{};
    std::pmr::vector<Slot> slots;
    uint64_t slots_used = 0;               ///< of the first kMarked, a bit each
    uint16_t free_slot = kNoSlot;          ///< the first one; linked by `after`
    unsigned free_slots = 0;               ///< number of free slots
    Cycle next_expiry = kNoCycle;          ///< no cleared packet expires before
    Row requested;                         ///< slots with an unanswered RTS
    bool is_watching = false;              ///< a kTimeout event is scheduled
    uint8_t classes = 0;                   ///< classes with cleared packets
    std::array<Turns, kCosClasses> turns;  ///< packets that send
    std::array<Row, kCosClasses> cleared;  ///< packets that send later
    std::pmr::vector<uint16_t> bound;      ///< by port of the group: slot that it alone sends
    QosPicker picker;
    // Rarely used.
    std::array<std::array<PacketPtr, kCosClasses>, kHosts> staged_packets;
  };

  /// Prefetches the slots in use, and the next free one.
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
  void fill_turns(Interface& in, unsigned cos);
  void end_turns(Interface& in, unsigned cos, uint16_t slot);
  /// The egress queue of the packet's RTS.
  static uint32_t queue_of(const Slot& slot) {
    return RtsCredit::queue_of(slot.dst / 64u, slot.eport, slot.descriptor.cos);
  }
  Slot* find(uint32_t iptr);
  static Slot* find_in(Slot* slots, std::size_t count, uint32_t iptr);
  bool has_space(const Interface& in, const Packet& packet) const;
  bool may_send_rts(Cycle now, uint32_t queue);
  PacketPtr choose(Cycle now, Interface& in);
  PacketPtr next_of(Cycle now, Interface& in, unsigned host);
  PacketPtr staged_of(Interface& in, unsigned host);
  PacketPtr new_packet_of(Cycle now, Interface& in, unsigned host);
  static unsigned buffer_bytes_of(unsigned bytes, const Interface& in);
  void arrive(Cycle now, unsigned interface, PacketPtr packet);
  void enter(unsigned interface, PacketPtr packet, const FrameTimes& frame);
  void change_level(Cycle now, unsigned interface, unsigned cos, unsigned bytes, int sign);
  void send_rts(Cycle now, uint32_t iptr, Slot& slot, CellPorts& ports);
  void hold(Cycle now, uint32_t iptr, Slot& slot);
  void release_held(Cycle now, uint32_t queue, CellPorts& ports);
  void watch(Cycle now, unsigned interface, uint16_t slot);
  Slot* find_requested(uint32_t iptr);
  void unwatch(uint32_t iptr);
  void drop_packet(Cycle now, uint32_t iptr, IpLoss cause);
  void release(Cycle now, uint32_t iptr);
  void retry_staged(Cycle now, unsigned interface);
  RtsCredit::Params rts_credit_params() const;
  std::optional<IpRoutes::Answer> destination(Cycle now, unsigned interface, const Packet& packet);
  std::optional<IpRoutes::Answer> destination_decided(Cycle now, const IpAddress& address,
                                                      const Packet& packet,
                                                      const std::optional<IpRoutes::Answer>& own);
  static bool is_forwarded(unsigned interface, const Slot& slot);
  bool update_time_to_live(Cycle now, uint32_t iptr, Slot& slot);
  void punt_expired(Slot& slot);
  bool is_traced(Cycle now, unsigned endpoint, const Cell& rts) const;
  void decide_cell(Cycle now, const Slot& slot, Cell& cell);
  [[noreturn]] void fail_pull(Cycle now, unsigned interface, const Slot& slot) const;
  bool is_expired(Cycle now, const Slot& slot) const;
  /// A packet whose frame turned out faulty is aborted by cells without bytes.
  static void measure_next(Slot& slot) {
    slot.vbytes =
        static_cast<uint8_t>(slot.is_faulty ? 0 : vbytes_of(slot.descriptor.bytes, slot.next_idx));
    slot.words = static_cast<uint8_t>(words_of_data_cell(slot.vbytes));
  }
  unsigned choose_class(Interface& in, const Credits& credit);
  Pull next_bound(Cycle now, unsigned interface, unsigned endpoint, const Credits& credit,
                  Cell& cell);
  void discard_expired(Cycle now, unsigned interface);
  static unsigned alternative_port(const Slot& slot, unsigned index);
  void send_cell(Cycle now, unsigned interface, unsigned endpoint, uint16_t number, Slot& slot,
                 Cell& cell);

  const IpParams& params_;
  const IpRoutes* routes_;
  IpCounters& counters_;
  IpEvents& events_;
  MacPort& mac_;
  PacketDirectory& directory_;
  std::unordered_map<uint32_t, PacketPtr> given_up_;  ///< by iptr; their RTSs may still arrive
  IpDecider* decider_ = nullptr;
  PacketTracer* tracer_ = nullptr;
  RtsCredit rts_credit_;
  std::array<Interface, kIpInterfaces> interfaces_;
  InitialRtsWindow initial_window_;
};

}  // namespace tinsim
