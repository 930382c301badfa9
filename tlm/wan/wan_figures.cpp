// SPDX-License-Identifier: Apache-2.0
// Mean, spread and peak of a course.
#include "tlm/wan/wan_figures.h"

#include <algorithm>
#include <cmath>

namespace tinsim {

void summarise(WanSeries& series, std::size_t warmup) {
  if (series.steps.empty()) return;
  WanFigures& f = series.figures;
  const auto below = [](const WanStep& a, const WanStep& b) { return a.occupancy < b.occupancy; };
  f.peak = std::max_element(series.steps.begin(), series.steps.end(), below)->occupancy;
  const auto from =
      series.steps.begin() + static_cast<long>(warmup < series.steps.size() ? warmup : 0);
  const auto n = static_cast<double>(series.steps.end() - from);
  f.occupancy_min = std::min_element(from, series.steps.end(), below)->occupancy;
  f.occupancy_max = std::max_element(from, series.steps.end(), below)->occupancy;
  double sum = 0, squares = 0, pauses = 0;
  for (auto step = from; step != series.steps.end(); ++step) {
    sum += step->occupancy;
    pauses += step->pause;
  }
  f.occupancy_mean = sum / n;
  for (auto step = from; step != series.steps.end(); ++step) {
    const double off = step->occupancy - f.occupancy_mean;
    squares += off * off;
  }
  f.occupancy_sd = std::sqrt(squares / n);
  f.pause_mean = pauses / n;
}

}  // namespace tinsim
