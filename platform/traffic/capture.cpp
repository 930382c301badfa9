// SPDX-License-Identifier: Apache-2.0
// Capture replay: reads pcap and pcapng through libpcap and turns packets into DATA cells.
#include <fmt/core.h>
#include <pcap/pcap.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>

#include "platform/errors.h"
#include "platform/printable.h"
#include "platform/traffic/packet.h"
#include "platform/traffic/replay.h"

namespace tinsim {
namespace {

using Handle = std::unique_ptr<pcap_t, void (*)(pcap_t*)>;

[[noreturn]] void fail(const std::string& file, const std::string& sentence) {
  throw ConfigError(printable(file) + ": " + printable(sentence));
}

Handle open(const std::string& file) {
  // Opened here and not by libpcap, for which the name "-" means standard input.
  FILE* stream = std::fopen(file.c_str(), "rb");
  if (stream == nullptr) {
    fail(file, fmt::format("cannot be opened ({}); expected a pcap or pcapng capture",
                           std::strerror(errno)));
  }
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_t* pcap =
      pcap_fopen_offline_with_tstamp_precision(stream, PCAP_TSTAMP_PRECISION_NANO, reason);
  if (pcap == nullptr) {
    std::fclose(stream);
    fail(file, fmt::format("not a capture ({}); expected a pcap or pcapng file", reason));
  }
  return {pcap, pcap_close};
}

/// Link types that decode_ip knows, or an error.
int link_type_of(const std::string& file, pcap_t* pcap) {
  const int type = pcap_datalink(pcap);
  if (!link_type_known(type)) {
    const char* name = pcap_datalink_val_to_name(type);
    fail(file, fmt::format("link type {} ({}) is not supported; expected EN10MB, NULL, LOOP, RAW, "
                           "LINUX_SLL or LINUX_SLL2",
                           type, name != nullptr ? name : "unknown"));
  }
  return type;
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

/// Wraps, rather than being undefined, where a damaged file holds a time centuries away.
int64_t nanoseconds(const pcap_pkthdr& header) {
  return static_cast<int64_t>(static_cast<uint64_t>(header.ts.tv_sec) * 1000000000 +
                              static_cast<uint64_t>(header.ts.tv_usec));
}

std::vector<TimedPacket> read_packets(const std::string& file, ReplayReport& report,
                                      uint64_t& addresses) {
  const Handle pcap = open(file);
  const int link_type = link_type_of(file, pcap.get());
  std::vector<TimedPacket> packets;
  HostMap hosts;
  pcap_pkthdr* header = nullptr;
  const uint8_t* data = nullptr;
  int64_t latest = INT64_MIN;
  int status = 0;
  uint64_t frames = 0;
  while ((status = pcap_next_ex(pcap.get(), &header, &data)) == 1) {
    ++frames;
    report.truncated_by_snaplen += header->caplen < header->len;
    const auto packet = decode_ip(link_type, data, header->caplen, header->len);
    if (!packet) {
      ++report.skipped_non_ip;
      continue;
    }
    const int64_t ns = nanoseconds(*header);
    report.out_of_order += ns < latest;
    latest = std::max(latest, ns);
    const uint32_t src = hosts.number(packet->src);
    packets.push_back({ns, src, hosts.number(packet->dst), packet->bytes});
  }
  if (status == PCAP_ERROR) {
    fail(file, fmt::format("packet {}: {}; expected a whole capture", frames + 1,
                           pcap_geterr(pcap.get())));
  }
  if (packets.empty()) {
    fail(file, fmt::format("no IP packet among {} packets; expected at least one", frames));
  }
  addresses = hosts.size();
  return packets;
}

}  // namespace

std::vector<ReplayCell> read_capture(const std::string& file, double cycles_per_ns, unsigned hosts,
                                     uint8_t cls, ReplayReport& report) {
  uint64_t addresses = 0;
  std::vector<TimedPacket> packets = read_packets(file, report, addresses);
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
      fail(file, fmt::format("the capture spans {} cycles; expected at most {}", cycle,
                             kLastReplayCycle));
    }
    for (uint8_t words : data_cells(packet.bytes)) {
      cells.push_back(
          {static_cast<uint64_t>(cycle), packet.src % hosts, packet.dst % hosts, words, cls});
    }
  }
  return cells;
}

}  // namespace tinsim
