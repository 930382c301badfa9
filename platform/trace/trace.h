// SPDX-License-Identifier: Apache-2.0
// Traces of a run, enabled by `trace:`: observers of switches that write files.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/network/topology/port_selector.h"
#include "tlm/tin/cell_switch/engine.h"

namespace tinsim {

/// Common inputs of traces. `config` and `topology` outlive it.
struct TraceSetup {
  const PlatformConfig& config;
  const Topology& topology;
  std::filesystem::path folder;    ///< exists; where files are written
  std::function<Cycle()> horizon;  ///< every chip has been advanced to this cycle

  Cycle from() const;  ///< first cycle traced
  Cycle to() const;    ///< first cycle not traced any more
};

/// The pins that a trace observes: null for none.
struct PinWatch {
  PinObserver* observer = nullptr;
  uint64_t ports = 0;  ///< mask
};

/// One kind of trace. It sees every event and changes nothing. Throws OutputError when its file
/// cannot be written.
class Trace {
 public:
  virtual ~Trace() = default;
  /// Observer of the switch of `chip`; null: the trace uses none.
  virtual SwitchObserver* observer(unsigned chip) = 0;
  /// The pins of `chip` that the trace observes, if any. Called once, before the run.
  virtual PinWatch pins(unsigned /*chip*/) { return {}; }
  /// Every chip has been advanced to `horizon`: a good moment to write.
  virtual void advance(Cycle horizon) = 0;
  /// The run is over; its last cycle is `end` - 1, and events reported for later cycles did not
  /// happen. kNoCycle: the run was aborted, and all reported events count.
  virtual void close(Cycle end) = 0;
};

/// The traces that the configuration switches on; their files exist from then on.
std::vector<std::unique_ptr<Trace>> make_traces(const TraceSetup& setup);

/// The ports that any of the selectors names, each once, in order. Precondition: validated.
std::vector<PortRef> traced_ports(const Topology& topology,
                                  const std::vector<std::string>& selectors);

/// Time of a cycle in picoseconds, to the nearest: exact at 400 MHz and any other clock whose
/// period is a whole number of picoseconds.
uint64_t picoseconds(Cycle cycle, unsigned core_mhz);

}  // namespace tinsim
