// SPDX-License-Identifier: Apache-2.0
// Rules of chips on pins: the switch must be a variant that exists there, and fit its shape.
#include "platform/validate/check_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/config/chip_impl.h"
#include "platform/network/topology/topology.h"
#include "rtl_models/cell_switch/shapes.h"

namespace tinsim {

namespace {

/// Arbiters of switches on pins, and how an error names them.
struct ArbitersOnPins {
  std::vector<ArbiterKind> kinds;
  const char* names;
  const char* values;
};

ArbitersOnPins arbiters_on_pins(const PlatformConfig& config) {
  if (is_tin_switch(config)) return {{ArbiterKind::islip}, "iSLIP", "islip"};
  if (!are_on_pins(config.tin.blocks))
    return {
        {ArbiterKind::islip, ArbiterKind::rrm}, "iSLIP or round-robin matching", "islip or rrm"};
  // Diagonals are counted modulo the ports of the shape.
  if (config.tin.switch_.ports == full_shape::kPorts)
    return {{ArbiterKind::islip, ArbiterKind::rrm, ArbiterKind::wavefront},
            "iSLIP, round-robin matching or a wave front",
            "islip, rrm or wavefront"};
  return {{ArbiterKind::islip, ArbiterKind::rrm},
          "iSLIP, round-robin matching or, at 50 ports, a wave front",
          "islip or rrm"};
}

void check_arbiter_on_pins(const PlatformConfig& config, const std::string& what,
                           const PinsKey& pins, RuleErrors& errors) {
  const ArbiterKind arbiter = config.tin.switch_.arbiter;
  const unsigned cycles = config.tin.switch_.arbitration_cycles;
  const ArbitersOnPins on_pins = arbiters_on_pins(config);
  const bool has_arbiter =
      std::find(on_pins.kinds.begin(), on_pins.kinds.end(), arbiter) != on_pins.kinds.end();
  errors.expect(
      has_arbiter && cycles == 1, pins.key,
      fmt::format("{} arbitrates by {} in every cycle, but tin.switch has arbiter {} "
                  "and arbitration_cycles {}; expected {} and 1, or {}",
                  what, on_pins.names, word_of(arbiter), cycles, on_pins.values, pins.without));
}

/// A switch on pins is a variant_switch where it has to be, but its blocks and links exist with
/// those of a cell_switch only.
void check_variant_on_pins(const PlatformConfig& config, const PinsKey& pins, RuleErrors& errors) {
  const TinConfig& tin = config.tin;
  const bool linked = is_tin_switch(config), slotted = are_on_pins(tin.blocks);
  const bool has_variants = !linked && !slotted;
  const std::string what = pins.value + (linked ? " with tin.impl_block tin_switch"
                                         : slotted && tin.impl != SwitchImpl::model
                                             ? " with blocks of a switch in tin.blocks"
                                             : "");
  const Ratio speedup = tin.switch_.crossbar_speedup;
  errors.expect(speedup == 1 || (speedup == 2 && has_variants), pins.key,
                fmt::format("{} has a crossbar of {} per port and cycle, but "
                            "tin.switch.crossbar_speedup is {}; expected {}, or {}",
                            what, has_variants ? "one or two words" : "one word", text_of(speedup),
                            has_variants ? "1 or 2" : "1", pins.without));
  check_arbiter_on_pins(config, what, pins, errors);
  const unsigned shared = std::max(tin.vc_fifo.local_shared_words, tin.vc_fifo.global_shared_words);
  errors.expect(shared == 0 || has_variants, pins.key,
                fmt::format("{} has a memory of its own for each VC FIFO, but tin.vc_fifo has {} "
                            "shared words; expected 0, or {}",
                            what, shared, pins.without));
}

}  // namespace

void check_switch_on_pins(const PlatformConfig& config, RuleErrors& errors) {
  const TinConfig& tin = config.tin;
  const PinsKey pins = pins_key(tin);
  check_variant_on_pins(config, pins, errors);
  unsigned deepest = 0, most = 0;  // words per VC FIFO, and per port
  for (PortKind kind : {PortKind::kLocal, PortKind::kGlobal, PortKind::kTerminal}) {
    const unsigned own = vc_fifo_words(tin.vc_fifo, kind);
    deepest = std::max(deepest, own);
    most = std::max(most, tin.switch_.vcs * own + shared_words(tin.vc_fifo, kind));
  }
  errors.expect(
      tin.switch_.ports <= full_shape::kPorts && deepest <= full_shape::kFifoWords, pins.key,
      fmt::format("{} has no shape for {} ports and {} words per VC FIFO; expected at most "
                  "{} ports and {} words",
                  pins.value, tin.switch_.ports, deepest, full_shape::kPorts,
                  full_shape::kFifoWords));
  errors.expect(deepest > full_shape::kFifoWords || most <= full_shape::kPortWords, pins.key,
                fmt::format("{} stores {} words per port, but the VC FIFOs of a port have {} "
                            "together; expected at most that, or {}",
                            pins.value, full_shape::kPortWords, most, pins.without));
}

}  // namespace tinsim
