// SPDX-License-Identifier: Apache-2.0
// A chip's control processor: the image of the firmware on the interpreter of ARMv6-M.
#pragma once

#include "tests/firmware/fake_chip.h"
#include "tlm/tin/ecp/armv6m_core.h"

namespace tinsim::firmware_test {

/// Time stands still while it runs.
class ImageRunner : public FirmwareRunner, private EcpBus {
 public:
  ImageRunner(FakeChip& chip, std::shared_ptr<const EcpImage> image);

  void boot() override;
  void run() override;

  const Armv6mCore& core() const { return core_; }

 private:
  BusReply read(std::uint32_t address, unsigned bytes, std::uint64_t now) override;
  BusReply write(std::uint32_t address, unsigned bytes, std::uint32_t value,
                 std::uint64_t now) override;
  std::uint32_t lines(std::uint64_t) override { return chip_.lines(); }
  std::uint64_t next_event() const override { return kNever; }

  FakeChip& chip_;
  Armv6mCore core_;
};

}  // namespace tinsim::firmware_test
