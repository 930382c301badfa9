// SPDX-License-Identifier: Apache-2.0
// Rules of cell tracing: a collector that exists, chips that can send, a name of its own.
#include <fmt/format.h>

#include "platform/config/host_map.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

void check_chips(const HostMap& hosts, RuleErrors& errors) {
  for (unsigned chip = 0; chip < hosts.chips(); ++chip) {
    if (hosts.hosts_of(chip) != 0) continue;
    return errors.add("cell_tracing.enabled",
                      fmt::format("chip {} has no hosts, and so no IP path for its records; "
                                  "expected hosts at all chips",
                                  chip));
  }
}

}  // namespace

void check_cell_tracing(const PlatformConfig& config, RuleErrors& errors) {
  const CellTracingConfig& section = config.cell_tracing;
  check_result_name("cell_tracing.file", section.file, ".pcapng", errors);
  if (!section.enabled) return;
  if (!config.ip.enabled) {
    return errors.add(
        "cell_tracing.enabled",
        "records are UDP packets, and there is no IP path; expected ip.enabled: true");
  }
  const HostMap hosts = host_map(config.topology);
  check_chips(hosts, errors);
  errors.expect(section.collector < hosts.hosts(), "cell_tracing.collector",
                fmt::format("host {} does not exist; expected 0 to {}", section.collector,
                            hosts.hosts() - 1));
  errors.expect(!section.to_us || *section.to_us > section.from_us, "cell_tracing.to_us",
                fmt::format("{} us is not after from_us {}; expected a later time",
                            section.to_us.value_or(0), section.from_us));
  const bool is_cells =
      !config.trace.cells.ports.empty() && section.file == config.trace.cells.file;
  const bool is_frames = !config.ip.capture.ports.empty() && section.file == config.ip.capture.file;
  errors.expect(
      !is_cells && !is_frames, "cell_tracing.file",
      fmt::format("'{}' is another capture's name too; expected another name", section.file));
}

}  // namespace tinsim
