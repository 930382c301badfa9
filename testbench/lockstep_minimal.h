// SPDX-License-Identifier: Apache-2.0
// The smallest stimulus of a lockstep test that failed.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "rtl_models/common/rtl.h"
#include "testbench/record_run.h"

namespace tinsim {

/// Its report. Environment: TINSIM_MINIMAL=file.yaml writes it for `tinsim replay`. The arguments
/// are those of the run that differed in `field`.
template <class Model, class AsRtl, class Stimulus>
std::string smallest_stimulus(const std::string& block, const std::string& parameters,
                              const std::string& verilated, std::uint64_t seed,
                              std::uint64_t cycles, unsigned reset_every,
                              const std::string& field) {
  using Pair = Lockstep<Model, AsRtl>;
  const ReplayShape shape =
      make_replay_shape<Model, AsRtl>(block.c_str(), parameters.c_str(), verilated.c_str());
  auto pair =
      std::make_unique<Pair>(verilated, "", Model(), AsRtl(verilated, static_cast<int>(seed)));
  auto stimulus = std::make_unique<Stimulus>(seed);
  const auto recordings = record_run<BackDoor::kUsed>(*pair, *stimulus, recording_head(shape, seed),
                                                      cycles, seed, reset_every);
  const Minimal minimal = minimal_of(shape, recordings, field);
  if (minimal.text.empty()) return "the inputs alone do not show it again\n";
  std::string text = transactions_text(shape, recordings.front()) + minimal.text;
  if (const char* file = std::getenv("TINSIM_MINIMAL")) {
    text += saved_text(file, shape, minimal.shrunk.recording, "Repeat it: tinsim replay FILE",
                       std::string("tinsim replay ") + file);
  }
  return text;
}

}  // namespace tinsim
