// SPDX-License-Identifier: Apache-2.0
// Route traces through a Dragonfly: the fabric is one hop, whatever the number of chips.
#include <set>

#include "platform/services/control_processors.h"
#include "testbench/fresh_kernel.h"
#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim {
namespace {

/// Addresses of the plan; `who` is 0 or 1 for a host, 2 for the MAC, 3 for the control processor.
Octets address(bool v6, unsigned pod, unsigned tin, unsigned who) {
  const auto p = static_cast<uint8_t>(pod), t = static_cast<uint8_t>(tin),
             w = static_cast<uint8_t>(who);
  if (v6) return {0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, p, 0, t, 0, w};
  return {10, p, t, w};
}

constexpr uint16_t kFirstPort = 33434;  // of a route trace: the next probe has the next port

UdpFrame probe(bool v6, const Octets& from, const Octets& to, unsigned time_to_live) {
  UdpFrame udp;
  udp.v6 = v6;
  udp.src = from;
  udp.dst = to;
  udp.src_port = 50000;
  udp.dst_port = static_cast<uint16_t>(kFirstPort + time_to_live);
  udp.data = Octets(32, static_cast<uint8_t>(time_to_live));
  udp.time_to_live = static_cast<uint8_t>(time_to_live);
  return udp;
}

constexpr unsigned kProbes = 9;  // with times to live 0 to 7, and 255

unsigned time_to_live_of(unsigned number) { return number < kProbes - 1 ? number : 255; }

/// Writes the probes of both versions between two ports of the network.
void write_probes(const std::filesystem::path& file, const std::array<unsigned, 3>& from,
                  const std::array<unsigned, 3>& to, int64_t first_ns = 0) {
  std::vector<SentFrame> frames;
  for (const bool v6 : {false, true})
    for (unsigned n = 0; n < kProbes; ++n)
      frames.push_back({frame_of(probe(v6, address(v6, from[0], from[1], from[2]),
                                       address(v6, to[0], to[1], to[2]), time_to_live_of(n))),
                        first_ns + static_cast<int64_t>(frames.size()) * 2000});
  write_capture(file, frames);
}

/// IP packets of a port's frames, in no order.
std::multiset<Octets> packets_of(const FrameNet::ByPort& ports, const std::string& port) {
  std::multiset<Octets> packets;
  const auto found = ports.find(port);
  if (found == ports.end()) return packets;
  for (const SeenFrame& frame : found->second) packets.insert(*ip_in(frame.octets));
  return packets;
}

/// The probes that entered whose time to live `fits`, each changed by `next`.
template <class Fits, class Next>
std::multiset<Octets> probes_where(const FrameNet& net, const std::string& port, Fits fits,
                                   Next next) {
  std::multiset<Octets> packets;
  for (const SeenFrame& frame : net.in().at(port)) {
    const Octets ip = *ip_in(frame.octets);
    if (fits(ip[ip[0] >> 4 == 6 ? 7 : 8])) packets.insert(next(ip));
  }
  return packets;
}

const auto kAll = [](unsigned) { return true; };
const auto kGoesOn = [](unsigned left) { return left >= 2; };
const auto kEnds = [](unsigned left) { return left < 2; };
const auto kUnchanged = [](const Octets& ip) { return ip; };

/// Probes from host 0 of the first chip to host 1 of the last, in another pod.
struct FarProbes {
  explicit FarProbes(const std::string& time_to_live)
      : net((write_probes(dir / "probes.pcap", {0, 0, 0}, {1, 3, 1}), fresh_kernel(), dir),
            "  payload: carried\n" + time_to_live +
                "  replay: [{host: 0, file: probes.pcap}]\n  capture: {ports: all}\n") {
    net.run_dry(20'000);
  }
  TempDir dir;
  FrameNet net;
};

TEST(TimeToLive, EachProbeSeesTheFabricAsOneHop) {
  const FarProbes run("");
  const FrameNet& net = run.net;
  EXPECT_EQ(packets_of(net.out(), "host15"), probes_where(net, "host0", kGoesOn, after_one_hop));
  EXPECT_EQ(net.out().size(), 1u) << "nothing leaves elsewhere";
  EXPECT_EQ(net.lost(IpLoss::kExpired), 4u);  // 0 and 1, of both versions
  EXPECT_EQ(net.sum(&IpCounters::delivered), 2u * kProbes - 4);
}

TEST(TimeToLive, KeptItIsThatOfTheSource) {
  const FarProbes run("  time_to_live: keep\n");
  EXPECT_EQ(packets_of(run.net.out(), "host15"), probes_where(run.net, "host0", kAll, kUnchanged));
  EXPECT_EQ(run.net.lost(IpLoss::kExpired), 0u);
}

TEST(TimeToLive, ExpiredPacketsGoToTheControlProcessorWhereTheyEnteredUnchanged) {
  const FarProbes run("  time_to_live: punt\n");
  const FrameNet& net = run.net;
  EXPECT_EQ(packets_of(net.out(), "host15"), probes_where(net, "host0", kGoesOn, after_one_hop));
  EXPECT_EQ(packets_of(net.out(), "cpu0"), probes_where(net, "host0", kEnds, kUnchanged));
  EXPECT_EQ(net.sum(&IpCounters::punted_expired), 4u);
  EXPECT_EQ(net.lost(IpLoss::kExpired), 0u);
}

// Sixteen chips of 4 pods, and a chip alone: the same hop, as between ports of one chip.
TEST(TimeToLive, TheNumberOfChipsDoesNotMatter) {
  const std::string networks[] = {
      "topology: {pods: 4, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4}\n",
      "topology: {pods: 1, tins_per_pod: 1, hosts_per_tin: 2}\n"};
  for (const unsigned far : {3u, 0u}) {
    const TempDir dir;
    write_probes(dir / "probes.pcap", {0, 0, 0}, {far, far, 1});
    fresh_kernel();
    FrameNet net(dir,
                 "  payload: carried\n  replay: [{host: 0, file: probes.pcap}]\n"
                 "  capture: {ports: all}\n",
                 networks[far == 0]);
    net.run_dry(20'000);
    const std::string port = far == 0 ? "host1" : "host31";
    EXPECT_EQ(packets_of(net.out(), port), probes_where(net, "host0", kGoesOn, after_one_hop));
    EXPECT_EQ(net.lost(IpLoss::kExpired), 4u);
  }
}

TEST(TimeToLive, MacsAreEndsOfTheHopAndControlProcessorsAreItsOwn) {
  const TempDir dir;
  write_probes(dir / "to_mac.pcap", {0, 0, 0}, {1, 2, 2});
  write_probes(dir / "to_cpu.pcap", {0, 0, 1}, {1, 2, 3});
  write_probes(dir / "from_mac.pcap", {0, 1, 2}, {1, 1, 0});
  FrameNet net(dir,
               "  payload: carried\n"
               "  replay: [{host: 0, file: to_mac.pcap}, {host: 1, file: to_cpu.pcap}, "
               "{mac: 1, file: from_mac.pcap}]\n"
               "  capture: {ports: all}\n");
  net.run_dry(20'000);
  EXPECT_EQ(packets_of(net.out(), "mac6"), probes_where(net, "host0", kGoesOn, after_one_hop));
  EXPECT_EQ(packets_of(net.out(), "host10"), probes_where(net, "mac1", kGoesOn, after_one_hop));
  EXPECT_EQ(packets_of(net.out(), "cpu6"), probes_where(net, "host1", kAll, kUnchanged));
  EXPECT_EQ(net.lost(IpLoss::kExpired), 8u);
}

TEST(TimeToLive, AWrongHopWouldBeNoticed) {
  const FarProbes run("");
  const auto two_hops = [](const Octets& ip) { return after_one_hop(after_one_hop(ip)); };
  const auto no_checksum = [](Octets ip) {
    --ip[ip[0] >> 4 == 6 ? 7 : 8];
    return ip;
  };
  const auto left = packets_of(run.net.out(), "host15");
  EXPECT_NE(left, probes_where(run.net, "host0", kGoesOn, two_hops));
  EXPECT_NE(left, probes_where(run.net, "host0", kGoesOn, no_checksum));
}

/// Gives each control processor its address, as a controller does: in trap 0.
void set_addresses(FrameNet& net) {
  constexpr uint32_t kTrap0 = 0x080400, kLive = 1, kWhole = 32u << 8, kAnywhere = 7u << 16;
  auto& processors = net.platform().services().get<ControlProcessors>();
  for (std::size_t chip = 0; chip < net.topology().chips.size(); ++chip) {
    const ChipInfo& info = net.topology().chips[chip];
    const uint32_t own = 10u << 24 | unsigned{info.pod} << 16 | unsigned{info.tin} << 8 | 3;
    uint32_t at = kTrap0;
    for (const uint32_t word : {own, 0u, 0u, 0u, 0u, kLive | kWhole | kAnywhere}) {
      EXPECT_FALSE(processors.registers(chip).write(0, at, word).error);
      at += 4;
    }
  }
}

/// ICMP in an Ethernet frame at a host; nothing for other frames.
std::optional<Octets> icmp_in(const SeenFrame& frame) {
  const auto ip = ip_in(frame.octets);
  if (!ip || (*ip)[0] != 0x45 || (*ip)[9] != 1) return std::nullopt;
  return ip;
}

// Three probes of each kind, as a route trace sends them: the control processor of the first chip
// answers those whose time to live ends, from its own address, by the interface of their arrival;
// the others are at the destination, in another pod.
TEST(TimeToLive, ARouteTraceFindsTheControlProcessorOfTheFirstChipAndThenTheHost) {
  const TempDir dir;
  constexpr unsigned kRounds = 3, kMost = 4;
  std::vector<SentFrame> frames;
  for (unsigned n = 0; n < kRounds * kMost; ++n) {
    const unsigned left = 1 + n / kRounds;
    UdpFrame udp = probe(false, address(false, 0, 1, 1), address(false, 1, 2, 0), left);
    udp.data[0] = static_cast<uint8_t>(n);
    frames.push_back({frame_of(udp), 2'000'000 + 50'000 * int64_t{n}});
  }
  write_capture(dir / "probes.pcap", frames);
  FrameNet net(dir,
               "  payload: carried\n  time_to_live: punt\n"
               "  replay: [{host: 3, file: probes.pcap}]\n  capture: {ports: hosts}\n",
               std::string(FrameNet::kTwoPods) + "ecp: {enabled: true}\n");
  set_addresses(net);
  net.run_dry(1'200'000);
  const auto delivered = packets_of(net.out(), "host12");
  EXPECT_EQ(delivered, probes_where(net, "host3", kGoesOn, after_one_hop));
  EXPECT_EQ(delivered.size(), kRounds * (kMost - 1));
  std::vector<Octets> answers;
  for (const auto& [port, list] : net.out())
    for (const SeenFrame& frame : list)
      if (const auto icmp = icmp_in(frame)) {
        EXPECT_EQ(port, "host3");
        answers.push_back(*icmp);
      }
  const auto ended = probes_where(net, "host3", kEnds, kUnchanged);
  EXPECT_EQ(ended.size(), kRounds);
  ASSERT_EQ(answers.size(), kRounds);
  for (const Octets& ip : answers) {
    EXPECT_EQ(Octets(ip.begin() + 12, ip.begin() + 16), address(false, 0, 1, 3));
    EXPECT_EQ(Octets(ip.begin() + 16, ip.begin() + 20), address(false, 0, 1, 1));
    EXPECT_EQ(internet_checksum(ip.data(), 20), 0u);
    EXPECT_EQ(internet_checksum(ip.data() + 20, ip.size() - 20), 0u);
    EXPECT_EQ(be16(ip, 20), 11u << 8);  // time exceeded in transit
    // RFC 792: the header of the probe and 8 octets, with a time to live of 1.
    const Octets quoted(ip.begin() + 28, ip.begin() + 56);
    EXPECT_TRUE(std::any_of(ended.begin(), ended.end(), [&](const Octets& sent) {
      return std::equal(quoted.begin(), quoted.end(), sent.begin());
    }));
  }
  EXPECT_EQ(net.sum(&IpCounters::punted_expired), kRounds);
}

}  // namespace
}  // namespace tinsim
