// SPDX-License-Identifier: Apache-2.0
// Command line of a lockstep program made by tinsim_add_dut().
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/errors.h"

namespace tinsim {

/// Module and block of a program; made from the arguments of tinsim_add_dut().
struct Dut {
  std::string name;        ///< of the program
  std::string block;       ///< of tinsim
  std::string parameters;  ///< "NumPorts=4,NumVcs=4"
  std::string top;         ///< module of the user
  unsigned reset_every;    ///< mean cycles between resets
  bool has_stalls;         ///< whether the stimulus has streams that stall
  struct Port {
    std::string ours, theirs;  ///< names
  };
  std::vector<Port> ports;
  std::vector<unsigned> latency;  ///< of each output, in the order of the field list
};

struct DutOptions {
  std::uint64_t cycles = 1000000;  ///< of all seeds together
  unsigned seeds = 4;
  std::uint64_t first_seed = 1;
  int stalls = -1;  ///< percentage of cycles in which a stream stands still; -1: alternating
  unsigned reset_every = 0;
  std::string waves;
  std::string minimal;  ///< file for the smallest stimulus of a difference
  std::string replay;   ///< such a file, to be repeated
  std::string coverage;
  bool help = false;
};

inline std::string dut_usage(const Dut& dut) {
  return fmt::format(
      "{0}: {1} in lockstep with tinsim's model of {2}\n\n"
      "  --cycles N       cycles of all seeds together (1000000)\n"
      "  --seeds N        that many seeds, from 1 on (4)\n"
      "  --seed S         only seed S, for all the cycles\n"
      "  --stalls P       streams stand still in P % of the cycles; without it the share "
      "alternates{3}\n"
      "  --reset-every N  cycles between two resets on average ({4})\n"
      "  --waves FILE     ports of both sides as waves, in GTKWave's format .fst; needs --seed\n"
      "  --minimal FILE   the smallest stimulus that shows the difference found, for --replay\n"
      "  --replay FILE    repeats such a file instead\n"
      "  --coverage FILE  functional coverage of all runs, CSV; prints its holes\n\n"
      "Exit status: 0 all equal; 1 a difference; 2 wrong use; 3 an input breaks a rule of the "
      "block.\n",
      dut.name, dut.top, dut.block, dut.has_stalls ? "" : " (this block: no streams)",
      dut.reset_every);
}

/// Throws ConfigError.
inline DutOptions parse_dut_options(const Dut& dut, const std::vector<std::string>& arguments) {
  DutOptions options;
  options.reset_every = dut.reset_every;
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    const std::string& key = arguments[n];
    if (key == "--help" || key == "-h") {
      options.help = true;
      return options;
    }
    const auto text = [&] {
      if (++n >= arguments.size()) throw ConfigError(key + ": expected a value");
      return arguments[n];
    };
    const auto number = [&](std::uint64_t low, std::uint64_t high) {
      const std::string value = text();
      if (value.empty() || value.size() > 18 ||
          value.find_first_not_of("0123456789") != std::string::npos || std::stoull(value) < low ||
          std::stoull(value) > high)
        throw ConfigError(
            fmt::format("{}: '{}'; expected a number in {}..{}", key, value, low, high));
      return std::stoull(value);
    };
    constexpr std::uint64_t kMost = 1000000000000;
    if (key == "--cycles") {
      options.cycles = number(1, kMost);
    } else if (key == "--seeds") {
      options.seeds = static_cast<unsigned>(number(1, 1000000));
    } else if (key == "--seed") {
      options.first_seed = number(1, kMost);
      options.seeds = 1;
    } else if (key == "--stalls") {
      options.stalls = static_cast<int>(number(0, 99));
      if (!dut.has_stalls)
        throw ConfigError("--stalls: the stimulus of " + dut.block + " has no streams that stall");
    } else if (key == "--reset-every") {
      options.reset_every = static_cast<unsigned>(number(1, 1000000000));
    } else if (key == "--waves") {
      options.waves = text();
    } else if (key == "--minimal") {
      options.minimal = text();
    } else if (key == "--replay") {
      options.replay = text();
    } else if (key == "--coverage") {
      options.coverage = text();
    } else {
      throw ConfigError(key + ": unknown; --help lists what there is");
    }
  }
  if (!options.waves.empty() && options.seeds != 1)
    throw ConfigError("--waves: expected --seed too, since a file holds one run");
  return options;
}

}  // namespace tinsim
