// SPDX-License-Identifier: Apache-2.0
// Random sections of a configuration: IP paths, 1RMA engines, PCIe and their traffic.
#include "tests/platform/impl_draw_hosts.h"

#include <algorithm>

namespace tinsim {
namespace {

/// Sources and destinations of a network with so many hosts: pattern and its keys.
std::string pattern(RandomText& draw, unsigned hosts) {
  switch (draw.below(4)) {
    case 0:
      return "pattern: permutation";
    case 1:
      return fmt::format("pattern: incast, targets: [{}]", draw.below(hosts));
    case 2: {
      const unsigned source = draw.below(hosts);
      return fmt::format("pattern: pairs, sources: [{}], targets: [{}]", source,
                         (source + draw.range(1, hosts - 1)) % hosts);
    }
    default:
      return "pattern: uniform";
  }
}

std::string ip_traffic(RandomText& draw, unsigned hosts) {
  std::string text = "ip_traffic:\n";
  for (unsigned entries = draw.range(1, 3); entries != 0; --entries) {
    text += fmt::format(
        "  - {{{}, transport: {}, gbps: {}, message_bytes: {}, mtu_bytes: {}, cos: {}, ecn: {}}}\n",
        pattern(draw, hosts), draw.of<const char*>({"none", "swift"}), draw.of({1, 20, 40, 100}),
        draw.of({1, 3, 64, 200, 256, 1500, 4096, 9000, 30000}),
        draw.of({200, 500, 1500, 4160, 9216}), draw.below(8), draw.chance(80));
  }
  return text;
}

std::string host(RandomText& draw) {
  std::string text = fmt::format(
      "host: {{process_us: {}, jitter_us: {}, packet_ns: {}, at_macs: {}, header_bytes: {}, "
      "ack_bytes: {}",
      draw.of({0.0, 0.1, 1.0}), draw.of({0.0, 0.05, 0.3}), draw.of({0, 0, 40}), draw.chance(20),
      draw.of({28, 64}), draw.of({28, 64, 130}));
  if (draw.chance(20)) text += fmt::format(", send_gbps: {}", draw.of({5.0, 40.5}));
  return text + "}\n";
}

std::string swift(RandomText& draw) {
  return fmt::format("swift: {{base_target_us: {}, initial_window: {}, min_timeout_us: {}}}\n",
                     draw.of({1.5, 3.0, 15.0}), draw.of({0.5, 2.0, 16.0}), draw.of({1, 5, 200}));
}

std::string ingress(RandomText& draw, bool lossy) {
  return fmt::format(
      "  ingress: {{buffer_kib: {}, strict_classes: [{}], weights: {}, early_rts_bytes: {}, "
      "lookup_cycles: {},\n"
      "            pull_cycles: {}, spread: {}, rts_timeout_us: {}, initial_rts_window: {}, "
      "rts_state_lifetime_us: {},\n"
      "            rts_max_hold_us: {}, rts_probe_interval_us: {}, rts_credit_percent: {}}}\n",
      draw.of({16, 33, 128}), draw.chance(30) ? std::to_string(draw.below(8)) : "",
      draw.list(8, 1, 9), draw.of({0, 64, 256, 1500}), draw.of({4, 24, 40}), draw.of({1, 8, 20}),
      draw.of<const char*>({"cell", "packet"}),
      lossy ? draw.of({1.0, 3.0}) : draw.of({0.0, 1.5, 10000.0}), draw.of({0, 1, 2, 16}),
      draw.of({0.0, 1.0, 100.0}), draw.of({1, 2, 20}), draw.of({0.0, 0.1, 2.0}),
      draw.of({100, 125}));
}

std::string egress(RandomText& draw, bool lossy) {
  return fmt::format(
      "  egress: {{buffer_kib: {}, window_kib: {}, pace_percent: {}, rts_congestion_percent: {}, "
      "rts_congestion_period_cycles: {}, strict_classes: [{}],\n"
      "           weights: {}, drop_threshold: {}, mark_threshold: {}, rts_cycles: {}, "
      "cts_cycles: {}, data_cycles: {},\n"
      "           fetch_timeout_us: {}}}\n",
      draw.of({32, 64}), draw.of({1, 1, 4, 32}), draw.of({0, 80, 100}), draw.of({1, 4, 50, 101}),
      draw.of({64, 1024}), draw.chance(30) ? std::to_string(draw.below(8)) : "",
      draw.list(8, 1, 255), draw.of({0, 2, 5, 40, 1024}), draw.of({0, 2, 128}), draw.of({1, 6}),
      draw.of({1, 4}), draw.of({1, 4}), lossy ? draw.of({1.0, 3.0}) : draw.of({0.0, 1.2, 1000.0}));
}

}  // namespace

std::string ip_text(RandomText& draw, DrawnHosts hosts) {
  return fmt::format(
             "ip:\n"
             "  enabled: true\n"
             "  payload: {}\n"
             "  nic_ports: {}\n"
             "  mac_ports: {}\n"
             "  cpu_ports: {}\n"
             "  nic_gbps: {}\n"
             "  high_classes: [{}]\n"
             "  strict_handshake: {}\n"
             "{}{}"
             "  mac: {{flow_control: {}, cable_ns: {}}}\n",
             draw.of<const char*>({"counted", "carried"}), draw.range(2, 5), draw.range(1, 5),
             draw.range(1, 2), draw.of({40, 100, 100, 400}),
             draw.of<const char*>({"4, 5, 6, 7", "0", "0, 1, 2, 3, 4, 5, 6, 7", ""}),
             draw.chance(70), ingress(draw, hosts.lossy), egress(draw, hosts.lossy),
             draw.of<const char*>({"none", "pause"}), draw.of({0, 50, 500})) +
         (hosts.cliquemap ? "" : ip_traffic(draw, hosts.count)) + host(draw) + swift(draw);
}

namespace {

std::string rma(RandomText& draw, const std::string& payload) {
  return fmt::format(
      "rma: {{enabled: true, payload: {}, mac_mode: {}, key_mode: {}, low_class_vcs: {}, "
      "solicitation_window_bytes: {}, strict_priority: {},\n"
      "      dispatch_timeout_us: {}, operation_timeout_us: {}, pull_timeout_us: {}, "
      "command_cycles: {}, "
      "request_cycles: {},\n"
      "      inbound_entries: {}, nack_threshold: {}, inbound_cycles: {}, check_cycles: {}, "
      "crypt_cycles: {}, read_contexts: {},\n"
      "      server_contexts: {}, pull_window_bytes: {}, cell_bytes: {}}}\n",
      payload, draw.of<const char*>({"gcm", "hmac"}), draw.of<const char*>({"derived", "region"}),
      draw.of<const char*>({"own", "shared"}), draw.of({4096, 9000, 65536}), draw.chance(30),
      draw.of({1, 3, 10}), draw.of({1, 3, 20}), draw.of({1, 3, 19}), draw.of({0, 1, 40}),
      draw.of({0, 1, 8}), draw.of({1, 4, 32}), draw.of({0, 3, 16}), draw.of({1, 4, 30}),
      draw.of({0, 1, 40}), draw.of({0, 1, 7, 40}), draw.of({1, 3, 64}), draw.of({1, 3, 64}),
      draw.of({4096, 65536}), draw.of({64, 128}));
}

std::string pcie(RandomText& draw) {
  const unsigned mps = draw.of({128u, 256u, 512u});
  return fmt::format(
      "pcie: {{generation: {}, lanes: {}, mps: {}, mrrs: {}, rcb: {}, completion_bytes: {}, "
      "interleave: {}, tags: {},\n"
      "       host_credits: {{ph: {}, pd: {}, nph: {}, npd: {}}},\n"
      "       chip_credits: {{ph: {}, pd: {}, nph: {}, npd: {}, cplh: {}, cpld: {}}},\n"
      "       credit_ns: {}, read_ns: {}, read_sigma_ns: {}, write_ns: {}, mmio_ns: {}, "
      "tlp_error_rate: {}}}\n",
      draw.range(3, 5), draw.of({1, 4, 16, 16}), mps, draw.of({128, 512, 4096}), draw.of({64, 128}),
      std::min(mps, draw.of({128u, 256u})), draw.chance(50), draw.of({1, 3, 256}), draw.of({1, 64}),
      draw.of({32, 1024}), draw.of({1, 64}), draw.of({1, 64}), draw.of({1, 32}), draw.of({4, 128}),
      draw.of({1, 8}), draw.of({1, 8}), draw.of({0, 1, 9}), draw.of({0, 16}), draw.of({0, 20, 100}),
      draw.of({30, 200, 600}), draw.of({0, 9}), draw.of({10, 250}), draw.of({5, 100}),
      draw.of({0.0, 0.0, 0.05}));
}

std::string rma_traffic(RandomText& draw, unsigned hosts) {
  std::string text = "rma_traffic:\n";
  for (unsigned entries = draw.range(1, 3); entries != 0; --entries) {
    const std::string op = draw.of<const char*>({"read", "read", "write", "faa", "cas"});
    const bool atomic = op == "faa" || op == "cas";
    text += fmt::format("  - {{{}, op: {}, class: {}, bytes: {}, outstanding: {}",
                        pattern(draw, hosts), op, draw.of<const char*>({"H", "L"}),
                        atomic ? 8 : draw.of({1, 8, 64, 129, 1000, 4096}), draw.of({1, 2, 16, 40}));
    if (draw.chance(50)) text += fmt::format(", gbps: {}", draw.of({1, 20, 80}));
    text += "}\n";
  }
  return text;
}

}  // namespace

std::string rma_text(RandomText& draw, DrawnHosts hosts) {
  const std::string payload =
      hosts.cliquemap ? "carried" : draw.of<const char*>({"counted", "carried"});
  return rma(draw, payload) + pcie(draw) + (hosts.cliquemap ? "" : rma_traffic(draw, hosts.count));
}

std::string cliquemap_text(RandomText& draw) {
  return fmt::format(
      "cliquemap: {{enabled: true, transport: {}, placement: {}, clients: {}, backends: {}, "
      "keys: {}, key_skew: {}, value_bytes: {},\n"
      "            ops_per_s: {}, set_share: {}, erase_share: {}, miss_share: {}, buckets: 8, "
      "ways: 8, cos: {},\n"
      "            process_us: {}, jitter_us: {}, message_ns: {}, message_bytes: {}}}\n",
      draw.of<const char*>({"rma", "rma", "software"}),
      draw.of<const char*>({"interleaved", "together"}), draw.range(1, 2), draw.range(1, 2),
      draw.of({1, 20}), draw.of({0, 1}), draw.of({1, 64, 3000}), draw.of({1000000, 5000000}),
      draw.of({0.0, 0.3}), draw.of({0.0, 0.1}), draw.of({0.0, 0.2}), draw.below(8),
      draw.of({0.0, 0.2}), draw.of({0.0, 0.1}), draw.of({0, 100}), draw.of({1, 64}));
}

}  // namespace tinsim
