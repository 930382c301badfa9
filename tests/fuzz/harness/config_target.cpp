// SPDX-License-Identifier: Apache-2.0
// Fuzz target: configurations. A line `#set PATH=VALUE` is an override.
#include <vector>

#include "platform/config/reader.h"
#include "platform/validate/rules.h"
#include "tests/fuzz/harness/fuzz.h"

namespace {

std::vector<std::string> overrides_in(std::string_view text) {
  constexpr std::string_view kMark = "#set ";
  std::vector<std::string> overrides;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.substr(0, kMark.size()) == kMark) overrides.emplace_back(line.substr(kMark.size()));
    at = end + 1;
  }
  return overrides;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  using namespace tinsim;
  const std::string text = fuzz::text_of(data, size);
  fuzz::refuse_or_accept([&] {
    const ParsedConfig parsed = parse_config(text, "c.yaml", overrides_in(text));
    RuleErrors ranges(parsed.origins);
    check_fields(parsed.config, ranges);
    throw_if_any(ranges.lines());
    const std::string printed = print_config(parsed.config);
    const ParsedConfig again = parse_config(printed, "printed");
    fuzz::require(print_config(again.config) == printed, "what is printed reads back");
  });
  return 0;
}
