// SPDX-License-Identifier: Apache-2.0
// Packets on their way into the fabric: time to live of those that are forwarded.
#include <cstddef>
#include <memory>
#include <utility>

#include "rtl_models/parts/time_to_live.h"
#include "tlm/tin/ip/ingress.h"

namespace tinsim {

namespace {

/// Octets of a packet's header that hold its time to live and, with IPv4, its checksum.
constexpr std::size_t kHeadBytes = 16;

uint64_t octets_to_word(const uint8_t* octets) {
  uint64_t word = 0;
  for (unsigned n = 8; n-- > 0;) word = word << 8 | octets[n];
  return word;
}

void word_to_octets(uint64_t word, uint8_t* octets) {
  for (unsigned n = 0; n < 8; ++n) octets[n] = static_cast<uint8_t>(word >> 8 * n);
}

bool is_ip(const Packet& packet) {
  return packet.kind == PacketKind::kIpv4 || packet.kind == PacketKind::kIpv6;
}

}  // namespace

/// The fabric is one hop between hosts and MACs. Its control processors are ends of packets.
bool Ingress::is_forwarded(unsigned interface, const Slot& slot) {
  return interface != kCpuInterface && interface_of(slot.eport) != kCpuInterface;
}

/// A packet that has been looked up, before its RTS. False: it has expired, and is dropped.
bool Ingress::update_time_to_live(Cycle now, uint32_t iptr, Slot& slot) {
  const Packet& packet = *slot.packet;
  if (params_.time_to_live == TimeToLive::keep || !is_ip(packet) || packet.data.size() < kHeadBytes)
    return true;
  const bool v6 = packet.kind == PacketKind::kIpv6;
  const bool forwards = is_forwarded(iptr >> 16, slot);
  const uint8_t* octets = packet.data.data();
  const IpHead head{octets_to_word(octets), octets_to_word(octets + 8)};
  ForwardedHead next = forwards ? forwarded_head(head, v6) : ForwardedHead{head, false};
  if (decider_ != nullptr) next = decider_->time_to_live_updated(now, v6, forwards, head, next);
  if (next.is_expired && params_.time_to_live == TimeToLive::drop) {
    drop_packet(now, iptr, IpLoss::kExpired);
    return false;
  }
  if (!forwards && !next.is_expired && next.head == head) return true;
  auto updated = std::make_shared<Packet>(packet);
  word_to_octets(next.head.lo, updated->data.data());
  word_to_octets(next.head.hi, updated->data.data() + 8);
  updated->is_expired = next.is_expired;
  slot.packet = std::move(updated);
  if (next.is_expired) punt_expired(slot);
  return true;
}

void Ingress::punt_expired(Slot& slot) {
  ++counters_.punted_expired;
  slot.eport = kCpuEport;
  slot.dst = static_cast<uint16_t>(params_.address + params_.groups[kCpuInterface].first);
}

}  // namespace tinsim
