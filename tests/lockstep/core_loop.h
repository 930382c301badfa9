// SPDX-License-Identifier: Apache-2.0
// Runs the chip core in lockstep with a switch on pins, in loops, from seed to seed.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <utility>

#include "testbench/looped_switch.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"

namespace tinsim {

struct CoreLoopPlan {
  uint64_t cycles = 100000;
  unsigned cycles_per_run = 2500;  ///< then reset, with everything drawn again
  uint64_t first_seed = 1;         ///< of the runs, which count up from it
  LoopedSetup::Variants variants = LoopedSetup::Variants::none;  ///< that `Pins` have, too
};

/// New settings from random cycles of a window on, sometimes several from one cycle on.
inline void edit_settings(EditableSettings& engine, Random& random, unsigned percent, Cycle from,
                          Cycle to) {
  for (Cycle at = from; at < to; ++at)
    while (random.chance(percent)) engine.edit_settings(at, draw_settings(random));
}

/// `Pins`: what stands alongside the core. Throws InvariantError at the first event that differs.
/// Returns the events compared.
template <class Pins>
uint64_t run_loops_alongside(const CoreLoopPlan& plan, unsigned ports, unsigned vcs) {
  auto block = std::make_unique<typename Pins::BlockType>();
  uint64_t cycles = 0, compared = 0, delivered = 0;
  for (uint64_t seed = plan.first_seed; cycles < plan.cycles; ++seed) {
    const LoopedSetup setup(seed, ports, vcs, plan.variants);
    LoopedEndpoints endpoints(setup, seed);
    RouteUnit route(setup.table(), setup.route_params(), seed, 0, setup.params().terminal_ports);
    LockstepSwitch<Pins> pair(setup.params(), route, setup.ring_cycles(), std::move(block));
    setup.join(pair);
    pair.attach(&endpoints);
    if (setup.stalls() != nullptr) pair.stall_links(setup.stalls());
    // Reset falls anywhere, also into the middle of cells.
    const Cycle end = plan.cycles_per_run + static_cast<Cycle>(seed % 97);
    const unsigned edit_percent = seed % 2 == 0 ? 0 : seed % 4 == 1 ? 1 : 30;
    Random edits(seed);
    Cycle now = 0;
    for (; now < end; now += setup.window()) {
      edit_settings(pair, edits, edit_percent, now, now + setup.window());
      pair.advance(now, now + setup.window());
    }
    pair.finish(now);
    cycles += now;
    compared += pair.compared();
    delivered += endpoints.delivered();
    block = pair.take_block();
  }
  fmt::print("{} cycles, {} events on the same cycle, {} cells delivered\n", cycles, compared,
             delivered);
  return compared;
}

template <class Block, unsigned kPorts, unsigned kVcs>
uint64_t run_core_loops(const CoreLoopPlan& plan) {
  return run_loops_alongside<SwitchOnPins<Block, kPorts, kVcs>>(plan, kPorts, kVcs);
}

inline uint64_t soak_factor() {
  const char* text = std::getenv("TINSIM_SOAK_FACTOR");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

}  // namespace tinsim
