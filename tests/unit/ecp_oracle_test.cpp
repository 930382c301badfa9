// SPDX-License-Identifier: Apache-2.0
// The ARMv6-M core against Unicorn (QEMU's Cortex-M0), instruction by instruction.
#include <gtest/gtest.h>

#ifdef TINSIM_UNICORN
#include <cstring>

#include "testbench/bench_random.h"
#include "tests/unit/ecp_core_fixture.h"
#include "tests/unit/ecp_oracle.h"
#include "tests/unit/ecp_random_code.h"

// Unicorn does not free all code that it has translated; the sanitizer reports the rest.
extern "C" const char* __lsan_default_suppressions() { return "leak:libunicorn.so\n"; }

namespace tinsim {
namespace {

constexpr uint32_t kDataBegin = 0x180000, kDataBytes = 0x2000;
using State = EcpOracle::State;

class Comparison {
 public:
  explicit Comparison(uint64_t seed)
      : random_(seed), code_(random_code(random_)), core_(Program{code_.halves, {}}) {
    const auto image = Program{code_.halves, {}}.bytes();
    std::memcpy(oracle_.memory.data(), image.data(), image.size());
    for (uint32_t i = 0; i < kDataBytes; i += 4) {
      const uint32_t word = random_.bits();
      std::memcpy(&oracle_.memory[kDataBegin + i], &word, 4);
      core_.poke(kDataBegin + i, word);
    }
    state_.fill(0);
    state_[15] = kTestCode;
  }

  void run(unsigned instructions) {
    for (unsigned i = 0; i < instructions && !::testing::Test::HasFailure(); ++i) step();
    EXPECT_EQ(differing_octet(0, ECP_SRAM_BYTES), ECP_SRAM_BYTES);
  }
  unsigned faults() const { return faults_; }
  const std::array<bool, 256>& seen() const { return seen_; }

 private:
  void step() {
    place();
    core_state(state_);
    oracle_.set(state_);
    const uint32_t pc = state_[15];
    const uint16_t first = code_.halves[(pc - kTestCode) / 2];
    const auto i = decode_entry(oracle_.memory.data() + (pc & ~0xfffu), pc / kEcpPageBytes,
                                pc % kEcpPageBytes / 2);
    seen_[static_cast<unsigned>(i.op)] = true;
    ASSERT_EQ(core_.core.run(1), 1u);
    const bool steps = oracle_.run(pc, 1);
    // The emulator has fetched the next instruction already.
    const auto& registers = core_.core.registers();
    const bool faults =
        registers.exception != 0 || !registers.thumb || registers.pc >= ECP_SRAM_BYTES;
    ASSERT_EQ(faults, !steps) << text(first);
    if (faults) return recover();
    const State mine = core_state();
    const State other = oracle_.get();
    for (unsigned r = 0; r < 17; ++r)
      ASSERT_EQ(mine[r], other[r]) << "register " << r << text(first);
    ASSERT_EQ(differing_octet(kDataBegin, kDataBytes), kDataBytes) << text(first);
    state_ = mine;
  }

  /// Another place where the last branch has left the code, and out of loops; addresses that are
  /// mostly those of data. The emulator permits misaligned ones, so all are aligned.
  void place() {
    const auto halves = static_cast<uint32_t>(code_.halves.size()) - 4;
    uint32_t at = random_.below(8) == 0 ? halves : (state_[15] - kTestCode) / 2;
    while (at >= halves || !code_.begins[at]) at = random_.below(halves);
    state_[15] = kTestCode + 2 * at;
    if (random_.below(8) == 0) {
      state_[random_.below(13)] = random_.chance(50) ? random_.bits() : edge(random_);
      state_[16] = random_.bits() & 0xf0000000;
    }
    state_[13] = kDataBegin + 0x1000 + 4 * random_.below(64);
    const AddressUse use = address_use(code_.halves[at]);
    if (use.base < 0) return;
    const uint32_t region =
        random_.below(64) == 0 ? 0x20000000 : kDataBegin;  // or nothing is there
    const uint32_t place = region + use.bytes * random_.below(1024 / use.bytes) + 0x800;
    if (use.index < 0) {
      state_[static_cast<unsigned>(use.base)] = place;
    } else if (use.index == use.base) {
      state_[static_cast<unsigned>(use.base)] = place / 2 & ~3u;
    } else {
      const uint32_t offset = use.bytes * random_.below(64);
      state_[static_cast<unsigned>(use.index)] = offset;
      state_[static_cast<unsigned>(use.base)] = place - offset;
    }
  }

  /// Both continue behind the instruction; the core's frame is removed.
  void recover() {
    ++faults_;
    const bool primask = core_.core.registers().primask;
    core_.core.reset();
    core_.core.registers().primask = primask;
    for (uint32_t i = 0; i < kDataBytes; i += 4) {
      uint32_t word;
      std::memcpy(&word, &oracle_.memory[kDataBegin + i], 4);
      core_.poke(kDataBegin + i, word);
    }
    state_[15] += 2;
  }

  void core_state(const State& state) {
    auto& registers = core_.core.registers();
    std::copy_n(state.begin(), 15, registers.r.begin());
    registers.pc = state[15];
    registers.flags.set_apsr(state[16]);
  }
  State core_state() {
    const auto& registers = core_.core.registers();
    State state;
    std::copy_n(registers.r.begin(), 15, state.begin());
    state[15] = registers.pc;
    state[16] = registers.flags.apsr();
    return state;
  }
  uint32_t differing_octet(uint32_t begin, uint32_t bytes) const {
    for (uint32_t i = 0; i < bytes; i += 4) {
      uint32_t word;
      std::memcpy(&word, &oracle_.memory[begin + i], 4);
      if (word != core_.word(begin + i)) return i;
    }
    return bytes;
  }
  std::string text(uint16_t first) const {
    char line[80];
    std::snprintf(line, sizeof line, ": instruction %04x at %x", first, state_[15]);
    return line;
  }

  Random random_;
  RandomCode code_;
  TestCore core_;
  EcpOracle oracle_;
  State state_;
  unsigned faults_ = 0;
  std::array<bool, 256> seen_{};
};

TEST(EcpOracle, AMillionRandomInstructionsHaveTheEffectsOfQemu) {
  Comparison comparison(1);
  comparison.run(1'000'000);
  EXPECT_GT(comparison.faults(), 1000u);
  for (unsigned op = static_cast<unsigned>(ThumbOp::kCrossing);
       op <= static_cast<unsigned>(ThumbOp::kMsr); ++op) {
    const auto which = static_cast<ThumbOp>(op);
    const bool is_left_out = which == ThumbOp::kWfi || which == ThumbOp::kWfe ||
                             which == ThumbOp::kSvc || which == ThumbOp::kBkpt;
    EXPECT_NE(comparison.seen()[op], is_left_out) << op;
  }
}

}  // namespace
}  // namespace tinsim

#else

TEST(EcpOracle, AMillionRandomInstructionsHaveTheEffectsOfQemu) {
  GTEST_SKIP() << "built without libunicorn-dev";
}

#endif
