// SPDX-License-Identifier: Apache-2.0
// A core without devices, and programs given as halfwords.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <vector>

#include "tlm/tin/ecp/armv6m_core.h"

namespace tinsim {

constexpr uint32_t kTestStack = 0x8000, kTestCode = 0x100;

/// Nothing is there; the lines are those of the test.
class EmptyBus final : public EcpBus {
 public:
  BusReply read(uint32_t, unsigned, uint64_t) override { return {}; }
  BusReply write(uint32_t, unsigned, uint32_t, uint64_t) override { return {}; }
  uint32_t lines(uint64_t now) override { return now >= rise ? levels : 0; }
  uint64_t next_event() const override { return kNever; }

  uint32_t levels = 0;
  uint64_t rise = 0;
};

/// The vectors that are not zero, and code from kTestCode on.
struct Program {
  std::vector<uint16_t> code;
  std::vector<std::pair<unsigned, uint32_t>> vectors;  ///< number, address of the handler

  std::vector<uint8_t> bytes() const {
    std::vector<uint8_t> image(kTestCode + 2 * code.size());
    const auto put = [&](unsigned number, uint32_t word) {
      for (unsigned i = 0; i < 4; ++i) image[4 * number + i] = static_cast<uint8_t>(word >> 8 * i);
    };
    put(0, kTestStack);
    put(1, kTestCode | 1);
    for (const auto& [number, address] : vectors) put(number, address | 1);
    for (std::size_t i = 0; i < code.size(); ++i) {
      image[kTestCode + 2 * i] = static_cast<uint8_t>(code[i]);
      image[kTestCode + 2 * i + 1] = static_cast<uint8_t>(code[i] >> 8);
    }
    return image;
  }
};

struct TestCore {
  explicit TestCore(const Program& program, const Armv6mTiming& timing = {1, 0})
      : core(std::make_shared<const EcpImage>(program.bytes()), bus, timing) {}
  uint32_t& r(unsigned number) { return core.registers().r[number]; }
  uint32_t flags() const { return core.registers().flags.apsr() >> 28; }
  uint32_t word(uint32_t address) const { return core.sram().load<uint32_t>(address); }
  void poke(uint32_t address, uint32_t value) {
    if (!core.sram().store(address, value)) core.sram().store_first(address, value);
  }

  EmptyBus bus;
  Armv6mCore core;
};

}  // namespace tinsim
