// SPDX-License-Identifier: Apache-2.0
// Whose database `sweep.sqlite` is.
#include "platform/sweep/database_owner.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <fstream>
#include <memory>
#include <string_view>

#include "base/folder_path.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;

// The database file format (sqlite.org/fileformat2.html#the_database_header).
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kApplicationIdAt = 68;  ///< four bytes, most significant first

constexpr std::string_view kFirstColumns = "number,point,status,error,seed";

std::string header_of(const fs::path& file) {
  std::string header(kHeaderBytes, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(header.data(), static_cast<std::streamsize>(header.size()));
  header.resize(static_cast<std::size_t>(in.gcount()));
  return header;
}

int application_id(const std::string& header) {
  unsigned id = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    id = id << 8 | static_cast<unsigned char>(header[kApplicationIdAt + i]);
  }
  return static_cast<int>(id);
}

/// The result of a query of one value; empty if there is none, or if the query fails now.
std::string query_text(sqlite3* database, const char* sql) {
  const auto take = [](void* to, int, char** values, char**) {
    if (values[0] != nullptr) *static_cast<std::string*>(to) = values[0];
    return 0;
  };
  std::string answer;
  sqlite3_exec(database, sql, take, &answer, nullptr);
  return answer;
}

bool has_points_of_a_sweep(const fs::path& file) {
  sqlite3* opened = nullptr;
  sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close);
  const std::string type =
      query_text(opened, "SELECT type FROM sqlite_master WHERE name = 'points' COLLATE NOCASE");
  if (type.empty()) return true;
  return type == "table" &&
         query_text(opened,
                    "SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info('points') "
                    "ORDER BY cid LIMIT 5)") == kFirstColumns;
}

}  // namespace

std::string foreign_database_reason(const fs::path& file, bool is_listed) {
  const fs::file_status status = fs::symlink_status(file);
  if (!fs::exists(status)) return "";
  if (!fs::is_regular_file(status)) return "is no regular file";
  const std::string header = header_of(file);
  if (header.empty()) return "";
  if (header.size() < kHeaderBytes || header.compare(0, kMagic.size(), kMagic) != 0) {
    return is_listed ? "" : "is no database, and no sweep made it";
  }
  if (application_id(header) != kSweepApplicationId) {
    return fmt::format("is a database that no sweep made (application_id {})",
                       application_id(header));
  }
  return has_points_of_a_sweep(file) ? "" : "has a table points that no sweep made";
}

fs::path set_aside(const fs::path& file) {
  const fs::path aside = free_name(file.string() + ".damaged");
  fs::rename(file, aside);
  std::error_code none;  // mostly there is no journal
  fs::rename(file.string() + "-journal", aside.string() + "-journal", none);
  return aside;
}

}  // namespace tinsim
