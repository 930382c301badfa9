// SPDX-License-Identifier: Apache-2.0
// Traces of ExaNet nodes: the words at traced ports, from all ranks to the files of the first.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

#include "platform/ranks/ranks.h"
#include "platform/trace/exanet_traces.h"
#include "tlm/exanet/exanet_network.h"

namespace tinsim {

/// Does nothing where the configuration has no traces.
class ExanetTracing {
 public:
  /// `topology` outlives it.
  ExanetTracing(const PlatformConfig& config, const Topology& topology)
      : config_(config), topology_(topology) {}

  /// At the first rank: creates the files. Throws OutputError where one cannot be written.
  void open(const std::filesystem::path& folder);
  /// At all ranks: from now on the words of the rank's nodes are kept. Both arguments outlive it.
  void watch(ExanetNodes& nodes, const ExanetLattice& lattice);
  /// Writes the words that the ranks have kept. Collective.
  void gather(Ranks& ranks);
  void close();

 private:
  /// Traced port by port of a router; kNone: it is not traced.
  static constexpr uint32_t kNone = ~uint32_t{0};
  using PortsOfNode = std::array<uint32_t, ExanetNodes::kTilePorts + kExanetDirections>;

  std::vector<PortsOfNode> number_ports(const ExanetNodes& nodes,
                                        const ExanetLattice& lattice) const;

  const PlatformConfig config_;
  const Topology& topology_;
  std::vector<PortsOfNode> numbers_;
  std::vector<ExanetPortWord> words_;
  std::unique_ptr<ExanetTraces> traces_;  ///< at the first rank
};

}  // namespace tinsim
