// SPDX-License-Identifier: Apache-2.0
// Trace rules: ports that exist, names that the result folder keeps, a time that is not empty.
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "platform/network/topology/port_selector.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

void check_ports(const Topology& topology, const std::string& path,
                 const std::vector<std::string>& selectors, RuleErrors& errors) {
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    std::string error;
    select_ports(topology, selectors[i], &error);
    errors.expect(error.empty(), fmt::format("{}.{}", path, i),
                  fmt::format("'{}' {}", selectors[i], error));
  }
}

void check_table_name(const CellTraceConfig& cells, RuleErrors& errors) {
  static const std::set<std::string> kResults = {"ports", "links", "latency", "batches"};
  const std::string stem = std::filesystem::path(cells.file).stem().string();
  errors.expect(!cells.csv || kResults.count(stem) == 0, "trace.cells.file",
                fmt::format("'{}' makes the table {}.csv, which is a result; expected another name",
                            cells.file, stem));
}

}  // namespace

void check_result_name(const std::string& path, const std::string& name, const std::string& ending,
                       RuleErrors& errors) {
  const bool is_plain = std::filesystem::path(name).filename() == name && name[0] != '.';
  const bool ends = name.size() >= ending.size() &&
                    name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
  errors.expect(is_plain && ends, path,
                fmt::format("'{}' is no name for this file; expected a name without folder, with "
                            "{} at its end",
                            name, ending));
}

void check_trace(const PlatformConfig& config, RuleErrors& errors) {
  const TraceConfig& trace = config.trace;
  check_result_name("trace.cells.file", trace.cells.file, ".pcapng", errors);
  check_result_name("trace.timeline.file", trace.timeline.file, "timeline.json", errors);
  check_result_name("trace.waves.file", trace.waves.file, ".fst", errors);
  check_table_name(trace.cells, errors);
  errors.expect(!trace.to_us || *trace.to_us > trace.from_us, "trace.to_us",
                fmt::format("{} us is not after from_us {}; expected a later time",
                            trace.to_us.value_or(0), trace.from_us));
  if (!trace.is_on()) return;
  const Topology topology = make_topology(config);
  check_ports(topology, "trace.cells.ports", trace.cells.ports, errors);
  check_ports(topology, "trace.timeline.ports", trace.timeline.ports, errors);
  check_ports(topology, "trace.waves.ports", trace.waves.ports, errors);
}

}  // namespace tinsim
