// SPDX-License-Identifier: Apache-2.0
// Reads a waveform file back through GTKWave's fst2vcd, for comparison with the written changes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tinsim {

struct Vcd {
  struct Signal {
    unsigned width = 0;
    std::vector<std::pair<std::uint64_t, std::string>> changes;  ///< time, bits from the top
  };

  std::string timescale;
  std::map<std::string, Signal> signals;  ///< by path: "chip.port.name"

  /// Bits at a time, most significant first; "" before the first value. Throws std::out_of_range
  /// for a signal that is not there.
  std::string bits(const std::string& name, std::uint64_t time) const;
  /// The same as a number; throws std::invalid_argument for x and z.
  std::uint64_t value(const std::string& name, std::uint64_t time) const;
};

/// Throws std::runtime_error if fst2vcd fails or prints no VCD.
Vcd read_fst(const std::string& path);

}  // namespace tinsim
