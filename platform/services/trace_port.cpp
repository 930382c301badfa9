// SPDX-License-Identifier: Apache-2.0
// The sender of a chip's trace records, at its CPU port.
#include "platform/services/trace_port.h"

#include <algorithm>
#include <memory>

namespace tinsim {

TracePort::TracePort(ChipTracer& tracer, const FlowIdentity& to, uint16_t tin, uint16_t number,
                     const TraceTimes& times, Host* other)
    : tracer_(tracer),
      to_(to),
      tin_(tin),
      number_(number),
      times_(times),
      other_(other),
      poll_(times.phase + times.interval) {}

Cycle TracePort::next() const {
  return other_ == nullptr ? poll_ : std::min(poll_, other_->next());
}

bool TracePort::hold(uint8_t classes) {
  if (other_ != nullptr) other_->hold(classes);
  return classes == 0;
}

PacketPtr TracePort::take(Cycle now) {
  if (now >= poll_) {
    poll_ += ((now - poll_) / times_.interval + 1) * times_.interval;
    if (PacketPtr datagram = next_datagram(now)) return datagram;
  }
  const bool is_others = other_ != nullptr && other_->next() <= now;
  return is_others ? other_->take(now) : nullptr;
}

/// Null where the chip has no record, and has sent one lately.
PacketPtr TracePort::next_datagram(Cycle now) {
  TraceDatagram datagram;
  datagram.records = tracer_.sampler.take(now, kMaxTraceRecords);
  const bool is_heartbeat = times_.silence != 0 && now + times_.interval > last_ + times_.silence;
  if (datagram.records.empty() && !is_heartbeat) return nullptr;
  last_ = now;
  datagram.tin = tin_;
  datagram.sequence = sent_++;
  datagram.time = now;
  datagram.dropped = static_cast<uint32_t>(tracer_.sampler.dropped());
  datagram.marked = static_cast<uint32_t>(tracer_.filter.marked());
  datagram.silence = static_cast<uint32_t>(times_.silence);
  const std::vector<uint8_t> payload = encode_trace_datagram(datagram);
  Packet packet;
  address_packet(to_, static_cast<unsigned>(kIpUdpBytes + payload.size()), packet);
  packet.src_host = number_;
  packet.number = datagram.sequence;
  packet.born = now;
  write_octets(to_, packet);
  std::copy(payload.begin(), payload.end(), packet.data.begin() + kIpUdpBytes);
  return std::make_shared<const Packet>(std::move(packet));
}

}  // namespace tinsim
