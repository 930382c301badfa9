// SPDX-License-Identifier: Apache-2.0
// Report of `tinsim controller --report bootstrap`.
#include "platform/controller/bootstrap/bootstrap_text.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <set>

namespace tinsim::control {
namespace {

constexpr double kMicrosecond = 1e3, kMillisecond = 1e6, kMinute = 60e9;
constexpr unsigned kFigureSix = 2;  ///< TiNs of a pod with Ethernet in the paper's figure 6

void write_costs(std::ostream& out, const MessageCosts& costs) {
  fmt::print(out, "measured by `tinsim run configs/bring_up.yaml`, in us\n");
  const auto line = [&out](const char* text, std::uint64_t ns) {
    fmt::print(out, "  {:<52} {:>10.1f}\n", text, static_cast<double>(ns) / kMicrosecond);
  };
  line("address by DHCP over Ethernet, from reset", costs.dhcp);
  line("address by DHCP over MOS, from the proxy's session", costs.proxied_dhcp);
  line("TCP session, and identity", costs.tcp_open);
  line("request over TCP", costs.tcp_request);
  line("… for each register that it writes", costs.tcp_register);
  line("PMOS packet of 511 bytes", costs.pmos_packet);
}

void write_requests(std::ostream& out, const MessageCosts& costs,
                    const BootstrapAssumptions& assumed) {
  const double tcp = static_cast<double>(costs.over_tcp(assumed.registers)) / kMillisecond;
  const double pmos = static_cast<double>(costs.over_pmos(assumed.registers)) / kMillisecond;
  fmt::print(out,
             "assumed, not measured: {} requests of {} registers for each TiN; a proxy has one "
             "target at a\n"
             "  time, the controller serves all TiNs at once\n"
             "messages of a request: {:.3f} ms over TCP, {:.3f} ms by a proxy, {:.1f} times as "
             "long; the paper's\n"
             "  TiNs take 3 to 48 min, 16 times as long\n",
             assumed.requests, assumed.registers, tcp, pmos, pmos / tcp);
}

double minutes(std::uint64_t ns) { return static_cast<double>(ns) / kMinute; }

void write_row(std::ostream& out, unsigned dcn, const BootstrapResult& result) {
  fmt::print(out, "  {:>7} {:>8} {:>6} {:>9.1f} {:>9.1f} {:>9.1f} {:>10.2f} {:>9} {:>9} {:>9}\n",
             dcn, result.dcn_tins, result.waves.size() - 1, minutes(result.shortest_ns),
             minutes(result.longest_ns), minutes(result.complete_ns), minutes(result.message_ns),
             result.tcp_requests, result.pmos_requests, result.pmos_packets);
}

void write_table(std::ostream& out, const Topology& topology, const MessageCosts& costs,
                 const BootstrapAssumptions& assumed) {
  fmt::print(out, "  {:>7} {:>8} {:>6} {:>9} {:>9} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "per pod",
             "in all", "waves", "TiN least", "TiN most", "network", "messages", "TCP req.",
             "PMOS req.", "packets");
  for (const unsigned dcn : std::set<unsigned>{1, kFigureSix, 4, topology.tins_per_pod})
    if (dcn <= topology.tins_per_pod) write_row(out, dcn, bootstrap(topology, dcn, costs, assumed));
}

}  // namespace

void write_bootstrap(std::ostream& out, const Topology& topology, const MessageCosts& costs,
                     const BootstrapAssumptions& assumptions) {
  fmt::print(out, "bootstrap of {} TiNs in {} pods, in waves\n", topology.chips.size(),
             topology.pods);
  write_costs(out, costs);
  write_requests(out, costs, assumptions);
  BootstrapAssumptions none = assumptions;
  none.tcp_software_ns = none.pmos_software_ns = 0;
  const double scale = time_scale(costs, assumptions);
  const MessageCosts slow = scaled(costs, scale);
  fmt::print(out,
             "\nFrom measured costs and one time scale, {:.0f}: messages alone, so much slower "
             "that a TiN with Ethernet\ntakes the paper's 3 min. TiNs of a pod with Ethernet, "
             "waves of PMOS, times in minutes:\n",
             scale);
  write_table(out, topology, slow, none);
  fmt::print(out,
             "\nWith assumed software of controller and firmware: {:.0f} ms for a request over "
             "TCP, {:.0f} ms by a proxy,\nwhich give the 48 min too:\n",
             static_cast<double>(assumptions.tcp_software_ns) / kMillisecond,
             static_cast<double>(assumptions.pmos_software_ns) / kMillisecond);
  write_table(out, topology, costs, assumptions);
  if (topology.tins_per_pod < kFigureSix) return;
  fmt::print(out, "waves with {} per pod:\n", kFigureSix);
  std::size_t all = 0;
  for (const BootstrapWave& wave : bootstrap(topology, kFigureSix, costs, assumptions).waves) {
    all += wave.tins;
    fmt::print(out, "  {:>6.1f} min: {} TiNs more, {} in all\n", minutes(wave.end_ns), wave.tins,
               all);
  }
}

}  // namespace tinsim::control
