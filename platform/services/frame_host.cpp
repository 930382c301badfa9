// SPDX-License-Identifier: Apache-2.0
// Frames at an IP port: judged, counted, and turned into packets; packets turned into frames.
#include "platform/services/frame_host.h"

#include <algorithm>
#include <utility>

#include "tlm/ethernet/checksum.h"

namespace tinsim {

void FrameHost::replay(const FrameReplayOptions& options) {
  replay_ = std::make_unique<FrameReplay>(options);
  wire_ = WireTransmitter(options.rate);
  const FrameReplayReport& report = replay_->report();
  if (report.cut_by_snaplen != 0) counts_.unreadable["cut_by_snaplen"] = report.cut_by_snaplen;
  if (report.without_header != 0) counts_.unreadable["without_header"] = report.without_header;
  if (partner_params_) {
    const auto next = [this]() -> std::optional<PartnerFrame> {
      const auto frame = replay_->next();
      if (!frame || frame->cycle >= kNoCycle) return std::nullopt;
      return PartnerFrame{static_cast<Cycle>(frame->cycle), *frame,
                          parse_frame(frame->data, frame->bytes, policy_.rules)};
    };
    partner_ = std::make_unique<MacPartner>(*partner_params_, next);
    return;
  }
  advance();
}

void FrameHost::capture(FrameSink& capture, uint32_t interface) {
  capture_ = &capture;
  interface_ = interface;
}

/// Looks for the next frame that enters. A round of a loop in which none does ends the replay.
void FrameHost::advance() {
  waiting_.reset();
  for (uint64_t looked = 0; looked <= replay_->report().frames; ++looked) {
    const auto frame = replay_->next();
    if (!frame) return;
    const uint64_t at = std::max<uint64_t>(frame->cycle, wire_.free_from());
    if (at >= kNoCycle) return;  // beyond the end of any run
    const auto begin = static_cast<Cycle>(at);
    const FrameInfo info = parse_frame(frame->data, frame->bytes, policy_.rules);
    if (auto packet = packet_of(info, *frame)) {
      number(*packet, info.flow);
      packet->born = begin;
      waiting_ = Waiting{begin, *frame, *std::move(packet)};
      return;
    }
    wire_.start(begin, frame->bytes);
    refused_.push_back({begin, *frame, info});
  }
}

/// Nothing where the frame does not enter the chip.
std::optional<Packet> FrameHost::packet_of(const FrameInfo& info, const ReplayFrame& frame) const {
  switch (info.verdict) {
    case FrameVerdict::kIpv4:
    case FrameVerdict::kIpv6:
      return packet_of_ip(info, frame.data, frame.bytes, policy_.carried);
    case FrameVerdict::kNotIp:
      if (policy_.non_ip == NonIp::drop) return std::nullopt;
      return packet_of_other(info, frame.data, frame.bytes, port_.own,
                             policy_.non_ip == NonIp::punt ? port_.cpu : policy_.far_end,
                             policy_.carried);
    case FrameVerdict::kMalformed:
      return early_packet_of(info, frame);
    case FrameVerdict::kMacControl:
      break;
  }
  return std::nullopt;
}

/// A packet for the chip until the wrong FCS arrives; nothing where the FCS arrives first.
std::optional<Packet> FrameHost::early_packet_of(const FrameInfo& info,
                                                 const ReplayFrame& frame) const {
  if (info.fault != FrameFault::kBadFcs || policy_.early_rts_bytes == 0) return std::nullopt;
  const FrameInfo before = parse_headers(frame.data, frame.bytes - kFcsBytes, policy_.rules);
  const bool is_ip = before.verdict == FrameVerdict::kIpv4 || before.verdict == FrameVerdict::kIpv6;
  if (!is_ip || before.ip_bytes <= policy_.early_rts_bytes) return std::nullopt;
  Packet packet = packet_of_ip(before, frame.data, frame.bytes, policy_.carried);
  packet.bad_fcs = true;
  return packet;
}

/// Packets of one flow keep their order within a class; classes may overtake each other. So a flow
/// of the fabric is both, numbered as they appear.
void FrameHost::number(Packet& packet, const FlowKey& key) {
  const auto next = static_cast<uint32_t>(flows_.size());
  Flow& flow = flows_.try_emplace({key, packet.cos}, Flow{next, 0}).first->second;
  packet.src_host = port_.number;
  packet.flow = flow.number;
  packet.number = flow.packets++;
}

PacketPtr FrameHost::take(Cycle now) {
  if (host_ != nullptr) return take_from_host(now);
  if (partner_ != nullptr) return take_from_partner(now);
  apply_until(now + 1);
  Waiting taken = *std::move(waiting_);
  wire_.start(std::max(now, wire_.free_from()), taken.frame.bytes);
  capture_frame(taken.frame, now);
  count_entered(taken.packet);
  advance();
  return std::make_shared<const Packet>(std::move(taken.packet));
}

/// Null for a frame that does not enter the chip, though it has occupied the wire.
PacketPtr FrameHost::take_from_partner(Cycle now) {
  const PartnerFrame taken = partner_->take(now);
  capture_frame(taken.frame, now);
  if (taken.info.verdict == FrameVerdict::kMacControl) {
    ++counts_.mac_control;
    Packet control;
    control.kind = PacketKind::kControl;
    control.born = now;
    control.data.assign(taken.frame.data, taken.frame.data + taken.frame.bytes);
    control.bytes = control.frame_bytes = static_cast<uint16_t>(taken.frame.bytes);
    return std::make_shared<const Packet>(std::move(control));
  }
  auto packet = packet_of(taken.info, taken.frame);
  if (!packet) {
    count_refused(taken.info);
    return nullptr;
  }
  number(*packet, taken.info.flow);
  packet->born = now;
  count_entered(*packet);
  return std::make_shared<const Packet>(*std::move(packet));
}

/// The host sends to the chip's MAC, in its own name.
PacketPtr FrameHost::take_from_host(Cycle now) {
  PacketPtr packet = host_->take(now);
  if (packet == nullptr) return packet;
  count_entered(*packet);
  const L2Header l2{port_.l2.src, port_.l2.dst, std::nullopt};
  capture_packet(*packet, l2, packet->ecn, now, PacketDirection::kInbound);
  return packet;
}

void FrameHost::count_entered(const Packet& packet) {
  if (packet.bad_fcs) {
    ++counts_.malformed[name_of(FrameFault::kBadFcs)];
    return;
  }
  const bool is_ip = packet.kind != PacketKind::kFrame;
  const bool punts = policy_.non_ip == NonIp::punt;
  ++(is_ip ? counts_.ip : punts ? counts_.punted : counts_.encapsulated);
}

void FrameHost::apply_until(Cycle cycle) {
  for (; !refused_.empty() && refused_.front().at < cycle; refused_.pop_front()) {
    count_refused(refused_.front().info);
    capture_frame(refused_.front().frame, refused_.front().at);
  }
}

void FrameHost::count_refused(const FrameInfo& info) {
  if (info.verdict == FrameVerdict::kMalformed) {
    ++counts_.malformed[name_of(info.fault)];
  } else {
    ++(info.verdict == FrameVerdict::kMacControl ? counts_.mac_control : counts_.not_ip);
  }
}

void FrameHost::capture_frame(const ReplayFrame& frame, Cycle at) {
  if (capture_ == nullptr) return;
  capture_->take(interface_, at, PacketDirection::kInbound, {frame.data, frame.data + frame.bytes});
}

void FrameHost::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  if (packet->kind == PacketKind::kControl) return receive_control(packet, at);
  ++counts_.left;
  counts_.decapsulated += packet->kind == PacketKind::kFrame;
  counts_.to_cpu += port_.is_cpu;
  counts_.marked += ecn != packet->ecn;
  L2Header l2 = port_.l2;
  if (port_.vlan) {
    l2.tag = VlanTag{kEtherVlan, static_cast<uint16_t>(packet->cos << 13 | *port_.vlan)};
  }
  capture_packet(*packet, l2, ecn, at, PacketDirection::kOutbound);
  if (host_ != nullptr) host_->receive(packet, ecn, at);
}

/// A control frame of the chip's MAC has departed.
void FrameHost::receive_control(const PacketPtr& frame, Cycle at) {
  ++counts_.pauses_sent;
  if (capture_ != nullptr) {
    capture_->take(interface_, at, PacketDirection::kOutbound, frame->data);
  }
  if (host_ != nullptr) host_->receive(frame, 0, at);
  if (partner_ == nullptr) return;
  const auto pause = parse_pause(frame->data.data(), frame->data.size() - kFcsBytes, port_.l2.dst);
  if (pause) partner_->receive(*pause, at);
}

void FrameHost::capture_packet(const Packet& packet, const L2Header& l2, uint8_t ecn, Cycle at,
                               PacketDirection direction) {
  if (capture_ == nullptr) return;
  if (!packet.data.empty()) {
    return capture_->take(interface_, at, direction, leaving_frame(packet, l2, ecn));
  }
  std::vector<uint8_t> head;  // L2, of which the version of IP is all that it needs
  if (packet.kind != PacketKind::kFrame) {
    const uint8_t version = packet.kind == PacketKind::kIpv6 ? 0x60 : 0x45;
    head = rebuild_frame(l2, &version, 1);
    head.resize(l2.tag ? 18 : 14);
  }
  capture_->take_head(interface_, at, direction, std::move(head),
                      leaving_frame_bytes(packet, l2.tag.has_value()));
}

}  // namespace tinsim
