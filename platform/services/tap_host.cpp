// SPDX-License-Identifier: Apache-2.0
// The host behind an IP port that is joined to a TAP device.
#include "platform/services/tap_host.h"

#include <algorithm>

#include "platform/tap/neighbour_answer.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim {

PacketPtr TapHost::take(Cycle now) {
  if (now >= exchange_at_) exchange(now);
  if (packets_.empty()) return nullptr;
  Packet packet = std::move(packets_.front());
  packets_.pop_front();
  next_ = now;
  packet.born = now;
  packet.src_host = params_.number;
  flows_.number(packet);
  return std::make_shared<const Packet>(std::move(packet));
}

void TapHost::exchange(Cycle now) {
  exchange_at_ = (now / params_.poll + 1) * params_.poll;
  const std::size_t most = kMostWaiting - std::min(kMostWaiting, packets_.size());
  for (const auto& frame : far_side_->exchange(now, most)) enter(frame, now);
}

void TapHost::enter(const std::vector<uint8_t>& frame, Cycle now) {
  ++counts_.frames_in;
  record(PacketDirection::kInbound, frame, now);
  switch (kind_of_frame(frame)) {
    case LinkFrame::kQuestion:
      ++counts_.neighbour_questions;
      if (const auto answer = neighbour_answer(frame, params_.l2.src)) {
        ++counts_.neighbour_answers;
        record(PacketDirection::kOutbound, *answer, now);
        far_side_->depart(now, *answer);
      }
      return;
    case LinkFrame::kLinkLocal:
      ++counts_.link_local;
      return;
    case LinkFrame::kOther:
      return enter_packet(frame);
  }
}

void TapHost::enter_packet(const std::vector<uint8_t>& frame) {
  const auto octets = finished_frame(frame.data(), frame.size());
  const FrameInfo info = parse_frame(octets.data(), octets.size(), params_.rules);
  if (info.verdict == FrameVerdict::kMalformed) {
    ++counts_.malformed[name_of(info.fault)];
  } else if (info.verdict != FrameVerdict::kIpv4 && info.verdict != FrameVerdict::kIpv6) {
    ++counts_.not_ip;
  } else {
    ++counts_.entered;
    packets_.push_back(packet_of_ip(info, octets.data(), octets.size(), true));
    counts_.packet_bytes_in += packets_.back().bytes;
  }
}

void TapHost::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  if (packet->data.empty()) return;  // of a host without octets: there is no frame to deliver
  ++counts_.frames_out;
  counts_.packet_bytes_out += packet->bytes;
  counts_.marked += ecn != packet->ecn;
  L2Header l2 = params_.l2;
  if (params_.vlan)
    l2.tag = VlanTag{kEtherVlan, static_cast<uint16_t>(packet->cos << 13 | *params_.vlan)};
  std::vector<uint8_t> frame = leaving_frame(*packet, l2, ecn);
  frame.resize(frame.size() - kFcsBytes);
  record(PacketDirection::kOutbound, frame, at);
  far_side_->depart(at, frame);
}

void TapHost::record(PacketDirection direction, const std::vector<uint8_t>& frame, Cycle at) {
  if (log_ != nullptr) log_->take({at, params_.port, direction, frame});
}

}  // namespace tinsim
