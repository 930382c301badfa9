// SPDX-License-Identifier: Apache-2.0
// Chips with firmware on the links of a plan, and the controller of a Clique at the Ethernet of
// some.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "platform/config/reader.h"
#include "platform/controller/in_band/in_band_controller.h"
#include "platform/controller/re/planned_tables.h"
#include "tests/firmware/frames.h"
#include "tests/firmware/noisy_mos.h"
#include "tests/firmware/register_ways.h"
#include "tlm/tin/ecp/ecp_map.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim::firmware_test {

inline CliquePlan two_pods() {
  return CliquePlan(parse_config("topology: {kind: dragonfly, pods: 2, tins_per_pod: 3, "
                                 "hosts_per_tin: 2, global_links_per_pair: 3, "
                                 "local_links_per_pair: 2}\n"
                                 "routing: {mode: minimal_adaptive}\n"
                                 "ip: {enabled: true}\n",
                                 "clique.yaml")
                        .config,
                    0, true);
}

/// How packets cross the network of a bench, always at once.
enum class Crossing {
  kAlways,       ///< the controller decides by itself to which chips there are routes
  kByRegisters,  ///< where the IP tables and the routes of the chips lead them, and back
};

/// Chips with firmware on the links of a plan.
class InBandBench {
 public:
  /// `own_entries`: after a reset a chip has the IP entries of its own endpoints, and one that
  /// gives 255.255.255.255 to its control processor.
  explicit InBandBench(std::vector<std::size_t> entries, Crossing crossing = Crossing::kAlways,
                       bool own_entries = true, bool keeps_tables = false)
      : entries_(std::move(entries)), crossing_(crossing), has_own_entries_(own_entries) {
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) add_chip(tin);
    InBandControllerSettings settings;
    settings.access.report_us = 500;
    settings.keeps_tables = keeps_tables;
    controller = std::make_unique<InBandController>(
        plan, access(), settings,
        [this](std::size_t entry, const Bytes& packet) { to_chip(entry, packet); });
    for (auto& chip : chips) chip->boot(ECP_RESET_POWER_ON);
  }

  template <class Condition>
  bool run_until(Condition condition, std::uint64_t limit_us) {
    for (const std::uint64_t end = now + limit_us; now < end && !condition(); ++now) step();
    return condition();
  }
  bool come_up() {
    return run_until([this] { return controller->complete_us().has_value(); }, 300000);
  }
  bool settle() {
    run_until([] { return false; }, 3000);
    return run_until([this] { return controller->is_settled(); }, 300000);
  }
  void set_link(std::size_t tin, unsigned port, bool is_up) {
    const PortInfo& link = plan.topology.chips[tin].ports[port];
    for (const auto& [chip, at] :
         {std::pair<std::size_t, unsigned>{tin, port}, {link.peer_chip, link.peer_port}}) {
      chips[chip]->set_link(at, is_up);
      if (is_up) {
        up_[chip] |= std::uint64_t{1} << at;
      } else {
        up_[chip] &= ~(std::uint64_t{1} << at);
      }
    }
  }
  /// Registers that differ from the builders' tables for the links that are up, without TiNs that
  /// are drained.
  std::size_t differing(std::vector<std::uint16_t> units = {}) const {
    units.resize(plan.tins(), kNotDrained);
    LiveNetwork live(plan.topology);
    for (std::size_t tin = 0; tin < plan.tins(); ++tin)
      for (std::uint64_t down = plan.ports[tin].links() & ~up_[tin]; down != 0; down &= down - 1)
        live.fail_link(
            {static_cast<std::uint16_t>(tin), static_cast<std::uint8_t>(__builtin_ctzll(down))});
    const auto tables = planned_tables(plan, live, units);
    std::size_t count = 0;
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
      RouteTable table = tables[tin];
      table.joined_pods = plan.original[tin].joined_pods;
      std::map<std::uint32_t, std::uint32_t> expected;
      for (const RegisterRun& run : route_image(EditedRoutes(table, plan.params)))
        for (std::size_t n = 0; n < run.values.size(); ++n)
          expected[run.address + 4 * static_cast<std::uint32_t>(n)] = run.values[n];
      for (const std::uint32_t address : managed_registers(plan, tin)) {
        if (address < kFlowBase || address >= kFlowBase + kFlowBytes * kFlows) continue;
        const auto found = expected.find(address);
        count += chips[tin]->reg(address) !=
                 (found != expected.end() ? found->second : reset_value(address));
      }
    }
    return count;
  }

  /// IPv4 addresses of all TiNs that TiNs do not send to their endpoints.
  std::size_t unknown_addresses() const {
    std::size_t count = 0;
    for (std::size_t from = 0; from < plan.tins(); ++from)
      for (std::size_t kind = 0; kind < plan.ip_kinds.size(); ++kind)
        for (std::size_t to = 0; to < plan.tins(); ++to)
          count += ways_.looked_up(from, address_of(kind, to)) !=
                   plan.gnet(static_cast<unsigned>(2 * kind), to);
    return count;
  }

  const CliquePlan plan = two_pods();
  std::vector<std::unique_ptr<FakeChip>> chips;
  std::unique_ptr<InBandController> controller;
  std::uint64_t now = 1;
  std::uint64_t lost = 0;  ///< packets between a chip and the controller without a way

 private:
  static constexpr unsigned kFlows = flow_number(kPortClasses, 0, 0);
  static constexpr std::array<std::uint8_t, 6> kRouter = {0x02, 0, 0, 0, 0, 1};
  struct Wire {
    std::size_t from;
    unsigned from_port;
    std::size_t to;
    unsigned to_port;
    NoisyMos way;
  };

  bool is_entry(std::size_t tin) const {
    return std::find(entries_.begin(), entries_.end(), tin) != entries_.end();
  }
  unsigned link_ports(std::size_t tin) const {
    return static_cast<unsigned>(64 - __builtin_clzll(plan.ports[tin].links()));
  }
  void add_chip(std::size_t tin) {
    chips.push_back(std::make_unique<FakeChip>(static_cast<std::uint32_t>(tin), is_entry(tin),
                                               link_ports(tin), make_host_runner));
    for (const std::uint32_t address : managed_registers(plan, tin))
      if (address >= kFlowBase || address < kLinkStatusBase)
        chips[tin]->registers[address] = reset_value(address);
    if (has_own_entries_) set_own_ip_entries(plan, tin, *chips[tin]);
    up_.push_back(plan.ports[tin].links());
    for (unsigned port = 0; port < link_ports(tin); ++port) {
      const PortInfo& link = plan.topology.chips[tin].ports[port];
      if (!plan.ports[tin].is_link(port)) continue;
      wires_.push_back({tin, port, link.peer_chip, link.peer_port, NoisyMos(0, 0, 1, 100)});
      chips[tin]->set_link(port, true);
    }
    chips[tin]->on_word = [this, tin](std::uint32_t port, pmos_word word) {
      for (Wire& wire : wires_)
        if (wire.from == tin && wire.from_port == port && (up_[tin] >> port & 1) != 0)
          wire.way.send(static_cast<std::uint32_t>(now), word);
    };
  }
  ControllerPlan access() const {
    ControllerPlan access;
    access.link_status_address = kLinkStatusBase;
    access.link_status_stride = kLinkStatusBytes;
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
      ControlledChip chip;
      chip.mac = chips[tin]->mac();
      chip.pod = plan.topology.chips[tin].pod;
      chip.address = address_of(processor_kind(), tin);
      chip.host_address = is_entry(tin) ? address_of(mac_kind(), tin) : 0;
      chip.link_ports = static_cast<std::uint8_t>(link_ports(tin));
      for (unsigned port = 0; port < link_ports(tin); ++port) {
        const PortInfo& link = plan.topology.chips[tin].ports[port];
        if (plan.ports[tin].is_link(port))
          chip.neighbours.push_back({link.peer_chip, link.peer_port});
      }
      access.chips.push_back(chip);
    }
    return access;
  }
  std::size_t processor_kind() const { return plan.ip_kinds.size() - 2; }
  std::size_t mac_kind() const { return plan.ip_kinds.size() - 1; }
  std::uint32_t address_of(std::size_t kind, std::size_t tin) const {
    return static_cast<std::uint32_t>(plan.address(static_cast<unsigned>(2 * kind), tin).hi >> 32);
  }
  std::optional<std::size_t> tin_with(std::size_t kind, std::uint32_t address) const {
    for (std::size_t tin = 0; tin < plan.tins(); ++tin)
      if (address_of(kind, tin) == address) return tin;
    return std::nullopt;
  }
  /// A packet at `from` finds its endpoint, and cells find their way there and back.
  bool crosses(std::size_t from, std::size_t kind, std::size_t to) {
    if (crossing_ == Crossing::kAlways) return true;
    const auto gnet = plan.gnet(static_cast<unsigned>(2 * kind), to);
    const bool does = ways_.looked_up(from, address_of(kind, to)) == gnet &&
                      (from == to || (ways_.lead(from, to) && ways_.lead(to, from)));
    lost += !does;
    return does;
  }
  void to_chip(std::size_t entry, const Bytes& packet) {
    const std::uint32_t address = parse_ipv4(packet)->destination;
    const std::size_t tin = tin_with(processor_kind(), address).value_or(entry);
    if (address == kEveryone) {
      if (crossing_ == Crossing::kByRegisters && !ways_.gives_to_processor(entry, address)) return;
    } else if (!crosses(entry, processor_kind(), tin)) {
      return;
    }
    chips[tin]->frame_arrives(tin == entry ? ECP_INTERFACE_MAC : ECP_INTERFACE_FABRIC,
                              make_frame(chips[tin]->mac(), kRouter, kIpv4, packet));
  }
  void from_chip(std::size_t tin, const Frame& frame) {
    if (read16(frame.bytes, 12) != kIpv4) return;
    const Bytes packet = slice(frame.bytes, 14, frame.bytes.size() - 14);
    const auto ip = parse_ipv4(packet);
    if (!ip) return;
    const std::size_t entry =
        frame.interface == ECP_INTERFACE_MAC ? tin : tin_with(mac_kind(), ip->destination).value();
    if (crosses(tin, mac_kind(), entry)) controller->receive(entry, packet);
  }
  void step() {
    for (Wire& wire : wires_) {
      pmos_word word;
      while (wire.way.receive(static_cast<std::uint32_t>(now), word))
        chips[wire.to]->word_arrives(wire.to_port, word);
    }
    controller->poll(now);
    for (std::size_t tin = 0; tin < chips.size(); ++tin) {
      chips[tin]->run(now);
      for (; !chips[tin]->sent.empty(); chips[tin]->sent.pop_front())
        from_chip(tin, chips[tin]->sent.front());
    }
  }

  std::vector<std::size_t> entries_;
  const Crossing crossing_;
  const bool has_own_entries_;
  RegisterWays ways_{plan, chips};
  std::vector<std::uint64_t> up_;  ///< by TiN
  std::vector<Wire> wires_;
};

}  // namespace tinsim::firmware_test
