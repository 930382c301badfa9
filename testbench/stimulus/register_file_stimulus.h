// SPDX-License-Identifier: Apache-2.0
// Reads and writes of registers and of no registers, hardware that sets bits, for register_file.
#pragma once

#include "rtl_models/register_file/register_file.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Few registers at a time, so that requests meet each other, those with side effects among them;
/// addresses at both edges of windows, beyond them and not aligned.
class RegisterFileStimulus {
 public:
  using In = RegisterFile::In;
  using Out = RegisterFile::Out;

  explicit RegisterFileStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    left_ = 0;
    return {};
  }

  In next(const Out&) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    in.request_valid_i = requests_.go(random_);
    in.request_write_i = random_.chance(writes_percent_);
    in.request_address_i = address();
    in.request_data_i = data();
    const unsigned plain = random_.below(RegisterFile::kPlain);
    in.hw_value_i[plain] = random_.bits();
    in.hw_value_i[places_[0]] = random_.bits();
    for (unsigned n = 0; n < RegisterFile::kPlain; ++n)
      if (random_.chance(sets_percent_)) in.hw_set_i[n] = random_.bits() & random_.bits();
    in.array_rdata_i = random_.bits();
    in.array_error_i = random_.chance(20);
    return in;
  }

 private:
  static constexpr unsigned kPlaces = 3;

  void new_profile() {
    for (unsigned& place : places_) place = interesting();
    writes_percent_ = random_.chance(50) ? 50 : random_.below(101);
    sets_percent_ = random_.chance(50) ? 2 : random_.below(51);
    left_ = random_.range(20, 200);
  }
  /// A plain register; every second time one with side effects.
  unsigned interesting() {
    unsigned plain = random_.below(RegisterFile::kPlain);
    const unsigned tries = random_.chance(50) ? RegisterFile::kPlain : 0;
    for (unsigned n = 0; n < tries && !has_side_effects(plain); ++n)
      plain = (plain + 1) % RegisterFile::kPlain;
    return plain;
  }
  static bool has_side_effects(unsigned plain) {
    const registers::Register& reg = *registers::kPlain[plain].reg;
    using registers::Access;
    return (reg.mask(Access::w1c) | reg.mask(Access::rc) | reg.mask(Access::wo)) != 0;
  }
  std::uint32_t address() {
    const registers::Window& window = registers::kWindowList[random_.below(registers::kWindows)];
    const unsigned kind = random_.below(10);
    if (kind < 5) return registers::kPlain[places_[random_.below(kPlaces)]].address;
    if (kind == 5) return window.first + 4 * random_.below(2) - 4 * random_.below(2);
    if (kind == 6) return window.last + 4 * random_.below(2) - 4 * random_.below(2);
    if (kind == 7) return window.first + random_.below(window.last + 4 - window.first);
    if (kind == 8)
      return static_cast<std::uint32_t>(
          random_.one_bit_off(registers::kPlain[places_[0]].address, registers::kAddressBits));
    return static_cast<std::uint32_t>(random_.bits() & ((1u << registers::kAddressBits) - 1));
  }
  std::uint32_t data() {
    const auto bits = static_cast<std::uint32_t>(random_.bits());
    return random_.chance(20) ? ~0u : random_.chance(30) ? bits & 3 : bits;
  }

  Random random_;
  RandomStall requests_;
  std::array<unsigned, kPlaces> places_{};  ///< plain registers
  // The profile of random rates, and cycles until the next one.
  unsigned writes_percent_ = 50, sets_percent_ = 0, left_ = 0;
};

}  // namespace tinsim
