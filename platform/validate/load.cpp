// SPDX-License-Identifier: Apache-2.0
// Configuration reader: file and overrides to a validated PlatformConfig.
#include "platform/validate/load.h"

#include "platform/config/key_uses.h"
#include "platform/validate/rules.h"
#include "platform/validate/validate.h"

namespace tinsim {

PlatformConfig valid_config(const ParsedConfig& parsed) {
  validate(parsed.config, parsed.origins);
  PlatformConfig config = used_part(parsed.config);
  config.origins = parsed.origins;
  return config;
}

PlatformConfig load_config(const std::filesystem::path& file,
                           const std::vector<std::string>& overrides) {
  auto [parsed, errors] = read_all(read_text_file(file), file.string(), overrides);
  if (!errors.empty()) {
    // Ranges are still checked; rules between fields would report keys that could not be read.
    RuleErrors ranges(parsed.origins);
    check_fields(parsed.config, ranges);
    errors.insert(errors.end(), ranges.lines().begin(), ranges.lines().end());
    throw_if_any(errors);
  }
  make_files_absolute(parsed, std::filesystem::current_path());
  return valid_config(parsed);
}

}  // namespace tinsim
