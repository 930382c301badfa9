// SPDX-License-Identifier: Apache-2.0
// Group `link` of the registers: control and state of a switch's links.
#pragma once

#include <array>
#include <cstddef>

#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/registers/register_device.h"

namespace tinsim {

/// Links at wire fidelity train, go DOWN and measure their delay. All others are always UP, and
/// writes that would change that are refused; they measure where the ports of the network do.
/// Versions of the chip simulate a link port up to nine cycles apart, so registers show what is
/// kShowDelay cycles old.
class LinkDevice final : public RegisterDevice {
 public:
  static constexpr Cycle kShowDelay = 16;

  /// Links may be joined to `cell_switch` later, before the first read.
  explicit LinkDevice(SwitchEngine& cell_switch) : switch_(cell_switch) {}

  uint32_t read(Cycle at, const registers::Place& place) const override;
  bool write(Cycle effect, const registers::Place& place, const uint32_t* words) override;
  void clear(const registers::Place& place, uint32_t bits) override;

 private:
  struct Port {
    std::size_t seen = 0;  ///< changes of the state that `state` and `events` count
    uint8_t state = 0;
    bool enable = true;
    Cycle next_change = 0;  ///< first cycle for the next change of `enable`
    uint32_t events = 0;
  };

  LinkDriver* driver(unsigned port) const;
  LinkDriver* measuring_driver(unsigned port) const;
  void begin() const;
  void follow(Cycle at) const;
  bool set_enable(Cycle effect, unsigned port, bool enable);
  bool measure(Cycle effect, uint64_t ports);
  uint32_t delay(Cycle at, unsigned port) const;

  SwitchEngine& switch_;
  mutable std::array<Port, kMaxPorts> ports_{};  ///< as last shown
  mutable uint64_t changed_ = 0;
  mutable bool has_begun_ = false;
};

}  // namespace tinsim
