// SPDX-License-Identifier: Apache-2.0
// Waves of a run: one waveform file with a scope for each port that `trace.waves` names.
#pragma once

#include <memory>
#include <vector>

#include "platform/trace/switch_waves.h"
#include "platform/trace/trace.h"

namespace tinsim {

/// Memory use depends on the distance in time of the chips, not on the run.
class WaveProbe final : public Trace {
 public:
  /// Opens the file and declares all signals. `setup` is copied.
  explicit WaveProbe(const TraceSetup& setup);

  SwitchObserver* observer(unsigned chip) override;
  PinWatch pins(unsigned chip) override;
  void advance(Cycle horizon) override;
  void close(Cycle end) override;

 private:
  WaveFile file_;
  WaveQueue queue_;
  std::vector<std::unique_ptr<SwitchWaves>> waves_;  ///< by chip; null: none of its ports
};

}  // namespace tinsim
