// SPDX-License-Identifier: Apache-2.0
// Finite fields GF(p^n), for graphs that are made of their elements.
#include "platform/network/topology/finite_field.h"

#include <fmt/format.h>

namespace tinsim {
namespace {

unsigned smallest_factor(unsigned n) {
  unsigned factor = 2;
  while (n % factor != 0) ++factor;
  return factor;
}

/// a + times * b, digit by digit base p.
unsigned add_digits(unsigned a, unsigned times, unsigned b, unsigned p) {
  unsigned sum = 0;
  for (unsigned weight = 1; a != 0 || b != 0; a /= p, b /= p, weight *= p)
    sum += (a % p + times * (b % p)) % p * weight;
  return sum;
}

}  // namespace

bool is_prime_power(unsigned q) {
  if (q < 2) return false;
  const unsigned p = smallest_factor(q);
  while (q % p == 0) q /= p;
  return q == 1;
}

std::string nearest_values(unsigned q, unsigned most,
                           const std::function<bool(unsigned)>& is_valid) {
  unsigned below = q, above = q + 1;
  while (below > 0 && (below > most || !is_valid(below))) --below;
  while (above <= most && !is_valid(above)) ++above;
  if (above > most) return fmt::format("{}", below);
  return below == 0 ? fmt::format("{}", above) : fmt::format("{} or {}", below, above);
}

FiniteField::FiniteField(unsigned q) : q_(q), p_(smallest_factor(q)), logs_(q) {
  unsigned reduced = 1;
  while (!fill_powers(reduced)) ++reduced;
  for (unsigned exponent = 0; exponent < powers_.size(); ++exponent)
    logs_[powers_[exponent]] = exponent;
}

/// Powers of x where x^n = `reduced`; false unless they are all elements but 0, so that the
/// polynomial of that equation is primitive. In a prime field x itself is `reduced`.
bool FiniteField::fill_powers(unsigned reduced) {
  const unsigned top = q_ / p_;  // weight of the highest digit
  powers_.clear();
  unsigned element = 1;
  do {
    powers_.push_back(element);
    element = add_digits(element % top * p_, element / top, reduced, p_);
  } while (element > 1 && powers_.size() < q_);
  return element == 1 && powers_.size() == q_ - 1;
}

unsigned FiniteField::add(unsigned a, unsigned b) const { return add_digits(a, 1, b, p_); }

unsigned FiniteField::subtract(unsigned a, unsigned b) const {
  return add_digits(a, p_ - 1, b, p_);
}

unsigned FiniteField::multiply(unsigned a, unsigned b) const {
  return a == 0 || b == 0 ? 0 : power(logs_[a] + logs_[b]);
}

}  // namespace tinsim
