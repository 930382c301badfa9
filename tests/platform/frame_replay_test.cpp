// SPDX-License-Identifier: Apache-2.0
// Frame replay: which frames of a capture are sent, when, and with which FCS.
#include "platform/traffic/frame_replay.h"

#include <pcap/pcap.h>

#include "tests/platform/traffic_fixture.h"
#include "tlm/ethernet/checksum.h"
#include "tlm/ethernet/frame.h"

namespace tinsim {
namespace {

using Octets = std::vector<uint8_t>;

struct Record {
  Octets frame;
  int64_t time = 0;  ///< in units of the file
  size_t captured = SIZE_MAX;
};

/// Writes a capture with libpcap; times in nano- or microseconds.
class Capture : public TempFile {
 public:
  Capture(const std::vector<Record>& records, int link_type = DLT_EN10MB, bool micro = false)
      : TempFile("pcap") {
    pcap_t* dead = pcap_open_dead_with_tstamp_precision(
        link_type, 262144, micro ? PCAP_TSTAMP_PRECISION_MICRO : PCAP_TSTAMP_PRECISION_NANO);
    pcap_dumper_t* out = pcap_dump_open(dead, path().c_str());
    const int64_t second = micro ? 1000000 : 1000000000;
    for (const Record& r : records) {
      pcap_pkthdr header{};
      header.ts.tv_sec = 1700000000 + r.time / second;
      header.ts.tv_usec = r.time % second;
      header.len = static_cast<uint32_t>(r.frame.size());
      header.caplen = static_cast<uint32_t>(std::min(r.captured, r.frame.size()));
      pcap_dump(reinterpret_cast<uint8_t*>(out), &header, r.frame.data());
    }
    pcap_dump_close(out);
    pcap_close(dead);
  }
};

/// A frame of `size` octets that begins with `first`.
Octets frame_of(size_t size, uint8_t first = 1) {
  Octets frame(size);
  for (size_t at = 0; at < size; ++at) frame[at] = static_cast<uint8_t>(first + at);
  return frame;
}

FrameReplayOptions options_of(const std::string& file, RecordedFcs fcs = RecordedFcs::auto_) {
  FrameReplayOptions options;
  options.file = file;
  options.fcs = fcs;
  return options;
}

Octets octets(const ReplayFrame& frame) { return {frame.data, frame.data + frame.bytes}; }

std::vector<uint64_t> cycles_of(FrameReplay& replay, size_t most = 100) {
  std::vector<uint64_t> cycles;
  while (cycles.size() < most) {
    const auto frame = replay.next();
    if (!frame) break;
    cycles.push_back(frame->cycle);
  }
  return cycles;
}

TEST(FrameReplay, AFrameWithoutFcsIsPaddedAndGetsOne) {
  const Capture file({{frame_of(42), 0}, {frame_of(60), 10}, {frame_of(1515), 20}});
  FrameReplay replay(options_of(file.path()));
  for (size_t size : {42, 60, 1515}) {
    const auto frame = replay.next();
    ASSERT_TRUE(frame);
    Octets expected = frame_of(size);
    expected.resize(std::max<size_t>(size, 60));
    const uint32_t fcs = frame_check_sequence(expected.data(), expected.size());
    for (unsigned i = 0; i < 4; ++i) expected.push_back(static_cast<uint8_t>(fcs >> 8 * i));
    EXPECT_EQ(octets(*frame), expected) << size;
  }
  EXPECT_FALSE(replay.next());
  EXPECT_EQ(replay.report().frames, 3u);
  EXPECT_EQ(replay.report().padded, 1u);
}

TEST(FrameReplay, AFrameWithFcsIsSentAsItIs) {
  const Capture file({{frame_of(63), 0}, {frame_of(64), 10}});
  FrameReplay replay(options_of(file.path(), RecordedFcs::present));
  EXPECT_EQ(octets(*replay.next()), frame_of(63)) << "too short, and for the NIC to refuse";
  EXPECT_EQ(octets(*replay.next()), frame_of(64));
  EXPECT_EQ(replay.report().padded, 0u);
}

// faults.pcap says in its header that frames have an FCS (make_frames.py); kinds.pcap does not.
TEST(FrameReplay, TheFileSaysWhetherThereIsAnFcs) {
  const std::string folder = TINSIM_SOURCE_DIR "/tests/data/ethernet/";
  FrameReplay with(options_of(folder + "faults.pcap"));
  EXPECT_EQ(with.next()->bytes, 146u);
  FrameReplay overruled(options_of(folder + "faults.pcap", RecordedFcs::absent));
  EXPECT_EQ(overruled.next()->bytes, 150u);
  FrameReplay without(options_of(folder + "kinds.pcap"));
  EXPECT_EQ(without.next()->bytes, 146u);
}

TEST(FrameReplay, FramesThatAreNotWholeAreRefusedAndCounted) {
  const Capture file({{frame_of(100), 0, 99},
                      {frame_of(100, 7), 5},
                      {frame_of(13), 10},
                      {frame_of(14, 9), 20},
                      {{}, 30}});
  FrameReplay replay(options_of(file.path()));
  EXPECT_EQ(replay.next()->data[0], 7);
  EXPECT_EQ(replay.next()->data[0], 9);
  EXPECT_FALSE(replay.next());
  EXPECT_EQ(replay.report().frames, 2u);
  EXPECT_EQ(replay.report().cut_by_snaplen, 1u);
  EXPECT_EQ(replay.report().without_header, 2u);
  FrameReplay with_fcs(options_of(file.path(), RecordedFcs::present));
  EXPECT_EQ(with_fcs.report().without_header, 3u) << "14 octets with FCS hold 10 of header";
}

TEST(FrameReplay, TimesCountFromTheEarliestFrameInCycles) {
  const Capture file({{frame_of(64), 1000},
                      {frame_of(64), 1025},          // 25 ns = 10 cycles
                      {frame_of(64), 3000001000},    // 3 s
                      {frame_of(64), 2000},          // late in the file
                      {frame_of(64), 3000001001}});  // 0.4 cycles more: rounds down
  FrameReplay replay(options_of(file.path()));
  EXPECT_EQ(cycles_of(replay), (std::vector<uint64_t>{0, 10, 400, 1200000000, 1200000000}));
  EXPECT_EQ(replay.report().out_of_order, 1u);
}

TEST(FrameReplay, MicrosecondsAndScalesAreHeeded) {
  const Capture file({{frame_of(64), 5}, {frame_of(64), 8}}, DLT_EN10MB, true);
  FrameReplayOptions options = options_of(file.path());
  options.time_scale = 0.5;
  options.core_mhz = 1000;
  FrameReplay replay(options);
  EXPECT_EQ(cycles_of(replay), (std::vector<uint64_t>{0, 1500}));
}

// 82 octets with FCS cost 102 of wire, 816 bits: 3.264 cycles of 250 bits, so that the round is
// 104.
TEST(FrameReplay, ARoundEndsWhenItsLastFrameHasLeftTheWire) {
  const Capture file({{frame_of(60), 0}, {frame_of(78), 250}});
  FrameReplayOptions options = options_of(file.path());
  options.loop = true;
  FrameReplay replay(options);
  EXPECT_EQ(cycles_of(replay, 5), (std::vector<uint64_t>{0, 100, 104, 204, 208}));
  options.rate = {5, 2};  // 816 bits: 326.4 cycles
  FrameReplay slow(options);
  EXPECT_EQ(cycles_of(slow, 3), (std::vector<uint64_t>{0, 100, 427}));
}

std::string fault(const std::string& path) {
  const std::string text = config_error([&] { FrameReplay replay(options_of(path)); });
  EXPECT_EQ(text.rfind(path + ": ", 0), 0u) << text;
  return text.substr(std::min(text.size(), path.size() + 2));
}

TEST(FrameReplayErrors, NameTheExpectedValue) {
  EXPECT_EQ(fault("no/such.pcap"),
            "cannot be opened (No such file or directory); expected a pcap or pcapng capture");
  const Capture raw({{frame_of(60)}}, DLT_RAW);
  EXPECT_EQ(fault(raw.path()), "link type 12 (RAW); expected whole Ethernet frames, EN10MB");
  const Capture cut({{frame_of(60), 0, 20}});
  EXPECT_EQ(fault(cut.path()), "no whole Ethernet frame among 1 frames; expected at least one");
  const Capture none({});
  EXPECT_EQ(fault(none.path()), "no whole Ethernet frame among 0 frames; expected at least one");
}

TEST(FrameReplayErrors, ATimeBeyondAllCyclesIsOne) {
  const Capture file({{frame_of(64), 0}, {frame_of(64), 1}});
  FrameReplayOptions options = options_of(file.path());
  options.time_scale = 1.25e19;
  EXPECT_EQ(config_error([&] { FrameReplay replay(options); }),
            file.path() + ": the capture spans 5e+18 cycles; expected at most 4611686018427387904")
      << "0.4 cycles per ns";
}

}  // namespace
}  // namespace tinsim
