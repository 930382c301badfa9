// SPDX-License-Identifier: Apache-2.0
// Route traces whose expired probes are answered by control processors.
#include "platform/services/control_processors.h"
#include "testbench/fresh_kernel.h"
#include "tests/platform/hop_probes.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim {
namespace {

constexpr uint32_t kLive = 1, kVersion6 = 2, kAnywhere = 7u << 16;

void write_trap(RegisterSpace& registers, unsigned entry, const std::array<uint32_t, 4>& words,
                uint32_t match) {
  uint32_t at = 0x080400 + 32 * entry;
  for (const uint32_t word : {words[0], words[1], words[2], words[3], 0u, match}) {
    EXPECT_FALSE(registers.write(0, at, word).error);
    at += 4;
  }
}

/// Gives each control processor its addresses of the plan, as a controller does.
void set_addresses(FrameNet& net) {
  auto& processors = net.platform().services().get<ControlProcessors>();
  for (std::size_t chip = 0; chip < net.topology().chips.size(); ++chip) {
    const ChipInfo& info = net.topology().chips[chip];
    const uint32_t pod = info.pod, tin = info.tin, own = 10u << 24 | pod << 16 | tin << 8 | 3;
    write_trap(processors.registers(chip), 0, {own, 0, 0, 0}, kLive | 32u << 8 | kAnywhere);
    write_trap(processors.registers(chip), 2, {0xfd000000, 0, pod, tin << 16 | 3},
               kLive | kVersion6 | 128u << 8 | kAnywhere);
  }
}

/// ICMP errors, and ICMPv6 errors, in the frames that left at a port; each is a sound packet.
std::vector<Octets> answers_at(const FrameNet& net, const std::string& port, bool v6) {
  std::vector<Octets> answers;
  const auto found = net.out().find(port);
  if (found == net.out().end()) return answers;
  for (const SeenFrame& frame : found->second) {
    const Octets ip = *ip_in(frame.octets);
    const bool is_v6 = ip[0] >> 4 == 6;
    if (is_v6 == v6 && ip[v6 ? 6 : 9] == (v6 ? 58 : 1)) answers.push_back(ip);
  }
  return answers;
}

void expect_right_checksums(const Octets& ip, bool v6) {
  if (!v6) {
    EXPECT_EQ(internet_checksum(ip.data(), 20), 0u);
    EXPECT_EQ(internet_checksum(ip.data() + 20, ip.size() - 20), 0u);
    return;
  }
  // RFC 8200, 8.1: addresses, length and next header before the message.
  Octets summed(ip.begin() + 8, ip.begin() + 40);
  const size_t bytes = ip.size() - 40;
  for (const size_t octet :
       {size_t{0}, size_t{0}, bytes >> 8, bytes & 255, size_t{0}, size_t{0}, size_t{0}, size_t{58}})
    summed.push_back(static_cast<uint8_t>(octet));
  summed.insert(summed.end(), ip.begin() + 40, ip.end());
  EXPECT_EQ(internet_checksum(summed.data(), summed.size()), 0u);
}

/// From the control processor `from` to the source of the probe of `probes` that it quotes.
void expect_answer(const Octets& ip, bool v6, const Octets& from, const Octets& to,
                   const std::multiset<Octets>& probes) {
  const long source = v6 ? 8 : 12, bytes = v6 ? 16 : 4, header = v6 ? 40 : 20;
  EXPECT_EQ(Octets(ip.begin() + source, ip.begin() + source + bytes), from);
  EXPECT_EQ(Octets(ip.begin() + source + bytes, ip.begin() + source + 2 * bytes), to);
  expect_right_checksums(ip, v6);
  EXPECT_EQ(be16(ip, static_cast<size_t>(header)), (v6 ? 3u : 11u) << 8);  // time exceeded
  // RFC 792: the header and 8 octets; RFC 4443: the whole probe, which is short.
  const Octets quoted(ip.begin() + header + 8, v6 ? ip.end() : ip.begin() + header + 8 + 28);
  EXPECT_TRUE(std::any_of(probes.begin(), probes.end(), [&](const Octets& sent) {
    return std::equal(quoted.begin(), quoted.end(), sent.begin()) &&
           (!v6 || quoted.size() == sent.size());
  }));
}

constexpr int64_t kReady = 2'000'000;  ///< ns: the firmware has begun

std::multiset<Octets> of_version(const std::multiset<Octets>& packets, bool v6) {
  std::multiset<Octets> out;
  for (const Octets& ip : packets)
    if ((ip[0] >> 4 == 6) == v6) out.insert(ip);
  return out;
}

// Three probes of each kind and version, as a route trace sends them: the control processor of the
// first chip answers those whose time to live ends, from its own address, by the interface of their
// arrival; the others are at the destination, in another pod.
TEST(TimeToLive, ARouteTraceFindsTheControlProcessorOfTheFirstChipAndThenTheHost) {
  const TempDir dir;
  constexpr unsigned kRounds = 3, kMost = 4;
  std::vector<SentFrame> frames;
  for (const bool v6 : {false, true})
    for (unsigned n = 0; n < kRounds * kMost; ++n) {
      UdpFrame udp = probe(v6, address(v6, 0, 1, 1), address(v6, 1, 2, 0), 1 + n / kRounds);
      udp.data[0] = static_cast<uint8_t>(n);
      frames.push_back({frame_of(udp), kReady + 50'000 * static_cast<int64_t>(frames.size())});
    }
  write_capture(dir / "probes.pcap", frames);
  fresh_kernel();
  FrameNet net(dir,
               "  payload: carried\n  time_to_live: punt\n"
               "  replay: [{host: 3, file: probes.pcap}]\n  capture: {ports: hosts}\n",
               std::string(FrameNet::kTwoPods) + "ecp: {enabled: true}\n");
  set_addresses(net);
  net.run_dry(1'400'000);
  const auto delivered = packets_of(net.out(), "host12");
  EXPECT_EQ(delivered, probes_where(net, "host3", kGoesOn, after_one_hop));
  EXPECT_EQ(delivered.size(), 2 * kRounds * (kMost - 1));
  EXPECT_EQ(net.out().size(), 2u) << "nothing leaves elsewhere";
  const auto ended = probes_where(net, "host3", kEnds, kUnchanged);
  for (const bool v6 : {false, true}) {
    const auto answers = answers_at(net, "host3", v6);
    EXPECT_EQ(answers.size(), kRounds) << v6;
    for (const Octets& ip : answers)
      expect_answer(ip, v6, address(v6, 0, 1, 3), address(v6, 0, 1, 1), of_version(ended, v6));
  }
  EXPECT_EQ(net.sum(&IpCounters::punted_expired), 2 * kRounds);
}

// A thousand probes of both versions in 5 ms, all of which expire.
TEST(TimeToLive, AnswersAreLimitedToABurstAndARate) {
  constexpr unsigned kProbes = 1000, kPerSecond = 4000, kBurst = 5;
  constexpr int64_t kEvery = 5'000;  // ns
  const TempDir dir;
  std::vector<SentFrame> frames;
  for (unsigned n = 0; n < kProbes; ++n) {
    const bool v6 = n % 2 != 0;
    frames.push_back({frame_of(probe(v6, address(v6, 0, 0, 0), address(v6, 1, 2, 0), 1)),
                      kReady + kEvery * int64_t{n}});
  }
  write_capture(dir / "probes.pcap", frames);
  fresh_kernel();
  FrameNet net(dir,
               "  payload: carried\n  time_to_live: punt\n"
               "  replay: [{host: 0, file: probes.pcap}]\n  capture: {ports: hosts}\n",
               std::string(FrameNet::kTwoPods) +
                   "ecp: {enabled: true, icmp_errors_per_s: 4000, icmp_error_burst: 5}\n");
  set_addresses(net);
  constexpr double kSeconds = 1e-9 * kEvery * (kProbes - 1),
                   kAllowed = kBurst + kPerSecond * kSeconds;
  net.run_dry((kReady + kEvery * kProbes) * 400 / 1000);
  EXPECT_EQ(net.sum(&IpCounters::punted_expired), kProbes);
  const size_t answers =
      answers_at(net, "host0", false).size() + answers_at(net, "host0", true).size();
  EXPECT_LE(static_cast<double>(answers), kAllowed + 0.1);  // the rate in 25 us, of the exchanges
  EXPECT_GE(static_cast<double>(answers), kAllowed - 1.1);
}

}  // namespace
}  // namespace tinsim
