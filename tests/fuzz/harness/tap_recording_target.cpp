// SPDX-License-Identifier: Apache-2.0
// Fuzz target: recordings of TAP devices.
#include "platform/tap/tap_recording.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const fuzz::MemoryFile file(data, size);
  fuzz::refuse_or_accept([&] {
    Cycle last = 0;
    for (const TapFrame& frame : read_tap_recording(file.path(), {{"host1", "host15"}, 400})) {
      fuzz::require(frame.cycle >= last && frame.port < 2 && frame.octets.size() <= 65535 &&
                        frame.direction != PacketDirection::kUnknown,
                    "a frame is of a port, in order of time");
      last = frame.cycle;
    }
  });
  return 0;
}
