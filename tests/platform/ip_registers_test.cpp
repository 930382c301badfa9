// SPDX-License-Identifier: Apache-2.0
// Registers of the IP path: each write has its effect in its cycle, in all versions of the chip,
// and what is written before the first cycle is as what is configured.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "testbench/fresh_kernel.h"
#include "tests/platform/ip_network_fixture.h"
#include "tests/platform/networks.h"
#include "tlm/tin/ip/ip_blocks.h"
#include "tlm/tin/registers/register_bus.h"

namespace tinsim {
namespace {

constexpr uint32_t kIp = 0x80000, kTrap = kIp + 0x400, kMember = kIp + 0x10000,
                   kEntry = kIp + 0x20000;
constexpr uint32_t kStride = 32;
constexpr unsigned kCpu = 3;

/// Address and value of registers of group `ip`.
using Image = std::map<uint32_t, uint32_t>;

/// Register buses, and a host at each CPU port.
class Net {
 public:
  explicit Net(const PlatformConfig& config) : net_((fresh_kernel(), config)) {
    for (unsigned host = 0; host < net_.hosts(); host += 2) {
      cpus_.push_back(std::make_unique<ScriptedHost>());
      net_.engine_of(host).attach(kCpu, *cpus_.back());
      SwitchEngine& chip = net_.platform().tin(host / 2).cell_switch();
      buses_.push_back(std::make_unique<RegisterBus>(chip, ChipParts{&net_.engine_of(host)}));
    }
  }
  IpTestNetwork& net() { return net_; }
  ScriptedHost& host(unsigned number) { return net_.host(number); }
  ScriptedHost& cpu(unsigned chip) { return *cpus_[chip]; }
  RegisterSpace& bus(unsigned chip) { return buses_[chip]->bus(); }
  unsigned chips() const { return static_cast<unsigned>(buses_.size()); }

  /// The last of `words` writes the element.
  RegisterSpace::Answer write(Cycle issued, unsigned chip, uint32_t address,
                              const std::vector<uint32_t>& words) {
    RegisterSpace::Answer last;
    for (unsigned n = 0; n < words.size(); ++n)
      last = bus(chip).write(issued, address + 4 * n, words[n]);
    return last;
  }
  Image read(unsigned chip) {
    Image image;
    for_written([&](uint32_t address) { image[address] = bus(chip).read(0, address).data; });
    return image;
  }
  void preset(unsigned chip, const Image& image) {
    for (const auto& [address, data] : image)
      ASSERT_FALSE(bus(chip).preset(address, data).error) << std::hex << address;
  }
  void write_all(Cycle issued, unsigned chip, const Image& image) {
    for (const auto& [address, data] : image)
      ASSERT_FALSE(bus(chip).write(issued, address, data).error) << std::hex << address;
  }

  /// Of all packets that left: host, packet and cycle.
  std::vector<uint64_t> deliveries() {
    std::vector<uint64_t> list;
    const auto add = [&](const ScriptedHost& host, uint64_t number) {
      for (const auto& packet : host.received())
        for (const uint64_t value :
             {number, uint64_t{packet.packet->src_host}, uint64_t{packet.packet->flow},
              uint64_t{packet.packet->number}, uint64_t{packet.ecn}, uint64_t{packet.at}})
          list.push_back(value);
    };
    for (unsigned n = 0; n < net_.hosts(); ++n) add(host(n), n);
    for (unsigned chip = 0; chip < chips(); ++chip) add(cpu(chip), 1000 + chip);
    return list;
  }

 private:
  /// Registers that software writes; of the tables the first elements.
  template <class F>
  static void for_written(F&& fn) {
    const registers::Group& group = *registers::place_named("ip", "classes").group;
    const auto add = [&](const registers::Place& place) {
      if (place.reg->mask(registers::Access::rw) != 0) fn(registers::address_of(place));
    };
    for (const registers::Register& reg : group.registers) add({&group, nullptr, 0, &reg});
    for (const registers::RegisterArray& array : group.arrays)
      for (unsigned n = 0; n < std::min(array.count, 64u); ++n)
        for (const registers::Register& reg : array.registers) add({&group, &array, n, &reg});
  }

  IpTestNetwork net_;
  std::vector<std::unique_ptr<ScriptedHost>> cpus_;
  std::vector<std::unique_ptr<RegisterBus>> buses_;
};

uint32_t address_of_host(unsigned host) {  // one pod
  return static_cast<uint32_t>(
      ipv4_of({0, static_cast<uint8_t>(host / 2), static_cast<uint8_t>(host % 2)}).hi >> 32);
}

PlatformConfig pair() { return of_kind("pair", 2); }

/// A packet of one cell on an idle chip is looked up so many cycles after its first bit: a frame
/// of 64 octets with its preamble at 250 bits per cycle, and ip.ingress.lookup_cycles.
constexpr Cycle kToLookup = (8 * (8 + 64) + 249) / 250 + 24;

// ---- traps

constexpr uint32_t kLive = 1, kAnywhere = 7u << 16;
std::vector<uint32_t> trap_of(uint32_t address, unsigned length, uint32_t transport = 0,
                              uint32_t interfaces = kAnywhere) {
  return {address, 0, 0, 0, transport, kLive | length << 8 | interfaces};
}

/// The host to which the packet of host 0 goes: 2, or 1000 for its own CPU.
unsigned destination(const std::function<void(Net&)>& set, const std::vector<uint8_t>& data = {}) {
  Net net(pair());
  set(net);
  Packet packet = net.net().packet(0, 2, 46, 500);
  packet.data = data;
  net.host(0).send(packet);
  net.net().run_to(3000);
  EXPECT_EQ(net.host(2).received().size() + net.cpu(0).received().size(), 1u);
  return net.cpu(0).received().empty() ? 2 : 1000;
}

TEST(IpTraps, TakeEffectInTheirCycle) {
  const auto with_effect_in = [](Cycle cycle) {
    return destination([cycle](Net& net) {
      net.write(cycle - RegisterSpace::kEffectCycles, 0, kTrap, trap_of(address_of_host(2), 32));
    });
  };
  EXPECT_EQ(with_effect_in(500 + kToLookup), 1000u);
  EXPECT_EQ(with_effect_in(500 + kToLookup + 1), 2u);
}

TEST(IpTraps, CompareAddressVersionAndInterface) {
  const uint32_t there = address_of_host(2);
  const auto with = [](const std::vector<uint32_t>& words, unsigned number = 0) {
    return destination([&](Net& net) { net.write(10, 0, kTrap + kStride * number, words); });
  };
  EXPECT_EQ(with(trap_of(there, 32)), 1000u);
  EXPECT_EQ(with(trap_of(there, 32), 15), 1000u);
  EXPECT_EQ(with(trap_of(0, 0)), 1000u);
  EXPECT_EQ(with(trap_of(there ^ 1, 31)), 1000u);
  EXPECT_EQ(with(trap_of(there ^ 1, 32)), 2u);
  EXPECT_EQ(with(trap_of(there, 32, 0, 1u << 16)), 1000u);  // NIC
  EXPECT_EQ(with(trap_of(there, 32, 0, 6u << 16)), 2u);     // MAC and CPU
  std::vector<uint32_t> words = trap_of(0, 0);
  words[5] |= 2;  // IPv6
  EXPECT_EQ(with(words), 2u);
  words = trap_of(0, 0);
  words[5] &= ~kLive;
  EXPECT_EQ(with(words), 2u);
}

/// IPv4 without options, and ports.
std::vector<uint8_t> octets(uint8_t protocol, uint16_t port, uint16_t fragment = 0) {
  std::vector<uint8_t> data(46);
  data[0] = 0x45;
  data[6] = static_cast<uint8_t>(fragment >> 8);
  data[7] = static_cast<uint8_t>(fragment);
  data[9] = protocol;
  data[22] = static_cast<uint8_t>(port >> 8);
  data[23] = static_cast<uint8_t>(port);
  return data;
}

TEST(IpTraps, CompareProtocolAndPort) {
  constexpr uint32_t kUdpPort68 = 68u << 16 | 3u << 8 | 17, kUdp = 1u << 8 | 17;
  const auto with = [](uint32_t transport, const std::vector<uint8_t>& data) {
    return destination([&](Net& net) { net.write(10, 0, kTrap, trap_of(0, 0, transport)); }, data);
  };
  EXPECT_EQ(with(kUdpPort68, octets(17, 68)), 1000u);
  EXPECT_EQ(with(kUdpPort68, octets(17, 67)), 2u);
  EXPECT_EQ(with(kUdpPort68, octets(6, 68)), 2u);
  EXPECT_EQ(with(kUdpPort68, octets(17, 68, 5)), 2u) << "a fragment has no port";
  EXPECT_EQ(with(kUdp, octets(17, 67)), 1000u);
  EXPECT_EQ(with(kUdp, {}), 2u) << "without octets the protocol is unknown";
}

// ---- tables

// As the description says; a prefix that is longer than its address is refused.
TEST(IpTraps, ReadTheResetValueAndRefuseLongPrefixes) {
  Net net(pair());
  const auto match = [&](unsigned trap) {
    return net.bus(0).read(1, kTrap + kStride * trap + 0x14).data;
  };
  EXPECT_EQ(match(0), kAnywhere);
  const auto write = [&](unsigned length, uint32_t more) {
    return net.write(2, 0, kTrap + kStride * 3, {0, 0, 0, 0, 0, kLive | length << 8 | more}).error;
  };
  EXPECT_TRUE(write(33, kAnywhere));
  EXPECT_TRUE(write(129, kAnywhere | 2));
  EXPECT_EQ(match(3), kAnywhere);
  EXPECT_FALSE(write(128, kAnywhere | 2));
  EXPECT_FALSE(write(32, kAnywhere));
  EXPECT_EQ(match(3), kLive | 32u << 8 | kAnywhere);
  EXPECT_EQ(match(4), kAnywhere);
}

TEST(IpTable, ShowsTheConfiguredRoutes) {
  Net net(pair());
  const IpRoutes routes = net.net().routes();
  unsigned entry = 0, base = 0;
  for (const IpRoute& route : routes.routes()) {
    const uint32_t at = kEntry + kStride * entry++;
    EXPECT_EQ(net.bus(0).read(1, at).data, route.prefix.hi >> 32);
    EXPECT_EQ(net.bus(0).read(1, at + 16).data, base | route.members.size() << 16);
    EXPECT_EQ(net.bus(0).read(1, at + 20).data, 1u | route.prefix.v6 << 1 | route.length << 8);
    for (const uint16_t member : route.members)
      EXPECT_EQ(net.bus(0).read(1, kMember + 4 * base++).data, member);
  }
  EXPECT_EQ(entry, 16u);
  EXPECT_EQ(net.bus(0).read(1, kEntry + kStride * entry + 20).data, 0u);
}

/// Number of the entry of a host, from the fixed order of the configured table.
unsigned entry_of(Net& net, unsigned host) {
  const auto routes = net.net().routes().routes();
  for (unsigned n = 0; n < routes.size(); ++n)
    if (!routes[n].prefix.v6 && routes[n].prefix.hi >> 32 == address_of_host(host)) return n;
  ADD_FAILURE();
  return 0;
}

TEST(IpTable, AnEntryChangesInItsCycle) {
  const auto received_by_3 = [](Cycle effect) {
    Net net(pair());
    const unsigned of_3 = entry_of(net, 3);
    const uint32_t group = net.bus(0).read(0, kEntry + kStride * of_3 + 16).data;
    net.write(effect - 2, 0, kEntry + kStride * entry_of(net, 2),
              {address_of_host(2), 0, 0, 0, group, 1u | 32u << 8});
    net.host(0).send(net.net().packet(0, 2, 46, 500));
    net.net().run_to(3000);
    return net.host(3).received().size();
  };
  EXPECT_EQ(received_by_3(500 + kToLookup), 1u);
  EXPECT_EQ(received_by_3(500 + kToLookup + 1), 0u);
}

TEST(IpTable, AMemberChangesTheGroupsThatHaveIt) {
  Net net(pair());
  const uint32_t base = net.bus(0).read(0, kEntry + kStride * entry_of(net, 2) + 16).data & 0xFFF;
  const uint32_t other = net.bus(0).read(0, kEntry + kStride * entry_of(net, 3) + 16).data & 0xFFF;
  const uint32_t member = net.bus(0).read(0, kMember + 4 * other).data;
  net.write(100, 0, kMember + 4 * base, {member});
  net.host(0).send(net.net().packet(0, 2, 46, 500));
  net.net().run_to(3000);
  EXPECT_EQ(net.host(3).received().size(), 1u);
}

TEST(IpTable, OfEqualPrefixesTheFirstCountsAndThenTheNext) {
  Net net(pair());
  const uint32_t of_1 = net.bus(0).read(0, kEntry + kStride * entry_of(net, 1) + 16).data;
  const std::vector<uint32_t> to_1 = {address_of_host(2), 0, 0, 0, of_1, 1u | 32u << 8};
  net.write(100, 0, kEntry + kStride * 4095, to_1);  // behind the configured one
  net.host(0).send(net.net().packet(0, 2, 46, 500));
  net.write(1000, 0, kEntry + kStride * entry_of(net, 2), {0, 0, 0, 0, 0, 0});
  net.host(0).send(net.net().packet(0, 2, 46, 1500));
  net.net().run_to(4000);
  EXPECT_EQ(net.host(2).received().size(), 1u);
  EXPECT_EQ(net.host(1).received().size(), 1u);
}

TEST(IpTable, RefusesEntriesThatTheChipCannotUse) {
  Net net(pair());
  constexpr uint32_t kV6 = 2, kPunt = 4;
  const std::pair<uint32_t, uint32_t> wrong[] = {{1u << 16, kLive | 33u << 8},
                                                 {1u << 16, kLive | kV6 | 129u << 8},
                                                 {0, kLive | 8u << 8},
                                                 {4095 | 2u << 16, kLive | 8u << 8}};
  for (const auto& [group, match] : wrong)
    EXPECT_TRUE(net.write(1, 0, kEntry + kStride * 100, {0, 0, 0, 0, group, match}).error);
  EXPECT_EQ(net.bus(0).read(2, kEntry + kStride * 100 + 20).data, 0u);
  EXPECT_FALSE(net.write(3, 0, kEntry + kStride * 100, {0, 0, 0, 0, 0, kLive | kPunt}).error);
  EXPECT_FALSE(net.write(3, 0, kEntry + kStride * 100,
                         {0, 0, 0, 0, 4095 | 1u << 16, kLive | kV6 | 128u << 8})
                   .error);
}

// ---- parameters

/// Incast to hosts 0 and 1 with marks, drops and classes of all kinds.
void send_incast(IpTestNetwork& net) {
  for (unsigned i = 0; i < 3000; ++i) {
    const uint64_t random = mix64(i);
    const unsigned from = 2 + random % (net.hosts() - 2), to = random >> 8 & 1;
    const unsigned bytes = 20 + (random >> 16) % (random >> 60 == 0 ? 9000 : 1481);
    const auto cos = static_cast<uint8_t>(random >> 40 & 7);
    Packet packet = net.packet(from, to, bytes, i * 12, cos, to * 8 + cos);
    packet.ecn = random >> 44 & 3;
    net.host(from).send(packet);
  }
}

constexpr Cycle kEnd = 80000;

std::vector<uint64_t> run(Net& net) {
  send_incast(net.net());
  net.net().run_to(kEnd);
  return net.deliveries();
}

struct Setting {
  const char* name;
  void (*set)(IpConfig&);
};
std::ostream& operator<<(std::ostream& out, const Setting& setting) { return out << setting.name; }

class IpParameters : public testing::TestWithParam<Setting> {};

PlatformConfig incast() {
  PlatformConfig config = dragonfly(2, 2, 2, 2);
  config.ip.egress.drop_threshold = 20;
  config.ip.egress.mark_threshold = 8;
  config.ip.ingress.strict_classes = {6};  // decides about VCs of the switch, too
  return config;
}

// One way in: the same result by configuration and by registers, and another one without.
TEST_P(IpParameters, WrittenByRegistersAreAsConfigured) {
  PlatformConfig config = incast();
  GetParam().set(config.ip);
  Net configured(config);
  std::vector<Image> images;
  for (unsigned chip = 0; chip < configured.chips(); ++chip)
    images.push_back(configured.read(chip));
  const std::vector<uint64_t> wanted = run(configured);
  ASSERT_GT(wanted.size(), 6u * 500);

  Net written(incast());
  for (unsigned chip = 0; chip < written.chips(); ++chip) {
    EXPECT_NE(written.read(chip), images[chip]) << "the register shows no difference";
    written.preset(chip, images[chip]);
    EXPECT_EQ(written.read(chip), images[chip]);
  }
  EXPECT_EQ(run(written), wanted);

  Net other(incast());
  EXPECT_NE(run(other), wanted) << "the setting has no effect on this traffic";
}

INSTANTIATE_TEST_SUITE_P(
    Settings, IpParameters,
    testing::Values(Setting{"pull_strict", [](IpConfig& ip) { ip.ingress.strict_classes = {5}; }},
                    Setting{"high",
                            [](IpConfig& ip) {
                              ip.high_classes = {0, 6};
                            }},
                    Setting{"early_rts", [](IpConfig& ip) { ip.ingress.early_rts_bytes = 0; }},
                    Setting{"rts_window", [](IpConfig& ip) { ip.ingress.initial_rts_window = 1; }},
                    Setting{"rts_lifetime",
                            [](IpConfig& ip) {
                              ip.ingress.rts_state_lifetime_us = 0.2;
                              ip.ingress.initial_rts_window = 2;
                            }},
                    Setting{"rts_max_hold",
                            [](IpConfig& ip) {
                              ip.ingress.rts_max_hold_us = 1;
                              ip.ingress.initial_rts_window = 1;
                            }},
                    Setting{"rts_probe",
                            [](IpConfig& ip) {
                              ip.ingress.rts_probe_interval_us = 0.1;
                              ip.egress.rts_congestion_percent = 1;
                            }},
                    Setting{"rts_credit",
                            [](IpConfig& ip) {
                              ip.ingress.rts_credit_percent = 300;
                              ip.egress.rts_congestion_percent = 1;
                            }},
                    Setting{"pace", [](IpConfig& ip) { ip.egress.pace_percent = 0; }},
                    Setting{"rts_congestion",
                            [](IpConfig& ip) {
                              ip.egress.rts_congestion_percent = 1;
                              ip.egress.rts_congestion_period_cycles = 64;
                            }},
                    Setting{"space", [](IpConfig& ip) { ip.ingress.class_percent = {1}; }},
                    Setting{"pull_weights",
                            [](IpConfig& ip) { ip.ingress.weights = {1, 20, 1, 9, 1, 1, 40, 3}; }},
                    Setting{"cts_weights",
                            [](IpConfig& ip) { ip.egress.weights = {1, 20, 1, 9, 1, 1, 40, 3}; }},
                    Setting{"drop", [](IpConfig& ip) { ip.egress.drop_threshold = 3; }},
                    Setting{"mark", [](IpConfig& ip) { ip.egress.mark_threshold = 1; }},
                    Setting{"window", [](IpConfig& ip) { ip.egress.window_kib = 4; }}));

// The comparison sees one wrong value of one chip.
TEST(IpParameters, AWrongWindowIsNoticed) {
  PlatformConfig config = incast();
  config.ip.egress.window_kib = 4;
  Net configured(config);
  const std::vector<uint64_t> wanted = run(configured);
  Net written(incast());
  for (unsigned chip = 0; chip < written.chips(); ++chip) {
    Image image = configured.read(chip);
    if (chip == 0) image[kIp + 0x200] += 256;
    written.preset(chip, image);
  }
  EXPECT_NE(run(written), wanted);
}

TEST(IpParameters, RefuseValuesOutOfRange) {
  Net net(pair());
  const std::pair<uint32_t, uint32_t> wrong[] = {{0x10, 0},
                                                 {0x18, 99},
                                                 {0x18, 1001},
                                                 {0x24, 1001},
                                                 {0x28, 64u << 12},
                                                 {0x28, 63u << 12 | 4},
                                                 {0x28, 102 | 64u << 12},
                                                 {0x104, 0x100},
                                                 {0x104, 0x001}};
  for (const auto& [offset, value] : wrong) {
    const uint32_t before = net.bus(0).read(1, kIp + offset).data;
    EXPECT_TRUE(net.bus(0).write(2, kIp + offset, value).error) << std::hex << offset;
    EXPECT_EQ(net.bus(0).read(3, kIp + offset).data, before);
  }
}

/// All of these at once while packets are in flight.
Image many_changes() {
  PlatformConfig config = incast();
  config.ip.ingress.weights = {1, 20, 1, 9, 1, 1, 40, 3};
  config.ip.egress.weights = {9, 2, 1, 9, 1, 7, 40, 3};
  config.ip.ingress.strict_classes = {5};
  config.ip.high_classes = {0, 1};
  config.ip.egress.drop_threshold = 30;
  config.ip.egress.mark_threshold = 1;
  config.ip.egress.window_kib = 6;
  config.ip.egress.pace_percent = 90;
  config.ip.ingress.early_rts_bytes = 600;
  Net source(config);
  Image image = source.read(0);
  image.erase(image.lower_bound(kMember), image.end());  // tables are those of the chip
  return image;
}

void write_changes(Net& net, Cycle issued, const Image& image) {
  for (unsigned chip = 0; chip < net.chips(); ++chip) {
    net.write_all(issued, chip, image);
    // Entry 0, of host 0, is written again behind the others, and removed.
    const Image all = net.read(chip);
    std::vector<uint32_t> words;
    for (unsigned n = 0; n < 6; ++n) words.push_back(all.at(kEntry + 4 * n));
    net.write(issued, chip, kEntry + kStride * 63, words);
    net.write(issued + 1, chip, kEntry, {0, 0, 0, 0, 0, 0});
  }
}

std::vector<uint64_t> run_with_changes(const PlatformConfig& config, Cycle issued) {
  const Image image = many_changes();
  Net net(config);
  send_incast(net.net());
  net.net().run_to(issued - 133);
  write_changes(net, issued, image);
  net.net().run_to(kEnd);
  return net.deliveries();
}

TEST(IpChange, FallsInItsCycleInAllVersionsOfTheChip) {
  const Cycle issued = 12033;
  const std::vector<uint64_t> wanted = run_with_changes(incast(), issued);
  Net unchanged(incast());
  EXPECT_NE(wanted, run(unchanged));
  EXPECT_NE(wanted, run_with_changes(incast(), issued + 100));
  PlatformConfig pins = incast();
  pins.tin.impl = SwitchImpl::pins;
  pins.tin.impl_chips = {0, 3};
  EXPECT_EQ(wanted, run_with_changes(pins, issued));
}

// Blocks that the chip is compared with follow the change.
TEST(IpChange, BlocksAgree) {
  const Cycle issued = 12033;
  const Image image = many_changes();
  Net net(incast());
  std::vector<std::unique_ptr<IpBlocks>> blocks;
  for (unsigned host = 0; host < net.net().hosts(); host += 2) {
    IpEngine& engine = net.net().engine_of(host);
    blocks.push_back(std::make_unique<IpBlocks>(engine.params(), engine.routes()));
    engine.decide_by(blocks.back().get());
  }
  send_incast(net.net());
  net.net().run_to(issued - 133);
  write_changes(net, issued, image);
  net.net().run_to(kEnd);
  EXPECT_GT(blocks[0]->compared(IpBlocks::kCtsScheduler), 500u);
  EXPECT_GT(blocks[1]->compared(IpBlocks::kIpLookup), 500u);
  EXPECT_EQ(net.deliveries(), run_with_changes(incast(), issued));
}

}  // namespace
}  // namespace tinsim
