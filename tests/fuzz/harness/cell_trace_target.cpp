// SPDX-License-Identifier: Apache-2.0
// Fuzz target: CSV cell traces.
#include "platform/traffic/replay.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const fuzz::MemoryFile file(data, size);
  fuzz::refuse_or_accept([&] {
    uint64_t last = 0;
    for (const ReplayCell& cell : read_cell_trace(file.path(), 1, {8, 10})) {
      fuzz::require(cell.cycle >= last && cell.src < 8 && cell.dst < 8 && cell.cls < 10 &&
                        cell.words >= 2 && cell.words <= 20,
                    "a cell is one of the network's, in order of time");
      last = cell.cycle;
    }
  });
  return 0;
}
