// SPDX-License-Identifier: Apache-2.0
// L2 rebuilt around an IP packet: header, padding, FCS, and the one field that the fabric changes.
#include "tlm/ethernet/rebuild.h"

#include <algorithm>

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

constexpr size_t kMacAddresses = 12, kTag = 4, kType = 2;

/// Pads a frame and adds its FCS.
void finish(std::vector<uint8_t>& frame) {
  frame.resize(std::max(frame.size(), kMinFrameBytes - kFcsBytes));
  const size_t size = frame.size();
  frame.resize(size + kFcsBytes);
  put_fcs(frame.data(), size);
}

}  // namespace

size_t rebuilt_bytes(size_t ip_bytes, bool tagged) {
  const size_t bytes = kMacAddresses + (tagged ? kTag : 0) + kType + ip_bytes + kFcsBytes;
  return std::max(bytes, kMinFrameBytes);
}

std::vector<uint8_t> rebuild_frame(const L2Header& l2, const uint8_t* ip, size_t size) {
  std::vector<uint8_t> frame(kMacAddresses + (l2.tag ? kTag : 0) + kType);
  std::copy(l2.dst.begin(), l2.dst.end(), frame.begin());
  std::copy(l2.src.begin(), l2.src.end(), frame.begin() + 6);
  if (l2.tag) {
    put_be16(&frame[kMacAddresses], l2.tag->tpid);
    put_be16(&frame[kMacAddresses + 2], l2.tag->tci);
  }
  put_be16(&frame[frame.size() - kType], ip[0] >> 4 == 6 ? kEtherIpv6 : kEtherIpv4);
  frame.reserve(rebuilt_bytes(size, l2.tag.has_value()));
  frame.insert(frame.end(), ip, ip + size);
  finish(frame);
  return frame;
}

std::vector<uint8_t> finished_frame(const uint8_t* frame, size_t size) {
  std::vector<uint8_t> finished;
  finished.reserve(std::max(size + kFcsBytes, kMinFrameBytes));
  finished.assign(frame, frame + size);
  finish(finished);
  return finished;
}

void set_ecn(uint8_t* ip, uint8_t ecn) {
  if (ip[0] >> 4 == 6) {  // traffic class: bits 11:4 of the first word
    ip[1] = static_cast<uint8_t>((ip[1] & ~0x30u) | ecn << 4);
    return;
  }
  const uint16_t before = get_be16(ip);
  ip[1] = static_cast<uint8_t>((ip[1] & ~3u) | ecn);
  // The equation turns a checksum of 0xffff into 0, its other form, even if the word is unchanged.
  if (get_be16(ip) == before) return;
  put_be16(ip + 10, updated_checksum(get_be16(ip + 10), before, get_be16(ip)));
}

}  // namespace tinsim
