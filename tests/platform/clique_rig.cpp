// SPDX-License-Identifier: Apache-2.0
// A controller and its TiNs.
#include "tests/platform/clique_rig.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/config/reader.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/re/planned_tables.h"
#include "tlm/tin/ip/edited_ip_routes.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim::control {
namespace {

constexpr std::uint32_t kEndpointBase = array_address("route", "endpoint", 0);

struct Crash {};

/// Of the plan.
std::vector<std::uint16_t> planned_units(const CliquePlan& plan, const Nib& nib) {
  std::vector<std::uint16_t> units;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    units.push_back(
        static_cast<std::uint16_t>(read16(*nib.find(block(NibTable::kViews, tin), 2), 0)));
  return units;
}

/// The links and TiNs of a plan.
LiveNetwork planned(const CliquePlan& plan, const Nib& nib) {
  LiveNetwork live(plan.topology);
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    const auto number = static_cast<std::uint16_t>(tin);
    if (nib.find(block(NibTable::kViews, tin), 1)->at(0) == 0) live.fail_chip(number);
    for (std::uint64_t down = plan.ports[tin].links() & ~planned_links(nib, tin); down != 0;
         down &= down - 1)
      live.fail_link({number, static_cast<std::uint8_t>(__builtin_ctzll(down))});
  }
  return live;
}

}  // namespace

CliquePlan clique_plan(const std::string& shape, const std::string& mode, unsigned external) {
  return CliquePlan(parse_config("topology: {kind: dragonfly, hosts_per_tin: 2, " + shape +
                                     "}\nrouting: {mode: " + mode + "}\nip: {enabled: true}\n",
                                 "clique.yaml")
                        .config,
                    external);
}

CliqueRig::CliqueRig(const CliquePlan& plan, unsigned seed, ConstellationSettings settings)
    : fabric(plan, seed),
      controller(plan, fabric, settings),
      plan_(plan),
      random_(seed),
      units_(plan.tins(), kNotDrained) {
  for (const unsigned pod : settings.absent_pods)
    for (const std::size_t tin : pod_tins(plan, pod)) fabric.set_power(tin, false);
  subscribe();
  fabric.on_write = [this] { audit_groups(); };
}

void CliqueRig::subscribe() {
  references_.emplace(controller.nib(),
                      std::vector<NibTable>{NibTable::kFlows, NibTable::kGroups,
                                            NibTable::kInstalledFlows, NibTable::kInstalledGroups});
}

/// Records that have not changed since the last audit are as they were.
void CliqueRig::audit_groups() {
  ++group_audits;
  for (const BlockId& changed : references_->take()) {
    const std::string missing = missing_group(controller.nib(), changed.tin);
    if (!missing.empty()) throw AuditError(missing);
  }
}

void CliqueRig::restart(Instance instance) {
  controller.restart(instance);
  if (instance != Instance::kNib) return;
  subscribe();
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    if (!fabric.has_power(tin)) controller.report_tin(tin, false);
}

void CliqueRig::crash_at_random(unsigned every) {
  fabric.on_request = [this, every](bool) {
    if (random_() % every == 0) throw Crash();
  };
}

void CliqueRig::step_controller() {
  try {
    controller.step(now_us);
  } catch (const Crash&) {
    if (random_() % 2 == 0) restart(Instance::kFlowManager);
    restart(Instance::kFrontEnd);
  }
}

void CliqueRig::step() {
  fabric.step(++now_us);
  for (std::size_t n = 0; n < reports_.size();) {
    if (reports_[n].due_us > now_us) {
      ++n;
      continue;
    }
    deliver(reports_[n].tin);
    reports_.erase(reports_.begin() + static_cast<std::ptrdiff_t>(n));
  }
  step_controller();
  const std::uint64_t plans = controller.counts().routing.plans;
  if (plans != plans_)
    fabric.begin_plan(planned(plan_, controller.nib()), planned_units(plan_, controller.nib()));
  plans_ = plans;
  if (every_ != 0 && random_() % every_ == 0) restart(restarted_[random_() % restarted_.size()]);
}

bool CliqueRig::settle(std::uint64_t steps) {
  for (std::uint64_t n = 0; n < steps; ++n) {
    if (reports_.empty() && controller.is_settled()) return true;
    step();
  }
  return false;
}

/// Reports of one TiN may overtake each other; each is of the state when it arrives.
void CliqueRig::report(std::size_t tin) { reports_.push_back({now_us + random_() % 64, tin}); }

void CliqueRig::deliver(std::size_t tin) {
  controller.report_tin(tin, fabric.has_power(tin));
  if (fabric.has_power(tin)) controller.report_links(tin, fabric.links_up(tin));
}

void CliqueRig::set_link(std::size_t tin, unsigned port, bool is_up) {
  fabric.set_link(tin, port, is_up);
  report(tin);
  report(plan_.topology.chips[tin].ports[port].peer_chip);
}

void CliqueRig::set_power(std::size_t tin, bool is_on) {
  fabric.set_power(tin, is_on);
  report(tin);
  for (const PortInfo& port : plan_.topology.chips[tin].ports)
    if (is_link(port)) report(port.peer_chip);
}

void CliqueRig::random_event() {
  if (random_() % 8 != 0) return random_flap();
  const std::size_t tin = random_() % plan_.tins();
  const bool is_on = !fabric.has_power(tin);
  set_power(tin, is_on);
  const std::size_t beside = tin ^ 1u;  // on the same line card
  if (random_() % 4 == 0 && beside < plan_.tins() && fabric.has_power(beside) != is_on)
    set_power(beside, is_on);
}

void CliqueRig::random_flap() {
  const std::size_t tin = random_() % plan_.tins();
  std::vector<unsigned> ports;
  for (unsigned port = 0; port < plan_.ports[tin].ports(); ++port)
    if (plan_.ports[tin].is_link(port)) ports.push_back(port);
  const unsigned port = ports[random_() % ports.size()];
  set_link(tin, port, (fabric.links_up(tin) >> port & 1) == 0);
}

void CliqueRig::drain(const std::vector<std::size_t>& tins) {
  controller.drain(tins);
  for (const std::size_t tin : tins)
    units_[tin] = static_cast<std::uint16_t>(*std::min_element(tins.begin(), tins.end()));
}

void CliqueRig::undrain(const std::vector<std::size_t>& tins) {
  controller.undrain(tins);
  for (const std::size_t tin : tins) units_[tin] = kNotDrained;
}

void CliqueRig::repair_all() {
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) {
    if (!fabric.has_power(tin)) set_power(tin, true);
    for (unsigned port = 0; port < plan_.ports[tin].ports(); ++port)
      if (plan_.ports[tin].is_link(port)) fabric.set_link(tin, port, true);
  }
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) report(tin);
}

std::string CliqueRig::table_difference(std::size_t tin, const RouteTable& table) const {
  std::map<std::uint32_t, std::uint32_t> expected;
  for (const RegisterRun& run : route_image(EditedRoutes(table, plan_.params)))
    for (std::size_t n = 0; n < run.values.size(); ++n)
      expected[run.address + 4 * static_cast<std::uint32_t>(n)] = run.values[n];
  const registers::Group& group = *registers::place_named("route", "mode").group;
  for (std::uint32_t address = group.base; address < group.base + group.size; address += 4) {
    const registers::Place place = registers::place_of(address);
    if (place.reg == nullptr || (address >= kEndpointBase && address < kEndpointBase + 4 * 64))
      continue;
    const auto found = expected.find(address);
    const std::uint32_t wanted = found != expected.end() ? found->second : reset_value(address);
    const std::uint32_t held = fabric.reg(tin, address) & place.reg->mask(registers::Access::rw);
    if (held != wanted)
      return fmt::format("TiN {}: register {:#x} is {:#x}, expected {:#x}", tin, address, held,
                         wanted);
  }
  return {};
}

/// The registers as the chip reads them.
std::string CliqueRig::ip_difference(std::size_t tin) const {
  EditedIpRoutes edited{IpRoutes()};
  for (unsigned index = 0; index < EditedIpRoutes::kEntries; ++index) {
    IpEdit edit;
    edit.what = IpEdit::What::kMember;
    edit.index = static_cast<std::uint16_t>(index);
    edit.words[0] = fabric.reg(tin, kMemberBase + 4 * index);
    edited.apply(edit);
    edit.what = IpEdit::What::kEntry;
    for (unsigned n = 0; n < kIpFlowWords; ++n)
      edit.words[n] = fabric.reg(tin, kIpFlowBase + kIpFlowBytes * index + 4 * n);
    edited.apply(edit);
  }
  const IpRoutes routes = edited.routes();
  const std::vector<unsigned> parts = fabric.live().parts();
  for (std::size_t to = 0; to < plan_.tins(); ++to) {
    const std::uint16_t address = plan_.topology.address(static_cast<unsigned>(to));
    const RouteTable& table = plan_.original[tin];
    const unsigned flow = flow_number(kTerminalIn, 0, table.row(address));
    const bool has_route = (fabric.reg(tin, kFlowBase + kFlowBytes * flow) & 0xff) != kNoRoute;
    const bool expected =
        to == tin || (has_route && fabric.has_power(to) && parts[tin] == parts[to]);
    for (unsigned subnet = 0; subnet < plan_.subnets(); ++subnet) {
      const auto found = routes.find(plan_.address(subnet, to), 0);
      if (found.has_value() != expected || (found && found->dst != plan_.gnet(subnet, to)))
        return fmt::format("TiN {}: IP address of TiN {} in subnet {}", tin, to, subnet);
    }
  }
  return {};
}

std::vector<std::vector<std::uint32_t>> CliqueRig::words() const {
  std::vector<std::vector<std::uint32_t>> words;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    words.push_back(fabric.has_power(tin) ? fabric.words(tin) : std::vector<std::uint32_t>());
  return words;
}

std::string CliqueRig::difference() const {
  auto tables = planned_tables(plan_, fabric.live(), units_);
  for (std::size_t tin = 0; tin < tables.size(); ++tin) {
    if (!fabric.has_power(tin)) continue;
    tables[tin].joined_pods = plan_.original[tin].joined_pods;
    for (const std::string& found : {table_difference(tin, tables[tin]), ip_difference(tin)})
      if (!found.empty()) return found;
  }
  return {};
}

}  // namespace tinsim::control
