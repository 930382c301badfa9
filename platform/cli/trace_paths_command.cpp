// SPDX-License-Identifier: Apache-2.0
// `tinsim trace-paths`: the paths of traced cells, from the capture of their collector.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <optional>

#include "base/usage_error.h"
#include "platform/cli/commands.h"
#include "platform/trace/trace_paths_text.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

struct TracePathsArguments {
  std::string file;
  std::string network;
  std::string format = "text";
  std::optional<double> wait_us;
};

/// That of the run, which its result folder has.
PlatformConfig config_of_run(const TracePathsArguments& arguments) {
  if (!arguments.network.empty()) return load_config(arguments.network);
  const auto beside = std::filesystem::path(arguments.file).parent_path() / "config.yaml";
  if (!std::filesystem::exists(beside)) {
    throw UsageError(
        fmt::format("{}: its folder has no config.yaml; expected a file in a result "
                    "folder, or --network CONFIG",
                    arguments.file));
  }
  return load_config(beside);
}

void print(const TracePathsArguments& arguments) {
  const PlatformConfig config = config_of_run(arguments);
  const CellTracingConfig& section = config.cell_tracing;
  const TraceCapture capture =
      read_trace_capture(arguments.file, static_cast<uint16_t>(section.udp_port));
  const Topology topology = make_topology(config);
  // A chip's record may wait for two of its datagrams.
  const double wait_us = arguments.wait_us.value_or(2 * section.interval_us + 20);
  const std::vector<TracePath> paths =
      stitch_paths(capture, topology, cycles_of_us(wait_us, config.tin.core_mhz), arguments.file);
  const PathReport report{capture, paths, topology, config.tin.core_mhz};
  if (arguments.format == "csv") {
    write_paths_csv(std::cout, report);
  } else {
    write_paths_text(std::cout, report);
  }
}

}  // namespace

void add_trace_paths_command(CLI::App& program, Task& task) {
  auto arguments = std::make_shared<TracePathsArguments>();
  CLI::App* command = program.add_subcommand(
      "trace-paths", "print the paths of traced cells, and the places where cells were lost");
  command->add_option("FILE", arguments->file, "capture of the collector (cell_tracing.file)")
      ->required();
  command
      ->add_option("--network", arguments->network,
                   "configuration of the run; default: config.yaml in the folder of FILE")
      ->type_name("CONFIG");
  command->add_option("--format", arguments->format, "text or csv")
      ->check(CLI::IsMember({"text", "csv"}));
  command
      ->add_option("--wait-us", arguments->wait_us,
                   "a cell without a further record for longer has stopped; default: two "
                   "cell_tracing.interval_us and 20")
      ->type_name("US")
      ->check(CLI::Range(0.0, 1e9));
  command->callback([arguments, &task] { task.act = [arguments] { print(*arguments); }; });
}

}  // namespace tinsim
