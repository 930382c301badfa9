// SPDX-License-Identifier: Apache-2.0
// Derived figures: what follows from a configuration without simulating.
#include "platform/cli/derived.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "platform/config/cell_bytes.h"
#include "platform/config/port_budget.h"
#include "platform/platform.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

double cycle_ns(const PlatformConfig& config) { return 1000.0 / config.tin.core_mhz; }

unsigned largest_cell_bytes(const PlatformConfig& config) {
  unsigned bytes = kMinCellBytes;
  for (const TrafficConfig& traffic : config.traffic) {
    for (const CellBytes::Item& item : traffic.cell_bytes.items)
      bytes = std::max(bytes, item.bytes);
  }
  return bytes;
}

void print_hop(std::ostream& out, const PlatformConfig& config, const char* what, unsigned cycles) {
  fmt::print(out, "zero-load latency of {}: {} cycles = {:.2f} ns\n", what, cycles,
             cycles * cycle_ns(config));
}

}  // namespace

uint64_t fifo_bytes_per_chip(const PlatformConfig& config) {
  const PortBudget ports = port_budget(config.topology);
  const VcFifoConfig& fifo = config.tin.vc_fifo;
  const uint64_t terminal = config.tin.switch_.ports - ports.local - ports.global;
  const uint64_t words = ports.local * fifo.local_words + ports.global * fifo.global_words +
                         terminal * fifo.terminal_words;
  return words * kWordBytes * config.tin.switch_.vcs;
}

unsigned chip_hop_cycles(const PlatformConfig& config) { return config.tin.router_latency_cycles; }

unsigned local_hop_cycles(const PlatformConfig& config) {
  return timing::kRxToRequest + timing::kMatchToTx + link_cycles(config, PortKind::kLocal);
}

unsigned global_hop_cycles(const PlatformConfig& config) {
  return timing::kRxToRequest + timing::kMatchToTx + link_cycles(config, PortKind::kGlobal);
}

void print_derived(std::ostream& out, const PlatformConfig& config) {
  const NetworkSize size = network_size(config.topology);
  const double port_gbps = config.tin.core_mhz * kWordBytes * 8 / 1000.0;
  const unsigned cell = largest_cell_bytes(config);
  fmt::print(out, "chips: {}, hosts: {}\n", size.chips(),
             size.chips() * config.topology.hosts_per_tin);
  fmt::print(out, "port rate: {} Gb/s\n", port_gbps);
  fmt::print(out, "serialisation of the largest cell, {} bytes: {} cycles = {:.2f} ns\n", cell,
             cell / kWordBytes, cell / kWordBytes * cycle_ns(config));
  fmt::print(out, "input FIFO per chip: {} bytes\n", fifo_bytes_per_chip(config));
  print_hop(out, config, "a chip", chip_hop_cycles(config));
  if (size.tins_per_pod > 1)
    print_hop(out, config, "a chip and a local link", local_hop_cycles(config));
  if (size.pods > 1) print_hop(out, config, "a chip and a global link", global_hop_cycles(config));
}

}  // namespace tinsim
