// SPDX-License-Identifier: Apache-2.0
// Route traces through a Dragonfly: the fabric is one hop, whatever the number of chips.
#include "testbench/fresh_kernel.h"
#include "tests/platform/hop_probes.h"

namespace tinsim {
namespace {

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

}  // namespace
}  // namespace tinsim
