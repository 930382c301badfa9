// SPDX-License-Identifier: Apache-2.0
// Holds the egress to the rules of solicitation while it runs, by books of its own.
#pragma once

#include <array>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/eptr.h"
#include "rtl_models/parts/ip_words.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/tin/ip/asked_packet.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// Told of what the egress does, before or while it does it. Throws InvariantError, which names
/// chip, port, cycle and rule, when that breaks a rule; the rules are listed in
/// docs/reference/ip_over_gnet.md. What it knows it has counted itself.
class EgressRules {
 public:
  EgressRules(const IpParams& params, EptrFormat format)
      : params_(params), format_(format), fetches_(params.memory), flows_(kFlows, params.memory) {}

  /// Fetches the books of the packets that are under way; those of flows are too many.
  void prefetch() const { prefetch_lines(fetches_.data(), fetches_.size() * sizeof(Fetch)); }
  /// Begins to fetch what leaves() looks at.
  void expect_leaving(uint16_t eptr) const {
    prefetch_soon(&flows_[place_of(fetches_[format_.context(eptr)].hash)], sizeof(Flow));
  }
  /// … and what queued() does.
  void expect(const RtsWord& rts) const {
    prefetch_soon(&flows_[place_of(rts.fhash)], sizeof(Flow));
  }

  /// An RTS is answered with a CTD.
  void refused(Cycle now, const RtsWord& rts) const;
  /// An RTS, which speaks of `packet`, goes into its queue.
  void queued(Cycle now, const RtsWord& rts, const PacketFacts& packet);
  /// The RTS at the head of `queue` is taken away without an answer.
  void forgotten(Cycle now, unsigned queue);
  /// The packet at the head of its queue is cleared to send, by a CTS for `eptr` to `source`;
  /// `uncounted` bytes of the port do not count in its window.
  void granted(Cycle now, unsigned eport, uint16_t eptr, uint16_t source, const PacketFacts& packet,
               uint32_t uncounted = 0);
  /// A DATA cell from `source` is stored …
  void stored(Cycle now, const DataWord& cell, uint16_t source);
  /// … or finds no packet that waits for it.
  void stray(Cycle now, const DataWord& cell) const;
  /// A packet begins to leave, with this ECN field.
  void leaves(Cycle now, uint16_t eptr, uint8_t ecn);
  /// Its context and slots are free again; it may have been given up without having left.
  void released(Cycle now, uint16_t eptr);

 private:
  struct Fetch {
    uint64_t flow = 0;  ///< of its packet, as all that follows
    uint32_t number = 0;
    uint16_t bytes = 0;
    uint16_t chip = 0;  ///< address of endpoint 0 of the one that sends it
    uint8_t eport = 0, cos = 0, ecn = 0;
    bool has_left = false;
    bool is_taken = false;
    uint8_t stored_cells = 0;
    uint16_t stored_bytes = 0;
    uint16_t eptr = 0;
    uint16_t hash = 0;  ///< of the flow
    Cycle granted = 0;
    uint32_t grants = 0;  ///< of the context
  };
  /// Of the last packet: one above its number, 0 before the first. Some hundred flows are
  /// remembered, of those that share a place the latest. The place follows from the flow's hash,
  /// which an RTS tells before its packet is known.
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
  static uint64_t key_of(const PacketFacts& packet) {
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
  Cycle grants_from_ = 0;            ///< after the last grant
  std::pmr::vector<Fetch> fetches_;  ///< by context, as far as they have been used
  std::pmr::vector<Flow> flows_;
};

}  // namespace tinsim
