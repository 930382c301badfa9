// SPDX-License-Identifier: Apache-2.0
// Trace records from a capture of the datagrams that reached their collector.
#include "platform/trace/trace_capture.h"

#include <fmt/format.h>
#include <pcap/dlt.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "platform/traffic/capture_file.h"
#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/octets.h"
#include "tlm/tin/cell_trace/trace_sampler.h"

namespace tinsim {
namespace {

constexpr unsigned kUdp = 17, kUdpBytes = 8, kIpv4Bytes = 20;

/// The payload of a UDP packet over IPv4 to `port`; null where the frame is none.
struct UdpPayload {
  const uint8_t* octets = nullptr;
  std::size_t size = 0;
};
UdpPayload payload_of(const CapturedFrame& frame, uint16_t port) {
  FrameRules rules;
  const FrameInfo info = parse_headers(frame.data, frame.captured, rules);
  const bool is_udp = info.verdict == FrameVerdict::kIpv4 && !info.fragment && !info.options &&
                      info.flow.protocol == kUdp && info.flow.dst_port_or_type == port;
  if (!is_udp || info.ip_bytes < kIpv4Bytes + kUdpBytes) return {};
  return {frame.data + info.l2_bytes + kIpv4Bytes + kUdpBytes,
          info.ip_bytes - kIpv4Bytes - kUdpBytes};
}

/// By chip and sequence number.
using Datagrams = std::map<std::pair<uint16_t, uint32_t>, TraceDatagram>;

Datagrams read_datagrams(CaptureFile& capture, uint16_t port) {
  if (capture.link_type() != DLT_EN10MB) {
    capture.fail(fmt::format("link type {} ({}); expected EN10MB, Ethernet frames",
                             capture.link_type(), capture.link_type_name()));
  }
  Datagrams datagrams;
  CapturedFrame frame;
  while (capture.next(frame)) {
    const UdpPayload payload = payload_of(frame, port);
    if (payload.octets == nullptr) continue;
    auto datagram = decode_trace_datagram(payload.octets, payload.size);
    if (!datagram) {
      capture.fail(fmt::format(
          "packet {}: {} octets to UDP port {} are no trace records; expected version {}, and a "
          "length of {} and {} for each record",
          capture.frames(), payload.size, port, kTraceVersion, kTraceHeaderBytes,
          kTraceRecordBytes));
    }
    const std::pair key{datagram->tin, datagram->sequence};
    datagrams.try_emplace(key, *std::move(datagram));
  }
  if (datagrams.empty()) {
    capture.fail(fmt::format("no trace records among {} packets; expected datagrams to UDP port {}",
                             capture.frames(), port));
  }
  return datagrams;
}

/// `last` is the chip's last datagram. A full one may have left records in the chip. After any
/// other the chip had none that had entered its buffer, and sent none since where it sends none
/// without records.
void close_chip(TracedChip& chip, const TraceDatagram& last, uint64_t end) {
  chip.missing = uint64_t{last.sequence} + 1 - chip.datagrams;
  chip.dropped = last.dropped;
  chip.marked = last.marked;
  chip.last = last.time;
  const bool is_full = last.records.size() == kMaxTraceRecords;
  if (is_full) {
    chip.complete_until = last.records.back().time;
  } else if (last.silence == 0) {
    chip.complete_until = end;
  } else {
    chip.complete_until = last.time - std::min(last.time, uint64_t{TraceSampler::kEntryCycles});
  }
}

}  // namespace

TraceCapture read_trace_capture(const std::string& file, uint16_t udp_port) {
  CaptureFile capture(file);
  const Datagrams datagrams = read_datagrams(capture, udp_port);
  TraceCapture trace;
  for (const auto& [key, datagram] : datagrams) {
    trace.end = std::max(trace.end, datagram.time);
    trace.silence = std::max(trace.silence, uint64_t{datagram.silence});
  }
  for (const auto& [key, datagram] : datagrams) {
    TracedChip& chip = trace.chips[datagram.tin];
    ++chip.datagrams;
    chip.records += datagram.records.size();
    close_chip(chip, datagram, trace.end);
    trace.records.insert(trace.records.end(), datagram.records.begin(), datagram.records.end());
  }
  std::stable_sort(trace.records.begin(), trace.records.end(),
                   [](const TraceRecord& a, const TraceRecord& b) {
                     return std::tie(a.time, a.tin, a.in) < std::tie(b.time, b.tin, b.in);
                   });
  return trace;
}

}  // namespace tinsim
