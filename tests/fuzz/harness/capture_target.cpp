// SPDX-License-Identifier: Apache-2.0
// Fuzz target: pcap and pcapng captures, as cells and as frames.
#include "platform/traffic/frame_replay.h"
#include "platform/traffic/replay.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const fuzz::MemoryFile file(data, size);
  fuzz::refuse_or_accept([&] {
    ReplayReport report;
    uint64_t last = 0;
    for (const ReplayCell& cell : read_capture(file.path(), 0.4, 8, 4, report)) {
      fuzz::require(cell.cycle >= last && cell.src < 8 && cell.dst < 8 && cell.words <= 20,
                    "a cell is one of the network's, in order of time");
      last = cell.cycle;
    }
  });
  fuzz::refuse_or_accept([&] {
    FrameReplayOptions options;
    options.file = file.path();
    options.rate = wire_rate(100'000'000'000, 400'000'000);
    FrameReplay replay(options);
    uint64_t octets = 0;
    while (const auto frame = replay.next())
      for (std::size_t i = 0; i < frame->bytes; ++i) octets += frame->data[i];
    fuzz::require(replay.report().frames > 0 && octets < UINT64_MAX, "there are frames");
  });
  return 0;
}
