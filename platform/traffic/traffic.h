// SPDX-License-Identifier: Apache-2.0
// Traffic: turns the configuration's traffic entries into generators on terminal ports.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "platform/config/platform_config.h"
#include "platform/network/topology/topology.h"
#include "platform/traffic/generator.h"
#include "platform/traffic/replay.h"

namespace tinsim {

/// The generators of one terminal port, in order of entry and class.
struct PortTraffic {
  uint16_t chip = 0;
  uint8_t port = 0;
  std::vector<Generator> generators;
  std::vector<std::shared_ptr<const EntryTables>> tables;  ///< keep while a generator lives
};

/// Makes the generators of all ports that send, ordered by chip and port; with an IP path or 1RMA,
/// of the ports that with_raw_ports() leaves. `report`, if given, receives the content of replayed
/// files. Throws ConfigError: an unreadable or malformed file, a host without any destination.
/// Precondition: validate() found no error; file names are opened as they are.
std::vector<PortTraffic> make_traffic(const PlatformConfig& config, const Topology& topology,
                                      ReplayReport* report = nullptr);

/// VC a cell starts on. `class`: the first VC of its class, class * stride (phase 0,
/// docs/explanation/routing.md); `destination`: the destination's address, which is its
/// endpoint number in a network of one chip. Both modulo
/// `vcs`.
uint8_t choose_vc(const TrafficConfig& entry, unsigned stride, unsigned vcs, unsigned cls,
                  uint16_t dst);

/// Words per cycle that `entry` offers at each terminal port of `host`, all classes together.
double port_word_rate(const PlatformConfig& config, const Topology& topology,
                      const TrafficConfig& entry, unsigned host);

}  // namespace tinsim
