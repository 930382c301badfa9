// SPDX-License-Identifier: Apache-2.0
// Points of a sweep that share their start: a fork duplicates the whole simulation, kernel
// included.
#include "platform/cli/started_points.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <set>

#include "base/errors.h"
#include "base/printable.h"
#include "base/stop_signals.h"
#include "platform/cli/output_dir.h"
#include "platform/result/writer.h"
#include "platform/run/run.h"
#include "platform/sweep/runner.h"

namespace tinsim {
namespace {

/// The end of a point in a process of its own; returns its exit status.
int finish(StartedRun& run, const PlatformConfig& config, const std::filesystem::path& out) {
  const auto fail = [](int status, const std::exception& error) {
    fmt::print(stderr, "{}\n", printable(error.what()));
    std::fflush(stderr);
    return status;
  };
  try {
    OutputDir folder(out);
    const RunResult result = run.finish(config);
    write_results(folder.staging(), result);
    folder.commit();
    return result.cut ? signal_status(result.cut->signal) : 0;
  } catch (const ConfigError& error) {
    return fail(2, error);
  } catch (const InvariantError& error) {
    return fail(3, error);
  } catch (const std::exception& error) {
    return fail(1, error);
  }
}

}  // namespace

void run_started_points(const Sweep& sweep, const std::filesystem::path& folder, size_t number,
                        unsigned jobs) {
  const SweepFolder points(folder, SweepFolder::Use::kForOwner);
  RunOptions options;
  options.config_path = sweep.base.string();
  options.cut_by = recorded_signal;
  StartedRun run(config_of(sweep, sweep.points.at(number)), options);
  record_signals();
  ProcessPool pool;
  const auto collect = [&] {
    const Ended ended = pool.wait();
    state_after(points, sweep.points[ended.id].name, ended);
  };
  std::set<std::string> started;
  for (size_t i = 0; i < sweep.points.size() && recorded_signal() == 0; ++i) {
    const SweepPoint& point = sweep.points[i];
    const bool is_wanted =
        point.start == sweep.points[number].start && points.state(point.name).status != "done";
    if (!is_wanted || !started.insert(point.name).second) continue;
    if (pool.running() == jobs) collect();
    if (pool.split(i, points.errors(point.name))) {
      ::_exit(finish(run, config_of(sweep, point), points.point(point.name)));
    }
  }
  while (pool.running() != 0) collect();
}

}  // namespace tinsim
