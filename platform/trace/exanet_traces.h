// SPDX-License-Identifier: Apache-2.0
// Traces of a run with ExaNet nodes: packets, timelines and waves of ports.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "platform/network/topology/port_selector.h"
#include "platform/trace/exanet_frame.h"

namespace tinsim {

/// A file made from the words of ports.
class ExanetTrace {
 public:
  virtual ~ExanetTrace() = default;
  virtual void add_word(const ExanetPortWord& /*word*/, ExanetPart /*part*/) {}
  /// At the word that ends it.
  virtual void add_frame(uint32_t /*port*/, bool /*is_received*/, const ExanetFrame& /*frame*/) {}
  /// Completes the file.
  virtual void close() = 0;
};

/// Inputs of these traces. `config` and `topology` outlive them.
struct ExanetTraceSetup {
  const PlatformConfig& config;
  const Topology& topology;
  std::filesystem::path folder;
  std::vector<PortRef> ports;  ///< all that are traced

  Cycle from() const;  ///< first cycle traced
  /// In picoseconds, to the nearest.
  uint64_t time_of(uint64_t cycle) const;
  /// By traced port: whether a trace with these selectors has it.
  std::vector<bool> chosen_by(const std::vector<std::string>& selectors) const;
  const ChipInfo& chip_of(uint32_t port) const { return topology.chips[ports[port].chip]; }
  bool is_line(uint32_t port) const {
    return chip_of(port).ports[ports[port].port].kind != PortKind::kTerminal;
  }
};

/// The ports that any trace of the configuration names, each once, in order.
std::vector<PortRef> exanet_traced_ports(const PlatformConfig& config, const Topology& topology);
/// `x:y:z:port` of an intra-tile port.
std::string exanet_address_text(const ExanetPlace& place, unsigned port);
/// First cycle that is not traced any more.
Cycle exanet_trace_end(const PlatformConfig& config);

/// All traces of a run.
class ExanetTraces {
 public:
  /// Creates the files. Throws OutputError, as all else here, where one cannot be written.
  explicit ExanetTraces(ExanetTraceSetup setup);

  /// Words of further cycles in any order, of all cycles from the first of the run on.
  void add(std::vector<ExanetPortWord> words);
  void close();

 private:
  ExanetTraceSetup setup_;
  std::vector<ExanetFrameReader> readers_;  ///< by port: sent, received
  std::vector<std::unique_ptr<ExanetTrace>> traces_;
};

}  // namespace tinsim
