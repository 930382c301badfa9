// SPDX-License-Identifier: Apache-2.0
// Sweep folder: lock, results and recorded failures.
#include "platform/sweep/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "base/errors.h"
#include "base/folder_path.h"
#include "base/input_file.h"
#include "base/json_file.h"
#include "base/output_error.h"
#include "platform/result/manifest.h"
#include "platform/sweep/database_owner.h"
#include "platform/sweep/points.h"
#include "platform/sweep/sweep_table.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kLockFile = "sweep.lock";

[[noreturn]] void refuse(const fs::path& folder, const std::string& why) {
  throw ConfigError(fmt::format(
      "--out {}: {}; expected a folder that can be written, and is new, empty or of a sweep",
      folder.string(), why));
}

/// A full disk is no mistake of the user's.
[[noreturn]] void refuse(const fs::path& folder, const std::error_code& why) {
  if (is_disk_failure(why)) {
    throw OutputError(fmt::format("{}: cannot write: {}", folder.string(), why.message()));
  }
  refuse(folder, why.message());
}

/// Others may have made the folder of the points for us, as workflow tools do.
bool holds_only_a_sweep(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return std::all_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    const auto begins = [&](std::string_view text) { return name.rfind(text, 0) == 0; };
    return name == "points" || begins("sweep.") || begins("report.html") || begins(Manifest::kName);
  });
}

/// Tables that a sweep would replace, and must not; empty: none.
std::string foreign_table(const fs::path& folder) {
  const Manifest manifest = Manifest::read(folder).value_or(Manifest());
  for (const char* name : kSweepTables) {
    const std::string why = manifest.change_of(folder, name);
    if (!why.empty()) return fmt::format("{} {}", name, why);
  }
  const std::string why =
      foreign_database_reason(folder / kSweepDatabase, manifest.lists(kSweepDatabase));
  return why.empty() ? "" : fmt::format("{} {}", kSweepDatabase, why);
}

/// Whether a result folder holds only files of its run.
bool is_own(const fs::path& folder) try {
  return first_foreign(folder).empty();
} catch (const ConfigError&) {  // a damaged manifest
  return false;
}

constexpr std::size_t kMaxMb = 16;

/// Empty where there is none.
std::string text_of(const fs::path& file) { return read_input(file, kMaxMb).text; }

/// Nothing where there is no such file, or half of one, as a crash of the machine leaves it. Throws
/// ConfigError for one that tinsim has not written.
std::optional<Json> json_of(const fs::path& file) try {
  if (!fs::exists(file)) return std::nullopt;
  return read_json(file, kMaxMb);
} catch (const NoJsonError&) {
  return std::nullopt;
}

}  // namespace

SweepFolder::SweepFolder(const fs::path& folder, Use use) {
  try {
    folder_ = resolve_folder(folder);
    const std::string broken = broken_link(folder_);
    if (!broken.empty()) refuse(folder, broken);
    if (fs::exists(folder_) && !fs::is_directory(folder_)) {
      refuse(folder, "exists and is not a folder");
    }
    if (fs::exists(folder_) && !holds_only_a_sweep(folder_)) {
      refuse(folder, "holds files that are not a sweep's");
    }
    const std::string foreign = use == Use::kForOwner ? "" : foreign_table(folder_);
    if (!foreign.empty()) refuse(folder, foreign);
    fs::create_directories(folder_ / "points");
  } catch (const fs::filesystem_error& error) {
    refuse(folder, error.code());
  }
  if (use == Use::kForOwner) return;
  lock_ = ::open((folder_ / kLockFile).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) refuse(folder, std::error_code(errno, std::generic_category()));
  const int how = use == Use::kAlone ? LOCK_EX : LOCK_SH;
  // Some network file systems have no locks; then there is none.
  if (::flock(lock_, how | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(lock_);
    refuse(folder, "another sweep is at work in it");
  }
  if (use == Use::kAlone) remove_unfinished();
}

void SweepFolder::remove_unfinished() const {
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string file = entry.path().filename().string();
    const auto is_of = [&](const std::string& name) { return file.rfind(name + ".tmp-", 0) == 0; };
    if (std::any_of(kSweepTables.begin(), kSweepTables.end(), is_of) || is_of(Manifest::kName))
      fs::remove(entry.path());
  }
}

SweepFolder::~SweepFolder() {
  if (lock_ >= 0) ::close(lock_);
}

fs::path SweepFolder::errors(const std::string& name) const {
  return folder_ / "points" / (name + ".stderr");
}

fs::path SweepFolder::failure_file(const std::string& name) const {
  return folder_ / "points" / (name + ".failed.json");
}

PointState SweepFolder::state(const std::string& name) const {
  PointState state;
  if (fnv1a(text_of(point(name) / "config.yaml")) == name) {
    const auto summary = json_of(point(name) / "summary.json");
    if (summary && summary->contains("state_hash")) {
      if (!summary->contains("cut")) {
        state.status = "done";
        state.figures = flatten(*summary);
        return state;
      }
      state.status = "cut";
    }
  }
  if (const auto failure = json_of(failure_file(name))) {
    constexpr int kWorst = 3;  // exit status of the program
    const JsonObject of{failure_file(name).string(), "", *failure};
    state.status = of.text("status", "failed");
    state.exit_status = of.integer("exit_status", 1, kWorst, 1);
    state.error = of.text("error", "");
  }
  return state;
}

fs::path SweepFolder::clear(const std::string& name) const {
  for (const auto& entry : fs::directory_iterator(folder_ / "points")) {
    const std::string file = entry.path().filename().string();
    const auto begins = [&](const char* end) { return file.rfind(name + end, 0) == 0; };
    if (begins(".tmp-") || begins(".old-") || begins(".stderr") || begins(".failed.json")) {
      fs::remove_all(entry.path());
    }
  }
  if (!fs::exists(point(name))) return {};
  if (is_own(point(name))) {
    fs::remove_all(point(name));
    return {};
  }
  const fs::path aside = free_name(point(name).string() + ".changed");
  fs::rename(point(name), aside);
  return aside;
}

std::string SweepFolder::error_text(const std::string& name) const {
  constexpr std::string_view kPrefix = "tinsim: error: ";
  std::string text = text_of(errors(name));
  if (text.compare(0, kPrefix.size(), kPrefix) == 0) text.erase(0, kPrefix.size());
  return one_line(std::move(text));
}

PointState SweepFolder::record_failure(const std::string& name, const PointState& state) const {
  const Json json = {
      {"status", state.status}, {"exit_status", state.exit_status}, {"error", state.error}};
  PointState recorded = state;
  try {
    write_whole(failure_file(name),
                json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } catch (const OutputError& error) {
    recorded.error += fmt::format(" (not recorded: {})", error.what());
  }
  std::error_code ignored;
  fs::remove(errors(name), ignored);
  return recorded;
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (size_t at; (at = text.find('\n')) != text.npos;) text.replace(at, 1, " | ");
  return text;
}

}  // namespace tinsim
