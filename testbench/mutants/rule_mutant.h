// SPDX-License-Identifier: Apache-2.0
// Runs a model in lockstep with RTL of which one mutant by rule is active.
#pragma once

#include <fmt/format.h>
#include <verilated.h>

#include <cstdint>
#include <memory>
#include <string>

#include "rtl_models/common/lockstep.h"
#include "rtl_models/common/rtl.h"
#include "testbench/drive.h"

namespace tinsim {

/// The plusarg of the mutant that the next instances of WithMutant have.
inline std::string& mutant_argument() {
  static std::string argument;
  return argument;
}

/// V, a Verilated class with mutants, whose simulator has mutant_argument().
template <class V>
class WithMutant : public V {
 public:
  WithMutant(VerilatedContext* context, const char* name) : V(with_argument(context), name) {}

 private:
  static VerilatedContext* with_argument(VerilatedContext* context) {
    const char* arguments[] = {"", mutant_argument().c_str()};
    context->commandArgs(2, arguments);
    return context;
  }
};

/// main() of a block's mutants: `program <number of the mutant, 0 for none>`. Prints
///   found <seed> <cycles until then, of all seeds> <field that differs, or ->
///   equal <cycles compared>
/// `cycles` are divided among `seeds`. Returns 0; 2 for wrong arguments.
template <class Model, class V, class Stimulus>
int run_rule_mutant(int argc, char** argv, std::uint64_t cycles, unsigned reset_every) {
  constexpr unsigned kSeeds = 4;
  using Pair = Lockstep<Model, Rtl<Model, WithMutant<V>>>;
  if (argc != 2) {
    fmt::print(stderr, "usage: {} <mutant>; expected one number\n", argv[0]);
    return 2;
  }
  mutant_argument() = fmt::format("+tin_mutant={}", argv[1]);
  std::uint64_t compared = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    auto pair = std::make_unique<Pair>("mutant", "", Model(),
                                       Rtl<Model, WithMutant<V>>("mutant", static_cast<int>(seed)));
    auto stimulus = std::make_unique<Stimulus>(seed);
    try {
      drive(*pair, *stimulus, cycles / kSeeds, seed, reset_every);
      pair->finish();
    } catch (const LockstepMismatch& mismatch) {
      fmt::print("found {} {} {}\n", seed, compared + pair->cycles(),
                 mismatch.field().empty() ? "-" : mismatch.field());
      return 0;
    }
    compared += pair->cycles();
  }
  fmt::print("equal {}\n", compared);
  return 0;
}

}  // namespace tinsim
