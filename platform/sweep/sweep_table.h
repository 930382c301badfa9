// SPDX-License-Identifier: Apache-2.0
// Tables of a sweep: one row per point, as CSV, JSON and SQLite.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "platform/curves/axis.h"
#include "platform/sweep/folder.h"
#include "platform/sweep/points.h"

struct sqlite3;

namespace tinsim {

/// States of all points, in their order.
using States = std::vector<PointState>;

/// Names of the figures of all points: those of the first point with figures, then further ones.
std::vector<std::string> figure_names(const States& states);

std::string csv_table(const Sweep& sweep, const States& states);
std::string json_table(const Sweep& sweep, const States& states);

/// The x axis, curves, saturation throughput, and cost against gain, of the points that are done.
struct SweepCurves {
  std::vector<std::string> parameters;  ///< `label` stands for those that it names
  std::vector<CurvePoint> points;
  Axis axis;
};
SweepCurves curves_of(const Sweep& sweep, const States& states);

/// A row per curve, and per point or curve of the chart of cost against gain.
std::string curve_table(const SweepCurves& curves);
std::string pareto_table(const SweepCurves& curves, const ParetoSpec& spec);

/// Names of the tables in text.
inline constexpr std::array kSweepTables = {"sweep.csv", "sweep.json", "sweep.curves.csv",
                                            "sweep.pareto.csv"};
constexpr const char* kSweepDatabase = "sweep.sqlite";

/// `sweep.sqlite`, table `points`. All calls throw std::runtime_error where SQLite fails; the table
/// is then as it was.
class SweepDatabase {
 public:
  /// Opens or creates the file; an existing table stays until fill(). A damaged one is renamed and
  /// replaced; returns its new name, else nothing.
  std::filesystem::path open(const std::filesystem::path& file, int max_wait_ms);
  /// Limit of each wait for a reader of the table.
  void wait_at_most(int ms);

  /// Writes the whole table, in one transaction.
  void fill(const Sweep& sweep, const States& states);
  /// Replaces the row of one point.
  void update(const Sweep& sweep, size_t number, const PointState& state);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  /// False: it is no database, or a damaged one.
  bool open_whole(const std::filesystem::path& file, int max_wait_ms);
  void execute(const std::string& sql);
  void add_columns(const std::vector<std::string>& figures);
  void insert(const Sweep& sweep, size_t number, const PointState& state);

  std::unique_ptr<sqlite3, Close> database_;
  std::vector<std::string> figures_;  ///< that have a column
};

}  // namespace tinsim
