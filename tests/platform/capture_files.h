// SPDX-License-Identifier: Apache-2.0
// Captures for tests: written with libpcap, read from pcapng block by block.
#pragma once

#include <gtest/gtest.h>
#include <pcap/pcap.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tinsim {

using Octets = std::vector<uint8_t>;

struct SentFrame {
  Octets frame;  ///< without FCS
  int64_t ns = 0;
};

/// Writes a capture of Ethernet frames, times in nanoseconds.
inline void write_capture(const std::filesystem::path& path, const std::vector<SentFrame>& frames) {
  pcap_t* dead =
      pcap_open_dead_with_tstamp_precision(DLT_EN10MB, 262144, PCAP_TSTAMP_PRECISION_NANO);
  pcap_dumper_t* out = pcap_dump_open(dead, path.c_str());
  for (const SentFrame& sent : frames) {
    pcap_pkthdr header{};
    header.ts.tv_sec = 1700000000 + sent.ns / 1'000'000'000;
    header.ts.tv_usec = sent.ns % 1'000'000'000;
    header.caplen = header.len = static_cast<uint32_t>(sent.frame.size());
    pcap_dump(reinterpret_cast<uint8_t*>(out), &header, sent.frame.data());
  }
  pcap_dump_close(out);
  pcap_close(dead);
}

/// The frames of any capture, in its order.
inline std::vector<Octets> read_capture(const std::filesystem::path& path) {
  char reason[PCAP_ERRBUF_SIZE] = "";
  pcap_t* file = pcap_open_offline(path.c_str(), reason);
  EXPECT_NE(file, nullptr) << reason;
  std::vector<Octets> frames;
  pcap_pkthdr* header = nullptr;
  const uint8_t* data = nullptr;
  while (file != nullptr && pcap_next_ex(file, &header, &data) == 1) {
    frames.emplace_back(data, data + header->caplen);
  }
  if (file != nullptr) pcap_close(file);
  return frames;
}

struct SeenFrame {
  std::string port;  ///< name of the interface
  bool leaves = false;
  uint64_t ns = 0;
  size_t wire_bytes = 0;
  Octets octets;
};

/// The packets of a little-endian pcapng file with their interfaces and directions, which libpcap
/// does not report (draft-ietf-opsawg-pcapng 4.2, 4.3).
inline std::vector<SeenFrame> read_pcapng(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const Octets file{std::istreambuf_iterator<char>(in), {}};
  const auto word = [&](size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, &file.at(at), 4);
    return value;
  };
  const auto half = [&](size_t at) { return static_cast<size_t>(word(at) & 0xffff); };
  std::vector<std::string> names;
  std::vector<SeenFrame> frames;
  for (size_t at = 0; at + 12 <= file.size(); at += word(at + 4)) {
    const size_t end = at + word(at + 4) - 4;
    if (word(at) == 1) {  // interface: option 2 is its name
      for (size_t o = at + 16; o + 4 <= end && half(o) != 0; o += 4 + (half(o + 2) + 3) / 4 * 4) {
        if (half(o) == 2) names.emplace_back(&file[o + 4], &file[o + 4] + half(o + 2));
      }
    } else if (word(at) == 6) {
      SeenFrame frame;
      frame.port = names.at(word(at + 8));
      frame.ns = uint64_t{word(at + 12)} << 32 | word(at + 16);
      frame.wire_bytes = word(at + 24);
      const size_t captured = word(at + 20);
      frame.octets.assign(&file[at + 28], &file[at + 28] + captured);
      const size_t options = at + 28 + (captured + 3) / 4 * 4;
      if (options + 8 <= end && half(options) == 2) frame.leaves = (word(options + 4) & 3) == 2;
      frames.push_back(std::move(frame));
    }
  }
  return frames;
}

}  // namespace tinsim
