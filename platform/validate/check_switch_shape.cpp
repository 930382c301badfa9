// SPDX-License-Identifier: Apache-2.0
// Rules of switches that exceed the base chip (docs/explanation/switch_variants.md): which other
// parts of the network know them.
#include <fmt/format.h>

#include <string>

#include "platform/config/chip_impl.h"
#include "platform/config/chip_shape.h"
#include "platform/network/switch_plan.h"
#include "platform/network/topology/graph.h"
#include "platform/network/topology/layout.h"
#include "platform/validate/rules.h"
#include "rtl_models/parts/cell_header.h"

namespace tinsim {
namespace {

/// The first key that makes the switch another one than the base chip's, with its value.
std::string reason(const PlatformConfig& config) {
  const SwitchConfig& chip = config.tin.switch_;
  if (chip.ports > 64) return fmt::format("tin.switch.ports {}", chip.ports);
  if (chip.vcs > 32) return fmt::format("tin.switch.vcs {}", chip.vcs);
  if (chip.word_bits != 64) return fmt::format("tin.switch.word_bits {}", chip.word_bits);
  if (chip.header_bytes != 8) return fmt::format("tin.switch.header_bytes {}", chip.header_bytes);
  if (const unsigned words = longest_cell_words(config); words > kMaxCellWords)
    return fmt::format("cells of {} words", words);
  if (config.link.local_rate != 1) return "link.local_rate " + text_of(config.link.local_rate);
  if (config.link.global_rate != 1) return "link.global_rate " + text_of(config.link.global_rate);
  return "tin.pipeline";
}

void refuse_other_parts(const PlatformConfig& config, RuleErrors& errors) {
  const std::string why = reason(config);
  const auto refuse = [&](bool is_on, const char* path, const char* off) {
    errors.expect(!is_on, path,
                  fmt::format("does not go with {}, whose chips carry raw cells over links at cell "
                              "fidelity alone; expected {}",
                              why, off));
  };
  const LinkConfig& link = config.link;
  refuse(config.ip.enabled, "ip.enabled", "false");
  refuse(config.rma.enabled, "rma.enabled", "false");
  refuse(config.ethernet_clos.enabled, "ethernet_clos.enabled", "false");
  refuse(!config.failures.events.empty(), "failures.events", "none");
  refuse(link.fidelity == LinkFidelity::wire, "link.fidelity", "cell");
  refuse(link.train_at_start, "link.train_at_start", "false");
  refuse(!link.wire_links.empty(), "link.wire_links", "none");
  refuse(!link.noise.empty(), "link.noise", "none");
  refuse(!link.faults.empty(), "link.faults", "none");
  refuse(link.latency_us != 0, "link.latency_us", "0");
  refuse(config.timesync.enabled, "timesync.enabled", "false");
  refuse(config.cell_tracing.enabled, "cell_tracing.enabled", "false");
  refuse(config.mos.is_on(), "mos.words_per_us", "0");
  refuse(config.ecp.enabled, "ecp.enabled", "false");
  refuse(config.bring_up.enabled, "bring_up.enabled", "false");
  refuse(config.trace.is_on(), "trace", "no trace");
  if (switch_impl(config) != SwitchImpl::model) {
    const PinsKey pins = pins_key(config.tin);
    refuse(true, pins.key.c_str(), pins.without.c_str());
  }
}

/// Recordings have cells of the base chip.
void refuse_recordings(const PlatformConfig& config, RuleErrors& errors) {
  if (!has_other_words(config)) return;
  for (std::size_t i = 0; i < config.traffic.size(); ++i)
    errors.expect(!config.traffic[i].is_recorded(), fmt::format("traffic.{}.pattern", i),
                  fmt::format("has cells of the base chip, and {} others; expected a pattern that "
                              "is drawn",
                              reason(config)));
}

/// An address of a Dragonfly has 6 bits for the endpoint.
void check_endpoints(const PlatformConfig& config, RuleErrors& errors) {
  const TopologyConfig& topology = config.topology;
  if (topology.kind == TopologyKind::single || is_graph_kind(topology.kind)) return;
  constexpr unsigned kMost = 1u << kEndpointBits;
  const PortLayout layout =
      port_layout(network_shape(topology), config.tin.switch_.ports, topology.hosts_per_tin);
  const unsigned endpoints = topology.hosts_per_tin * ports_per_host(topology, layout);
  errors.expect(endpoints <= kMost, "topology.terminal_ports_per_host",
                fmt::format("makes {} terminal ports of a TiN, and addresses of this kind of "
                            "network have {} endpoints; expected fewer, or another topology.kind",
                            endpoints, kMost));
}

/// A FEC that is off takes no time.
void check_fec(const LinkConfig& link, RuleErrors& errors) {
  const auto expect = [&](bool on, unsigned cycles, const char* path, const char* fec) {
    errors.expect(
        on || cycles == 0, path,
        fmt::format("is {} without error correction; expected 0, or {}: true", cycles, fec));
  };
  expect(link.local_fec, link.local_fec_cycles, "link.local_fec_cycles", "link.local_fec");
  expect(link.global_fec, link.fec_cycles, "link.fec_cycles", "link.global_fec");
  const auto expect_rate = [&](bool fec, Ratio rate, const char* path, const char* key) {
    errors.expect(fec || rate == 1, path,
                  fmt::format("is {} with {}: false, whose links carry 35 slots in 33 cycles; "
                              "expected 1",
                              text_of(rate), key));
  };
  expect_rate(link.local_fec, link.local_rate, "link.local_rate", "link.local_fec");
  expect_rate(link.global_fec, link.global_rate, "link.global_rate", "link.global_fec");
}

}  // namespace

void check_switch_shape(const PlatformConfig& config, RuleErrors& errors) {
  check_fec(config.link, errors);
  if (config.tin.pipeline != PipelineConfig())
    errors.expect(config.tin.router_latency_cycles == TinConfig().router_latency_cycles,
                  "tin.router_latency_cycles",
                  fmt::format("is {}, and tin.pipeline names the stages; expected one of them",
                              config.tin.router_latency_cycles));
  if (!needs_variant_core(config)) return;
  refuse_other_parts(config, errors);
  refuse_recordings(config, errors);
  if (errors.lines().empty()) check_endpoints(config, errors);
}

}  // namespace tinsim
