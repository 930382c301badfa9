// SPDX-License-Identifier: Apache-2.0
// A chip's control processor: the image of the firmware on the interpreter of ARMv6-M.
#include "tests/firmware/image_runner.h"

#include <gtest/gtest.h>

namespace tinsim::firmware_test {

ImageRunner::ImageRunner(FakeChip& chip, std::shared_ptr<const EcpImage> image)
    : chip_(chip), core_(std::move(image), *this) {}

void ImageRunner::boot() {
  core_.sram().reload();
  core_.reset();
  run();
}

void ImageRunner::run() {
  constexpr std::uint64_t kMost = 100000000;  // far more than any turn of the firmware takes
  core_.run(kMost);
  ASSERT_TRUE(core_.sleeps()) << "at " << std::hex << core_.registers().pc << ", fault at "
                              << core_.fault_address();
}

BusReply ImageRunner::read(std::uint32_t address, unsigned bytes, std::uint64_t) {
  std::uint32_t value = 0;
  const bool accepted = bytes == 4 && chip_.load(address, value);
  return {accepted, value, 0};
}

BusReply ImageRunner::write(std::uint32_t address, unsigned bytes, std::uint32_t value,
                            std::uint64_t) {
  return {bytes == 4 && chip_.store(address, value), 0, 0};
}

}  // namespace tinsim::firmware_test
