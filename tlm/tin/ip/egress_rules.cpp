// SPDX-License-Identifier: Apache-2.0
// The rules of solicitation at the egress (Aquila 3.3): R1 to R3, R5 to R9.
#include "tlm/tin/ip/egress_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"

namespace tinsim {

namespace {
constexpr std::array<const char*, kEgressPorts> kPortNames = {"NIC0", "NIC1", "MAC", "CPU"};
constexpr unsigned kBytesPerCell = 148, kFullQueue = 4095, kEct1 = 1, kEct0 = 2, kCe = 3;
constexpr uint16_t kEndpointMask = 63;

[[noreturn]] void fail_unknown(std::string_view chip, Cycle now, uint16_t eptr) {
  throw InvariantError(
      fmt::format("{} cycle {}: R1: something happens to eptr {:#06x}, for which "
                  "no CTS is under way",
                  chip, now, eptr));
}

unsigned cells_for(unsigned bytes) { return (bytes + kBytesPerCell - 1) / kBytesPerCell; }
}  // namespace

void EgressRules::fail(Cycle now, unsigned eport, std::string_view rule) const {
  throw InvariantError(
      fmt::format("{} port {} cycle {}: {}", params_.name, kPortNames[eport], now, rule));
}

EgressRules::Flow& EgressRules::flow_of(uint64_t key, uint16_t hash) {
  Flow& flow = flows_[place_of(hash)];
  if (flow.key != key) flow = {key, 0, 0};
  return flow;
}

void EgressRules::refused(Cycle now, const RtsWord& rts) const {
  const uint32_t depth = depth_[rts_queue(rts.eport, rts.cos)];
  require(depth > params_.egress.drop_thresholds[rts.cos] || depth == kFullQueue, now, rts.eport,
          "R6: an RTS is refused though its queue is not deeper than the drop threshold");
}

void EgressRules::queued(Cycle now, const RtsWord& rts, const PacketDescriptor& packet) {
  require(rts.cos == packet.cos && rts.len == packet.bytes, now, rts.eport,
          "R8: an RTS has another class or length than its packet");
  uint32_t& depth = depth_[rts_queue(rts.eport, rts.cos)];
  require(depth <= params_.egress.drop_thresholds[rts.cos] && depth < kFullQueue, now, rts.eport,
          "R6: an RTS is queued though its queue is deeper than the drop threshold");
  Flow& flow = flow_of(key_of(packet), packet.flow_hash);
  require(packet.number >= flow.queued || params_.may_reorder, now, rts.eport,
          "R3: the RTSs of a flow arrive in another order than they were sent");
  flow.queued = std::max(flow.queued, packet.number + 1);
  ++depth;
}

void EgressRules::discarded(Cycle now, unsigned queue) {
  require(depth_[queue] != 0, now, port_of_queue(queue), "R8: an RTS leaves an empty queue");
  --depth_[queue];
}

void EgressRules::granted(Cycle now, unsigned eport, uint16_t eptr, uint16_t source,
                          const PacketDescriptor& packet, uint32_t uncounted) {
  const unsigned context = format_.context(eptr);
  if (context >= fetches_.size()) fetches_.resize(context + 1);
  Fetch& fetch = fetches_[context];
  require(now >= next_grant_, now, eport, "R8: the scheduler grants twice in a cycle");
  next_grant_ = now + 1;
  require(!fetch.is_taken, now, eport, "R2: a CTS names a context that is taken");
  Port& port = ports_[eport];
  const bool is_strict = params_.egress.cts_plan.strict >> packet.cos & 1;
  require(uncounted == 0 || eport == kMacEport || is_strict, now, eport,
          "R5: a packet of no strict class is not counted in the window");
  require(port.outstanding == 0 ||
              port.outstanding + packet.bytes <= params_.egress.windows[eport] + uncounted,
          now, eport, "R5: a CTS is given beyond the window");
  port.outstanding += packet.bytes;
  port.slots += cells_for(packet.bytes);
  require(port.slots <= params_.egress.buffer_slots, now, eport,
          "R2: a CTS is given for more than the reassembly buffer holds");
  uint32_t& depth = depth_[rts_queue(eport, packet.cos)];
  require(depth != 0, now, eport, "R8: a CTS is given from an empty RTS queue");
  --depth;
  const uint32_t grants = fetch.grants + 1;
  fetch = {};
  fetch.flow = key_of(packet);
  fetch.number = packet.number;
  fetch.bytes = packet.bytes;
  fetch.chip = static_cast<uint16_t>(source & ~kEndpointMask);
  fetch.eport = static_cast<uint8_t>(eport);
  fetch.cos = packet.cos;
  fetch.ecn = packet.ecn;
  fetch.is_taken = true;
  fetch.eptr = eptr;
  fetch.hash = packet.flow_hash;
  fetch.granted = now;
  fetch.grants = grants;
}

inline EgressRules::Fetch& EgressRules::fetch_of(Cycle now, uint16_t eptr) {
  const unsigned context = format_.context(eptr);
  if (context >= fetches_.size() || !fetches_[context].is_taken || fetches_[context].eptr != eptr) {
    fail_unknown(params_.name, now, eptr);
  }
  return fetches_[context];
}

void EgressRules::stored(Cycle now, const DataWord& cell, uint16_t source) {
  Fetch& fetch = fetch_of(now, cell.eptr);
  require(now > fetch.granted + params_.egress.cts_cycles, now, fetch.eport,
          "R1: a DATA cell arrives before its CTS has left");
  require((source & ~kEndpointMask) == fetch.chip, now, fetch.eport,
          "R1: a DATA cell comes from a chip that has no CTS for it");
  ++fetch.stored_cells;
  fetch.stored_bytes = static_cast<uint16_t>(fetch.stored_bytes + cell.vbytes);
}

void EgressRules::unexpected(Cycle now, const DataWord& cell) const {
  const unsigned context = format_.context(cell.eptr);
  const uint32_t grants = context < fetches_.size() ? fetches_[context].grants : 0;
  // Generations count the grants from 0 and wrap around.
  if (format_.generation(cell.eptr) < grants || grants >= format_.generations()) return;
  throw InvariantError(
      fmt::format("{} cycle {}: R1: a DATA cell comes for eptr {:#06x}, which no CTS has named",
                  params_.name, now, cell.eptr));
}

void EgressRules::departs(Cycle now, uint16_t eptr, uint8_t ecn) {
  Fetch& fetch = fetch_of(now, eptr);
  require(fetch.stored_cells == cells_for(fetch.bytes) && fetch.stored_bytes == fetch.bytes, now,
          fetch.eport, "R9: a packet leaves before all of its cells have arrived");
  Flow& flow = flow_of(fetch.flow, fetch.hash);
  if (fetch.number < flow.left && !params_.may_reorder) {
    fail(now, fetch.eport,
         fmt::format("R9: packet {} of flow {} of host {} leaves after packet {}", fetch.number,
                     fetch.flow & 0xffffffff, fetch.flow >> 32, flow.left - 1));
  }
  flow.left = std::max(flow.left, fetch.number + 1);
  fetch.has_departed = true;
  const bool is_deep =
      depth_[rts_queue(fetch.eport, fetch.cos)] > params_.egress.mark_thresholds[fetch.cos];
  const bool marked = is_deep && (fetch.ecn == kEct0 || fetch.ecn == kEct1);
  require(ecn == (marked ? kCe : fetch.ecn), now, fetch.eport,
          "R7: the ECN field of a packet that leaves is not what the depth of its RTS queue asks");
}

void EgressRules::released(Cycle now, uint16_t eptr) {
  Fetch& fetch = fetch_of(now, eptr);
  // One that was given up must not have been overtaken before.
  const bool in_order = fetch.has_departed || fetch.number >= flow_of(fetch.flow, fetch.hash).left;
  require(in_order || params_.may_reorder, now, fetch.eport,
          "R9: a packet has left before an earlier one of its flow was given up");
  Port& port = ports_[fetch.eport];
  port.outstanding -= fetch.bytes;
  port.slots -= cells_for(fetch.bytes);
  fetch.is_taken = false;
}

}  // namespace tinsim
