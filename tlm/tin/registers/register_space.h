// SPDX-License-Identifier: Apache-2.0
// The register bus of one chip: from an address to the state of the model.
#pragma once

#include <array>

#include "tlm/tin/registers/stored_registers.h"

namespace tinsim {

class RegisterDecider;

/// Accesses are those of block register_file (its README) without its pins: a request of cycle x is
/// answered in cycle x + kAnswerCycles, and a write takes effect at the beginning of cycle x +
/// kEffectCycles. Requests are made in order of their cycles.
class RegisterSpace {
 public:
  static constexpr Cycle kAnswerCycles = 3, kEffectCycles = 2;

  struct Answer {
    uint32_t data = 0;
    bool error = false;
  };

  struct Request {
    bool write = false;
    uint32_t address = 0;  ///< in bytes
    uint32_t data = 0;     ///< of a write
  };

  /// `decider` outlives the space; all accesses go through it. Before the first of them.
  void decide_by(RegisterDecider& decider) { decider_ = &decider; }

  /// The part of the chip behind a group of this name; it outlives the space. Groups without one
  /// are memory.
  void attach(const char* group, RegisterDevice& device);
  /// For bits that hardware sets and shows, in groups that are memory.
  StoredRegisters& memory() { return memory_; }

  Answer read(Cycle issued, uint32_t address);
  Answer write(Cycle issued, uint32_t address, uint32_t data);
  /// The same without a decider.
  Answer answer(Cycle issued, const Request& request);
  /// The value that a read would show in cycle `at`, without its effects; zero where there is no
  /// register.
  uint32_t peek(Cycle at, uint32_t address) const;
  /// Before the first cycle: a write whose effect is there in cycle 0.
  Answer preset(uint32_t address, uint32_t data) { return write_at(0, address, data); }

 private:
  /// Values that wait for the write of a later register.
  struct Staged {
    uint32_t address = 0;  ///< of the first register that will be written together
    uint32_t which = 0;    ///< registers that have a value, a bit each
    std::array<uint32_t, 8> words{};
  };

  Answer write_at(Cycle effect, uint32_t address, uint32_t data);
  Answer refuse(uint32_t address, bool write);
  const RegisterDevice& device(const registers::Place& place) const;
  RegisterDevice& device(const registers::Place& place);
  uint32_t value(Cycle at, const registers::Place& place) const;
  Answer read_at(Cycle at, uint32_t address);
  void stage(const registers::Place& place, uint32_t data);

  std::array<RegisterDevice*, std::size(registers::kMap)> devices_{};
  RegisterDecider* decider_ = nullptr;
  StoredRegisters memory_;
  Staged staged_;
  uint32_t held_address_ = kNothing, held_ = 0;  ///< upper half that a read of the lower one holds
  static constexpr uint32_t kNothing = ~0u;
};

/// Decides about the accesses of a space, or checks them.
class RegisterDecider {
 public:
  virtual ~RegisterDecider() = default;
  /// Makes the access by RegisterSpace::answer().
  virtual RegisterSpace::Answer access(RegisterSpace& space, Cycle issued,
                                       const RegisterSpace::Request& request) = 0;
};

}  // namespace tinsim
