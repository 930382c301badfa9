// SPDX-License-Identifier: Apache-2.0
// Configuration reader: text and overrides to a PlatformConfig.
#include "platform/config/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "base/errors.h"
#include "base/input_file.h"
#include "platform/config/cell_bytes.h"
#include "platform/config/file_chain.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {

std::string read_text_file(const std::filesystem::path& file) {
  InputText input = read_input(file, kMaxConfigMb);
  if (input.fault.empty()) return std::move(input.text);
  throw ConfigError(error_line(
      file.string(), "", fmt::format("cannot be read: {}; expected a YAML file", input.fault)));
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
void make_files_absolute(ParsedConfig& parsed, const std::filesystem::path& override_folder) {
  const auto make_absolute = [&](std::string& file, const std::string& path) {
    if (file.empty()) return;
    const auto folder = parsed.origins.is_override(path)
                            ? override_folder
                            : std::filesystem::absolute(parsed.origins.file_of(path)).parent_path();
    file = (folder / file).lexically_normal().string();
  };
  make_absolute(parsed.config.topology.file, "topology.file");
  make_absolute(parsed.config.topology.nodes_file, "topology.nodes_file");
  for (size_t i = 0; i < parsed.config.traffic.size(); ++i)
    make_absolute(parsed.config.traffic[i].file, fmt::format("traffic.{}.file", i));
  for (size_t i = 0; i < parsed.config.ip_traffic.size(); ++i) {
    make_absolute(parsed.config.ip_traffic[i].size_cdf, fmt::format("ip_traffic.{}.size_cdf", i));
  }
  make_absolute(parsed.config.cliquemap.value_cdf, "cliquemap.value_cdf");
  make_absolute(parsed.config.flows.file, "flows.file");
  make_absolute(parsed.config.flows.size_cdf, "flows.size_cdf");
  make_absolute(parsed.config.ecp.image, "ecp.image");
  make_absolute(parsed.config.tap.replay, "tap.replay");
  for (size_t i = 0; i < parsed.config.ip.replay.size(); ++i) {
    make_absolute(parsed.config.ip.replay[i].file, fmt::format("ip.replay.{}.file", i));
  }
}

ReadConfig read_all(const std::string& text, const std::string& name,
                    const std::vector<std::string>& overrides) {
  ReadConfig result;
  StrictYaml yaml(name);
  read_file_chain(yaml, text, name, result.parsed.config);
  for (const std::string& assignment : overrides) {
    yaml.apply_override(assignment, result.parsed.config);
  }
  result.parsed.origins = yaml.origins();
  result.errors = yaml.errors();
  return result;
}

ParsedConfig parse_config(const std::string& text, const std::string& name,
                          const std::vector<std::string>& overrides) {
  ReadConfig result = read_all(text, name, overrides);
  throw_if_any(result.errors);
  return std::move(result.parsed);
}

void throw_if_any(const std::vector<std::string>& errors) {
  if (!errors.empty()) throw ConfigError(fmt::format("{}", fmt::join(errors, "\n")));
}

}  // namespace tinsim
