// SPDX-License-Identifier: Apache-2.0
// One batch of a run: its simulation, its sums over all ranks, and the invariants at its end.
#include "platform/run/batch_runner.h"

#include "base/stop_signals.h"
#include "platform/build/windows.h"
#include "platform/config/chip_shape.h"
#include "platform/config/clock_cycles.h"
#include "platform/run/audit.h"

namespace tinsim {
namespace {

/// Cycles without a delivery that mean deadlock: the configured ones, and those that a cell may
/// need for its links alone, waiting for the credit of each.
Cycle progress_timeout(const RunState& state) {
  const double trip =
      credit_round_trip(longest_link(state.config, state.topology), chip_delays(state.config));
  return saturated(clock_cycles(state.config, state.config.run.progress_timeout_us) +
                   state.proof.longest_route_links * trip);
}

DeliveryLog::BatchSum deliveries_of(const Platform& platform, std::size_t batch) {
  DeliveryLog::BatchSum all;
  for (const DeliveryLog* log : platform.judged_logs()) {
    if (batch >= log->batches().size()) continue;
    const DeliveryLog::BatchSum& sum = log->batches()[batch];
    all.cells += sum.cells;
    all.words += sum.words;
    all.latency += sum.latency;
  }
  return all;
}

}  // namespace

BatchRunner::BatchRunner(const RunState& state, const std::function<int()>& cut_by)
    : state_(state), cut_by_(cut_by), watch_(progress_timeout(state), state.config.chip) {}

EndedBatch BatchRunner::run(RunTraces& traces) {
  Platform& platform = *state_.platform;
  const std::size_t index = platform.now() / state_.batch;
  platform.run_to(platform.now() + state_.batch);
  traces.advance();
  const DeliveryLog::BatchSum delivered = deliveries_of(platform, index);
  uint64_t sources = 0, waits = 0;
  for (const Service* service : platform.services()) waits += service->may_wait();
  const uint64_t age = platform.waiting_age(sources);
  std::vector<uint64_t> sums = {delivered.cells,
                                delivered.words,
                                delivered.latency,
                                age,
                                sources,
                                platform.injected(),
                                platform.delivered() + platform.dropped(),
                                signal_vote(cut_by_ ? cut_by_() : 0),
                                platform.dropped() - platform.failure_counts().tin_down,
                                waits};
  platform.ranks().add_up(sums);
  EndedBatch ended;
  ended.sums.cycles = state_.batch;
  ended.sums.delivered_cells = sums[0];
  ended.sums.accepted_words = sums[1];
  ended.sums.latency_sum_cycles = sums[2];
  if (sums[4] != 0) {
    ended.sums.source_wait_cycles = static_cast<double>(sums[3]) / static_cast<double>(sums[4]);
  }
  ended.signal = elected_signal(sums[7]);
  for (Service* service : platform.services()) service->end_batch(platform.now(), sums[8]);
  check_progress(sums[5], sums[6], sums[9] != 0);
  audit_if_due();
  return ended;
}

/// A cell that is dropped makes room like one that arrives.
void BatchRunner::check_progress(uint64_t injected, uint64_t finished, bool may_wait) {
  Platform& platform = *state_.platform;
  if (may_wait || (state_.failures != nullptr && state_.failures->may_wait(platform.now()))) {
    watch_.restart(platform.now());
  }
  watch_.check(platform, state_.topology, finished - finished_, injected - finished);
  finished_ = finished;
}

void BatchRunner::audit_if_due() {
  const unsigned period = state_.config.run.audit;
  if (period != 0 && ++audits_ % period == 0)
    audit(*state_.platform, state_.topology, state_.config.chip);
}

}  // namespace tinsim
