// SPDX-License-Identifier: Apache-2.0
// Comparison of the files of a result with those that tinsim wrote.
#include "platform/report/check_files.h"

#include <fmt/format.h>

#include <optional>

#include "base/errors.h"
#include "platform/result/manifest.h"

namespace tinsim {

bool check_files(const std::filesystem::path& folder, const std::set<std::string>& shown) {
  const std::optional<Manifest> manifest = Manifest::read(folder);
  if (!manifest) return false;
  // A report is written, not read, and a sweep's database changes with each point that ends.
  std::string change = manifest->first_change(folder, {"report.html", "sweep.sqlite"});
  for (const std::string& name : shown) {
    if (!change.empty() || manifest->lists(name)) continue;
    const std::string why = manifest->change_of(folder, name);
    if (!why.empty()) change = fmt::format("{}: {}", name, why);
  }
  if (change.empty()) return true;
  throw ConfigError(fmt::format("{}; expected the file that tinsim wrote, or a new run",
                                (folder / change).string()));
}

}  // namespace tinsim
