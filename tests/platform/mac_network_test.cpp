// SPDX-License-Identifier: Apache-2.0
// Flow control of MACs in a network, by the frames in its capture: nothing lost, pauses as
// published and obeyed to the cycle, other priorities going on.
#include <random>

#include "testbench/fresh_kernel.h"
#include "tests/platform/frame_net.h"
#include "tests/platform/udp_frames.h"
#include "tlm/ethernet/headroom.h"

namespace tinsim {
namespace {

constexpr unsigned kL2 = 14, kHeaders = 28;

/// UDP from 10.9.x.x to the port 10.1.3.`port` of the last chip: 1 is host 15, 2 its MAC.
Octets frame_to(uint8_t port, uint8_t source, uint8_t cos, std::size_t ip_bytes) {
  return frame_of({false,
                   {10, 9, 0, source},
                   {10, 1, 3, port},
                   source,
                   80,
                   static_cast<uint8_t>(cos << 5),
                   Octets(ip_bytes - kHeaders)});
}

/// Frames as fast as 100 Gb/s takes them, and faster.
void write_burst(const std::filesystem::path& path, unsigned count, uint8_t port, uint8_t source,
                 const std::vector<uint8_t>& classes, std::size_t ip_bytes = 1500) {
  std::vector<SentFrame> frames;
  for (unsigned i = 0; i < count; ++i) {
    frames.push_back({frame_to(port, source, classes[i % classes.size()], ip_bytes), i});
  }
  write_capture(path, frames);
}

constexpr unsigned kFrames = 700;

/// The MACs of two chips send to one host, which takes the half of it.
std::string two_macs(const std::string& mac) {
  return "  ingress: {buffer_kib: 128}\n"
         "  mac: {" +
         mac +
         "}\n"
         "  replay: [{mac: 1, file: a.pcap}, {mac: 2, file: b.pcap}]\n"
         "  capture: {ports: all}\n";
}

struct Outcome {
  FrameCounts counts;
  uint64_t lost;
  FrameNet::ByPort out;
};

Outcome run_two_macs(const std::string& mac) {
  fresh_kernel();
  const TempDir dir;
  write_burst(dir / "a.pcap", kFrames, 1, 1, {0});
  write_burst(dir / "b.pcap", kFrames, 1, 2, {0});
  FrameNet net(dir, two_macs(mac));
  net.run_dry(60'000);
  return {net.counts(), net.lost(IpLoss::kIngressFull), net.out()};
}

TEST(MacNetwork, WithoutFlowControlWhatDoesNotFitIsDroppedAndCounted) {
  for (const char* mac : {"flow_control: none", "flow_control: pause, partner_obeys: false"}) {
    const Outcome outcome = run_two_macs(mac);
    EXPECT_EQ(outcome.counts.ip, 2 * kFrames);
    EXPECT_GT(outcome.lost, 100u) << mac;
    EXPECT_EQ(outcome.counts.left + outcome.lost, 2 * kFrames);
    EXPECT_EQ(outcome.counts.pauses_sent != 0, mac[14] == 'p');
  }
}

TEST(MacNetwork, PauseLosesNothingAndLooksAsPublished) {
  const Outcome outcome = run_two_macs("flow_control: pause");
  EXPECT_EQ(outcome.lost, 0u);
  EXPECT_EQ(outcome.counts.left, 2 * kFrames);
  uint64_t seen = 0;
  for (unsigned chip : {1u, 2u}) {
    const auto& frames = outcome.out.at("mac" + std::to_string(chip));
    seen += frames.size();
    ASSERT_GE(frames.size(), 2u) << "stopped, and let go";
    // IEEE 802.3, annex 31B; the source is the chip's MAC, 02:00:pod:tin:00:02.
    Octets stop = {1, 0x80, 0xc2, 0, 0, 1, 2,    0,   0, static_cast<uint8_t>(chip),
                   0, 2,    0x88, 8, 0, 1, 0xff, 0xff};
    stop.resize(60);
    Octets go = stop;
    go[16] = go[17] = 0;
    EXPECT_EQ(frames.front().octets, stop);
    EXPECT_EQ(frames.back().octets, go);
  }
  EXPECT_EQ(outcome.counts.pauses_sent, seen);
}

TEST(MacNetwork, RandomTrafficNeedsNoMoreThanTheFormulaSays) {
  std::mt19937_64 random(17);
  for (unsigned round = 0; round < 6; ++round) {
    fresh_kernel();
    const TempDir dir;
    const bool pfc = round % 2 != 0;
    for (const char* name : {"a.pcap", "b.pcap", "c.pcap"}) {
      std::vector<SentFrame> frames;
      for (unsigned i = 0; i < 400; ++i) {
        const std::size_t bytes =
            random() % 4 == 0 ? kHeaders + random() % 8900 : kHeaders + random() % 120;
        const auto cos = static_cast<uint8_t>(random() % 8);
        // The third enters at the host and leaves by a MAC that must send pauses besides.
        const bool third = name[0] == 'c';
        frames.push_back({frame_to(third ? 2 : 1, static_cast<uint8_t>(name[0]), cos, bytes), i});
      }
      write_capture(dir / name, frames);
    }
    const unsigned cable = 40 * (round + 1), response = 400;
    const StopTimes times{{250, 1}, cable * 2 / 5, response * 2 / 5, 9216};
    const uint64_t headroom = headroom_bytes(times, {9216, false, pfc ? 256u : 32u});
    const unsigned kib = pfc ? 1024 : 128;
    const double share = kib * 1024.0 * (pfc ? 0.12 : 1);
    const unsigned percent =
        static_cast<unsigned>(100 - 100 * static_cast<double>(headroom) / share);
    FrameNet net(dir, "  ingress: {buffer_kib: " + std::to_string(kib) +
                          (pfc ? ", class_percent: 12" : "") + "}\n  mac: {flow_control: " +
                          (pfc ? "pfc" : "pause") + ", xoff_percent: " + std::to_string(percent) +
                          ", xon_percent: " + std::to_string(percent / 2) + ", cable_ns: " +
                          std::to_string(cable) + ", response_ns: " + std::to_string(response) +
                          "}\n  routes: [{prefix: 10.1.3.2/32, macs: [1]}]\n"
                          "  replay: [{mac: 1, file: a.pcap}, {mac: 2, file: b.pcap}, "
                          "{host: 8, file: c.pcap}]\n");
    net.run_dry(60'000);
    EXPECT_EQ(net.lost(IpLoss::kIngressFull), 0u) << round;
    EXPECT_EQ(net.counts().left, 1200u) << round;
    EXPECT_TRUE(pfc || net.counts().pauses_sent > 1) << round;
  }
}

/// When the first bit of a frame that leaves goes out: its record has the time of its last.
Cycle begin_of(const SeenFrame& frame) {
  const Cycle end = static_cast<Cycle>((frame.ns * 400 + 500) / 1000);
  return end - static_cast<Cycle>((8 * (8 + frame.wire_bytes + 4) + 249) / 250);
}

Octets control(const Octets& operands) {
  Octets frame = {1, 0x80, 0xc2, 0, 0, 1, 2, 9, 9, 9, 9, 9, 0x88, 8};
  frame.insert(frame.end(), operands.begin(), operands.end());
  return frame;
}

/// Two hosts send classes 1 and 5 to the MAC of chip 7, and its partner sends it `operands` once,
/// at 20 us. First bits of the frames that leave there, by class. Four links between chips carry
/// more than the half of the wire that each class has, so that the wire is full until then.
std::map<unsigned, std::vector<Cycle>> frame_begins(const std::string& mode,
                                                    const Octets& operands) {
  fresh_kernel();
  const TempDir dir;
  write_burst(dir / "a.pcap", 400, 2, 1, {1});
  write_burst(dir / "b.pcap", 400, 2, 2, {5});
  write_capture(dir / "p.pcap", {{frame_to(1, 3, 0, 100), 0}, {control(operands), 20'000}});
  FrameNet net(dir,
               "  payload: carried\n" +
                   std::string(mode == "pfc" ? "  ingress: {class_percent: 12}\n" : "") +
                   "  mac: {flow_control: " + mode + ", cable_ns: 250" +
                   (mode == "none" ? "" : ", response_ns: 500") +
                   "}\n"
                   "  replay: [{host: 8, file: a.pcap}, {host: 14, file: b.pcap}, "
                   "{mac: 7, file: p.pcap}]\n"
                   "  capture: {ports: all}\n",
               "topology: {pods: 2, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4, "
               "local_links_per_pair: 4}\n");
  net.run_dry(60'000);
  EXPECT_EQ(net.counts().mac_control, 1u);
  EXPECT_EQ(net.counts().left, 801u);
  std::map<unsigned, std::vector<Cycle>> begins;
  for (const SeenFrame& frame : net.out().at("mac7")) {
    begins[frame.octets[kL2 + 1] >> 5].push_back(begin_of(frame));
  }
  return begins;
}

// 20 us are 8000 cycles, and the cable 100. 72 octets, the preamble among them, pass in 2.304: the
// frame is there in 8103, and obeyed 200 cycles later. 1000 quanta are 2048 cycles.
constexpr Cycle kObeyed = 8000 + 100 + 3 + 200, kOver = kObeyed + 2048;

unsigned between(const std::vector<Cycle>& begins, Cycle from, Cycle to) {
  return static_cast<unsigned>(
      std::count_if(begins.begin(), begins.end(), [&](Cycle at) { return at >= from && at < to; }));
}

TEST(MacNetwork, APauseStopsTheMacToTheCycle) {
  const auto begins = frame_begins("pause", {0, 1, 0x03, 0xe8});
  std::vector<Cycle> all = begins.at(1);
  all.insert(all.end(), begins.at(5).begin(), begins.at(5).end());
  EXPECT_EQ(between(all, kObeyed, kOver), 0u);
  // A frame with 1500 octets of IP takes 49.2 cycles: one begins within the last 50 before the
  // pause, and one as soon as it is over. 500 cycles hold ten.
  EXPECT_EQ(between(all, kObeyed - 50, kObeyed), 1u);
  EXPECT_EQ(between(all, kOver, kOver + 1), 1u);
  EXPECT_GE(between(all, kObeyed - 500, kObeyed), 10u);
  EXPECT_GE(between(all, kOver, kOver + 500), 10u);
}

TEST(MacNetwork, PfcStopsItsClassesAndTheOthersHaveTheWire) {
  Octets operands = {1, 1, 0, 1 << 1, 0, 0, 0x03, 0xe8};
  operands.resize(20);
  const auto begins = frame_begins("pfc", operands);
  EXPECT_EQ(between(begins.at(1), kObeyed, kOver), 0u);
  EXPECT_GT(between(begins.at(1), kOver, kOver + 500), 3u);
  // The wire takes 41 frames in 2048 cycles; a fetch, of which the other class had a share before,
  // takes less than 200, which are 4 frames.
  EXPECT_GE(between(begins.at(5), kObeyed, kOver), 37u);
}

TEST(MacNetwork, TheOtherModesFramesAreNotObeyed) {
  Octets pfc = {1, 1, 0, 0xff};
  for (int c = 0; c < 8; ++c) pfc.insert(pfc.end(), {3, 0xe8});
  const Octets pause = {0, 1, 0x03, 0xe8};
  for (const auto& [mode, operands] : {std::pair("pause", pfc), {"pfc", pause}, {"none", pause}}) {
    const auto begins = frame_begins(mode, operands);
    EXPECT_GT(between(begins.at(1), kObeyed, kOver), 8u) << mode;
    EXPECT_GT(between(begins.at(5), kObeyed, kOver), 8u) << mode;
  }
}

TEST(MacNetwork, APauseOfZeroLetsTheMacGo) {
  const TempDir dir;
  write_burst(dir / "a.pcap", 400, 2, 1, {1});
  write_capture(dir / "p.pcap",
                {{control({0, 1, 0xff, 0xff}), 20'000}, {control({0, 1, 0, 0}), 23'000}});
  FrameNet net(dir,
               "  mac: {flow_control: pause, cable_ns: 250, response_ns: 500}\n"
               "  replay: [{host: 0, file: a.pcap}, {mac: 7, file: p.pcap}]\n"
               "  capture: {ports: macs}\n");
  net.run_dry(60'000);
  std::vector<Cycle> begins;
  for (const SeenFrame& frame : net.out().at("mac7")) begins.push_back(begin_of(frame));
  // Times count from the first frame of the capture: 0 and 3 us, 1200 cycles.
  const Cycle stop = 100 + 3 + 200, go = stop + 1200;
  EXPECT_EQ(between(begins, stop, go), 0u);
  EXPECT_EQ(between(begins, go, go + 1), 1u);
  EXPECT_EQ(begins.size(), 400u);
}

}  // namespace
}  // namespace tinsim
