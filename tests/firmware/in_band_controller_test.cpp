// SPDX-License-Identifier: Apache-2.0
// Does the controller of a Clique bring up chips with firmware over their own links, and survive
// links that fail and instances that end?
#include "platform/controller/in_band/in_band_controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "platform/config/reader.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/re/planned_tables.h"
#include "platform/controller/sfe/read_back.h"
#include "tests/firmware/fake_chip.h"
#include "tests/firmware/frames.h"
#include "tests/firmware/noisy_mos.h"
#include "tlm/tin/ecp/ecp_map.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim::firmware_test {
namespace {

using namespace control;

CliquePlan two_pods() {
  return CliquePlan(parse_config("topology: {kind: dragonfly, pods: 2, tins_per_pod: 3, "
                                 "hosts_per_tin: 2, global_links_per_pair: 3, "
                                 "local_links_per_pair: 2}\n"
                                 "routing: {mode: minimal_adaptive}\n"
                                 "ip: {enabled: true}\n",
                                 "clique.yaml")
                        .config,
                    0, true);
}

/// Chips with firmware on the links of a plan. Packets cross the network at once; the controller
/// decides by itself to which chips there are routes.
class InBandBench {
 public:
  explicit InBandBench(std::vector<std::size_t> entries) : entries_(std::move(entries)) {
    for (std::size_t tin = 0; tin < plan.tins(); ++tin) add_chip(tin);
    InBandControllerSettings settings;
    settings.access.report_us = 500;
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

  const CliquePlan plan = two_pods();
  std::vector<std::unique_ptr<FakeChip>> chips;
  std::unique_ptr<InBandController> controller;
  std::uint64_t now = 1;

 private:
  static constexpr std::uint32_t kHost = 0x0a000002, kChip = 0x0a000100;
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
      const auto number = static_cast<std::uint32_t>(tin);
      ControlledChip chip;
      chip.mac = chips[tin]->mac();
      chip.pod = plan.topology.chips[tin].pod;
      chip.address = kChip + number;
      chip.host_address = is_entry(tin) ? kHost + number : 0;
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
  void to_chip(std::size_t entry, const Bytes& packet) {
    const auto ip = parse_ipv4(packet);
    const std::size_t tin = ip->protocol == kTcp ? ip->destination - kChip : entry;
    chips[tin]->frame_arrives(tin == entry ? ECP_INTERFACE_MAC : ECP_INTERFACE_FABRIC,
                              make_frame(chips[tin]->mac(), kRouter, kIpv4, packet));
  }
  void from_chip(std::size_t tin, const Frame& frame) {
    if (read16(frame.bytes, 12) != kIpv4) return;
    const Bytes packet = slice(frame.bytes, 14, frame.bytes.size() - 14);
    const auto ip = parse_ipv4(packet);
    if (ip) controller->receive(ip->protocol == kTcp ? ip->destination - kHost : tin, packet);
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
  std::vector<std::uint64_t> up_;  ///< by TiN
  std::vector<Wire> wires_;
};

TEST(InBandController, ChipsComeUpOverTheirOwnLinksWithTheTablesOfTheBuilders) {
  InBandBench bench({0, 3});
  ASSERT_TRUE(bench.come_up());
  EXPECT_EQ(bench.differing(), 0u);
  const InBandCounts counts = bench.controller->transport().counts();
  EXPECT_GT(counts.accesses_by_proxy, 0u);
  EXPECT_GT(counts.accesses_by_tcp, 0u);
  EXPECT_EQ(counts.proxied_lost, 0u);
  for (std::size_t tin = 0; tin < bench.plan.tins(); ++tin) {
    const TinProgress& progress = bench.controller->transport().progress()[tin];
    EXPECT_EQ(progress.proxy.has_value(), tin != 0 && tin != 3) << tin;
    EXPECT_TRUE(progress.connected_us.has_value()) << tin;
  }
}

TEST(InBandController, TheFirstTinAloneReachesAllByWaves) {
  InBandBench bench({0});
  ASSERT_TRUE(bench.come_up());
  EXPECT_EQ(bench.differing(), 0u);
}

TEST(InBandController, TablesFollowLinksThatFailAndReturn) {
  InBandBench bench({0, 3});
  ASSERT_TRUE(bench.come_up());
  unsigned port = 0;
  while (bench.plan.topology.chips[1].ports[port].kind != PortKind::kGlobal) ++port;
  bench.set_link(1, port, false);
  EXPECT_GT(bench.differing(), 0u);
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.differing(), 0u);
  bench.set_link(1, port, true);
  ASSERT_TRUE(bench.run_until([&] { return bench.differing() == 0; }, 100000));
}

/// TiNs that a row of a TiN's registers leads to next, from its own endpoints.
std::set<std::size_t> next_tins(const InBandBench& bench, std::size_t tin, std::size_t to) {
  const unsigned row =
      bench.plan.original[tin].row(bench.plan.topology.address(static_cast<unsigned>(to)));
  std::set<std::size_t> next;
  for (unsigned n = 0; n < kMinimalEntries; ++n) {
    const std::uint32_t word = bench.chips[tin]->reg(
        kFlowBase + kFlowBytes * flow_number(kTerminalIn, 0, row) + n / 4 * 4);
    const auto port = static_cast<std::uint8_t>(word >> 8 * (n % 4));
    if (port != kNoRoute) next.insert(bench.plan.topology.chips[tin].ports[port].peer_chip);
  }
  return next;
}

TEST(InBandController, NoCellCrossesATinThatIsDrainedAndItsOwnStillTravel) {
  InBandBench bench({0, 3});
  ASSERT_TRUE(bench.come_up());
  const std::size_t drained = 4;
  bench.controller->drain({drained});
  ASSERT_TRUE(bench.settle());
  std::vector<std::uint16_t> units(bench.plan.tins(), kNotDrained);
  units[drained] = drained;
  EXPECT_EQ(bench.differing(units), 0u);
  EXPECT_GT(bench.differing(), 0u);
  for (std::size_t from = 0; from < bench.plan.tins(); ++from) {
    for (std::size_t to = 0; to < bench.plan.tins(); ++to) {
      if (from == to) continue;
      const auto next = next_tins(bench, from, to);
      EXPECT_FALSE(next.empty()) << from << " to " << to;
      const bool is_its = from == drained || to == drained;
      EXPECT_TRUE(is_its || next.count(drained) == 0) << from << " to " << to;
    }
  }
  bench.controller->undrain({drained});
  ASSERT_TRUE(bench.settle());
  EXPECT_EQ(bench.differing(), 0u);
}

TEST(InBandController, InstancesThatEndLeaveTheTablesOfTheBuilders) {
  for (const Instance instance :
       {Instance::kNib, Instance::kRoutingEngine, Instance::kFlowManager, Instance::kFrontEnd}) {
    InBandBench bench({0, 3});
    for (unsigned kill = 0; kill < 12; ++kill) {
      bench.run_until([] { return false; }, 2900);
      bench.controller->restart(instance);
    }
    ASSERT_TRUE(bench.come_up()) << static_cast<int>(instance);
    EXPECT_EQ(bench.differing(), 0u) << static_cast<int>(instance);
  }
}

}  // namespace
}  // namespace tinsim::firmware_test
