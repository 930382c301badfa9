// SPDX-License-Identifier: Apache-2.0
// Files of `tinsim wan`, and the rules between their keys.
#include "platform/wan/wan_file.h"

#include <fmt/format.h>

#include "platform/config/reader.h"
#include "platform/validate/field_rules.h"

namespace tinsim {
namespace {

void check_wan(const WanConfig& wan, RuleErrors& errors) {
  check_values(errors, "wan", KeyRule(), wan);
  errors.expect(
      wan.algorithm != WanAlgorithm::time_based || wan.constant < wan.height, "wan.constant",
      fmt::format("{} is not below wan.height, {}; expected less", wan.constant, wan.height));
  errors.expect(!wan.guard || wan.algorithm == WanAlgorithm::time_based, "wan.guard",
                "is only for time_based; expected no guard with another wan.algorithm");
  errors.expect(wan.frames.rdma_flows + wan.frames.tcp_flows > 0, "wan.frames.rdma_flows",
                "is 0, and so is wan.frames.tcp_flows; expected a flow");
}

}  // namespace

WanConfig load_wan(const std::string& file, const std::vector<std::string>& overrides) {
  StrictYaml yaml(file);
  WanFile read;
  if (!file.empty()) yaml.read_document(read_text_file(file), read);
  for (const std::string& each : overrides) yaml.apply_override(each, read);
  throw_if_any(yaml.errors());
  RuleErrors errors(yaml.origins());
  check_wan(read.wan, errors);
  throw_if_any(errors.lines());
  return read.wan;
}

}  // namespace tinsim
