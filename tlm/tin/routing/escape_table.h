// SPDX-License-Identifier: Apache-2.0
// Escape routes as a chip looks them up: where a cell goes that failures left without a route.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// The first of the two escape VCs. Cells enter them and never come back.
constexpr unsigned kEscapeVc = 30;

class EscapeTable {
 public:
  /// Where a cell may go next: ports, by escape VC. All are live and lead nearer to the goal.
  struct Options {
    std::array<uint64_t, 2> ports{};
    bool park = false;  ///< no port leads on from here, but a route from memory does
    bool none() const { return (ports[0] | ports[1]) == 0 && !park; }
  };
  /// For a cell to address `dst` of another chip, at `chip`, that came by `in_port` on `vc`: an
  /// escape VC, or any other one, from which it would enter. Precondition: a chip has the address.
  virtual Options options_to(unsigned chip, unsigned in_port, unsigned vc, uint16_t dst) const = 0;
  /// The chip of this address has failed, or there is none: no cell for it needs to go on.
  virtual bool is_dead(uint16_t dst) const = 0;

 protected:
  ~EscapeTable() = default;
};

}  // namespace tinsim
