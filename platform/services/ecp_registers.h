// SPDX-License-Identifier: Apache-2.0
// The register bus of a chip as its control processor accesses it.
#pragma once

#include <functional>
#include <utility>

#include "tlm/tin/ecp/ecp_ports.h"
#include "tlm/tin/registers/register_space.h"

namespace tinsim {

/// Accesses of an interval are requests in the core cycle of the exchange that ends it, in the
/// order in which the processor makes them.
class EcpRegisters final : public EcpRegisterBus {
 public:
  explicit EcpRegisters(RegisterSpace& bus) : bus_(bus) {}

  /// The exchange in core cycle `now` begins.
  void exchange(Cycle now) { now_ = now; }

  std::optional<uint32_t> read(uint32_t offset, uint64_t /*at*/) override {
    const RegisterSpace::Answer answer = bus_.read(now_, offset);
    return answer.error ? std::nullopt : std::optional(answer.data);
  }
  bool write(uint32_t offset, uint32_t value, uint64_t /*at*/) override {
    has_written_ = true;
    const bool is_done = !bus_.write(now_, offset, value).error;
    if (is_done && on_write_) on_write_(offset, now_);
    return is_done;
  }
  /// Called after each write, with its address and its cycle.
  void set_on_write(std::function<void(uint32_t offset, Cycle now)> on_write) {
    on_write_ = std::move(on_write);
  }
  /// Whether a register has been written since the last call.
  bool take_written() { return std::exchange(has_written_, false); }

 private:
  RegisterSpace& bus_;
  std::function<void(uint32_t, Cycle)> on_write_;
  Cycle now_ = 0;
  bool has_written_ = false;
};

}  // namespace tinsim
