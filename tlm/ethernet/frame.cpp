// SPDX-License-Identifier: Apache-2.0
// Ethernet frames: tags, EtherType, IP headers, and the order in which faults count.
#include "tlm/ethernet/frame.h"

#include <algorithm>

#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/octets.h"

namespace tinsim {
namespace {

constexpr size_t kMacHeader = 14, kTagBytes = 4, kIpv4Header = 20, kIpv6Header = 40;
constexpr uint16_t kLargestLength = 1500;        // of the length field (IEEE 802.3, 3.2.6)
constexpr uint16_t kSmallestEtherType = 0x0600;  // values in between are undefined

void refuse(FrameInfo& info, FrameFault fault) {
  info.verdict = FrameVerdict::kMalformed;
  info.fault = fault;
}

IpAddress address_v4(const uint8_t* at) { return {false, uint64_t{get_be32(at)} << 32, 0}; }

IpAddress address_v6(const uint8_t* at) {
  return {true, uint64_t{get_be32(at)} << 32 | get_be32(at + 4),
          uint64_t{get_be32(at + 8)} << 32 | get_be32(at + 12)};
}

/// MAC addresses, up to two tags, EtherType. False if the frame ends before.
bool parse_l2(const uint8_t* frame, size_t size, FrameInfo& info) {
  if (size < kMacHeader) return false;
  std::copy_n(frame, 6, info.dst.begin());
  std::copy_n(frame + 6, 6, info.src.begin());
  size_t end = kMacHeader;
  info.ether_type = get_be16(frame + 12);
  while ((info.ether_type == kEtherVlan || info.ether_type == kEtherServiceVlan) &&
         info.num_tags < info.tags.size()) {
    if (size < end + kTagBytes) return false;
    info.tags[info.num_tags++] = {info.ether_type, get_be16(frame + end)};
    info.ether_type = get_be16(frame + end + 2);
    end += kTagBytes;
  }
  info.l2_bytes = info.parsed_octets = static_cast<uint16_t>(end);
  return true;
}

void parse_other(size_t size, FrameInfo& info) {
  const bool is_length = info.ether_type < kSmallestEtherType;
  if (is_length && (info.ether_type > kLargestLength || info.ether_type > size - info.l2_bytes)) {
    return refuse(info, FrameFault::kBadLength);
  }
  const bool control = info.ether_type == kEtherMacControl && info.num_tags == 0;
  info.verdict = control ? FrameVerdict::kMacControl : FrameVerdict::kNotIp;
  info.cos = info.num_tags > 0 ? info.tags[0].pcp() : 0;
  std::copy(info.src.begin(), info.src.end(), info.flow.src.begin());
  std::copy(info.dst.begin(), info.dst.end(), info.flow.dst.begin());
  info.flow.dst_port_or_type = is_length ? 0 : info.ether_type;
}

/// Fields common to IPv4 and IPv6 after a good header. `traffic_class` is DSCP and ECN.
void fill_ip(const IpFlow& flow, size_t ip_bytes, uint8_t traffic_class, const FrameRules& rules,
             FrameInfo& info) {
  if (ip_bytes > kMaxPacketBytes) return refuse(info, FrameFault::kTooLong);
  info.verdict = flow.key.kind == 4 ? FrameVerdict::kIpv4 : FrameVerdict::kIpv6;
  info.ip_bytes = static_cast<uint16_t>(ip_bytes);
  info.parsed_octets = static_cast<uint16_t>(info.l2_bytes + flow.parsed_octets);
  info.ecn = traffic_class & 3;
  const bool by_tag = rules.cos_from_pcp && info.num_tags > 0;
  info.cos = by_tag ? info.tags[0].pcp() : rules.cos_of_dscp[traffic_class >> 2];
  info.fragment = flow.fragment;
  info.flow = flow.key;
}

void parse_ipv4(const uint8_t* ip, size_t size, const FrameRules& rules, FrameInfo& info) {
  if (size < kIpv4Header) return refuse(info, FrameFault::kCutHeader);
  if (ip[0] >> 4 != 4) return refuse(info, FrameFault::kBadVersion);
  const size_t header = (ip[0] & 15u) * 4;
  if (header < kIpv4Header) return refuse(info, FrameFault::kBadHeaderLength);
  if (header > size) return refuse(info, FrameFault::kCutHeader);
  const size_t total = get_be16(ip + 2);
  if (total < header || total > size) return refuse(info, FrameFault::kBadTotalLength);
  if (internet_checksum(ip, header) != 0) return refuse(info, FrameFault::kBadChecksum);
  info.ip_src = address_v4(ip + 12);
  info.ip_dst = address_v4(ip + 16);
  info.options = header > kIpv4Header;
  fill_ip(ipv4_flow(ip, total), total, ip[1], rules, info);
}

void parse_ipv6(const uint8_t* ip, size_t size, const FrameRules& rules, FrameInfo& info) {
  if (size < kIpv6Header) return refuse(info, FrameFault::kCutHeader);
  if (ip[0] >> 4 != 6) return refuse(info, FrameFault::kBadVersion);
  const size_t payload = get_be16(ip + 4);
  const bool hop_by_hop = ip[6] == 0;
  if (payload == 0 && hop_by_hop) return refuse(info, FrameFault::kJumbogram);
  if (kIpv6Header + payload > size) return refuse(info, FrameFault::kBadTotalLength);
  info.ip_src = address_v6(ip + 8);
  info.ip_dst = address_v6(ip + 24);
  info.options = hop_by_hop;
  const auto traffic_class = static_cast<uint8_t>(get_be16(ip) >> 4);
  fill_ip(ipv6_flow(ip, kIpv6Header + payload, rules.use_flow_label), kIpv6Header + payload,
          traffic_class, rules, info);
}

FrameFault whole_frame_fault(const uint8_t* frame, size_t size, const FrameRules& rules) {
  if (size < kMinFrameBytes) return FrameFault::kTooShort;
  if (size > rules.max_bytes) return FrameFault::kTooLong;
  return fcs_good(frame, size) ? FrameFault::kNone : FrameFault::kBadFcs;
}

}  // namespace

const char* name_of(FrameFault fault) {
  static constexpr std::array<const char*, kNumFrameFaults> kNames = {
      "none",       "too_short",   "too_long",          "bad_fcs",          "bad_length",
      "cut_header", "bad_version", "bad_header_length", "bad_total_length", "bad_checksum",
      "jumbogram"};
  return kNames[static_cast<unsigned>(fault)];
}

std::array<uint8_t, 64> default_cos_of_dscp() {
  std::array<uint8_t, 64> table{};
  for (unsigned dscp = 0; dscp < table.size(); ++dscp)
    table[dscp] = static_cast<uint8_t>(dscp >> 3);
  return table;
}

FrameInfo parse_headers(const uint8_t* frame, size_t size, const FrameRules& rules) {
  FrameInfo info;
  if (!parse_l2(frame, size, info)) {
    refuse(info, FrameFault::kCutHeader);
    return info;
  }
  const uint8_t* ip = frame + info.l2_bytes;
  const size_t left = size - info.l2_bytes;
  if (info.ether_type == kEtherIpv4) {
    parse_ipv4(ip, left, rules, info);
  } else if (info.ether_type == kEtherIpv6) {
    parse_ipv6(ip, left, rules, info);
  } else {
    parse_other(size, info);
  }
  return info;
}

FrameInfo parse_frame(const uint8_t* frame, size_t size, const FrameRules& rules) {
  FrameInfo info = parse_headers(frame, size < kFcsBytes ? 0 : size - kFcsBytes, rules);
  const FrameFault fault = whole_frame_fault(frame, size, rules);
  if (fault != FrameFault::kNone) refuse(info, fault);
  return info;
}

}  // namespace tinsim
