// SPDX-License-Identifier: Apache-2.0
// A value of each port of a switch.
#pragma once

#include <array>
#include <vector>

#include "base/port_set.h"

namespace tinsim {

/// Values of the ports 0 to PortSet::kPorts - 1. Those of the ports 0 to 63 lie in the object, so
/// that switches with no more ports find them without a pointer.
template <class T>
class PerPort {
 public:
  static constexpr unsigned kFirst = 64;

  /// Precondition: the port is below kFirst.
  T& first(unsigned port) { return first_[port]; }
  const T& first(unsigned port) const { return first_[port]; }

  T& operator[](unsigned port) {
    if (port < kFirst) return first_[port];
    if (more_.empty()) more_.resize(PortSet::kPorts - kFirst, of_others_);
    return more_[port - kFirst];
  }
  const T& operator[](unsigned port) const {
    if (port < kFirst) return first_[port];
    return more_.empty() ? of_others_ : more_[port - kFirst];
  }
  void fill(const T& value) {
    first_.fill(value);
    more_.clear();
    of_others_ = value;
  }

 private:
  std::array<T, kFirst> first_{};
  std::vector<T> more_;  ///< of the other ports; empty: all are of_others_
  T of_others_{};
};

}  // namespace tinsim
