// SPDX-License-Identifier: Apache-2.0
// A network whose frames are replayed and captured, as its configuration says; and what the frames
// are, by a reading of their octets that shares nothing with the model.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/run/audit.h"
#include "platform/services/frame_network.h"
#include "platform/services/ip_network.h"
#include "platform/validate/load.h"
#include "tests/platform/capture_files.h"
#include "tests/platform/config_test_util.h"

namespace tinsim {

/// Two pods of four chips with two hosts each: host 1 is 10.0.0.1, host 15 is 10.1.3.1.
class FrameNet {
 public:
  static constexpr Cycle kBatch = 50;
  static constexpr const char* kTwoPods =
      "topology: {pods: 2, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4}\n";

  /// `ip`: lines of that section, indented by two. Files are in `dir`, or have a whole path.
  FrameNet(const TempDir& dir, const std::string& ip, const std::string& more = kTwoPods)
      : dir_(dir),
        config_(load_config(dir.write("c.yaml", more + "ip:\n  enabled: true\n" + ip))),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)),
        platform_("net", config_, topology_, tables_, {}, kBatch) {
    if (!config_.ip.capture.ports.empty())
      platform_.services().get<FrameNetwork>().open_capture(dir.path());
  }

  /// Runs to `cycle`, on until no packet is on its way, and a while for the last credits.
  void run_dry(Cycle cycle) {
    constexpr Cycle kMost = 1'000'000, kRest = 20'000;
    step_to(cycle);
    while (busy() && platform_.now() < kMost) step_to(platform_.now() + kBatch);
    for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
      const IpEngine& engine = platform_.services().get<IpNetwork>().engine(chip);
      EXPECT_EQ(engine.held(), 0u) << "chip " << chip;
      EXPECT_EQ(engine.requests(), 0u) << "chip " << chip;
      EXPECT_EQ(engine.fetching(), 0u) << "chip " << chip;
    }
    step_to(platform_.now() + kRest);
    platform_.services().get<FrameNetwork>().close_capture(platform_.now());
    if (config_.ip.capture.ports.empty()) return;
    for (SeenFrame& frame : read_pcapng(dir_ / config_.ip.capture.file)) {
      (frame.leaves ? out_ : in_)[frame.port].push_back(std::move(frame));
    }
  }

  using ByPort = std::map<std::string, std::vector<SeenFrame>>;
  const ByPort& in() const { return in_; }
  const ByPort& out() const { return out_; }
  FrameCounts counts() { return platform_.services().get<FrameNetwork>().counts(); }
  Platform& platform() { return platform_; }
  const Topology& topology() const { return topology_; }
  const PlatformConfig& config() const { return config_; }

  uint64_t sum(uint64_t IpCounters::*member) const {
    uint64_t all = 0;
    for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
      all += platform_.services().get<IpNetwork>().engine(chip).counters().*member;
    }
    return all;
  }
  uint64_t lost(IpLoss cause) const {
    uint64_t all = 0;
    for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
      all += platform_.services()
                 .get<IpNetwork>()
                 .engine(chip)
                 .counters()
                 .lost[static_cast<std::size_t>(cause)];
    }
    return all;
  }

 private:
  bool busy() const {
    for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
      const IpEngine& engine = platform_.services().get<IpNetwork>().engine(chip);
      if (engine.held() + engine.requests() + engine.fetching() != 0) return true;
    }
    return false;
  }
  void step_to(Cycle cycle) {
    platform_.run_to((cycle + kBatch - 1) / kBatch * kBatch);
    audit(platform_, topology_);
  }

  const TempDir& dir_;
  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  Platform platform_;
  ByPort in_, out_;
};

inline unsigned be16(const Octets& octets, size_t at) {
  return unsigned{octets.at(at)} << 8 | octets.at(at + 1);
}

/// Where the EtherType is that is no tag's, of at most two.
inline size_t type_at(const Octets& frame) {
  size_t at = 12;
  for (int tags = 0; tags < 2 && (be16(frame, at) == 0x8100 || be16(frame, at) == 0x88a8); ++tags) {
    at += 4;
  }
  return at;
}

/// The IP packet in a sound frame: RFC 791 and RFC 8200 say how long it is.
inline std::optional<Octets> ip_in(const Octets& frame) {
  const size_t type = type_at(frame), ip = type + 2;
  size_t bytes = 0;
  if (be16(frame, type) == 0x0800) bytes = be16(frame, ip + 2);
  if (be16(frame, type) == 0x86dd) bytes = 40 + be16(frame, ip + 4);
  if (bytes == 0) return std::nullopt;
  return Octets(frame.begin() + static_cast<long>(ip),
                frame.begin() + static_cast<long>(ip + bytes));
}

/// Addresses, class and, where the header follows at once and the packet is whole, ports: packets
/// with equal keys may not overtake each other.
inline Octets flow_key(const Octets& ip) {
  const bool v6 = ip[0] >> 4 == 6;
  const long header = v6 ? 40 : (ip[0] & 15) * 4;
  const unsigned cos = v6 ? (be16(ip, 0) >> 9 & 7) : ip[1] >> 5;
  Octets key(ip.begin() + (v6 ? 8 : 12), ip.begin() + (v6 ? 40 : 20));
  const uint8_t protocol = v6 ? ip[6] : ip[9];
  key.insert(key.end(), {static_cast<uint8_t>(cos), protocol});
  const bool fragment = !v6 && (be16(ip, 6) & 0x3fff) != 0;
  const bool has_ports = protocol == 6 || protocol == 17 || protocol == 132;
  if (!fragment && has_ports && ip.size() >= static_cast<size_t>(header) + 4) {
    key.insert(key.end(), ip.begin() + header, ip.begin() + header + 4);
  }
  return key;
}

/// Packets of each flow, in order.
using Flows = std::map<Octets, std::vector<Octets>>;

inline Flows flows_of(const std::vector<SeenFrame>& frames, Octets (*key_of)(const Octets&)) {
  Flows flows;
  for (const SeenFrame& frame : frames) {
    if (const auto ip = ip_in(frame.octets)) flows[key_of(*ip)].push_back(*ip);
  }
  return flows;
}

}  // namespace tinsim
