// SPDX-License-Identifier: Apache-2.0
// Waves of ExaNet ports: the words in both directions.
#pragma once

#include <array>

#include "platform/trace/exanet_traces.h"
#include "rtl_models/common/wave_file.h"

namespace tinsim {

/// A scope for each port. Signals in docs/reference/traces.md.
class ExanetWaves final : public ExanetTrace {
 public:
  explicit ExanetWaves(const ExanetTraceSetup& setup);

  void add_word(const ExanetPortWord& word, ExanetPart part) override;
  void close() override;

 private:
  /// Words in one direction. Part and word are undefined while `valid` is 0.
  struct Direction {
    WaveFile::Signal valid = 0, part = 0, word = 0;
    bool is_valid = false;
    Cycle last = 0;  ///< cycle of the last word
  };

  Direction add_direction(const char* name, unsigned width);
  void advance(Cycle cycle);
  void end_before(Cycle cycle);

  const ExanetTraceSetup& setup_;
  const Cycle from_;
  std::vector<bool> is_drawn_;                        ///< by traced port
  WaveFile file_;                                     ///< its cycles are picoseconds
  std::vector<std::array<Direction, 2>> directions_;  ///< by traced port: sent, received
  std::vector<Direction*> valid_;
  Cycle cycle_ = 0;
};

}  // namespace tinsim
