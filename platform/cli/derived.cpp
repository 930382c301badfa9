// SPDX-License-Identifier: Apache-2.0
// Derived figures: results of a configuration without simulation.
#include "platform/cli/derived.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "platform/build/platform.h"
#include "platform/config/chip_shape.h"
#include "platform/network/topology/tin_variants.h"
#include "rtl_models/parts/cell_header.h"
#include "tlm/gnet/full_rate.h"
#include "tlm/gnet/timing.h"

namespace tinsim {
namespace {

double cycle_ns(const PlatformConfig& config) { return 1000.0 / config.tin.core_mhz; }

unsigned largest_cell_bytes(const PlatformConfig& config) {
  unsigned bytes = kMinCellWords * word_bytes(config);
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

/// Words of the VC FIFOs of the chip that has most; ports without use count as terminal.
uint64_t max_fifo_words(const PlatformConfig& config, const Topology& topology) {
  uint64_t most = 0;
  for (const ChipInfo& chip : topology.chips) {
    uint64_t words = 0;
    const VcFifoConfig fifo = tin_of(config, chip).vc_fifo;
    for (const PortInfo& port : chip.ports)
      words +=
          vc_fifo_words(fifo, port.kind) * config.tin.switch_.vcs + shared_words(fifo, port.kind);
    most = std::max(most, words);
  }
  return most;
}

bool has_links(const Topology& topology, PortKind kind) {
  for (const ChipInfo& chip : topology.chips)
    for (const PortInfo& port : chip.ports)
      if (port.kind == kind) return true;
  return false;
}

/// Of links that do not carry a word per cycle.
void print_rate(std::ostream& out, const PlatformConfig& config, PortKind kind) {
  const char* const name = kind == PortKind::kLocal ? "local" : "global";
  const Ratio rate = link_rate(config, kind);
  if (is_full_rate(config, kind)) {
    fmt::print(out, "rate of {} links: {:.2f} Gb/s{}\n", name,
               port_gbps(config) * full_rate::kWordsPerCycle,
               config.tin.switch_.crossbar_speedup == 1
                   ? ", of which the crossbar fills the port rate"
                   : "");
  } else if (rate != 1) {
    fmt::print(out, "rate of {} links: {:.2f} Gb/s, {} words per cycle\n", name,
               port_gbps(config) * rate.value(), text_of(rate));
  }
}

/// Receive pins to transmit pins.
unsigned switch_cycles(const PlatformConfig& config) {
  const PipelineDelays delays = chip_delays(config);
  return delays.rx_to_request + delays.match_to_tx;
}

}  // namespace

uint64_t fifo_bytes_per_chip(const PlatformConfig& config) {
  return max_fifo_words(config, make_topology(config)) * word_bytes(config);
}

unsigned chip_hop_cycles(const PlatformConfig& config) {
  return chip_delays(config).router_cycles() + slower_router_cycles(config);
}

unsigned local_hop_cycles(const PlatformConfig& config) {
  return switch_cycles(config) + link_cycles(config, PortKind::kLocal);
}

unsigned global_hop_cycles(const PlatformConfig& config) {
  return switch_cycles(config) + link_cycles(config, PortKind::kGlobal);
}

void print_derived(std::ostream& out, const PlatformConfig& config) {
  const Topology topology = make_topology(config);
  const unsigned cell = largest_cell_bytes(config);
  fmt::print(out, "chips: {}, hosts: {}\n", topology.chips.size(), topology.hosts.size());
  fmt::print(out, "port rate: {} Gb/s\n", port_gbps(config));
  for (PortKind kind : {PortKind::kLocal, PortKind::kGlobal}) print_rate(out, config, kind);
  fmt::print(out, "serialisation of the largest cell, {} bytes: {} cycles = {:.2f} ns\n", cell,
             cell / word_bytes(config), cell / word_bytes(config) * cycle_ns(config));
  if (const unsigned header = config.tin.switch_.header_bytes; has_other_words(config))
    fmt::print(out, "payload of the largest cell: {} bytes, {:.1f} %\n", cell - header,
               100.0 * (cell - header) / cell);
  fmt::print(out, "input FIFO per chip: {} bytes\n", fifo_bytes_per_chip(config));
  print_hop(out, config, "a chip", chip_hop_cycles(config));
  if (has_links(topology, PortKind::kLocal))
    print_hop(out, config, "a chip and a local link", local_hop_cycles(config));
  if (has_links(topology, PortKind::kGlobal))
    print_hop(out, config, "a chip and a global link", global_hop_cycles(config));
  if (config.ip.enabled) print_headroom(out, config, topology);
}

}  // namespace tinsim
