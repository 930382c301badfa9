// SPDX-License-Identifier: Apache-2.0
// Files of a configuration: follows `base:` from file to file.
#include "platform/config/file_chain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/input_file.h"
#include "platform/config/cell_bytes.h"
#include "platform/config/reader.h"
#include "platform/config/strict_yaml.h"

namespace tinsim {
namespace {

/// Top-level keys that a file may have.
struct ConfigFile {
  std::string base;  ///< configuration file that this one starts from
  PlatformConfig config;

  template <class S, class F>
  static void walk(S&& s, F&& fn) {
    fn("base", s.base);
    PlatformConfig::walk(s.config, fn);
  }
};

class FileChain {
 public:
  FileChain(StrictYaml& yaml, PlatformConfig& config) : yaml_(yaml) {
    file_.config = std::move(config);
  }

  void read(const std::string& text, const std::string& name) {
    names_.push_back(name);
    const auto root = yaml_.parse_file(text, name);
    if (!root) return;
    if (const YAML::Node base = base_of(*root); base.IsScalar()) read_base(base, name);
    yaml_.read_file(*root, name, file_);
  }

  PlatformConfig take() { return std::move(file_.config); }

 private:
  static YAML::Node base_of(const YAML::Node& root) {
    return root.IsMap() && root["base"] ? root["base"] : YAML::Node();
  }

  static bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code missing;
    return std::filesystem::equivalent(a, b, missing) && !missing;
  }

  void read_base(const YAML::Node& node, const std::string& name) {
    const std::string base = (std::filesystem::path(name).parent_path() / node.Scalar()).string();
    const auto is_base = [&](const std::string& each) { return is_same_file(each, base); };
    if (std::any_of(names_.begin(), names_.end(), is_base)) {
      return yaml_.fail(node, "base",
                        fmt::format("starts from itself: {}, {}; expected a file that does not "
                                    "start from this one",
                                    fmt::join(names_, ", "), base));
    }
    const InputText input = read_input(base, kMaxConfigMb);
    if (!input.fault.empty()) {
      return yaml_.fail(
          node, "base",
          fmt::format("'{}' cannot be read: {}; expected a YAML file", base, input.fault));
    }
    read(input.text, base);
  }

  StrictYaml& yaml_;
  ConfigFile file_;
  std::vector<std::string> names_;  ///< of the files so far, the last one first in the chain
};

}  // namespace

void read_file_chain(StrictYaml& yaml, const std::string& text, const std::string& file,
                     PlatformConfig& config) {
  FileChain chain(yaml, config);
  chain.read(text, file);
  config = chain.take();
}

}  // namespace tinsim
