// SPDX-License-Identifier: Apache-2.0
// `tinsim compare`: how results differ, and whether the difference is more than chance.
#include <iostream>

#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/compare/comparison.h"

namespace tinsim {
namespace {

struct CompareArguments {
  std::vector<std::string> sides;
  std::vector<std::string> metrics;
  bool json = false;
};

void compare_all(const CompareArguments& arguments) {
  if (arguments.sides.size() < 2) {
    throw UsageError("compare: has one result only; expected two or more, the first as baseline");
  }
  const Side baseline = read_side(arguments.sides[0]);
  std::vector<Comparison> all;
  for (std::size_t i = 1; i < arguments.sides.size(); ++i)
    all.push_back(compare(baseline, read_side(arguments.sides[i]), arguments.metrics));
  if (arguments.json) {
    using Json = nlohmann::ordered_json;
    std::cout << comparison_json(all).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    std::cout << comparison_text(all);
  }
}

}  // namespace

void add_compare_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = program.add_subcommand(
      "compare", "print how results differ, with intervals and a verdict per figure");
  command
      ->add_option("A", arguments->sides,
                   "results, the first as baseline: folders of runs, A1,A2,... with different "
                   "seeds, or of sweeps")
      ->required()
      ->type_name("DIR...");
  command
      ->add_option("--metrics", arguments->metrics,
                   "figures of summary.json, for example latency_ns.p99 or 'ip.*'")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "print JSON");
  command->callback([arguments, &task] { task.act = [arguments] { compare_all(*arguments); }; });
}

}  // namespace tinsim
