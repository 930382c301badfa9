// SPDX-License-Identifier: Apache-2.0
// Port layout: which ports of a chip are local, global and terminal, as arithmetic on the shape.
#include "platform/network/topology/layout.h"

namespace tinsim {

Shape network_shape(const TopologyConfig& config) {
  if (config.kind == TopologyKind::single) return {};
  if (config.kind == TopologyKind::pair) return {1, 2, config.local_links_per_pair, 0};
  return {config.pods, config.tins_per_pod,
          config.tins_per_pod > 1 ? config.local_links_per_pair : 0,
          config.pods > 1 ? config.global_links_per_pair : 0};
}

PortLayout port_layout(const Shape& shape, unsigned ports, unsigned terminals_needed) {
  PortLayout layout;
  layout.local_ports = (shape.tins - 1) * shape.lanes;
  layout.global_ports = ((shape.pods - 1) * shape.copies + shape.tins - 1) / shape.tins;
  const bool aquila = shape.tins == 12 && shape.lanes == 2 && ports == 50;
  if (aquila && layout.global_ports <= 8 && terminals_needed <= 18) {
    layout.local_ports = 24;
    layout.global_ports = 8;
  }
  const unsigned links = layout.first_terminal();
  layout.terminal_ports = ports > links ? ports - links : 0;
  return layout;
}

unsigned ports_per_host(const TopologyConfig& config, const PortLayout& layout) {
  if (config.terminal_ports_per_host != 0) return config.terminal_ports_per_host;
  return layout.terminal_ports / config.hosts_per_tin;
}

}  // namespace tinsim
