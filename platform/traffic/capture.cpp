// SPDX-License-Identifier: Apache-2.0
// Capture replay: turns the packets of a capture into DATA cells.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "platform/traffic/capture_file.h"
#include "platform/traffic/captured_packet.h"
#include "platform/traffic/replay.h"

namespace tinsim {
namespace {

/// Refuses link types that decode_ip cannot decode.
void check_link_type(const CaptureFile& capture) {
  if (link_type_known(capture.link_type())) return;
  capture.fail(
      fmt::format("link type {} ({}) is not supported; expected EN10MB, NULL, LOOP, RAW, "
                  "LINUX_SLL or LINUX_SLL2",
                  capture.link_type(), capture.link_type_name()));
}

/// Numbers the ends of packets in order of first appearance.
class HostMap {
 public:
  uint32_t number(const IpEnd& end) {
    const auto key = std::tuple(end.v6, end.address, end.alias);
    return known_.emplace(key, static_cast<uint32_t>(known_.size())).first->second;
  }
  uint64_t size() const { return known_.size(); }

 private:
  std::map<std::tuple<bool, std::array<uint8_t, 16>, bool>, uint32_t> known_;
};

struct TimedPacket {
  int64_t ns;
  uint32_t src;
  uint32_t dst;
  uint32_t bytes;
};

std::vector<TimedPacket> read_packets(CaptureFile& capture, ReplayReport& report,
                                      uint64_t& addresses) {
  check_link_type(capture);
  std::vector<TimedPacket> packets;
  HostMap hosts;
  CapturedFrame frame;
  int64_t latest = INT64_MIN;
  while (capture.next(frame)) {
    report.truncated_by_snaplen += frame.captured < frame.wire_bytes;
    const auto packet =
        decode_ip(capture.link_type(), frame.data, frame.captured, frame.wire_bytes);
    if (!packet) {
      ++report.skipped_non_ip;
      continue;
    }
    report.out_of_order += frame.ns < latest;
    latest = std::max(latest, frame.ns);
    const uint32_t src = hosts.number(packet->src);
    packets.push_back({frame.ns, src, hosts.number(packet->dst), packet->bytes});
  }
  if (packets.empty()) {
    capture.fail(
        fmt::format("no IP packet among {} packets; expected at least one", capture.frames()));
  }
  addresses = hosts.size();
  return packets;
}

}  // namespace

std::vector<uint8_t> data_cells(uint32_t packet_bytes) {
  constexpr uint32_t kOverhead = 8 + 4, kPayload = 148;
  std::vector<uint8_t> words;
  for (uint32_t left = packet_bytes; left > 0;) {
    const uint32_t payload = std::min(left, kPayload);
    words.push_back(static_cast<uint8_t>((kOverhead + payload + 7) / 8));
    left -= payload;
  }
  return words;
}

std::vector<ReplayCell> read_capture(const std::string& file, double cycles_per_ns, unsigned hosts,
                                     uint8_t cls, ReplayReport& report) {
  uint64_t addresses = 0;
  CaptureFile capture(file);
  std::vector<TimedPacket> packets = read_packets(capture, report, addresses);
  report.packets += packets.size();
  report.addresses += addresses;
  report.folded += addresses > hosts ? addresses - hosts : 0;
  std::stable_sort(packets.begin(), packets.end(),
                   [](const TimedPacket& a, const TimedPacket& b) { return a.ns < b.ns; });

  std::vector<ReplayCell> cells;
  for (const TimedPacket& packet : packets) {
    const uint64_t ns =
        static_cast<uint64_t>(packet.ns) - static_cast<uint64_t>(packets.front().ns);
    const double cycle = std::round(static_cast<double>(ns) * cycles_per_ns);
    if (cycle > static_cast<double>(kLastReplayCycle)) {
      capture.fail(
          fmt::format("the capture spans {} cycles; expected at most {}", cycle, kLastReplayCycle));
    }
    for (uint8_t words : data_cells(packet.bytes)) {
      cells.push_back(
          {static_cast<uint64_t>(cycle), packet.src % hosts, packet.dst % hosts, words, cls});
    }
  }
  return cells;
}

}  // namespace tinsim
