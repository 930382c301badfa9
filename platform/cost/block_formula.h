// SPDX-License-Identifier: Apache-2.0
// Gates and flip-flops of blocks as formulas over their parameters, fitted to what synthesis found
// (docs/reference/synthesis.md).
#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tinsim {

constexpr unsigned kMostParameters = 5;
/// Values of the parameters of a block, in the order of its row in rtl_models/blocks.cmake.
using BlockShape = std::array<unsigned, kMostParameters>;

/// An error that is not known, for the block was mapped at too few shapes.
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// `factor` times powers of parameters, times the logarithm to base 2 of the product of those that
/// `in_log` names, if any.
struct FormulaTerm {
  double factor = 0;
  std::array<unsigned, kMostParameters> power{};
  std::array<bool, kMostParameters> in_log{};

  double at(const BlockShape& shape) const;
};

struct Formula {
  double constant = 0;
  std::vector<FormulaTerm> terms;
  double error = kUnknown;           ///< greatest relative error at the shapes of the fit
  double error_left_out = kUnknown;  ///< … of the largest shape, left out of the fit

  double at(const BlockShape& shape) const;
};

struct BlockFormulas {
  std::string_view block;
  std::vector<std::string_view> parameters;
  unsigned shapes = 0;            ///< that were mapped
  std::vector<unsigned> largest;  ///< value of each parameter among them
  Formula gates;                  ///< in NAND2, flip-flops included
  Formula flops;

  /// A parameter is greater than at any shape that was mapped.
  bool extrapolates(const BlockShape& shape) const;
};

/// Of all blocks that were mapped.
const std::vector<BlockFormulas>& block_formulas();

/// Throws InvariantError where the block was not mapped.
const BlockFormulas& formulas_of(const std::string& block);

}  // namespace tinsim
