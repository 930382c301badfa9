// SPDX-License-Identifier: Apache-2.0
// Checks the egress against the rules of solicitation, with independent state.
#pragma once

#include <array>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/eptr.h"
#include "rtl_models/parts/ip_words.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/tin/ip/ip_params.h"
#include "tlm/tin/ip/requested_packet.h"

namespace tinsim {

/// The egress reports each of its actions. One that breaks a rule throws InvariantError, which
/// names chip, port, cycle and rule; docs/reference/ip_over_gnet.md lists the rules. The state for
/// these checks is independent of the egress.
class EgressRules {
 public:
  EgressRules(const IpParams& params, EptrFormat format)
      : params_(params), format_(format), fetches_(params.memory), flows_(kFlows, params.memory) {}

  /// Prefetches the state of packets in flight; that of flows is too large.
  void prefetch() const { prefetch_lines(fetches_.data(), fetches_.size() * sizeof(Fetch)); }
  /// Begins to prefetch the state that departs() reads …
  void prefetch_departure(uint16_t eptr) const {
    prefetch_soon(&flows_[place_of(fetches_[format_.context(eptr)].hash)], sizeof(Flow));
  }
  /// … and that queued() reads.
  void prefetch(const RtsWord& rts) const {
    prefetch_soon(&flows_[place_of(rts.fhash)], sizeof(Flow));
  }

  /// An RTS is answered with a CTD.
  void refused(Cycle now, const RtsWord& rts) const;
  /// The RTS of `packet` is queued.
  void queued(Cycle now, const RtsWord& rts, const PacketDescriptor& packet);
  /// The RTS at the head of `queue` is removed without an answer.
  void discarded(Cycle now, unsigned queue);
  /// The packet at the head of its queue is cleared to send, by a CTS for `eptr` to `source`;
  /// `uncounted` bytes of the port do not count in its window.
  void granted(Cycle now, unsigned eport, uint16_t eptr, uint16_t source,
               const PacketDescriptor& packet, uint32_t uncounted = 0);
  /// A DATA cell from `source` is stored …
  void stored(Cycle now, const DataWord& cell, uint16_t source);
  /// … or matches no packet that misses it.
  void unexpected(Cycle now, const DataWord& cell) const;
  /// A packet begins to depart, with this ECN field.
  void departs(Cycle now, uint16_t eptr, uint8_t ecn);
  /// Context and slots of a packet are free again; it has departed or been given up.
  void released(Cycle now, uint16_t eptr);

 private:
  struct Fetch {
    uint64_t flow = 0;  ///< of the packet, as all members below
    uint32_t number = 0;
    uint16_t bytes = 0;
    uint16_t chip = 0;  ///< address of endpoint 0 of the source
    uint8_t eport = 0, cos = 0, ecn = 0;
    bool has_departed = false;
    bool is_taken = false;
    uint8_t stored_cells = 0;
    uint16_t stored_bytes = 0;
    uint16_t eptr = 0;
    uint16_t hash = 0;  ///< of the flow
    Cycle granted = 0;
    uint32_t grants = 0;  ///< of the context
  };
  /// One above the number of the last packet, 0 before the first. The table is direct-mapped by the
  /// flow's hash, which an RTS contains, and keeps the latest flow of each place.
  struct Flow {
    uint64_t key = ~uint64_t{0};
    uint32_t queued = 0;
    uint32_t left = 0;
  };
  struct Port {
    uint32_t outstanding = 0;  ///< bytes
    uint32_t slots = 0;
  };

  static constexpr std::size_t kFlows = 256;

  static std::size_t place_of(uint16_t hash) { return mix64(hash) % kFlows; }
  static uint64_t key_of(const PacketDescriptor& packet) {
    return uint64_t{packet.src_host} << 32 | packet.flow;
  }
  void require(bool holds, Cycle now, unsigned eport, std::string_view rule) const {
    if (!holds) fail(now, eport, rule);
  }
  [[noreturn]] void fail(Cycle now, unsigned eport, std::string_view rule) const;
  Flow& flow_of(uint64_t key, uint16_t hash);
  /// The packet that is being fetched to `eptr`.
  Fetch& fetch_of(Cycle now, uint16_t eptr);

  const IpParams& params_;
  EptrFormat format_;
  std::array<Port, kEgressPorts> ports_{};
  std::array<uint32_t, kRtsQueues> depth_{};
  Cycle next_grant_ = 0;             ///< first cycle for the next grant
  std::pmr::vector<Fetch> fetches_;  ///< by context, up to the highest in use
  std::pmr::vector<Flow> flows_;
};

}  // namespace tinsim
