// SPDX-License-Identifier: Apache-2.0
// The kinds of traces of a run, and their common code.
#include "platform/trace/trace.h"

#include <algorithm>
#include <cmath>

#include "platform/trace/cell_capture.h"
#include "platform/trace/timeline.h"
#include "platform/trace/wave_probe.h"

namespace tinsim {
namespace {

Cycle cycle_at(double us, unsigned core_mhz) {
  const double cycle = std::ceil(us * core_mhz - 1e-9);
  return cycle < double{kNoCycle} ? static_cast<Cycle>(cycle) : kNoCycle;
}

}  // namespace

Cycle TraceSetup::from() const { return cycle_at(config.trace.from_us, config.tin.core_mhz); }

Cycle TraceSetup::to() const {
  return config.trace.to_us ? cycle_at(*config.trace.to_us, config.tin.core_mhz) : kNoCycle;
}

std::vector<std::unique_ptr<Trace>> make_traces(const TraceSetup& setup) {
  std::vector<std::unique_ptr<Trace>> traces;
  if (!setup.config.trace.cells.ports.empty()) {
    traces.push_back(std::make_unique<CellCapture>(setup));
  }
  if (!setup.config.trace.timeline.ports.empty()) {
    traces.push_back(std::make_unique<Timeline>(setup));
  }
  if (!setup.config.trace.waves.ports.empty()) {
    traces.push_back(std::make_unique<WaveProbe>(setup));
  }
  return traces;
}

std::vector<PortRef> traced_ports(const Topology& topology,
                                  const std::vector<std::string>& selectors) {
  std::vector<PortRef> ports;
  for (const std::string& selector : selectors) {
    std::string error;
    const auto some = select_ports(topology, selector, &error);
    ports.insert(ports.end(), some.begin(), some.end());
  }
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
  return ports;
}

uint64_t picoseconds(Cycle cycle, unsigned core_mhz) {
  return (uint64_t{cycle} * 1'000'000 + core_mhz / 2) / core_mhz;
}

}  // namespace tinsim
