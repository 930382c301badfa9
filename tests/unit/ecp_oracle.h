// SPDX-License-Identifier: Apache-2.0
// Unicorn, which is QEMU's Cortex-M0, as an independent core.
#pragma once

#include <gtest/gtest.h>
#include <unicorn/unicorn.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "tlm/tin/ecp/ecp_map.h"

namespace tinsim {

/// QEMU's core, whose memory is an array of the test. It takes no exceptions.
class EcpOracle {
 public:
  /// R0 to R12, SP, LR, PC, and the flags.
  using State = std::array<uint32_t, 17>;

  EcpOracle() : memory(ECP_SRAM_BYTES) {
    check(uc_open(UC_ARCH_ARM, static_cast<uc_mode>(UC_MODE_THUMB | UC_MODE_MCLASS), &uc_));
    check(uc_ctl_set_cpu_model(uc_, UC_CPU_ARM_CORTEX_M0));
    check(uc_mem_map_ptr(uc_, 0, memory.size(), UC_PROT_ALL, memory.data()));
  }
  ~EcpOracle() { uc_close(uc_); }
  EcpOracle(const EcpOracle&) = delete;
  EcpOracle& operator=(const EcpOracle&) = delete;

  void set(State state) {
    std::array<void*, 17> values;
    for (unsigned i = 0; i < 17; ++i) values[i] = &state[i];
    state[15] |= 1;
    check(uc_reg_write_batch(uc_, numbers_.data(), values.data(), 17));
  }
  State get() {
    State state;
    std::array<void*, 17> values;
    for (unsigned i = 0; i < 17; ++i) values[i] = &state[i];
    check(uc_reg_read_batch(uc_, numbers_.data(), values.data(), 17));
    state[13] &= ~3u;  // SP, which the emulator lets be misaligned
    state[16] &= 0xf0000000;
    return state;
  }
  /// Accesses to [begin, begin + bytes) call these with their address.
  void map_devices(uint32_t begin, uint32_t bytes, std::function<uint32_t(uint32_t)> read,
                   std::function<void(uint32_t, uint32_t)> write) {
    devices_.push_back(
        std::make_unique<Devices>(Devices{begin, std::move(read), std::move(write)}));
    Devices* const at = devices_.back().get();
    check(uc_mmio_map(uc_, begin, bytes, &Devices::load, at, &Devices::store, at));
  }
  /// False: an instruction faults.
  bool run(uint32_t pc, unsigned instructions) {
    return uc_emu_start(uc_, pc | 1, 0xfffffffe, 0, instructions) == UC_ERR_OK;
  }

  std::vector<uint8_t> memory;

 private:
  struct Devices {
    uint32_t begin;
    std::function<uint32_t(uint32_t)> read;
    std::function<void(uint32_t, uint32_t)> write;

    static uint64_t load(uc_engine*, uint64_t offset, unsigned, void* self) {
      const auto& at = *static_cast<Devices*>(self);
      return at.read(at.begin + static_cast<uint32_t>(offset));
    }
    static void store(uc_engine*, uint64_t offset, unsigned, uint64_t value, void* self) {
      const auto& at = *static_cast<Devices*>(self);
      at.write(at.begin + static_cast<uint32_t>(offset), static_cast<uint32_t>(value));
    }
  };

  static void check(uc_err error) { ASSERT_EQ(error, UC_ERR_OK) << uc_strerror(error); }

  uc_engine* uc_ = nullptr;
  std::vector<std::unique_ptr<Devices>> devices_;
  std::array<int, 17> numbers_ = {
      UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4,  UC_ARM_REG_R5,
      UC_ARM_REG_R6,  UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
      UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_XPSR};
};

}  // namespace tinsim
