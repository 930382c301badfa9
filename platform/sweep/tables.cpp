// SPDX-License-Identifier: Apache-2.0
// The tables in the folder of a sweep, and the times of writing them.
#include "platform/sweep/tables.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "platform/result/manifest.h"

namespace tinsim {

void SweepTables::write(const States& states, int max_wait_ms) {
  failure_.clear();
  const auto write_text = [&](const char* name, const std::string& text) {
    const std::string why = foreign_file_reason(folder_.path(), name);
    if (!why.empty()) throw ConfigError(fmt::format("{}: {}", name, why));
    write_listed(folder_.path(), name, text);
  };
  attempt([&] { write_text("sweep.csv", csv_table(sweep_, states)); });
  attempt([&] { write_text("sweep.json", json_table(sweep_, states)); });
  attempt([&] {
    const SweepCurves curves = curves_of(sweep_, states);
    write_text("sweep.curves.csv", curve_table(curves));
    write_text("sweep.pareto.csv", pareto_table(curves, sweep_.pareto));
  });
  attempt([&] {
    fill(states, max_wait_ms);
    list_file(folder_.path(), kSweepDatabase);
  });
}

void SweepTables::update(size_t number, const States& states) {
  const bool fell_behind = attempt([&] {
    if (is_stale_) return fill(states, 0);
    is_stale_ = true;
    database(kShortWaitMs).update(sweep_, number, states[number]);
    is_stale_ = false;
  });
  if (fell_behind) warn_(failure_ + "; the sweep continues, its tables are written at the end");
}

void SweepTables::fill(const States& states, int max_wait_ms) {
  is_stale_ = true;
  database(max_wait_ms).fill(sweep_, states);
  is_stale_ = false;
}

SweepDatabase& SweepTables::database(int max_wait_ms) {
  const std::filesystem::path file = folder_.path() / kSweepDatabase;
  if (!database_) {
    database_.emplace();
    const std::filesystem::path aside = database_->open(file, max_wait_ms);
    if (!aside.empty()) {
      warn_(fmt::format("{}: was damaged; renamed to {} and rebuilt", file.string(),
                        aside.filename().string()));
    }
  }
  database_->wait_at_most(max_wait_ms);
  return *database_;
}

bool SweepTables::attempt(const std::function<void()>& step) try {
  step();
  return false;
} catch (const std::exception& error) {
  database_.reset();
  const bool is_first = failure_.empty();
  if (is_first) failure_ = error.what();
  return is_first;
}

}  // namespace tinsim
