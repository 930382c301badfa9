// SPDX-License-Identifier: Apache-2.0
// A port's answers to questions for MAC addresses: ARP and neighbour discovery.
#include "platform/tap/neighbour_answer.h"

#include <algorithm>

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

using Octets = std::vector<uint8_t>;

constexpr std::size_t kTypeAt = 12, kHeader = 14;
// ARP for IPv4 over Ethernet (RFC 826): places behind the Ethernet header.
constexpr std::size_t kArpSender = kHeader + 8, kArpSenderIp = kHeader + 14,
                      kArpTarget = kHeader + 18, kArpTargetIp = kHeader + 24,
                      kArpEnd = kHeader + 28;
constexpr uint8_t kArpForIpv4[] = {0, 1, 0x08, 0x00, 6, 4};
constexpr uint16_t kArpRequest = 1, kArpReply = 2;
// Neighbour solicitation (RFC 4861, 4.3) without extension headers.
constexpr std::size_t kIpv6Length = kHeader + 4, kIpv6Next = kHeader + 6, kIpv6Hops = kHeader + 7,
                      kIpv6Source = kHeader + 8, kIpv6Target = kHeader + 24, kIcmp = kHeader + 40,
                      kIcmpTarget = kIcmp + 8, kSolicitationEnd = kIcmp + 24;
constexpr uint8_t kIcmpv6 = 58, kSolicitation = 135, kAdvertisement = 136, kMostHops = 255;
constexpr std::size_t kIpv6Bytes = 16;

uint16_t type_of(const Octets& frame) {
  return frame.size() < kHeader ? uint16_t{0} : get_be16(&frame[kTypeAt]);
}

bool is_zero(const Octets& frame, std::size_t at, std::size_t count) {
  return std::all_of(&frame[at], &frame[at] + count, [](uint8_t octet) { return octet == 0; });
}

bool are_equal(const Octets& frame, std::size_t a, std::size_t b, std::size_t count) {
  return std::equal(&frame[a], &frame[a] + count, &frame[b]);
}

bool is_solicitation(const Octets& frame) {
  return type_of(frame) == kEtherIpv6 && frame.size() >= kSolicitationEnd &&
         frame[kIpv6Next] == kIcmpv6 && frame[kIpv6Hops] == kMostHops &&
         frame[kIcmp] == kSolicitation && frame[kIcmp + 1] == 0;
}

uint16_t icmpv6_checksum(const Octets& frame, std::size_t bytes) {
  Octets all(&frame[kIpv6Source], &frame[kIpv6Source] + 2 * kIpv6Bytes);
  all.resize(all.size() + 8);
  put_be32(&all[2 * kIpv6Bytes], static_cast<uint32_t>(bytes));
  all.back() = kIcmpv6;
  all.insert(all.end(), &frame[kIcmp], &frame[kIcmp] + bytes);
  return internet_checksum(all.data(), all.size());
}

std::optional<Octets> arp_answer(const Octets& frame, const MacAddress& own) {
  if (frame.size() < kArpEnd ||
      !std::equal(std::begin(kArpForIpv4), std::end(kArpForIpv4), &frame[kHeader]) ||
      get_be16(&frame[kHeader + 6]) != kArpRequest) {
    return std::nullopt;
  }
  if (is_zero(frame, kArpSenderIp, 4) || are_equal(frame, kArpSenderIp, kArpTargetIp, 4))
    return std::nullopt;
  Octets answer(frame.begin(), frame.begin() + kArpEnd);
  std::copy_n(&frame[kArpSender], own.size(), answer.begin());
  std::copy(own.begin(), own.end(), &answer[own.size()]);
  put_be16(&answer[kHeader + 6], kArpReply);
  std::copy(own.begin(), own.end(), &answer[kArpSender]);
  std::copy_n(&frame[kArpTargetIp], 4, &answer[kArpSenderIp]);
  std::copy_n(&frame[kArpSender], own.size() + 4, &answer[kArpTarget]);
  return answer;
}

std::optional<Octets> solicitation_answer(const Octets& frame, const MacAddress& own) {
  const std::size_t bytes = get_be16(&frame[kIpv6Length]);
  if (bytes < kSolicitationEnd - kIcmp || kIcmp + bytes > frame.size()) return std::nullopt;
  if (icmpv6_checksum(frame, bytes) != 0) return std::nullopt;
  if (is_zero(frame, kIpv6Source, kIpv6Bytes) ||
      are_equal(frame, kIpv6Source, kIcmpTarget, kIpv6Bytes)) {
    return std::nullopt;
  }
  constexpr uint8_t kSolicitedOverride = 0x60, kTargetLinkAddress = 2, kUnits = 1;
  constexpr std::size_t kAnswerBytes = kSolicitationEnd - kIcmp + 8;
  Octets answer(frame.begin(), frame.begin() + kSolicitationEnd);
  std::copy_n(&frame[own.size()], own.size(), answer.begin());
  std::copy(own.begin(), own.end(), &answer[own.size()]);
  put_be16(&answer[kIpv6Length], kAnswerBytes);
  std::copy_n(&frame[kIcmpTarget], kIpv6Bytes, &answer[kIpv6Source]);
  std::copy_n(&frame[kIpv6Source], kIpv6Bytes, &answer[kIpv6Target]);
  answer[kIcmp] = kAdvertisement;
  put_be16(&answer[kIcmp + 2], 0);
  put_be32(&answer[kIcmp + 4], uint32_t{kSolicitedOverride} << 24);
  answer.push_back(kTargetLinkAddress);
  answer.push_back(kUnits);
  answer.insert(answer.end(), own.begin(), own.end());
  put_be16(&answer[kIcmp + 2], icmpv6_checksum(answer, kAnswerBytes));
  return answer;
}

}  // namespace

LinkFrame kind_of_frame(const Octets& frame) {
  const uint16_t type = type_of(frame);
  if (type == kEtherArp || is_solicitation(frame)) return LinkFrame::kQuestion;
  const bool is_local_v4 = type == kEtherIpv4 && frame.size() >= kHeader + 20 &&
                           get_be32(&frame[kHeader + 16]) >> 8 == 0xe00000;
  const bool is_local_v6 =
      type == kEtherIpv6 && frame.size() >= kIcmp && get_be16(&frame[kIpv6Target]) == 0xff02;
  return is_local_v4 || is_local_v6 ? LinkFrame::kLinkLocal : LinkFrame::kOther;
}

std::optional<Octets> neighbour_answer(const Octets& frame, const MacAddress& own) {
  return is_solicitation(frame) ? solicitation_answer(frame, own) : arp_answer(frame, own);
}

}  // namespace tinsim
