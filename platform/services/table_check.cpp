// SPDX-License-Identifier: Apache-2.0
// The registers of a network's TiNs at the end of a run against the builders' tables.
#include "platform/services/table_check.h"

#include <algorithm>
#include <map>

#include "platform/controller/clique/ip_entry.h"
#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/re/planned_tables.h"
#include "platform/network/routing/route_paths.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim {
namespace {

constexpr uint32_t kStateMask = 7, kStateUp = 2;  // of a link's status
constexpr uint32_t kEndpointBase = control::array_address("route", "endpoint", 0);
constexpr unsigned kEndpoints = 64, kIpv4Bits = 32, kIpv6Bits = 128;
constexpr unsigned kFlowWords = kMinimalEntries / registers::kRegisterBytes;

/// Words of each TiN, of all processes.
using Words = std::vector<std::vector<uint32_t>>;

Words of_all(Ranks& ranks, Words own) {
  Bytes mine;
  for (std::size_t tin = 0; tin < own.size(); ++tin) {
    if (own[tin].empty()) continue;
    put(mine, uint64_t{tin});
    put(mine, own[tin]);
  }
  std::vector<Bytes> to(ranks.size(), mine), from(ranks.size());
  ranks.exchange(to, from);
  for (const Bytes& bytes : from) {
    for (ByteReader reader(bytes); !reader.at_end();) {
      const auto tin = reader.take<uint64_t>();
      own[tin] = reader.take_all<uint32_t>();
    }
  }
  return own;
}

/// The registers of minimal candidates of all flows, behind two with the mask of links that are UP.
std::vector<uint32_t> words_of(const control::CliquePlan& plan, std::size_t tin,
                               const RegisterSpace& registers, Cycle now) {
  uint64_t up = 0;
  for (unsigned port = 0; port < plan.ports[tin].ports(); ++port) {
    const uint32_t address = control::kLinkStatusBase + control::kLinkStatusBytes * port;
    if (plan.ports[tin].is_link(port) && (registers.peek(now, address) & kStateMask) == kStateUp)
      up |= uint64_t{1} << port;
  }
  std::vector<uint32_t> words = {static_cast<uint32_t>(up), static_cast<uint32_t>(up >> 32)};
  for (unsigned number = 0; number < control::kFlowsOfTin; ++number)
    for (unsigned n = 0; n < kFlowWords; ++n)
      words.push_back(registers.peek(
          now, control::kFlowBase + control::kFlowBytes * number + registers::kRegisterBytes * n));
  return words;
}

LiveNetwork live_network(const control::CliquePlan& plan, const Words& words) {
  LiveNetwork live(plan.topology);
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    for (uint64_t down = plan.ports[tin].links() & ~(uint64_t{words[tin][1]} << 32 | words[tin][0]);
         down != 0; down &= down - 1)
      live.fail_link({static_cast<uint16_t>(tin), static_cast<uint8_t>(__builtin_ctzll(down))});
  return live;
}

/// Registers of group `route` of a TiN against those of a table.
void compare(const control::CliquePlan& plan, const RouteTable& table,
             const RegisterSpace& registers, Cycle now, TableCheck& check) {
  std::map<uint32_t, uint32_t> expected;
  for (const RegisterRun& run : route_image(EditedRoutes(table, plan.params)))
    for (std::size_t n = 0; n < run.values.size(); ++n)
      expected[run.address + registers::kRegisterBytes * static_cast<uint32_t>(n)] = run.values[n];
  const registers::Group& group = *registers::place_named("route", "mode").group;
  for (uint32_t address = group.base; address < group.base + group.size;
       address += registers::kRegisterBytes) {
    const registers::Place place = registers::place_of(address);
    const bool is_endpoint = address >= kEndpointBase &&
                             address < kEndpointBase + registers::kRegisterBytes * kEndpoints;
    if (place.reg == nullptr || is_endpoint) continue;
    const auto found = expected.find(address);
    const uint32_t wanted = found != expected.end() ? found->second : control::reset_value(address);
    ++check.compared;
    check.differ +=
        (registers.peek(now, address) & place.reg->mask(registers::Access::rw)) != wanted;
  }
}

/// Addresses of IP against those that the table leads to.
void compare_ip(const control::CliquePlan& plan, std::size_t tin, const RouteTable& table,
                const std::vector<unsigned>& parts, const RegisterSpace& registers, Cycle now,
                TableCheck& check) {
  const auto expect = [&](uint32_t address, uint32_t value) {
    ++check.compared;
    check.differ += registers.peek(now, address) != value;
  };
  for (std::size_t to = 0; to < plan.tins(); ++to) {
    const uint16_t address = plan.topology.address(static_cast<unsigned>(to));
    const std::size_t place = table.routes->place(kTerminalIn, 0, table.row(address));
    const bool leads =
        to == tin || (parts[to] == parts[tin] && table.routes->at(place).minimal[0] != kNoRoute);
    for (unsigned subnet = 0; subnet < plan.subnets(); ++subnet) {
      const uint32_t entry =
          control::kIpFlowBase +
          control::kIpFlowBytes * static_cast<uint32_t>(subnet * plan.tins() + to);
      const auto words = ip_flow_words(plan, subnet, to);
      for (unsigned n = 0; n < control::kIpFlowWords; ++n)
        expect(entry + registers::kRegisterBytes * n, leads ? words[n] : 0);
    }
    for (unsigned kind = 0; kind < plan.ip_kinds.size(); ++kind)
      expect(control::member_address(kind * plan.tins() + to), leads ? plan.gnet(2 * kind, to) : 0);
  }
}

/// The table that the registers of a TiN hold.
RouteTable held_table(const control::CliquePlan& plan, std::size_t tin,
                      const std::vector<uint32_t>& words) {
  const RouteTable& original = plan.original[tin];
  auto rows = std::make_shared<RouteRows>(original.routes->rows, original.routes->has_detours,
                                          original.routes->phases);
  for (unsigned number = 0; number < control::kFlowsOfTin; ++number) {
    if (control::flow_match(number).row >= plan.rows()) continue;
    RouteEntry entry;
    entry.detours.fill(kNoRoute);
    for (unsigned n = 0; n < kMinimalEntries; ++n)
      entry.minimal[n] =
          static_cast<uint8_t>(words[2 + kFlowWords * number + n / 4] >> 8 * (n % 4));
    rows->set(control::place_of(*rows, number), entry);
  }
  RouteTable table = original;
  table.routes = std::move(rows);
  return table;
}

void count_pairs(const control::CliquePlan& plan, const Words& words, const LiveNetwork& live,
                 TableCheck& check) {
  std::vector<RouteTable> tables;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    tables.push_back(held_table(plan, tin, words[tin]));
  std::vector<const RouteTable*> held;
  for (const RouteTable& table : tables) held.push_back(&table);
  const std::vector<unsigned> parts = live.parts();
  for (std::size_t to = 0; to < plan.tins(); ++to) {
    const std::vector<bool> leads = chips_with_paths(plan.topology, held, to);
    for (std::size_t from = 0; from < plan.tins(); ++from) {
      if (from == to || parts[from] != parts[to]) continue;
      ++check.pairs;
      check.pairs_joined += leads[from];
    }
  }
}

}  // namespace

std::vector<uint32_t> ip_flow_words(const control::CliquePlan& plan, unsigned subnet,
                                    std::size_t to) {
  const IpAddress of = plan.address(subnet, to);
  const auto member = static_cast<uint32_t>(subnet / 2 * plan.tins() + to);
  return control::ip_entry_words(of, of.v6 ? kIpv6Bits : kIpv4Bits, member);
}

TableCheck check_tables(const control::CliquePlan& plan, Ranks& ranks,
                        const CheckedNetwork& network, Cycle now) {
  const auto& registers = network.registers;
  Words words(plan.tins());
  for (std::size_t tin = 0; tin < plan.tins(); ++tin)
    if (registers[tin] != nullptr) words[tin] = words_of(plan, tin, *registers[tin], now);
  words = of_all(ranks, std::move(words));
  const LiveNetwork live = live_network(plan, words);
  const std::vector<unsigned> parts = live.parts();
  std::vector<RouteTable> tables = control::planned_tables(plan, live, network.units);
  const auto is_in_reach = [&](std::size_t tin) {
    return std::any_of(network.entries.begin(), network.entries.end(),
                       [&](unsigned entry) { return parts[entry] == parts[tin]; });
  };
  TableCheck check;
  for (std::size_t tin = 0; tin < plan.tins(); ++tin) {
    if (registers[tin] == nullptr || !is_in_reach(tin)) continue;
    tables[tin].joined_pods = plan.original[tin].joined_pods;  // no mode with flows reads them
    compare(plan, tables[tin], *registers[tin], now, check);
    compare_ip(plan, tin, tables[tin], parts, *registers[tin], now, check);
  }
  if (ranks.is_first()) count_pairs(plan, words, live, check);
  return check;
}

}  // namespace tinsim
