// SPDX-License-Identifier: Apache-2.0
// Values of the formulas of blocks.
#include "platform/cost/block_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"

namespace tinsim {

double FormulaTerm::at(const BlockShape& shape) const {
  double product = factor, logged = 1;
  bool has_log = false;
  for (unsigned i = 0; i < kMostParameters; ++i) {
    product *= std::pow(shape[i], power[i]);
    if (!in_log[i]) continue;
    has_log = true;
    logged *= shape[i];
  }
  return has_log ? product * std::log2(logged) : product;
}

double Formula::at(const BlockShape& shape) const {
  double sum = constant;
  for (const FormulaTerm& term : terms) sum += term.at(shape);
  return std::max(sum, 0.0);
}

bool BlockFormulas::extrapolates(const BlockShape& shape) const {
  for (std::size_t i = 0; i < largest.size(); ++i)
    if (shape[i] > largest[i]) return true;
  return false;
}

const BlockFormulas& formulas_of(const std::string& block) {
  const auto& all = block_formulas();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& of) { return of.block == block; });
  if (found == all.end())
    throw InvariantError(fmt::format("no formula of block {}, which was not mapped", block));
  return *found;
}

}  // namespace tinsim
