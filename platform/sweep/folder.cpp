// SPDX-License-Identifier: Apache-2.0
// Sweep folder: lock, results and recorded failures.
#include "platform/sweep/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>

#include "platform/errors.h"
#include "platform/output_file.h"
#include "platform/sweep/points.h"

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

/// Others may have made the folder of the points for us, as workflow tools do.
bool holds_only_a_sweep(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return std::all_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name == "points" || name.compare(0, 6, "sweep.") == 0 || name == "report.html";
  });
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::optional<Json> json_of(const fs::path& file) {
  Json json = Json::parse(text_of(file), nullptr, false);
  if (json.is_discarded() || !json.is_object()) return std::nullopt;
  return json;
}

void flatten_into(const std::string& path, const Json& json, Figures& figures) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (json.is_object()) {
    for (const auto& [key, child] : json.items()) flatten_into(below(key), child, figures);
  } else if (json.is_array()) {
    for (size_t i = 0; i < json.size(); ++i) {
      flatten_into(below(std::to_string(i)), json[i], figures);
    }
  } else if (path != "config" && path != "seed") {
    figures.emplace_back(path, json);
  }
}

}  // namespace

SweepFolder::SweepFolder(const fs::path& folder, Use use) : folder_(fs::absolute(folder)) {
  try {
    if (fs::exists(folder_) && !fs::is_directory(folder_)) {
      refuse(folder, "exists and is not a folder");
    }
    if (fs::exists(folder_) && !holds_only_a_sweep(folder_)) {
      refuse(folder, "holds files that are not a sweep's");
    }
    fs::create_directories(folder_ / "points");
  } catch (const fs::filesystem_error& error) {
    refuse(folder, error.code().message());
  }
  if (use == Use::kForOwner) return;
  lock_ = ::open((folder_ / kLockFile).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) refuse(folder, std::strerror(errno));
  const int how = use == Use::kAlone ? LOCK_EX : LOCK_SH;
  // Some network file systems have no locks; then there is none.
  if (::flock(lock_, how | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(lock_);
    refuse(folder, "another sweep is at work in it");
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
      state.status = "done";
      state.figures = flatten(*summary);
      return state;
    }
  }
  if (const auto failure = json_of(failure_file(name))) {
    state.status = failure->value("status", "failed");
    state.exit_status = failure->value("exit_status", 1);
    state.error = failure->value("error", "");
  }
  return state;
}

void SweepFolder::clear(const std::string& name) const {
  for (const auto& entry : fs::directory_iterator(folder_ / "points")) {
    const std::string file = entry.path().filename().string();
    const bool is_of_point = file == name || file.compare(0, name.size() + 1, name + ".") == 0;
    if (is_of_point) fs::remove_all(entry.path());
  }
}

std::string SweepFolder::said(const std::string& name) const {
  constexpr std::string_view kPrefix = "tinsim: error: ";
  std::string text = text_of(errors(name));
  if (text.compare(0, kPrefix.size(), kPrefix) == 0) text.erase(0, kPrefix.size());
  return one_line(std::move(text));
}

PointState SweepFolder::record_failure(const std::string& name, const PointState& state) const {
  const Json json = {
      {"status", state.status}, {"exit_status", state.exit_status}, {"error", state.error}};
  write_whole(failure_file(name), json.dump(2) + "\n");
  fs::remove(errors(name));
  return state;
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (size_t at; (at = text.find('\n')) != text.npos;) text.replace(at, 1, " | ");
  return text;
}

Figures flatten(const Json& summary) {
  Figures figures;
  flatten_into("", summary, figures);
  return figures;
}

void write_whole(const fs::path& file, const std::string& text) {
  const fs::path staging = file.string() + ".tmp";
  OutputFile out(staging);
  out.print("{}", text);
  out.close();
  fs::rename(staging, file);
}

}  // namespace tinsim
