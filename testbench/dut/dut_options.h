// SPDX-License-Identifier: Apache-2.0
// Command line of a lockstep program made by tinsim_add_dut().
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/errors.h"
#include "base/printable.h"

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
  bool model_alone = false;
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
      "  --model          with --replay: the model alone, its outputs and registers in each cycle\n"
      "  --coverage FILE  functional coverage of all runs, CSV; prints its holes\n\n"
      "A file to be written may be a link to one, which is followed.\n"
      "Exit status: 0 all equal; 1 a difference; 2 wrong use; 3 an input breaks a rule of the "
      "block.\n",
      dut.name, dut.top, dut.block, dut.has_stalls ? "" : " (this block: no streams)",
      dut.reset_every);
}

namespace detail {
/// One argument after the other, each option once.
class DutArguments {
 public:
  explicit DutArguments(const std::vector<std::string>& words) : words_(words) {}
  bool at_end() const { return next_ == words_.size(); }
  const std::string& option() {
    key_ = words_[next_++];
    if (!given_.insert(key_).second) throw ConfigError(printable(key_) + ": it is given twice");
    return key_;
  }
  std::string text() {
    if (at_end()) throw ConfigError(key_ + ": expected a value");
    if (words_[next_].empty()) throw ConfigError(key_ + ": ''; expected a value");
    return words_[next_++];
  }
  std::uint64_t number(std::uint64_t low, std::uint64_t high) {
    const std::string value = text();
    if (value.size() > 18 || value.find_first_not_of("0123456789") != std::string::npos ||
        std::stoull(value) < low || std::stoull(value) > high)
      throw ConfigError(fmt::format("{}: '{}'; expected a number in {}..{}", key_,
                                    printable(value, 60), low, high));
    return std::stoull(value);
  }
  bool has(const std::string& key) const { return given_.count(key) != 0; }
  /// `key` stands without any of `others`.
  void alone(const std::string& key, const std::set<std::string>& others) const {
    if (!has(key)) return;
    for (const std::string& other : given_) {
      if (others.count(other))
        throw ConfigError(
            fmt::format("{}: it has no effect with {}; expected one of them", other, key));
    }
  }

 private:
  const std::vector<std::string>& words_;
  std::size_t next_ = 0;
  std::string key_;
  std::set<std::string> given_;
};
}  // namespace detail

/// Throws ConfigError.
inline DutOptions parse_dut_options(const Dut& dut, const std::vector<std::string>& words) {
  constexpr std::uint64_t kMost = 1000000000000;
  DutOptions options;
  options.reset_every = dut.reset_every;
  detail::DutArguments arguments(words);
  while (!arguments.at_end()) {
    const std::string& key = arguments.option();
    if (key == "--help" || key == "-h") {
      options.help = true;
      return options;
    } else if (key == "--cycles") {
      options.cycles = arguments.number(1, kMost);
    } else if (key == "--seeds") {
      options.seeds = static_cast<unsigned>(arguments.number(1, 1000000));
    } else if (key == "--seed") {
      options.first_seed = arguments.number(1, kMost);
      options.seeds = 1;
    } else if (key == "--stalls") {
      options.stalls = static_cast<int>(arguments.number(0, 99));
      if (!dut.has_stalls)
        throw ConfigError("--stalls: the stimulus of " + dut.block + " has no streams that stall");
    } else if (key == "--reset-every") {
      options.reset_every = static_cast<unsigned>(arguments.number(1, 1000000000));
    } else if (key == "--waves") {
      options.waves = arguments.text();
    } else if (key == "--minimal") {
      options.minimal = arguments.text();
    } else if (key == "--replay") {
      options.replay = arguments.text();
    } else if (key == "--model") {
      options.model_alone = true;
    } else if (key == "--coverage") {
      options.coverage = arguments.text();
    } else {
      throw ConfigError(printable(key, 60) + ": unknown; --help lists what there is");
    }
  }
  arguments.alone("--replay", {"--cycles", "--seeds", "--seed", "--stalls", "--reset-every",
                               "--waves", "--minimal", "--coverage"});
  arguments.alone("--seed", {"--seeds"});
  if (options.model_alone && options.replay.empty())
    throw ConfigError("--model: expected --replay too, whose inputs the model gets");
  if (!options.waves.empty() && options.seeds != 1)
    throw ConfigError("--waves: expected --seed too, since a file holds one run");
  return options;
}

}  // namespace tinsim
