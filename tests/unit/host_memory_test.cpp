// SPDX-License-Identifier: Apache-2.0
// Host memory: against a plain array, at its end, and how much space it takes.
#include "tlm/pcie/host_memory.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbench/bench_random.h"

namespace tinsim {
namespace {

constexpr uint64_t kPage = HostMemory::kPageBytes;

TEST(HostMemory, HoldsWhatAPlainArrayHolds) {
  constexpr unsigned kBytes = 5 * kPage + 7;
  HostMemory memory(kBytes);
  std::vector<uint8_t> plain(kBytes);
  Random random(1);
  for (unsigned n = 0; n < 2000; ++n) {
    const unsigned size = random.range(1, 3 * kPage);
    const unsigned address = random.below(kBytes - size + 1);
    std::vector<uint8_t> data(size);
    if (random.chance(50)) {
      for (auto& octet : data) octet = static_cast<uint8_t>(random.bits());
      std::copy(data.begin(), data.end(), plain.begin() + address);
      ASSERT_TRUE(memory.write(address, data.data(), size));
    } else {
      ASSERT_TRUE(memory.read(address, data.data(), size));
      ASSERT_TRUE(std::equal(data.begin(), data.end(), plain.begin() + address)) << address;
    }
  }
}

TEST(HostMemory, EndsWithItsLastOctet) {
  HostMemory memory(100);
  std::vector<uint8_t> data(200, 0xee);
  EXPECT_TRUE(memory.has(0, 100));
  EXPECT_FALSE(memory.has(0, 101));
  EXPECT_TRUE(memory.has(100, 0));
  EXPECT_FALSE(memory.has(101, 0));
  EXPECT_FALSE(memory.has(~uint64_t{0}, 2)) << "the sum wraps round";
  EXPECT_FALSE(memory.write(99, data.data(), 2));
  EXPECT_TRUE(memory.read(99, data.data(), 1));
  EXPECT_EQ(data[0], 0) << "nothing of a write that does not fit is done";
  EXPECT_FALSE(memory.read(99, data.data() + 1, 2));
  EXPECT_EQ(data[1], 0xee);
}

TEST(HostMemory, TakesSpaceOnlyForWhatIsWritten) {
  HostMemory memory(uint64_t{1} << 40);
  uint8_t octet = 5;
  EXPECT_TRUE(memory.read((uint64_t{1} << 40) - 1, &octet, 1));
  EXPECT_EQ(octet, 0);
  EXPECT_EQ(memory.pages(), 0u);
  octet = 7;
  EXPECT_TRUE(memory.write(uint64_t{1} << 39, &octet, 1));
  EXPECT_EQ(memory.pages(), 1u);
  EXPECT_EQ(memory.page((uint64_t{1} << 39) + 5)[0], 7);
}

}  // namespace
}  // namespace tinsim
