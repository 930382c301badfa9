// SPDX-License-Identifier: Apache-2.0
// Sweep runner: processes for points, and their outcomes.
#include "platform/sweep/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>

#include "base/stop_signals.h"
#include "platform/sweep/process_pool.h"

namespace tinsim {
namespace {

/// Meaning of an exit status of `tinsim run`; the sweep uses the same.
const char* status_word(int exit_status) {
  if (exit_status == 2) return "bad_input";
  return exit_status == 3 ? "broken" : "failed";
}

PointState bad_input(const std::string& error) {
  PointState state;
  state.status = "bad_input";
  state.exit_status = 2;
  state.error = one_line(error);
  return state;
}

bool has_ended_by_signal(const Ended& ended) {
  const int signal = ended.signal != 0 ? ended.signal : ended.status - signal_status(0);
  return signal == SIGINT || signal == SIGTERM;
}

/// A process that ended because the sweep does.
bool was_cut(const Ended& ended) { return recorded_signal() != 0 && has_ended_by_signal(ended); }

/// The state of a point whose process failed; it wrote into the errors of `name`.
PointState failure(const SweepFolder& folder, const std::string& name, const Ended& ended) {
  PointState state;
  state.status =
      ended.signal != 0 || has_ended_by_signal(ended) ? "killed" : status_word(ended.status);
  state.exit_status = ended.status == 2 || ended.status == 3 ? ended.status : 1;
  state.error = folder.error_text(name);
  if (ended.signal != 0) {
    state.error = fmt::format("ended by signal {} ({})", ended.signal, strsignal(ended.signal));
  } else if (state.error.empty()) {
    state.error = fmt::format("ended with status {} and no whole result", ended.status);
  }
  return state;
}

class Runner {
 public:
  Runner(const Sweep& sweep, const SweepFolder& folder, const RunnerHooks& hooks, States& states)
      : sweep_(sweep), folder_(folder), hooks_(hooks), states_(states) {}

  void run(const std::vector<size_t>& wanted, unsigned jobs) {
    std::vector<size_t> first;  // of each name
    for (const size_t number : wanted) {
      if (states_[number].status == "done" || !sweep_.points[number].error.empty()) {
        ++progress_.ended;
        progress_.failed += states_[number].failed();
        // Of a sweep that was killed when its point had just ended.
        std::filesystem::remove(folder_.errors(sweep_.points[number].name));
        continue;
      }
      auto& same = same_[sweep_.points[number].name];
      if (same.empty()) {
        const std::string& start = sweep_.points[number].start;
        start.empty() ? first.push_back(number) : starts_[start].push_back(number);
      }
      same.push_back(number);
    }
    progress_.points = wanted.size();
    report();
    for (const size_t number : first) {
      if (pool_.running() == jobs) collect();
      if (recorded_signal() != 0) break;  // it may have arrived while a point was waited for
      start(number);
    }
    while (pool_.running() != 0) collect();
    for (const auto& [start, numbers] : starts_) {
      if (recorded_signal() == 0) run_together(numbers, jobs);
    }
  }

 private:
  void report() const {
    if (hooks_.progress) hooks_.progress(progress_);
  }

  void clear(const std::string& name) const {
    const std::filesystem::path aside = folder_.clear(name);
    if (!aside.empty() && hooks_.set_aside) hooks_.set_aside(aside);
  }

  void start(size_t number) {
    const SweepPoint& point = sweep_.points[number];
    clear(point.name);
    Command command;
    command.arguments = {"run", sweep_.base.string()};
    for (const std::string& each : sweep_.overrides(point)) {
      command.arguments.insert(command.arguments.end(), {"--set", each});
    }
    command.arguments.insert(command.arguments.end(),
                             {"--out", folder_.point(point.name).string(), "--quiet"});
    command.folder = sweep_.folder;
    command.errors = folder_.errors(point.name);
    pool_.start(number, command);
  }

  void collect() {
    const Ended ended = pool_.wait();
    const std::string& name = sweep_.points[ended.id].name;
    record_end(name, state_after(folder_, name, ended));
  }

  /// One process for the start, which then forks those of the points.
  void run_together(const std::vector<size_t>& numbers, unsigned jobs) {
    for (const size_t number : numbers) clear(sweep_.points[number].name);
    const std::string what = "start-" + sweep_.points[numbers[0]].start;
    Command command;
    command.arguments = {
        "sweep",      sweep_.file.string(),       "--out",  folder_.path().string(),
        "--start-of", std::to_string(numbers[0]), "--jobs", std::to_string(jobs)};
    command.folder = sweep_.folder;
    command.errors = folder_.errors(what);
    pool_.start(numbers[0], command);
    const Ended ended = pool_.wait();
    for (const size_t number : numbers) {
      const std::string& name = sweep_.points[number].name;
      PointState state = folder_.state(name);
      // The start itself failed, and all its points with it.
      if (state.status == "pending" && !was_cut(ended))
        state = folder_.record_failure(name, failure(folder_, what, ended));
      record_end(name, state);
    }
    std::filesystem::remove(command.errors);
  }

  void record_end(const std::string& name, const PointState& state) {
    for (const size_t number : same_[name]) {
      states_[number] = state;
      ++progress_.ended;
      progress_.failed += state.failed();
      if (hooks_.ended) hooks_.ended(number, state);
    }
    report();
  }

  const Sweep& sweep_;
  const SweepFolder& folder_;
  const RunnerHooks& hooks_;
  States& states_;
  SweepProgress progress_;
  std::map<std::string, std::vector<size_t>> starts_;  ///< shared start -> one point per name
  std::map<std::string, std::vector<size_t>> same_;    ///< name -> points that have it
  ProcessPool pool_;
};

}  // namespace

PointState state_after(const SweepFolder& folder, const std::string& name, const Ended& ended) {
  PointState state = folder.state(name);
  if (ended.signal == 0 && ended.status == 0 && state.status == "done") {
    std::filesystem::remove(folder.errors(name));
    return state;
  }
  if (was_cut(ended)) {
    std::filesystem::remove(folder.errors(name));
    return state;
  }
  return folder.record_failure(name, failure(folder, name, ended));
}

States states_of(const Sweep& sweep, const SweepFolder& folder) {
  States states;
  for (const SweepPoint& point : sweep.points) {
    states.push_back(point.error.empty() ? folder.state(point.name) : bad_input(point.error));
  }
  return states;
}

void run_points(const Sweep& sweep, const SweepFolder& folder, const std::vector<size_t>& wanted,
                unsigned jobs, const RunnerHooks& hooks, States& states) {
  Runner(sweep, folder, hooks, states).run(wanted, jobs);
}

int worst_status(const States& states) {
  int worst = 0;
  for (const PointState& state : states) worst = std::max(worst, state.exit_status);
  return worst;
}

}  // namespace tinsim
