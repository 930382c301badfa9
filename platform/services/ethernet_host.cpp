// SPDX-License-Identifier: Apache-2.0
// The Ethernet of a chip as software on it sees it.
#include "platform/services/ethernet_host.h"

#include <algorithm>

#include "base/errors.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim {
namespace {
constexpr std::size_t kHeader = 14, kType = 12, kLeastFrame = 60;
}  // namespace

void EthernetHost::send(const std::vector<uint8_t>& ip_packet, Cycle ready) {
  std::vector<uint8_t> frame(kHeader);
  std::copy(l2_.src.begin(), l2_.src.end(), frame.begin());
  std::copy(l2_.dst.begin(), l2_.dst.end(), frame.begin() + 6);
  frame[kType] = 0x08;
  frame.insert(frame.end(), ip_packet.begin(), ip_packet.end());
  if (frame.size() < kLeastFrame) frame.resize(kLeastFrame);
  const auto octets = finished_frame(frame.data(), frame.size());
  const FrameInfo info = parse_frame(octets.data(), octets.size(), rules_);
  if (info.verdict != FrameVerdict::kIpv4)
    throw InvariantError("an Ethernet host sends a frame that is no sound IPv4");
  departures_.push_back({ready, packet_of_ip(info, octets.data(), octets.size(), true)});
}

std::vector<std::vector<uint8_t>> EthernetHost::received(Cycle now) {
  std::vector<std::vector<uint8_t>> packets;
  for (; !arrivals_.empty() && arrivals_.front().at + kDelay <= now; arrivals_.pop_front())
    packets.push_back(std::move(arrivals_.front().ip_packet));
  return packets;
}

PacketPtr EthernetHost::take(Cycle now) {
  if (now >= polled_) {
    poll_(now);
    polled_ = (now / period_ + 1) * period_;
  }
  next_ = polled_;
  if (departures_.empty()) return nullptr;
  if (departures_.front().ready > now) {
    next_ = std::min(polled_, departures_.front().ready);
    return nullptr;
  }
  Packet packet = std::move(departures_.front().packet);
  departures_.pop_front();
  if (!departures_.empty()) next_ = std::min(polled_, std::max(now, departures_.front().ready));
  packet.born = now;
  packet.src_host = number_;
  flows_.number(packet);
  return std::make_shared<const Packet>(std::move(packet));
}

void EthernetHost::receive(const PacketPtr& packet, uint8_t ecn, Cycle at) {
  if (packet->data.empty()) return;
  const auto frame = leaving_frame(*packet, l2_, ecn);
  const bool is_ipv4 =
      frame.size() > kHeader + kFcsBytes && frame[kType] == 0x08 && frame[kType + 1] == 0x00;
  if (!is_ipv4) return;
  arrivals_.push_back({at, {frame.begin() + kHeader, frame.end() - kFcsBytes}});
}

}  // namespace tinsim
