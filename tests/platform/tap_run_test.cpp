// SPDX-License-Identifier: Apache-2.0
// A recording in place of devices: packets cross the network, the same in each run, and what left
// otherwise is counted.
#include <fmt/format.h>

#include "platform/statistics/tap_result.h"
#include "platform/statistics/verdict.h"
#include "platform/tap/tap_recorder.h"
#include "testbench/run_fresh.h"
#include "tests/platform/config_test_util.h"
#include "tests/platform/udp_frames.h"

namespace tinsim {
namespace {

const Octets kHost1 = {10, 0, 0, 1}, kHost15 = {10, 1, 3, 1};
constexpr const char* kCapture = ", capture: {ports: [host1, host15]}";

/// `who has 10.1.3.1, tell 10.0.0.1` (RFC 826).
const Octets kQuestion = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0,  1, 8, 6,
                          0,    1,    8,    0,    6,    4,    0, 1, 2, 0, 0,  0, 0, 1,
                          10,   0,    0,    1,    0,    0,    0, 0, 0, 0, 10, 1, 3, 1};

Octets packet_from_1(std::size_t bytes, uint8_t time_to_live = 64) {
  return frame_of({false, kHost1, kHost15, 1, 2, 0, Octets(bytes, 7), time_to_live});
}
Octets packet_from_15(std::size_t bytes) {
  return frame_of({false, kHost15, kHost1, 3, 4, 0, Octets(bytes, 8)});
}

/// A question, packets of all sizes, some at once, a frame for the link, one without IP, a damaged
/// one, and one to an address that has no port.
std::vector<TapFrame> entering() {
  std::vector<TapFrame> frames;
  const auto enter = [&](Cycle cycle, uint32_t port, Octets octets) {
    frames.push_back({cycle, port, PacketDirection::kInbound, std::move(octets)});
  };
  enter(200, 0, kQuestion);
  enter(400, 0, packet_from_1(20));
  enter(400, 0, packet_from_1(1472));
  enter(400, 0, packet_from_1(1472));
  enter(600, 1, packet_from_15(1000));
  enter(800, 0, frame_of({false, kHost1, {224, 0, 0, 251}, 1, 2, 0, Octets(9), 1}));
  enter(1000, 1, {2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 8, 0x88, 0xcc, 1, 2});
  Octets damaged = packet_from_1(50);
  damaged[20] ^= 1;
  enter(1200, 0, damaged);
  enter(1400, 0, packet_from_1(30, 1));  // its time to live ends
  return frames;
}

class TapRun : public testing::Test {
 protected:
  PlatformConfig config_of(const std::vector<TapFrame>& recorded, const std::string& ip = "") {
    const auto file = dir_ / "tap.pcapng";
    TapRecorder recorder(file, 400, {{"host1", "tin0", 1}, {"host15", "tin1", 1}});
    for (const TapFrame& frame : recorded) recorder.take(frame);
    recorder.close(kNoCycle);
    return parse_config(
               fmt::format(
                   "topology: {{pods: 2, tins_per_pod: 4, hosts_per_tin: 2, "
                   "global_links_per_pair: 4}}\n"
                   "ip: {{enabled: true, payload: carried{}}}\n"
                   "tap:\n  ports: [{{host: 1, device: tin0}}, {{host: 15, device: tin1}}]\n"
                   "  replay: {}\n"
                   "run: {{warmup_us: 0, measure_us: 50}}\n",
                   ip, file.string()),
               "c.yaml")
        .config;
  }
  /// With what leaves as the capture of frames has it, which shares nothing with the recorder.
  std::vector<TapFrame> completed() {
    std::vector<TapFrame> frames = entering();
    RunOptions options;
    options.trace_folder = dir_.path();
    run_fresh(config_of(frames, kCapture), options);
    for (const SeenFrame& seen : read_pcapng(dir_ / "frames.pcapng")) {
      if (!seen.leaves) continue;
      const auto cycle = static_cast<Cycle>((seen.ns * 2 + 2) / 5);
      frames.push_back({cycle, seen.port == "host15", PacketDirection::kOutbound, seen.octets});
    }
    const Octets answer = {2, 0, 0, 0, 0, 1, 2, 0,  0, 0, 0, 2, 8, 6, 0, 1, 8, 0,  6, 4, 0,
                           2, 2, 0, 0, 0, 0, 2, 10, 1, 3, 1, 2, 0, 0, 0, 0, 1, 10, 0, 0, 1};
    frames.push_back({200, 0, PacketDirection::kOutbound, answer});
    return frames;
  }

  TempDir dir_;
};

TEST_F(TapRun, FramesAreJudgedAndPacketsCross) {
  const RunResult r = run_fresh(config_of(entering()));
  const auto& tap = r.sections.get<TapResult>();
  EXPECT_EQ(tap.ports, 2u);
  EXPECT_EQ(tap.frames_in, 9u);
  EXPECT_EQ(tap.entered, 5u);
  EXPECT_EQ(tap.neighbour_questions, 1u);
  EXPECT_EQ(tap.neighbour_answers, 1u);
  EXPECT_EQ(tap.link_local, 1u);
  EXPECT_EQ(tap.not_ip, 1u);
  EXPECT_EQ(tap.malformed.at("bad_checksum"), 1u);
  EXPECT_EQ(tap.frames_out, 4u);
  EXPECT_EQ(tap.packet_bytes_out, 48u + 1500 + 1500 + 1028);
  EXPECT_EQ(tap.packet_bytes_in, tap.packet_bytes_out + 58);
  // The recording has none of the frames that left, nor the answer.
  EXPECT_EQ(tap.replayed, 9u + 4 + 1);
  EXPECT_EQ(tap.differing, 5u);
}

TEST_F(TapRun, ACompleteRecordingReplaysWithoutADifference) {
  const std::vector<TapFrame> recorded = completed();
  ASSERT_EQ(recorded.size(), 14u);
  const RunResult first = run_fresh(config_of(recorded));
  const auto& tap = first.sections.get<TapResult>();
  EXPECT_EQ(tap.replayed, 14u);
  EXPECT_EQ(tap.differing, 0u);
  EXPECT_EQ(run_fresh(config_of(recorded)).state_hash, first.state_hash);
}

TEST_F(TapRun, OneOctetOneCycleAndOneMissingFrameAreFound) {
  const std::vector<TapFrame> recorded = completed();
  const auto differing = [this](std::vector<TapFrame> frames) {
    return run_fresh(config_of(frames)).sections.get<TapResult>().differing;
  };
  const auto leaves = std::find_if(recorded.begin(), recorded.end(), [](const TapFrame& frame) {
    return frame.direction == PacketDirection::kOutbound && frame.port == 0;
  });
  const auto at = static_cast<std::size_t>(leaves - recorded.begin());
  std::vector<TapFrame> octet = recorded, cycle = recorded, missing = recorded;
  octet[at].octets.back() ^= 1;
  EXPECT_EQ(differing(octet), 1u);
  ++cycle[at].cycle;
  EXPECT_EQ(differing(cycle), 2u);  // one that differs, one that is missing
  missing.push_back({19'999, 0, PacketDirection::kOutbound, {1}});
  EXPECT_EQ(differing(missing), 1u);
  missing.back().cycle = 20'000;  // the run has ended
  EXPECT_EQ(differing(missing), 0u);
}

TEST_F(TapRun, ADifferenceIsAReasonOfTheVerdict) {
  const RunResult r = run_fresh(config_of(entering()));
  const auto reasons = verdict_reasons(r);
  const auto has = [&](const std::string& name) {
    return std::any_of(reasons.begin(), reasons.end(),
                       [&](const VerdictReason& reason) { return reason.name == name; });
  };
  EXPECT_TRUE(has("tap_replay_differs"));
}

TEST_F(TapRun, DevicesNeedAFolderForTheRecording) {
  PlatformConfig config = config_of({});
  config.tap.replay.clear();
  EXPECT_TRUE(config.writes_traces());
}

}  // namespace
}  // namespace tinsim
