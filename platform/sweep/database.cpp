// SPDX-License-Identifier: Apache-2.0
// Tables of a sweep: SQLite.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "platform/sweep/database_owner.h"
#include "platform/sweep/sweep_table.h"

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void fail(sqlite3* database) {
  const char* file = sqlite3_db_filename(database, "main");
  throw std::runtime_error(
      fmt::format("{}: {}", file != nullptr ? file : "database", sqlite3_errmsg(database)));
}

/// Of `PRAGMA quick_check`, for sqlite3_exec.
int says_ok(void* good, int columns, char** values, char** /*names*/) {
  *static_cast<bool*>(good) = columns == 1 && std::string_view(values[0]) == "ok";
  return 0;
}

std::string identifier(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void run(sqlite3* database, const std::string& sql) {
  if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(database);
}

/// Undone unless it is committed. Exclusive from the start: a reader is met before there is work.
class Transaction {
 public:
  explicit Transaction(sqlite3* database) : database_(database) {
    run(database_, "BEGIN EXCLUSIVE");
  }
  ~Transaction() {
    if (sqlite3_get_autocommit(database_) == 0) {
      sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
    }
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() { run(database_, "COMMIT"); }

 private:
  sqlite3* database_;
};

/// One INSERT, its values bound from left to right.
class Insert {
 public:
  Insert(sqlite3* database, const std::string& sql) : database_(database) {
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) {
      fail(database);
    }
  }
  ~Insert() { sqlite3_finalize(statement_); }
  Insert(const Insert&) = delete;
  Insert& operator=(const Insert&) = delete;

  void bind(const std::string& text) {
    check(sqlite3_bind_text(statement_, ++bound_, text.c_str(), -1, SQLITE_TRANSIENT));
  }
  void bind(const Json& value) {
    if (value.is_string()) return bind(value.get<std::string>());
    ++bound_;
    if (value.is_boolean()) {
      check(sqlite3_bind_int(statement_, bound_, value.get<bool>()));
    } else if (value.is_number_float()) {
      check(sqlite3_bind_double(statement_, bound_, value.get<double>()));
    } else if (value.is_number()) {
      check(sqlite3_bind_int64(statement_, bound_, value.get<int64_t>()));
    } else {
      check(sqlite3_bind_null(statement_, bound_));
    }
  }
  void run() {
    if (sqlite3_step(statement_) != SQLITE_DONE) fail(database_);
  }

 private:
  void check(int result) {
    if (result != SQLITE_OK) fail(database_);
  }

  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

}  // namespace

void SweepDatabase::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

std::filesystem::path SweepDatabase::open(const std::filesystem::path& file, int max_wait_ms) {
  if (open_whole(file, max_wait_ms)) return {};
  // A crash of the machine may leave half a file. All that a sweep puts there is in the points'
  // folders too, but users may have added to it.
  database_.reset();
  const std::filesystem::path aside = set_aside(file);
  if (!open_whole(file, max_wait_ms)) fail(database_.get());
  return aside;
}

void SweepDatabase::wait_at_most(int ms) { sqlite3_busy_timeout(database_.get(), ms); }

bool SweepDatabase::open_whole(const std::filesystem::path& file, int max_wait_ms) {
  sqlite3* database = nullptr;
  int result = sqlite3_open(file.c_str(), &database);
  database_.reset(database);
  if (result != SQLITE_OK) fail(database);
  wait_at_most(max_wait_ms);
  bool good = false;
  result = sqlite3_exec(database, "PRAGMA quick_check(1)", says_ok, &good, nullptr);
  if (result == SQLITE_NOTADB || result == SQLITE_CORRUPT) return false;
  if (result != SQLITE_OK) fail(database);
  return good;
}

void SweepDatabase::execute(const std::string& sql) { run(database_.get(), sql); }

void SweepDatabase::add_columns(const std::vector<std::string>& figures) {
  for (const std::string& name : figures) {
    if (std::find(figures_.begin(), figures_.end(), name) != figures_.end()) continue;
    execute("ALTER TABLE points ADD COLUMN " + identifier(name));
    figures_.push_back(name);
  }
}

void SweepDatabase::insert(const Sweep& sweep, size_t number, const PointState& state) {
  const SweepPoint& point = sweep.points[number];
  std::string names = "number, point, status, error, seed", marks = "?, ?, ?, ?, ?";
  const auto add = [&](const std::string& name) {
    names += ", " + identifier(name);
    marks += ", ?";
  };
  if (sweep.labelled != 0) add(kLabel);
  for (const std::string& path : sweep.parameters) add(path);
  for (const auto& [name, value] : state.figures) add(name);
  Insert row(database_.get(),
             fmt::format("INSERT OR REPLACE INTO points ({}) VALUES ({})", names, marks));
  row.bind(Json(number));
  row.bind(point.name);
  row.bind(state.status);
  row.bind(state.error);
  row.bind(std::to_string(point.seed));
  if (sweep.labelled != 0) row.bind(point.label);
  for (const SweepValue& value : point.values) row.bind(value.shown);
  for (const auto& [name, value] : state.figures) row.bind(value);
  row.run();
}

void SweepDatabase::fill(const Sweep& sweep, const States& states) {
  Transaction transaction(database_.get());
  execute(
      fmt::format("PRAGMA application_id = {}; DROP TABLE IF EXISTS points", kSweepApplicationId));
  // NUMERIC: text that reads as a number becomes one.
  std::string columns =
      "number INTEGER PRIMARY KEY, point TEXT, status TEXT, error TEXT, seed NUMERIC";
  if (sweep.labelled != 0) columns += fmt::format(", {} TEXT", kLabel);
  for (const std::string& path : sweep.parameters) columns += ", " + identifier(path) + " NUMERIC";
  execute(fmt::format("CREATE TABLE points ({})", columns));
  figures_.clear();
  add_columns(figure_names(states));
  for (size_t i = 0; i < states.size(); ++i) insert(sweep, i, states[i]);
  transaction.commit();
}

void SweepDatabase::update(const Sweep& sweep, size_t number, const PointState& state) {
  Transaction transaction(database_.get());
  add_columns(figure_names({state}));
  insert(sweep, number, state);
  transaction.commit();
}

}  // namespace tinsim
