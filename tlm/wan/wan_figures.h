// SPDX-License-Identifier: Apache-2.0
// Figures of flow control over a WAN, and its course over time.
#pragma once

#include <vector>

#include "base/fields/kinds.h"

namespace tinsim {

/// One step of a run. Data in steps at the line rate.
struct WanStep {
  double occupancy;   ///< of the buffer, at the end of the step
  double pause;       ///< share of the step that the node requests of the source
  double sink_pause;  ///< share of the step that the sink requests of the node
};

struct WanFigures {
  TIN_RECORD(WanFigures);
  TIN_FIELD(Figure, occupancy_mean, "mean occupancy of the buffer, in steps of data");
  TIN_FIELD(Figure, occupancy_min, "its minimum");
  TIN_FIELD(Figure, occupancy_max, "its maximum");
  TIN_FIELD(Figure, occupancy_sd, "its standard deviation");
  TIN_FIELD(Figure, peak, "maximum occupancy of the whole run");
  TIN_FIELD(Figure, sink_efficiency,
            "data delivered, as a share of that for which the sink was open");
  TIN_FIELD(Figure, starved_share,
            "share of steps in which the sink was open for more than arrived");
  TIN_FIELD(Figure, pause_mean, "mean pause requested of the source, as a share of a step");
  TIN_FIELD(Figure, lost, "data that found no room in the buffer, whole run, in steps of data");
};

/// Course and figures of a run.
struct WanSeries {
  std::vector<WanStep> steps;
  WanFigures figures;
};

/// Fills the figures that follow from the course alone: occupancy and pauses after `warmup` steps,
/// or of all steps where there are no more, and the peak.
void summarise(WanSeries& series, std::size_t warmup);

}  // namespace tinsim
