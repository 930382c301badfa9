// SPDX-License-Identifier: Apache-2.0
// Waveforms drawn from the chip core's events, against the pins of the block model, cycle by cycle;
// and levels against what the core holds.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "platform/trace/switch_waves.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "testbench/looped_switch.h"
#include "testbench/vcd_reader.h"
#include "tlm/tin/cell_switch/lockstep_switch.h"

namespace tinsim {
namespace {

constexpr unsigned kPorts = 4;
constexpr unsigned kVcs = 4;
constexpr Cycle kCycles = 1200;
using Block = CellSwitch<kPorts, kVcs, 64>;
using Pair = LockstepSwitch<SwitchOnPins<Block, kPorts, kVcs>>;

/// A level that the core held between two windows.
struct Held {
  Cycle cycle;
  std::string signal;
  unsigned words;
};

struct Drawn {
  Vcd vcd;
  unsigned ports = 0;
  std::vector<Held> held;
};

std::string scope_of(unsigned port) { return "pod0.tin0.port" + std::to_string(port); }

/// Signals of cycle `now` show what takes effect in it, which the core has ignored yet.
void note_levels(Pair& pair, const SwitchParams& params, Cycle now, std::vector<Held>& held) {
  std::array<std::array<unsigned, kVcs>, kPorts> occupancy{}, available{};
  for (unsigned port = 0; port < params.ports; ++port) {
    for (unsigned vc = 0; vc < params.vcs; ++vc) {
      occupancy[port][vc] = pair.occupancy(port, vc);
      available[port][vc] = pair.available(port, vc);
    }
  }
  pair.mailbox().peek(
      now, now + 1,
      [&](unsigned port, Cycle, const Cell& cell) { occupancy[port][cell.vc] += cell.words; },
      [&](unsigned port, Cycle, Credit credit) {
        if (params.terminal_ports >> port & 1) return;
        available[port][credit.vc] += credit.words;
      });
  for (unsigned port = 0; port < params.ports; ++port) {
    for (unsigned vc = 0; vc < params.vcs; ++vc) {
      const std::string name = ".vc" + std::to_string(vc);
      held.push_back({now, scope_of(port) + ".occupancy" + name, occupancy[port][vc]});
      held.push_back({now, scope_of(port) + ".available" + name, available[port][vc]});
    }
  }
}

Drawn draw(uint64_t seed) {
  const std::string path = std::filesystem::temp_directory_path() /
                           ("tinsim_switch_waves_" + std::to_string(getpid()) + ".fst");
  Drawn drawn;
  const LoopedSetup setup(seed, kPorts, kVcs);
  LoopedEndpoints endpoints(setup, seed);
  RouteUnit route(setup.table(), setup.route_params(), seed, 0, setup.params().terminal_ports);
  Pair pair(setup.params(), route, setup.ring_cycles());
  setup.join(pair);
  pair.attach(&endpoints);
  if (setup.stalls() != nullptr) pair.stall_links(setup.stalls());
  drawn.ports = setup.params().ports;
  {
    WaveFile file(path, 1000000);  // a cycle is a picosecond
    WaveQueue queue(file, 0, kNoCycle);
    SwitchWaves waves(file, queue, setup.params());
    for (unsigned port = 0; port < drawn.ports; ++port) waves.draw(port, scope_of(port));
    pair.observe(&waves);
    pair.watch_pins(waves, waves.ports());
    for (Cycle now = 0; now < kCycles; now += setup.window()) {
      pair.advance(now, now + setup.window());
      note_levels(pair, setup.params(), now + setup.window(), drawn.held);
    }
    queue.close(kCycles);
  }
  drawn.vcd = read_fst(path);
  std::filesystem::remove(path);
  std::filesystem::remove(std::filesystem::path(path).replace_extension(".gtkw"));
  return drawn;
}

/// Cycles in which a signal made from events differs from the pin of its name; where it has a valid
/// bit, only cycles with that count.
struct Difference {
  unsigned cycles = 0;
  unsigned compared = 0;
};
Difference compare(const Vcd& vcd, const std::string& port, const std::string& name,
                   const std::string& valid, Cycle until) {
  Difference result;
  for (Cycle cycle = 8; cycle < until; ++cycle) {
    if (!valid.empty() && vcd.value(port + "." + valid, cycle) == 0) continue;
    ++result.compared;
    result.cycles += vcd.bits(port + "." + name, cycle) != vcd.bits(port + ".pins." + name, cycle);
  }
  return result;
}

// The pins lag behind the core, and the run ends in the middle.
constexpr Cycle kPinsUntil = kCycles - 8;

TEST(SwitchWaves, SignalsAreThePinsOnEveryCycle) {
  unsigned cells = 0, credits = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Drawn drawn = draw(seed);
    for (unsigned port = 0; port < drawn.ports; ++port) {
      const std::string scope = scope_of(port);
      for (const char* name : {"rx_valid_i", "rx_sop_i", "tx_valid_o", "tx_sop_o", "match_valid_o",
                               "fc_valid_o", "fc_valid_i"}) {
        EXPECT_EQ(compare(drawn.vcd, scope, name, "", kPinsUntil).cycles, 0u)
            << "seed " << seed << " " << scope << " " << name;
      }
      for (const auto& [name, valid] :
           {std::pair("match_port_o", "match_valid_o"), std::pair("match_vc_o", "match_valid_o"),
            std::pair("fc_vc_o", "fc_valid_o"), std::pair("fc_limit_o", "fc_valid_o"),
            std::pair("fc_vc_i", "fc_valid_i"), std::pair("fc_limit_i", "fc_valid_i")}) {
        const Difference d = compare(drawn.vcd, scope, name, valid, kPinsUntil);
        EXPECT_EQ(d.cycles, 0u) << "seed " << seed << " " << scope << " " << name;
        credits += d.compared;
      }
      cells += compare(drawn.vcd, scope, "tx_sop_o", "tx_sop_o", kPinsUntil).compared;
    }
  }
  EXPECT_GT(cells, 500u);
  EXPECT_GT(credits, 500u);
}

TEST(SwitchWaves, FieldsAreThoseOfTheHeaderOnThePins) {
  const Drawn drawn = draw(1);
  unsigned cells = 0;
  for (unsigned port = 0; port < drawn.ports; ++port) {
    for (const auto& [dir, suffix] : {std::pair("rx", "_i"), std::pair("tx", "_o")}) {
      const std::string begin = scope_of(port) + "." + dir + "_";
      for (Cycle cycle = 8; cycle < kPinsUntil; ++cycle) {
        if (drawn.vcd.value(begin + "sop" + suffix, cycle) == 0) continue;
        const uint64_t word =
            drawn.vcd.value(scope_of(port) + ".pins." + dir + "_data" + suffix, cycle);
        const CellHeader header = decode_header(word);
        EXPECT_EQ(drawn.vcd.value(begin + "vc", cycle), header.vc);
        EXPECT_EQ(drawn.vcd.value(begin + "words", cycle), header.len);
        EXPECT_EQ(drawn.vcd.value(begin + "src", cycle), header.src);
        EXPECT_EQ(drawn.vcd.value(begin + "dst", cycle), header.dst);
        ++cells;
      }
    }
  }
  EXPECT_GT(cells, 100u);
}

TEST(SwitchWaves, LevelsAreWhatTheCoreHolds) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Drawn drawn = draw(seed);
    unsigned changed = 0;
    for (const Held& held : drawn.held) {
      if (held.cycle >= kCycles) continue;
      ASSERT_EQ(drawn.vcd.value(held.signal, held.cycle), held.words)
          << "seed " << seed << " cycle " << held.cycle << " " << held.signal;
      changed += drawn.vcd.value(held.signal, 0) != held.words;
    }
    EXPECT_GT(changed, 100u);
  }
}

// Each comparison above must be able to fail: the same file with one signal a cycle late.
TEST(SwitchWaves, ASignalThatIsACycleLateIsFound) {
  Drawn drawn = draw(1);
  const std::string scope = scope_of(0);
  for (const char* name : {"tx_valid_o", "fc_valid_o", "rx_sop_i"}) {
    for (auto& change : drawn.vcd.signals.at(scope + "." + name).changes) ++change.first;
    EXPECT_GT(compare(drawn.vcd, scope, name, "", kPinsUntil).cycles, 5u) << name;
  }
  for (auto& [name, signal] : drawn.vcd.signals) {
    if (name.find(".occupancy.") == std::string::npos) continue;
    for (auto& change : signal.changes) change.first += change.first != 0;
  }
  unsigned wrong = 0;
  for (const Held& held : drawn.held) {
    wrong += held.cycle < kCycles && drawn.vcd.value(held.signal, held.cycle) != held.words;
  }
  EXPECT_GT(wrong, 5u);
}

}  // namespace
}  // namespace tinsim
