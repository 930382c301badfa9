// SPDX-License-Identifier: Apache-2.0
// Configured routes, as frames find them: longest prefix, punt, and shares by weight.
#include <array>
#include <set>

#include "platform/network/routing/route_tables.h"
#include "platform/services/frame_network.h"
#include "platform/services/ip_network.h"
#include "platform/validate/load.h"
#include "testbench/scripted_host.h"
#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"

namespace tinsim {
namespace {

UdpFrame udp4(Octets dst, uint16_t src_port = 1, uint16_t dst_port = 2) {
  return {false, {10, 0, 0, 0}, std::move(dst), src_port, dst_port, 0, Octets(20)};
}

std::vector<SentFrame> every_20_ns(const std::vector<UdpFrame>& list) {
  std::vector<SentFrame> frames;
  for (const UdpFrame& udp : list) {
    frames.push_back({frame_of(udp), 20 * static_cast<int64_t>(frames.size())});
  }
  return frames;
}

TEST(IpFrameRoutes, TheLongestPrefixHolds) {
  const TempDir dir;
  Octets v6(16);
  v6[0] = 0x20;
  write_capture(dir / "in.pcap", every_20_ns({udp4({192, 168, 9, 9}),  // /16
                                              udp4({192, 168, 1, 9}),  // /24
                                              udp4({192, 168, 1, 1}),  // /32, punted
                                              udp4({10, 1, 3, 0}),     // a host's own: host 14
                                              udp4({10, 1, 3, 1}),     // a route takes it
                                              udp4({10, 1, 3, 2}),     // the MAC of chip 7
                                              udp4({10, 0, 3, 3}),  // control processor of chip 3
                                              udp4({10, 9, 9, 9}),  // /8
                                              udp4({11, 0, 0, 1}),  // nowhere
                                              {true, Octets(16), v6, 1, 2, 0, {}}}));
  FrameNet net(dir,
               "  payload: carried\n"
               "  replay: [{host: 0, file: in.pcap}]\n"
               "  capture: {ports: all}\n"
               "  routes:\n"
               "    - {prefix: 192.168.0.0/16, hosts: [4]}\n"
               "    - {prefix: 192.168.1.0/24, macs: [6]}\n"
               "    - {prefix: 192.168.1.1/32, punt: true}\n"
               "    - {prefix: 10.0.0.0/8, hosts: [9]}\n"
               "    - {prefix: 10.1.3.1/32, hosts: [2]}\n"
               "    - {prefix: '2000::/3', hosts: [11]}\n");
  net.run_dry(5000);
  std::map<std::string, std::vector<unsigned>> seen;  // last two octets of what leaves there
  for (const auto& [port, frames] : net.out()) {
    for (const SeenFrame& frame : frames) {
      seen[port].push_back(frame.octets[12] == 8 ? be16(frame.octets, 32) : 0);
    }
  }
  const std::map<std::string, std::vector<unsigned>> expected = {
      {"host4", {0x0909}},  {"mac6", {0x0109}},  {"cpu0", {0x0101}},
      {"host14", {0x0300}}, {"host2", {0x0301}}, {"mac7", {0x0302}},
      {"cpu3", {0x0303}},   {"host9", {0x0909}}, {"host11", {0}}};
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(net.lost(IpLoss::kUnroutable), 1u);
  EXPECT_EQ(net.counts().to_cpu, 2u);
}

// CRC-32 of a flow's key, bit by bit (docs/reference/ethernet.md, Flows).
uint16_t hash_of(const UdpFrame& udp) {
  Octets key = {4, 17};
  Octets src = udp.src, dst = udp.dst;
  src.resize(16);
  dst.resize(16);
  key.insert(key.end(), src.begin(), src.end());
  key.insert(key.end(), dst.begin(), dst.end());
  for (uint16_t port : {udp.src_port, udp.dst_port}) {
    key.push_back(static_cast<uint8_t>(port >> 8));
    key.push_back(static_cast<uint8_t>(port));
  }
  key.resize(42);  // no label
  uint32_t crc = 0xffffffff;
  for (uint8_t octet : key) {
    crc ^= octet;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return static_cast<uint16_t>(static_cast<uint32_t>(~crc * 2654435769u) >> 16);
}

TEST(IpFrameRoutes, FlowsAreSharedByWeightAndEachStaysWhereItIs) {
  const TempDir dir;
  constexpr unsigned kFlows = 2000, kRounds = 2;
  std::vector<UdpFrame> list;
  std::map<std::string, std::set<unsigned>> expected;  // flows by port
  constexpr std::array<const char*, 7> kShares = {"host2", "host13", "host13", "mac3",
                                                  "mac3",  "mac3",   "mac3"};
  for (unsigned i = 0; i < kFlows * kRounds; ++i) {
    const unsigned flow = i % kFlows;
    list.push_back(
        udp4({192, 168, 0, static_cast<uint8_t>(flow)}, static_cast<uint16_t>(flow), 80));
    expected[kShares[hash_of(list.back()) * kShares.size() >> 16]].insert(flow);
  }
  write_capture(dir / "in.pcap", every_20_ns(list));
  FrameNet net(
      dir,
      "  payload: carried\n"
      "  replay: [{host: 0, file: in.pcap}]\n"
      "  capture: {ports: [hosts, macs]}\n"
      "  routes: [{prefix: 192.168.0.0/16, hosts: [2, 13], macs: [3], weights: [1, 2, 4]}]\n");
  net.run_dry(40'000);
  double chi_square = 0;
  for (const auto& [port, weight] : {std::pair("host2", 1.0), {"host13", 2.0}, {"mac3", 4.0}}) {
    std::map<unsigned, unsigned> packets;
    for (const SeenFrame& frame : net.out().at(port)) ++packets[be16(frame.octets, 34)];
    std::set<unsigned> flows;
    for (const auto& [flow, count] : packets) {
      flows.insert(flow);
      EXPECT_EQ(count, kRounds) << port << " has not all packets of flow " << flow;
    }
    EXPECT_EQ(flows, expected[port]) << port;
    const double mean = kFlows * weight / 7;
    chi_square += (flows.size() - mean) * (flows.size() - mean) / mean;
  }
  EXPECT_LT(chi_square, 13.8) << "two degrees of freedom, one in a thousand";
}

FramePort host_port() {
  FramePort port;
  port.own = ipv4_of({0, 0, 0});
  return port;
}

// A frame of 1500 octets is 1520 on the wire and 48.64 cycles, one of 64 is 84 and 2.688: the good
// one may begin within cycle 51.
TEST(FrameHost, RefusedFramesKeepTheWireBusy) {
  const TempDir dir;
  Octets bad = frame_of(udp4({10, 0, 0, 1}));
  bad[14] = 0x55;
  Octets long_one = bad;
  long_one.resize(1496);
  Octets pause = {1, 0x80, 0xc2, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0x88, 8, 0, 1, 0xff, 0xff};
  write_capture(dir / "in.pcap",
                {{long_one, 0}, {pause, 0}, {frame_of(udp4({10, 0, 0, 1})), 0}, {bad, 1'000'000}});
  const FramePolicy policy;
  FrameHost host(policy, host_port());
  FrameReplayOptions options;
  options.file = dir / "in.pcap";
  host.replay(options);
  EXPECT_EQ(host.next(), 51u);
  EXPECT_TRUE(host.counts().malformed.empty()) << "nothing has happened yet";
  const PacketPtr packet = host.take(60);
  EXPECT_EQ(packet->born, 51u);
  EXPECT_EQ(packet->bytes, 48);
  EXPECT_EQ(host.counts().malformed.at("bad_version"), 1u);
  EXPECT_EQ(host.counts().mac_control, 1u);
  EXPECT_EQ(host.next(), kNoCycle);
  host.apply_until(400'000);
  EXPECT_EQ(host.counts().malformed.at("bad_version"), 1u);
  host.apply_until(400'001);
  EXPECT_EQ(host.counts().malformed.at("bad_version"), 2u);
}

/// Packets of a scripted host, without octets, at the port of a FrameHost.
TEST(FrameHost, StandsBeforeAnotherHostAndCapturesItsPackets) {
  const TempDir dir;
  FramePolicy policy;
  FramePort port = host_port();
  port.l2 = {mac_of({0, 0, 1}), mac_of({0, 0, 2}), std::nullopt};
  FrameHost host(policy, port);
  ScriptedHost behind;
  Packet packet;
  packet.bytes = 100;
  packet.frame_bytes = 118;
  packet.born = 40;
  behind.send(packet);
  FrameCapture capture(dir / "a.pcapng", 400, false, {{"host1", "", 1}});
  host.serve_host(behind);
  host.capture(capture, 0);
  EXPECT_EQ(host.next(), 40u);
  const PacketPtr taken = host.take(44);
  host.receive(taken, 3, 80);
  capture.close(100);
  ASSERT_EQ(behind.received().size(), 1u);
  EXPECT_EQ(behind.received()[0].packet, taken);
  EXPECT_EQ(behind.received()[0].ecn, 3);
  EXPECT_EQ(host.counts().ip, 1u);
  EXPECT_EQ(host.counts().left, 1u);
  EXPECT_EQ(host.counts().marked, 1u);
  const auto seen = read_pcapng(dir / "a.pcapng");
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].octets, (Octets{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0}));
  EXPECT_EQ(seen[1].octets, (Octets{2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0}));
  EXPECT_FALSE(seen[0].leaves);
  EXPECT_TRUE(seen[1].leaves);
  EXPECT_EQ(seen[0].ns, 110u);
  EXPECT_EQ(seen[1].ns, 200u);
  EXPECT_EQ(seen[0].wire_bytes, 114u);
}

TEST(FrameHost, APortWhereAHostSendsHasNoReplay) {
  const TempDir dir;
  write_capture(dir / "in.pcap", {{frame_of(udp4({10, 0, 0, 1})), 0}});
  PlatformConfig config = load_config(dir.write("c.yaml",
                                                "topology: {kind: single}\n"
                                                "ip: {enabled: true}\n"));
  const Topology topology = make_topology(config);
  const auto tables = make_route_tables(config, topology);
  Platform platform("net", config, topology, tables, {}, 50);
  EXPECT_EQ(platform.services().find<FrameNetwork>(), nullptr);
  ScriptedHost host;
  platform.services().get<IpNetwork>().engine(0).attach(1, host);
  IpReplayConfig replay;
  replay.host = 0;
  replay.file = dir / "in.pcap";
  config.ip.replay = {replay};
  EXPECT_NO_THROW(FrameNetwork(config, topology, platform.services().get<IpNetwork>()));
  platform.services().get<IpNetwork>().engine(0).attach(0, host);
  try {
    FrameNetwork frames(config, topology, platform.services().get<IpNetwork>());
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), (dir / "c.yaml").string() +
                                ": ip.replay.0: host0 sends packets of its own; expected a port "
                                "without a host that does");
  }
}

TEST(FrameHost, ALoopOfRefusedFramesEnds) {
  const TempDir dir;
  Octets bad = frame_of(udp4({10, 0, 0, 1}));
  bad[14] = 0x55;
  write_capture(dir / "in.pcap", {{bad, 0}, {bad, 100}});
  const FramePolicy policy;
  FrameHost host(policy, host_port());
  FrameReplayOptions options;
  options.file = dir / "in.pcap";
  options.loop = true;
  host.replay(options);
  EXPECT_EQ(host.next(), kNoCycle);
}

}  // namespace
}  // namespace tinsim
