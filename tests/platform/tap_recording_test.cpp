// SPDX-License-Identifier: Apache-2.0
// Recordings of TAP devices: each cycle at each clock is kept; each fault of a file is named.
#include "platform/tap/tap_recording.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/errors.h"
#include "platform/tap/tap_recorder.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

const std::vector<TapRecorder::Port> kPorts = {{"host1", "tin0", 100'000'000'000},
                                               {"mac5", "tin1", 100'000'000'000}};

class TapRecordingFile : public testing::Test {
 protected:
  TapRecordingFile()
      : file_(fs::path(testing::TempDir()) /
              (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
               ".pcapng")) {}
  ~TapRecordingFile() override { fs::remove(file_); }

  void write(const std::vector<TapFrame>& frames, unsigned core_mhz = 400) {
    TapRecorder recorder(file_, core_mhz, kPorts);
    for (const TapFrame& frame : frames) recorder.take(frame);
    recorder.close(kNoCycle);
  }
  std::string bytes() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write_bytes(const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }
  std::vector<TapFrame> read(unsigned core_mhz = 400) const {
    return read_tap_recording(file_.string(), {{"host1", "mac5"}, core_mhz});
  }
  std::string error_of(const TapRecordingOf& of) const {
    try {
      read_tap_recording(file_.string(), of);
    } catch (const ConfigError& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.rfind(file_.string() + ": ", 0), 0u) << text;
      EXPECT_NE(text.find("; expected "), std::string::npos) << text;
      return text;
    }
    return "";
  }
  std::string error() const { return error_of({{"host1", "mac5"}, 400}); }

  const fs::path file_;
};

const std::vector<TapFrame> kFrames = {
    {0, 1, PacketDirection::kInbound, {1, 2, 3}},
    {7, 0, PacketDirection::kOutbound, std::vector<uint8_t>(61, 9)},
    {7, 1, PacketDirection::kInbound, {4}},
    {4'000'000'000, 0, PacketDirection::kInbound, {5, 6}}};

TEST_F(TapRecordingFile, FramesAreReadAsTheyWereWritten) {
  write({kFrames[2], kFrames[1], kFrames[0], kFrames[3]});
  EXPECT_EQ(read(), kFrames);
}

TEST_F(TapRecordingFile, EachCycleIsKeptAtEachClock) {
  for (const unsigned mhz : {1u, 3u, 333u, 400u, 401u, 999u, 1000u, 2345u, 7919u, 10000u}) {
    std::vector<TapFrame> frames;
    for (const Cycle cycle :
         {0u, 1u, 2u, 3u, 399u, 65'537u, 1'000'000'007u, 4'294'967'290u, 4'294'967'294u}) {
      frames.push_back({cycle, 0, PacketDirection::kInbound, {1}});
    }
    write(frames, mhz);
    EXPECT_EQ(read(mhz), frames) << mhz;
  }
}

TEST_F(TapRecordingFile, BlocksOfOtherProgramsAreSkipped) {
  write(kFrames);
  std::string statistics = bytes();
  const uint32_t words[] = {5, 16, 0, 16};  // an empty block of interface statistics
  statistics.append(reinterpret_cast<const char*>(words), sizeof words);
  write_bytes(statistics);
  EXPECT_EQ(read(), kFrames);
}

TEST_F(TapRecordingFile, OtherPortsAndClocksAreNamed) {
  write(kFrames);
  EXPECT_NE(error_of({{"host1", "mac4"}, 400}).find("interface 1 is 'mac5'; expected 'mac4'"),
            std::string::npos);
  EXPECT_NE(error_of({{"host1"}, 400}).find("is of 2 interfaces; expected 1"), std::string::npos);
  EXPECT_NE(error_of({{"host1", "mac5", "mac6"}, 400}).find("is of 2 interfaces; expected 3"),
            std::string::npos);
  EXPECT_NE(error_of({{"host1", "mac5"}, 300}).find("17500 ps, which is no cycle of 300 MHz"),
            std::string::npos);
}

TEST_F(TapRecordingFile, EachCutIsRefused) {
  write(kFrames);
  const std::string whole = bytes();
  std::size_t refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_bytes(whole.substr(0, size));
    refused += !error().empty();
  }
  // Before each block of a frame the file is a shorter recording.
  EXPECT_EQ(refused, whole.size() - kFrames.size());
}

TEST_F(TapRecordingFile, FaultsOfFramesAreNamed) {
  const auto with = [this](std::size_t at, const std::string& octets) {
    write({kFrames[0], kFrames[1]});
    std::string damaged = bytes();
    const std::size_t first = damaged.find(std::string("\x06\0\0\0", 4));
    damaged.replace(first + at, octets.size(), octets);
    write_bytes(damaged);
    return error();
  };
  EXPECT_NE(with(8, "\2").find("a frame of no interface"), std::string::npos);
  EXPECT_NE(with(16, "\1").find("no cycle of 400 MHz"), std::string::npos);
  EXPECT_NE(with(12, "\x7f").find("no cycle of 400 MHz"), std::string::npos);
  EXPECT_NE(with(20, "c").find("a frame that is not whole"), std::string::npos);
  EXPECT_NE(with(24, "c").find("a frame that is not whole"), std::string::npos);
  EXPECT_NE(with(36, std::string(1, 0)).find("a frame without direction"), std::string::npos);
  EXPECT_NE(with(16, "\x20\x4e").find("earlier than the one before"), std::string::npos);
  EXPECT_NE(with(4, ")").find("wrong length"), std::string::npos);
  EXPECT_NE(with(0, "\3").find("a packet without direction"), std::string::npos);
}

TEST_F(TapRecordingFile, OtherFilesAreRefused) {
  EXPECT_NE(error().find("cannot be read"), std::string::npos);
  write_bytes("");
  EXPECT_NE(error().find("is empty"), std::string::npos);
  write_bytes(std::string("\xd4\xc3\xb2\xa1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0\1\0\0\0", 24));  // pcap
  EXPECT_NE(error().find("no pcapng section"), std::string::npos);
}

}  // namespace
}  // namespace tinsim
