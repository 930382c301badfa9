// SPDX-License-Identifier: Apache-2.0
// Configuration reader: file and overrides to a validated PlatformConfig.
#include "platform/config/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "platform/config/cell_bytes.h"
#include "platform/config/key_uses.h"
#include "platform/config/rules.h"
#include "platform/config/strict_yaml.h"
#include "platform/config/validate.h"
#include "platform/errors.h"

namespace tinsim {
namespace {

constexpr size_t kMostConfigBytes = 16'000'000;  ///< more is another file, or a device without end

struct Read {
  ParsedConfig parsed;
  std::vector<std::string> errors;
};

Read read(const std::string& text, const std::string& name,
          const std::vector<std::string>& overrides) {
  Read result;
  StrictYaml yaml(name);
  yaml.read_document(text, result.parsed.config);
  for (const std::string& assignment : overrides) {
    yaml.apply_override(assignment, result.parsed.config);
  }
  result.parsed.origins = yaml.origins();
  result.errors = yaml.errors();
  return result;
}

void throw_if_any(const std::vector<std::string>& errors) {
  if (!errors.empty()) throw ConfigError(fmt::format("{}", fmt::join(errors, "\n")));
}

}  // namespace

std::string read_text_file(const std::filesystem::path& file) {
  const auto unreadable = [&](const char* why) {
    return ConfigError(error_line(file.string(), "",
                                  fmt::format("cannot be read: {}; expected a YAML file", why)));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) throw unreadable("it is a directory");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw unreadable(std::strerror(errno));
  std::string text;
  for (char part[4096]; in.read(part, sizeof part) || in.gcount() != 0;) {
    text.append(part, static_cast<size_t>(in.gcount()));
    if (text.size() > kMostConfigBytes) throw unreadable("it is larger than 16 MB");
  }
  return text;
}

ParsedConfig read_config(const std::filesystem::path& file) {
  return parse_config(read_text_file(file), file.string());
}

std::vector<std::string> apply_overrides(ParsedConfig& parsed,
                                         const std::vector<Override>& overrides) {
  StrictYaml yaml(parsed.origins);
  for (const Override& each : overrides) {
    yaml.apply_override(each.assignment, parsed.config, each.place);
  }
  parsed.origins = yaml.origins();
  return yaml.errors();
}

/// An effective configuration is written into the result folder; only absolute names still mean
/// the same file there.
void make_files_absolute(ParsedConfig& parsed, const std::filesystem::path& file_folder,
                         const std::filesystem::path& override_folder) {
  const auto make_absolute = [&](std::string& file, const std::string& path) {
    if (file.empty()) return;
    const auto& base = parsed.origins.is_override(path) ? override_folder : file_folder;
    file = (base / file).lexically_normal().string();
  };
  make_absolute(parsed.config.topology.file, "topology.file");
  make_absolute(parsed.config.topology.nodes_file, "topology.nodes_file");
  for (size_t i = 0; i < parsed.config.traffic.size(); ++i)
    make_absolute(parsed.config.traffic[i].file, fmt::format("traffic.{}.file", i));
  for (size_t i = 0; i < parsed.config.ip_traffic.size(); ++i) {
    make_absolute(parsed.config.ip_traffic[i].size_cdf, fmt::format("ip_traffic.{}.size_cdf", i));
  }
  make_absolute(parsed.config.cliquemap.value_cdf, "cliquemap.value_cdf");
  for (size_t i = 0; i < parsed.config.ip.replay.size(); ++i) {
    make_absolute(parsed.config.ip.replay[i].file, fmt::format("ip.replay.{}.file", i));
  }
}

ParsedConfig parse_config(const std::string& text, const std::string& name,
                          const std::vector<std::string>& overrides) {
  Read result = read(text, name, overrides);
  throw_if_any(result.errors);
  return std::move(result.parsed);
}

PlatformConfig valid_config(const ParsedConfig& parsed) {
  validate(parsed.config, parsed.origins);
  PlatformConfig config = used_part(parsed.config);
  config.origins = parsed.origins;
  return config;
}

PlatformConfig load_config(const std::filesystem::path& file,
                           const std::vector<std::string>& overrides) {
  auto [parsed, errors] = read(read_text_file(file), file.string(), overrides);
  if (!errors.empty()) {
    // Ranges are still worth reporting; rules between fields would blame keys that failed to read.
    RuleErrors ranges(parsed.origins);
    check_fields(parsed.config, ranges);
    errors.insert(errors.end(), ranges.lines().begin(), ranges.lines().end());
    throw_if_any(errors);
  }
  make_files_absolute(parsed, std::filesystem::absolute(file).parent_path(),
                      std::filesystem::current_path());
  return valid_config(parsed);
}

}  // namespace tinsim
