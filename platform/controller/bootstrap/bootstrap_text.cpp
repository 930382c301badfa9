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

void write_assumptions(std::ostream& out, const MessageCosts& costs,
                       const BootstrapAssumptions& assumed) {
  const auto ms = [](std::uint64_t ns) { return static_cast<double>(ns) / kMillisecond; };
  fmt::print(out,
             "assumed, not measured\n"
             "  {} requests of {} registers for each TiN\n"
             "  software of controller and firmware for each: {:.0f} ms over TCP, {:.0f} ms by a "
             "proxy\n"
             "  a proxy has one target at a time; the controller serves all TiNs at once\n"
             "a request takes {:.2f} ms over TCP, {:.2f} of them measured; {:.2f} ms by a proxy, "
             "{:.2f} of them measured\n",
             assumed.requests, assumed.registers, ms(assumed.tcp_software_ns),
             ms(assumed.pmos_software_ns),
             ms(assumed.tcp_software_ns + costs.over_tcp(assumed.registers)),
             ms(costs.over_tcp(assumed.registers)),
             ms(assumed.pmos_software_ns + costs.over_pmos(assumed.registers)),
             ms(costs.over_pmos(assumed.registers)));
}

void write_row(std::ostream& out, unsigned dcn, const BootstrapResult& result) {
  const auto minutes = [](std::uint64_t ns) { return static_cast<double>(ns) / kMinute; };
  fmt::print(out, "  {:>7} {:>8} {:>6} {:>9.1f} {:>9.1f} {:>9.1f} {:>10.2f} {:>9} {:>9} {:>9}\n",
             dcn, result.dcn_tins, result.waves.size() - 1, minutes(result.shortest_ns),
             minutes(result.longest_ns), minutes(result.complete_ns), minutes(result.message_ns),
             result.tcp_requests, result.pmos_requests, result.pmos_packets);
}

}  // namespace

void write_bootstrap(std::ostream& out, const Topology& topology, const MessageCosts& costs,
                     const BootstrapAssumptions& assumptions) {
  fmt::print(out, "bootstrap of {} TiNs in {} pods, in waves\n", topology.chips.size(),
             topology.pods);
  write_costs(out, costs);
  write_assumptions(out, costs, assumptions);
  fmt::print(out, "TiNs of a pod with Ethernet, and waves of PMOS; times in minutes\n");
  fmt::print(out, "  {:>7} {:>8} {:>6} {:>9} {:>9} {:>9} {:>10} {:>9} {:>9} {:>9}\n", "per pod",
             "in all", "waves", "TiN least", "TiN most", "network", "messages", "TCP req.",
             "PMOS req.", "packets");
  for (const unsigned dcn : std::set<unsigned>{1, kFigureSix, 4, topology.tins_per_pod})
    if (dcn <= topology.tins_per_pod)
      write_row(out, dcn, bootstrap(topology, dcn, costs, assumptions));
  if (topology.tins_per_pod < kFigureSix) return;
  fmt::print(out, "waves with {} per pod\n", kFigureSix);
  std::size_t all = 0;
  for (const BootstrapWave& wave : bootstrap(topology, kFigureSix, costs, assumptions).waves) {
    all += wave.tins;
    fmt::print(out, "  {:>6.1f} min: {} TiNs more, {} in all\n",
               static_cast<double>(wave.end_ns) / kMinute, wave.tins, all);
  }
}

}  // namespace tinsim::control
