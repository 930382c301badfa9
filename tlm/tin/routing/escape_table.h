// SPDX-License-Identifier: Apache-2.0
// Escape routes as a chip looks them up, for cells that failures left without a route.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// The first of the two escape VCs. A cell that has entered one never leaves them.
constexpr unsigned kEscapeVc = 30;

class EscapeTable {
 public:
  /// Next ports of a cell, by escape VC. All are live and lead closer to its destination.
  struct Options {
    std::array<uint64_t, 2> ports{};
    bool park = false;  ///< no port leads on from here, but a route from memory does
    bool none() const { return (ports[0] | ports[1]) == 0 && !park; }
  };
  /// For a cell to address `dst` of another chip, which arrived at `chip` by `in_port` on `vc`: an
  /// escape VC, or another, from which it would enter one. Precondition: a chip has the address.
  virtual Options options_to(unsigned chip, unsigned in_port, unsigned vc, uint16_t dst) const = 0;
  /// The chip of this address has failed, or there is none: cells for it are dropped.
  virtual bool is_dead(uint16_t dst) const = 0;

 protected:
  ~EscapeTable() = default;
};

}  // namespace tinsim
