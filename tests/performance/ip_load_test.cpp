// SPDX-License-Identifier: Apache-2.0
// The IP path under load: incast, what it does to others, quality of service, goodput.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/platform/ip_network_fixture.h"
#include "tests/platform/networks.h"

namespace tinsim {
namespace {

constexpr double kNicBitsPerCycle = 250;

/// Cycles that a packet of `bytes` keeps a NIC busy: preamble, L2 header, FCS and gap alongside it.
double nic_cycles(unsigned bytes) { return (bytes + 18 + 20) * 8 / kNicBitsPerCycle; }

/// `from` sends packets to `to` as fast as its NIC takes them, times `load`, in [begin, end).
void stream(IpTestNetwork& net, unsigned from, unsigned to, unsigned bytes, double load,
            Cycle begin, Cycle end, uint8_t cos, uint8_t ecn = 2) {
  const double every = nic_cycles(bytes) / load;
  for (double at = begin; at < end; at += every) {
    Packet packet = net.packet(from, to, bytes, static_cast<Cycle>(at), cos, to * 8 + cos);
    packet.ecn = ecn;
    net.host(from).send(packet);
  }
}

/// 99th percentile of the time from birth to receipt at `host` of packets from `from`.
Cycle p99(IpTestNetwork& net, unsigned host, unsigned from) {
  std::vector<Cycle> times;
  for (const auto& got : net.host(host).received()) {
    if (got.packet->src_host == from) times.push_back(got.at - got.packet->born);
  }
  std::sort(times.begin(), times.end());
  return times.empty() ? 0 : times[times.size() * 99 / 100];
}

PlatformConfig three_pods() {
  PlatformConfig config = dragonfly(3, 6, 24, 2);
  config.ip.egress.drop_threshold = 256;
  config.ip.egress.mark_threshold = 64;
  return config;
}

/// Every chip has two links of its own to every other: QoS at the egress is seen alone.
PlatformConfig one_pod() {
  PlatformConfig config = three_pods();
  config.topology.pods = 1;
  config.topology.tins_per_pod = 10;
  config.topology.global_links_per_pair = 0;
  return config;
}

struct IncastResult {
  IpCounters total;
  Cycle bystander_p99 = 0;
  std::size_t got = 0, marked = 0, got_at_end = 0;
  std::size_t first_unmarked = 0, last_unmarked = 0;  ///< how many in a row
  uint32_t rts_peak = 0, slots_peak = 0;
};

/// Hosts 4.. send to host 0 for 40 us; host 2 sends to host 35 at 30 % all the while.
IncastResult run(unsigned senders) {
  constexpr Cycle kEnd = 16000;
  PlatformConfig config = three_pods();
  // A packet of 49 cycles has 204 words of DATA for five ports, the RTSs meanwhile 32, more at the
  // port that most flows have: where they go first they leave less than fills the NIC.
  config.ip.strict_handshake = false;
  config.ip.egress.pace_percent = 0;  // the window is full, to the end, and says who is marked
  // Without it the matchings leave the target's ports idle for 2 to 5 % of the time, by the seed.
  config.tin.switch_.crossbar_speedup = 2;
  IpTestNetwork net(config);
  for (unsigned i = 0; i < senders; ++i) stream(net, 4 + i, 0, 1500, 1.0, 0, kEnd, 0);
  stream(net, 2, 37 - 2, 1500, 0.3, 0, kEnd, 0);
  net.run_to(kEnd);
  IncastResult result;
  result.got_at_end = net.host(0).received().size();
  net.run_to(kEnd + 120000);
  for (unsigned h = 0; h < net.hosts(); ++h) EXPECT_EQ(net.host(h).unsent(), 0u) << h;
  result.total = net.total();
  result.bystander_p99 = p99(net, 35, 2);
  result.got = net.host(0).received().size();
  const auto& received = net.host(0).received();
  const auto is_marked = [](const ScriptedHost::Received& got) { return got.ecn == 3; };
  for (const auto& got : received) result.marked += is_marked(got);
  result.first_unmarked = static_cast<std::size_t>(
      std::find_if(received.begin(), received.end(), is_marked) - received.begin());
  result.last_unmarked = static_cast<std::size_t>(
      std::find_if(received.rbegin(), received.rend(), is_marked) - received.rbegin());
  result.rts_peak = net.engine_of(0).counters().rts_peak[0];
  result.slots_peak = net.engine_of(0).counters().slots_peak[0];
  EXPECT_EQ(net.platform().dropped(), 0u);
  EXPECT_EQ(net.platform().injected(), net.platform().delivered());
  return result;
}

uint64_t lost(const IpCounters& c, IpLoss cause) { return c.lost[static_cast<std::size_t>(cause)]; }

TEST(IpIncast, ThirtyTwoToOneLosesOnlyWhatTheThresholdSays) {
  const IncastResult r = run(32);
  // The fabric refuses packets by CTDs only.
  EXPECT_EQ(r.total.taken, r.total.delivered + lost(r.total, IpLoss::kClearedToDrop));
  EXPECT_GT(lost(r.total, IpLoss::kClearedToDrop), 0u);
  EXPECT_EQ(r.rts_peak, 257u);  // a queue of 256 takes one more, one of 257 none
  EXPECT_LE(r.slots_peak, 442u);
  // The receiver's NIC is full from the first packet on.
  EXPECT_NEAR(static_cast<double>(r.got_at_end), (16000 - 400) / nic_cycles(1500), 8);
  // Marked: those that leave more than 64 RTSs behind. At the beginning those that leave before the
  // queue is so long are not. At the end 64 in the queue and those in the window are not, but for
  // one: a packet's room is given on when its last bit has left, and the next one has begun by
  // then, so when the queue falls to 64 one of the window has been marked already.
  constexpr std::size_t kInWindow = 32 * 1024 / 1500;
  EXPECT_EQ(r.last_unmarked, 64 + kInWindow - 1);
  EXPECT_EQ(r.marked, r.got - r.first_unmarked - r.last_unmarked);
}

TEST(IpIncast, OthersHardlyNotice) {
  // A process has one network, so the quiet figure is that of the same stream before the incast.
  IpTestNetwork net(three_pods());
  stream(net, 2, 35, 1500, 0.3, 0, 8000, 0);
  for (unsigned i = 0; i < 30; ++i) stream(net, 4 + i, 0, 1500, 1.0, 8000, 16000, 0);
  stream(net, 2, 35, 1500, 0.3, 8000, 16000, 0);
  net.run_to(16000 + 120000);
  std::vector<Cycle> quiet, busy;
  for (const auto& got : net.host(35).received()) {
    if (got.packet->src_host != 2) continue;
    (got.packet->born < 8000 ? quiet : busy).push_back(got.at - got.packet->born);
  }
  std::sort(quiet.begin(), quiet.end());
  std::sort(busy.begin(), busy.end());
  ASSERT_GT(quiet.size(), 40u);
  ASSERT_GT(busy.size(), 40u);
  const double before = quiet[quiet.size() * 99 / 100], with = busy[busy.size() * 99 / 100];
  EXPECT_LT(with, 1.2 * before) << before;
}

/// Bytes of cells of a traffic class that have come to chip 0 over its links.
uint64_t bytes_over_links(IpTestNetwork& net, unsigned traffic_class) {
  constexpr unsigned kVcsOfClass = 3, kLocalPorts = 22, kWordBytes = 8;
  uint64_t words = 0;
  for (unsigned port = 0; port < kLocalPorts; ++port) {
    for (unsigned phase = 0; phase < kVcsOfClass; ++phase) {
      const unsigned vc = traffic_class * kVcsOfClass + phase;
      words += net.platform().tin(0).cell_switch().counters(port, vc).words;
    }
  }
  return words * kWordBytes;
}

class RtsIncast : public testing::TestWithParam<unsigned> {};

// Aquila 3.3: the RTS is 8 bytes of routing header and 8 of payload, and "considering that an
// average packet is > 1 Kbytes, an incast of RTS cells represents a reduction of incast volume in
// the network by a factor of 64": 1024 / 16. For packets of other sizes the factor is bytes / 16.
// Only RTSs are unsolicited: at no time have more packets arrived than have left by the NIC and
// what the window holds alongside. (No bound holds for when the last RTS comes: RTSs and DATA take
// turns cell by cell at a chip's terminal ports, so an RTS of 2 words may wait for 20 of each other
// link, and the 16 of a host, which keep to one path, one after the other.)
TEST_P(RtsIncast, IsTheIncastOfPacketsDividedBySixteenBytesOfEach) {
  constexpr unsigned kSenders = 16, kPerSender = 16, kRtsBytes = 16, kRtsLow = 7, kDataLow = 9;
  constexpr unsigned kWindow = 4096, kWordBytes = 8;
  PlatformConfig config = one_pod();
  config.ip.egress.window_kib = kWindow / 1024;
  config.ip.egress.drop_threshold = kSenders * kPerSender;
  IpTestNetwork net(config);
  const unsigned bytes = GetParam();
  for (unsigned i = 0; i < kSenders; ++i) {
    for (unsigned n = 0; n < kPerSender; ++n) net.host(4 + i).send(net.packet(4 + i, 0, bytes, 0));
  }
  const uint64_t packets = kSenders * kPerSender;
  const unsigned rest = bytes % 148;
  const uint64_t data_bytes =
      bytes / 148 * 160 + (rest != 0 ? (12 + rest + 7) / 8 * kWordBytes : 0);
  uint64_t most = 0;
  for (Cycle now = 50; net.host(0).received().size() < packets; now += 50) {
    ASSERT_LT(now, 200000u);
    net.run_to(now);
    const uint64_t has_left = net.host(0).received().size();
    const uint64_t came = bytes_over_links(net, kDataLow);
    EXPECT_LE(came, (has_left + kWindow / bytes) * data_bytes) << now;
    most = std::max(most, came - std::min(came, has_left * data_bytes));
  }
  EXPECT_GT(most, data_bytes / 2);  // the window was in use
  EXPECT_LE(net.engine_of(0).counters().outstanding_peak[0], kWindow);
  EXPECT_EQ(bytes_over_links(net, kRtsLow), packets * bytes / (bytes / kRtsBytes));
  EXPECT_EQ(bytes_over_links(net, kDataLow), packets * data_bytes);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RtsIncast, testing::Values(256, 1024, 4096));

TEST(IpQos, WeightsOfEightToOneGiveGoodputOfEightToOne) {
  constexpr Cycle kEnd = 500000;
  PlatformConfig config = one_pod();
  config.ip.egress.weights = {1, 8, 1, 1, 1, 1, 1, 1};
  IpTestNetwork net(config);
  for (unsigned i = 0; i < 4; ++i) {
    stream(net, 4 + 4 * i, 0, 1500, 0.5, 0, kEnd, 0);
    stream(net, 6 + 4 * i, 0, 1500, 0.5, 0, kEnd, 1);
  }
  net.run_to(kEnd);
  double bytes[2] = {};
  for (const auto& got : net.host(0).received()) {
    if (got.at > 8000) bytes[got.packet->cos] += got.packet->bytes;
  }
  EXPECT_NEAR(bytes[1] / bytes[0], 8, 8 * 0.02);
}

TEST(IpQos, AStrictClassIsNotTouchedByBulk) {
  PlatformConfig config = one_pod();
  config.ip.egress.strict_classes = {7};
  config.tin.switch_.crossbar_speedup = 2;
  config.tin.output.strict_vcs = {
      6, 7, 8, 9, 10, 11, 12, 13, 14};  // RTS, CTS, DATA (docs/reference/assumptions.md)
  IpTestNetwork net(config);
  for (unsigned i = 0; i < 6; ++i) stream(net, 6 + 2 * i, 0, 1500, 1.0, 8000, 24000, 0);
  stream(net, 4, 0, 1500, 0.25, 0, 24000, 7);
  net.run_to(24000 + 60000);
  std::vector<Cycle> quiet, busy;
  for (const auto& got : net.host(0).received()) {
    if (got.packet->cos != 7) continue;
    (got.packet->born < 8000 ? quiet : busy).push_back(got.at - got.packet->born);
  }
  ASSERT_FALSE(quiet.empty());
  // It waits for the frame in flight by the NIC; and in the far chip its RTS, and then its DATA,
  // for a cell in flight by the terminal port and for a transfer before and behind it. Not for what
  // has been granted before, which is 1048 cycles at the rate of the NIC.
  constexpr double kCell = 20, kTransfer = kCell / 2, kPerCrossing = kCell + 2 * kTransfer;
  const double most = nic_cycles(1500) + 2 * kPerCrossing;
  EXPECT_LE(*std::max_element(busy.begin(), busy.end()),
            *std::max_element(quiet.begin(), quiet.end()) + most);
  EXPECT_NEAR(static_cast<double>(busy.size()), 16000 / nic_cycles(1500) * 0.25, 2);
}

/// Cycles per packet at the rate at which `to` received them.
double cycles_per_packet(IpTestNetwork& net, unsigned to) {
  const auto& received = net.host(to).received();
  return static_cast<double>(received.back().at - received.front().at) /
         static_cast<double>(received.size() - 1);
}

class Goodput : public testing::TestWithParam<unsigned> {};

TEST_P(Goodput, OnOneChipIsThatOfTheNic) {
  PlatformConfig config = three_pods();
  config.topology.kind = TopologyKind::single;
  IpTestNetwork net(config);
  stream(net, 0, 1, GetParam(), 1.0, 0, 40000, 0);
  net.run_to(40000);
  ASSERT_GT(net.host(1).received().size(), 50u);
  EXPECT_NEAR(cycles_per_packet(net, 1) / nic_cycles(GetParam()), 1, 0.02);
}

TEST_P(Goodput, OverALinkIsTheLinksLessHeadersAndHandshake) {
  PlatformConfig config = three_pods();
  config.topology.kind = TopologyKind::pair;
  config.topology.local_links_per_pair = 1;
  IpTestNetwork net(config);
  const unsigned bytes = GetParam(), cells = (bytes + 147) / 148;
  const unsigned rest = bytes - 148 * (cells - 1);
  // DATA, the RTS, and the set that gives credit for the CTS: one of each per packet.
  const double words = 20 * (cells - 1) + 1 + (4 + rest + 7) / 8 + 2 + 1;
  constexpr double kRefresh =
      22 / 4000.;  // sets that refresh 32 VCs each 10 us (docs/reference/gnet_link.md)
  const double expected = words / (1 - kRefresh);
  stream(net, 0, 2, bytes, 1.02 * nic_cycles(bytes) / expected, 0, 80000, 0);
  net.run_to(80000);
  ASSERT_GT(net.host(2).received().size(), 50u);
  EXPECT_NEAR(cycles_per_packet(net, 2) / expected, 1, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Goodput, testing::Values(256, 1000, 1500, 4096, 9000));

}  // namespace
}  // namespace tinsim
