// SPDX-License-Identifier: Apache-2.0
// Placeholder run: writes the effective configuration and an empty summary, simulates nothing.
#include "platform/run.h"

#include <fstream>
#include <ostream>

#include "platform/config/reader.h"

namespace tinsim {

RunResult run_simulation(const PlatformConfig& config, const RunOptions& options) {
  if (options.progress) options.progress(1);
  if (options.out_dir.empty()) return {};
  std::ofstream(options.out_dir / "config.yaml") << print_config(config);
  std::ofstream(options.out_dir / "summary.json") << "{}\n";
  return {};
}

void print_result(std::ostream& out, const RunResult&) { out << "nothing simulated\n"; }

}  // namespace tinsim
