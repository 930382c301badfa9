// SPDX-License-Identifier: Apache-2.0
// Random packets over noisy links through small buffers: what is lost is counted, what arrives is
// what was sent and in order, and in the end everything is free.
#include "platform/services/ip_network.h"
#include "rtl_models/parts/route_choice.h"
#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"

namespace tinsim {
namespace {

constexpr unsigned kHosts = 8, kPerHost = 2500;

Octets address_of(unsigned host, bool v6) {
  const auto pod = static_cast<uint8_t>(host / 4), tin = static_cast<uint8_t>(host / 2 % 2),
             nic = static_cast<uint8_t>(host % 2);
  if (!v6) return {10, pod, tin, nic};
  return {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, pod, 0, tin, 0, nic};
}

/// Packet `number` of a host: half of all go to host 0, and one of eight is long. Its first four
/// octets of data identify it.
UdpFrame random_packet(unsigned from, unsigned number) {
  const uint64_t random = mix64(from * 1'000'003ull + number);
  UdpFrame udp;
  udp.v6 = random >> 60 & 1;
  const unsigned to = random >> 61 & 1 ? 0 : static_cast<unsigned>(random % kHosts);
  udp.src = address_of(from, udp.v6);
  udp.dst = address_of(to, udp.v6);
  udp.src_port = static_cast<uint16_t>(100 + (random >> 8) % 3);
  udp.dst_port = 9;
  const unsigned cos = (random >> 16) % 8;
  const unsigned ecn = (random >> 20) % 2 == 0 ? 0 : 2;  // ECT(0)
  udp.traffic_class = static_cast<uint8_t>(cos << 5 | ecn);
  const size_t most = (random >> 24) % 8 == 0 ? 8000 : 700;
  udp.data.resize(4 + (random >> 32) % most);
  for (size_t i = 4; i < udp.data.size(); ++i) udp.data[i] = static_cast<uint8_t>(random >> i % 57);
  udp.data[0] = static_cast<uint8_t>(from);
  udp.data[1] = static_cast<uint8_t>(number >> 16);
  udp.data[2] = static_cast<uint8_t>(number >> 8);
  udp.data[3] = static_cast<uint8_t>(number);
  return udp;
}

/// The packet with CE, its checksum made again.
Octets marked(Octets frame) {
  if (frame[12] == 0x86) {
    frame[15] |= 0x30;
  } else {
    frame[15] |= 3;
    put_header_checksum(frame, 14);
  }
  return frame;
}

std::string replays(const TempDir& dir) {
  std::string text = "  replay:\n";
  for (unsigned host = 0; host < kHosts; ++host) {
    std::vector<SentFrame> frames;
    int64_t ns = 0;
    for (unsigned n = 0; n < kPerHost; ++n) {
      frames.push_back({frame_of(random_packet(host, n)), ns});
      ns += static_cast<int64_t>(mix64(host * 77'777ull + n) % 200);
    }
    const std::string name = "host" + std::to_string(host) + ".pcap";
    write_capture(dir / name, frames);
    text += "    - {host: " + std::to_string(host) + ", file: " + name + "}\n";
  }
  return text;
}

struct Arrivals {
  uint64_t packets = 0, marked = 0;
};

/// Every packet that has left is one that was sent, once, where it belongs and after those of its
/// flow and class.
Arrivals check_arrivals(const FrameNet& net) {
  Arrivals seen;
  std::map<Octets, unsigned> last;  // of a flow
  for (const auto& [port, frames] : net.out()) {
    for (const SeenFrame& frame : frames) {
      const Octets ip = *ip_in(frame.octets);
      const size_t data = (ip[0] >> 4 == 6 ? 40 : 20) + 8;
      const unsigned from = ip.at(data),
                     number = unsigned{ip.at(data + 1)} << 16 | be16(ip, data + 2);
      const UdpFrame udp = random_packet(from, number);
      const Octets sent = frame_of(udp);
      const bool has_mark = udp.traffic_class % 4 == 2 && after_one_hop(*ip_in(sent)) != ip;
      EXPECT_EQ(ip, after_one_hop(*ip_in(has_mark ? marked(sent) : sent))) << from << " " << number;
      const Octets far = udp.dst;
      const unsigned host =
          udp.v6 ? far[11] * 4u + far[13] * 2u + far[15] : far[1] * 4u + far[2] * 2u + far[3];
      EXPECT_EQ(port, "host" + std::to_string(host));
      const auto [before, is_first] = last.try_emplace(flow_key(*ip_in(sent)), number);
      EXPECT_TRUE(is_first || before->second < number) << from << " " << number;
      before->second = number;
      ++seen.packets;
      seen.marked += has_mark;
    }
  }
  return seen;
}

void expect_all_free(FrameNet& net) {
  const unsigned words = net.config().tin.vc_fifo.terminal_words;
  for (std::size_t chip = 0; chip < net.topology().chips.size(); ++chip) {
    const IpEngine& engine = net.platform().services().get<IpNetwork>().engine(chip);
    EXPECT_EQ(engine.held() + engine.requests() + engine.fetching(), 0u);
    const uint64_t ports = net.platform().services().get<IpNetwork>().ports(chip);
    for (unsigned port = 0; port < 64; ++port) {
      for (unsigned vc = 0; ports >> port & 1 && vc < net.config().tin.switch_.vcs; ++vc) {
        EXPECT_EQ(net.platform().source_credit(chip, port, vc), words) << port << " " << vc;
      }
    }
  }
}

std::string small_network(const std::string& noise) {
  return "topology: {pods: 2, tins_per_pod: 2, hosts_per_tin: 2, global_links_per_pair: 4}\n"
         "tin: {switch: {ports: 20}}\n" +
         noise;
}

/// `egress` ends its mapping. Times are 0, for never: where nothing is lost, nothing is given up. A
/// long packet may wait long for room in a small window that short ones of other classes fill
/// first.
std::string small_buffers(const std::string& more, unsigned rts_us, const std::string& egress) {
  return "  payload: carried\n"
         "  ingress: {buffer_kib: 16, rts_timeout_us: " +
         std::to_string(rts_us) +
         "}\n"
         "  egress: {buffer_kib: 20, window_kib: 16, mark_threshold: 4, " +
         egress +
         "}\n"
         "  capture: {ports: hosts}\n" +
         more;
}

constexpr Cycle kReplayed = 250'000;

TEST(IpFramesFuzz, GoodLinksLoseNothing) {
  const TempDir dir;
  FrameNet net(dir, small_buffers(replays(dir), 0, "fetch_timeout_us: 0"), small_network(""));
  net.run_dry(kReplayed);
  const Arrivals seen = check_arrivals(net);
  EXPECT_EQ(seen.packets, kHosts * kPerHost);
  EXPECT_GT(seen.marked, 0u);
  EXPECT_EQ(net.counts().marked, seen.marked);
  EXPECT_EQ(net.counts().ip, kHosts * kPerHost);
  EXPECT_EQ(net.sum(&IpCounters::late_cells), 0u);
  expect_all_free(net);
}

TEST(IpFramesFuzz, NoisyLinksLoseWhatIsCounted) {
  const TempDir dir;
  FrameNet net(dir, small_buffers(replays(dir), 200, "fetch_timeout_us: 10"),
               small_network("link: {noise: [{links: all, ber: 5.0e-6}]}\n"));
  net.run_dry(kReplayed);
  const Arrivals seen = check_arrivals(net);
  const uint64_t lost = kHosts * kPerHost - seen.packets;
  const uint64_t rts_timeouts = net.lost(IpLoss::kRtsTimeout),
                 fetched = net.lost(IpLoss::kFetchTimeout);
  // An RTS that is lost is given up where it came from, a DATA cell where it did not arrive, a CTS
  // at both ends.
  EXPECT_GT(lost, 0u);
  EXPECT_GE(lost, std::max(rts_timeouts, fetched));
  EXPECT_LE(lost, rts_timeouts + fetched);
  EXPECT_EQ(net.counts().ip, kHosts * kPerHost);
  EXPECT_EQ(net.counts().left, seen.packets);
  EXPECT_EQ(net.counts().marked, seen.marked);
  EXPECT_GT(net.platform().dropped(), 0u);
  expect_all_free(net);
}

TEST(IpFramesFuzz, AThresholdDropsWhatIsCounted) {
  const TempDir dir;
  FrameNet net(dir, small_buffers(replays(dir), 0, "fetch_timeout_us: 0, drop_threshold: 3"),
               small_network(""));
  net.run_dry(kReplayed);
  EXPECT_GT(net.lost(IpLoss::kClearedToDrop), 0u);
  expect_all_free(net);
  EXPECT_EQ(check_arrivals(net).packets + net.lost(IpLoss::kClearedToDrop), kHosts * kPerHost);
}

}  // namespace
}  // namespace tinsim
