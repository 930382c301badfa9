// SPDX-License-Identifier: Apache-2.0
// Finite fields GF(p^n), for graphs that are made of their elements.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tinsim {

bool is_prime_power(unsigned q);

/// `4 or 7`: the values next to `q` for which `is_valid` holds, below and above, up to `most`.
std::string nearest_values(unsigned q, unsigned most,
                           const std::function<bool(unsigned)>& is_valid);

/// Elements are 0 .. q-1: the digits of a number, base p, are the coefficients of a polynomial. 0
/// and 1 are the neutral elements.
class FiniteField {
 public:
  /// Precondition: is_prime_power(q).
  explicit FiniteField(unsigned q);

  unsigned size() const { return q_; }
  unsigned add(unsigned a, unsigned b) const;
  unsigned subtract(unsigned a, unsigned b) const;
  unsigned multiply(unsigned a, unsigned b) const;
  /// A power of a primitive element, whose powers are all elements but 0.
  unsigned power(unsigned exponent) const { return powers_[exponent % powers_.size()]; }

 private:
  bool fill_powers(unsigned reduced);

  unsigned q_, p_ = 0;
  std::vector<unsigned> powers_;  ///< of the primitive element
  std::vector<unsigned> logs_;    ///< by element but 0
};

}  // namespace tinsim
