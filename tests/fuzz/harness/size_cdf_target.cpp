// SPDX-License-Identifier: Apache-2.0
// Fuzz target: distributions of message sizes.
#include "base/size_cdf.h"
#include "tests/fuzz/harness/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const fuzz::MemoryFile file(data, size);
  fuzz::refuse_or_accept([&] {
    const SizeCdf sizes = SizeCdf::read(file.path());
    for (const uint32_t random : {0u, 1u, 0x7fffffffu, 0xffffffffu}) {
      const uint32_t bytes = sizes.bytes(random);
      fuzz::require(bytes >= 1 && bytes <= sizes.longest(), "a draw is one of the sizes");
    }
    fuzz::require(sizes.mean() >= 1 && sizes.mean() <= sizes.longest(), "the mean is among them");
  });
  return 0;
}
