// SPDX-License-Identifier: Apache-2.0
// Prints what the parser finds in each frame of a capture, and writes the frames into a new one:
// frame_fields IN OUT. frame_fields_test.py compares both with Wireshark.
#include <fmt/core.h>

#include <cstdio>
#include <string>

#include "base/errors.h"
#include "platform/trace/frame_capture.h"
#include "platform/traffic/frame_replay.h"
#include "tlm/ethernet/frame.h"

namespace tinsim {
namespace {

/// As Wireshark writes addresses with `%02x` per octet, so that no formatting rule is shared.
std::string hex(const IpAddress& address) {
  if (!address.v6) return fmt::format("{:08x}", address.hi >> 32);
  return fmt::format("{:016x}{:016x}", address.hi, address.lo);
}

void print(const FrameInfo& info) {
  static constexpr const char* kVerdicts[] = {"ipv4", "ipv6", "other", "control", "malformed"};
  fmt::print("{},{},{:04x},{},{},{},{},{},{},{},{},{},{}\n",
             kVerdicts[static_cast<unsigned>(info.verdict)], name_of(info.fault), info.ether_type,
             info.num_tags, info.ip_bytes, info.cos, info.ecn, info.fragment ? 1 : 0,
             info.verdict == FrameVerdict::kNotIp ? 0 : info.flow.protocol, hex(info.ip_src),
             hex(info.ip_dst), info.flow.src_port,
             info.verdict == FrameVerdict::kNotIp ? 0 : info.flow.dst_port_or_type);
}

void run(const std::string& in, const std::string& out) {
  FrameReplayOptions options;
  options.file = in;
  FrameReplay replay(options);
  FrameCapture capture(out, options.core_mhz, true, {{"mac", "replayed", 100'000'000'000}});
  Cycle last = 0;
  while (const auto frame = replay.next()) {
    last = static_cast<Cycle>(frame->cycle);
    print(parse_frame(frame->data, frame->bytes, {}));
    capture.take(0, last, PacketDirection::kInbound, {frame->data, frame->data + frame->bytes});
  }
  capture.close(last + 1);
}

}  // namespace
}  // namespace tinsim

int main(int argc, char** argv) try {
  if (argc != 3) throw tinsim::ConfigError("usage: frame_fields IN OUT");
  tinsim::run(argv[1], argv[2]);
  return 0;
} catch (const tinsim::ConfigError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
