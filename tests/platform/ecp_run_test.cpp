// SPDX-License-Identifier: Apache-2.0
// Control processors in small networks: packets that their images return, time, counts, errors.
#include <gtest/gtest.h>

#include <fstream>

#include "base/errors.h"
#include "platform/services/control_processors.h"
#include "platform/validate/load.h"
#include "testbench/fresh_kernel.h"
#include "tests/platform/ip_network_fixture.h"
#include "tests/platform/networks.h"
#include "tests/platform/udp_frames.h"
#include "tests/unit/ecp_core_fixture.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim {
namespace {

/// Returns each frame by the interface of its arrival, with source and destination of IPv4 swapped.
const std::vector<uint16_t> kEcho = {
    0x490f, 0x4c10, 0x4d10,          // ldr r1, =PKT; ldr r4, =RX_WINDOW; ldr r5, =TX_WINDOW
    0x261a, 0x1976,                  // movs r6, #26; adds r6, r6, r5
    0x6808, 0x07c0, 0xd0fc,          // 1: ldr r0, [r1]; lsls r0, #31; beq 1b
    0x684a, 0x614a, 0x688b, 0x610b,  // ldr r2, [r1, #4]; str r2, [r1, #20]; ldr r3, [r1, #8]; str …
    0x2300, 0x5ce0, 0x54e8, 0x3301,  // movs r3, #0; 2: ldrb r0, [r4, r3]; strb r0, [r5, r3]; adds
    0x4293, 0xd1fa,                  // cmp r3, r2; bne 2b
    0x8830, 0x88b2, 0x8032, 0x80b0,  // ldrh r0, [r6]; ldrh r2, [r6, #4]; strh r2, [r6]; strh r0, …
    0x8870, 0x88f2, 0x8072, 0x80f0,  // ldrh r0, [r6, #2]; ldrh r2, [r6, #6]; strh …; strh …
    0x69c8, 0x07c0, 0xd0fc,          // 3: ldr r0, [r1, #28]; lsls r0, #31; beq 3b
    0x618b, 0x60cb, 0xe7e4,          // str r3, [r1, #24]; str r3, [r1, #12]; b 1b
    0x0000, 0x4002, 0x0000, 0x4003, 0x4000, 0x4003};
const std::vector<uint16_t> kIdle = {0xe7fe};  // b .

/// A file of this test alone: others run at the same time.
std::string image_file(const std::vector<uint16_t>& code) {
  const std::string file = testing::TempDir() + "ecp_run_" +
                           testing::UnitTest::GetInstance()->current_test_info()->name() + ".bin";
  const auto bytes = Program{code, {}}.bytes();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return file;
}

PlatformConfig with_processors(PlatformConfig config, const std::vector<uint16_t>& code) {
  config.ecp.enabled = true;
  config.ecp.image = image_file(code);
  config.ip.payload = Payload::carried;
  return config;
}

Octets address(unsigned pod, unsigned tin, unsigned host) {
  return {10, static_cast<uint8_t>(pod), static_cast<uint8_t>(tin), static_cast<uint8_t>(host)};
}

/// A UDP packet of host `from`, by whose number its source address is given.
Packet udp_packet(const Octets& src, const Octets& dst, uint16_t from, uint32_t number,
                  Cycle born) {
  UdpFrame udp;
  udp.src = src;
  udp.dst = dst;
  udp.src_port = 1000;
  udp.dst_port = 2000;
  for (unsigned i = 0; i < 100; ++i) udp.data.push_back(static_cast<uint8_t>(i * 3 + number));
  const Octets plain = frame_of(udp);
  const auto frame = finished_frame(plain.data(), plain.size());
  Packet packet =
      packet_of_ip(parse_frame(frame.data(), frame.size(), {}), frame.data(), frame.size(), true);
  packet.src_host = from;
  packet.number = number;
  packet.born = born;
  return packet;
}

/// Octets from the IP header on, with the addresses swapped.
Octets swapped(Octets ip) {
  std::swap_ranges(ip.begin() + 12, ip.begin() + 16, ip.begin() + 16);
  return ip;
}

EcpResult result_of(IpTestNetwork& net) {
  return net.platform().services().get<ControlProcessors>().result();
}

/// Cycles from a packet's birth until it is at a host of the other chip, which returns nothing.
Cycle way_to_other_chip() {
  IpTestNetwork net(with_processors(of_kind("pair", 2), kIdle));
  net.host(0).send(udp_packet(address(0, 0, 0), address(0, 1, 0), 0, 0, 100));
  net.run_to(20'000);
  EXPECT_EQ(net.host(2).received().size(), 1u);
  return net.host(2).received().empty() ? 0 : net.host(2).received()[0].at - 100;
}

TEST(EcpRun, APacketOfAnotherChipIsAnsweredThroughTheFabric) {
  const Cycle way = way_to_other_chip();
  fresh_kernel();
  IpTestNetwork net(with_processors(of_kind("pair", 2), kEcho));
  const Packet sent = udp_packet(address(0, 0, 0), address(0, 1, 3), 0, 0, 100);
  net.host(0).send(sent);
  net.run_to(20'000);
  ASSERT_EQ(net.host(0).received().size(), 1u);
  const auto& answer = net.host(0).received()[0];
  EXPECT_EQ(answer.packet->kind, PacketKind::kIpv4);
  EXPECT_EQ(answer.packet->data, swapped(sent.data));
  // From the load that sees the frame to the store that sends it: 3 + 4 + 1 instructions, 5 for
  // each octet of Ethernet, IPv4 and UDP, 8 + 3 + 1; a cycle each. On arrival and departure a frame
  // waits 16 cycles; for exchanges, too, and it is on its way twice.
  constexpr Cycle kOctets = 14 + 20 + 8 + 100, kExecuted = 8 + 5 * kOctets + 12;
  constexpr Cycle kBuffers = 2 * 16;
  EXPECT_GE(answer.at, sent.born + kExecuted + kBuffers + way);
  const EcpResult result = result_of(net);
  EXPECT_EQ(result.processors, 2u);
  EXPECT_EQ(result.frames_received, 1u);
  EXPECT_EQ(result.frames_sent, 1u);
  EXPECT_EQ(result.hard_faults, 0u);
}

TEST(EcpRun, ATrappedPacketIsAnsweredByItsInterfaceOfArrival) {
  PlatformConfig config = with_processors(of_kind("pair", 2), kEcho);
  IpRouteConfig route;
  route.prefix = "192.0.2.0/24";
  route.punt = true;
  config.ip.routes.push_back(route);
  IpTestNetwork net(config);
  const Packet sent = udp_packet(address(0, 0, 1), {192, 0, 2, 7}, 1, 0, 100);
  net.host(1).send(sent);
  net.run_to(20'000);
  EXPECT_EQ(net.host(0).received().size(), 0u);
  ASSERT_EQ(net.host(1).received().size(), 1u);
  const Packet& answer = *net.host(1).received()[0].packet;
  EXPECT_EQ(answer.kind, PacketKind::kFrame);
  Octets frame = leaving_frame(answer, {}, 0);
  frame.resize(frame.size() - kFcsBytes);
  const Octets ip(frame.begin() + 14,
                  frame.begin() + 14 + static_cast<std::ptrdiff_t>(sent.data.size()));
  EXPECT_EQ(ip, swapped(sent.data));
}

TEST(EcpRun, FramesAreAnsweredInOrderOrCountedAsLost) {
  IpTestNetwork net(with_processors(of_kind("pair", 2), kEcho));
  constexpr unsigned kFrames = 60;
  std::vector<Octets> sent;
  for (unsigned i = 0; i < kFrames; ++i) {
    const Packet packet = udp_packet(address(0, 0, 0), address(0, 1, 3), 0, i, 100 + 20 * i);
    sent.push_back(swapped(packet.data));
    net.host(0).send(packet);
  }
  net.run_to(200'000);
  const EcpResult result = result_of(net);
  EXPECT_EQ(result.frames_received + result.frames_lost, kFrames);
  EXPECT_GT(result.frames_lost, 0u);
  EXPECT_EQ(result.frames_sent, result.frames_received);
  ASSERT_EQ(net.host(0).received().size(), result.frames_sent);
  std::size_t next = 0;
  for (const auto& answer : net.host(0).received()) {
    while (next < sent.size() && sent[next] != answer.packet->data) ++next;
    ASSERT_LT(next++, sent.size());
  }
}

TEST(EcpRun, TimeIsThatOfTheProcessorsClock) {
  PlatformConfig config = with_processors(of_kind("pair", 2), kIdle);
  config.ecp.mhz = 100;  // a quarter of the core's
  config.ecp.cycles_per_instruction = 2;
  IpTestNetwork net(config);
  net.run_to(2000);
  // The last exchange in these cycles is that of cycle 1600.
  EXPECT_EQ(result_of(net).instructions, 2u * 1600 / 4 / 2);
}

TEST(EcpRun, ChipsWithoutAnIpPathHaveProcessorsToo) {
  PlatformConfig config = with_processors(of_kind("pair", 2), kIdle);
  config.ip.enabled = false;
  const Topology topology = make_topology(config);
  Platform platform("net", config, topology, make_route_tables(config, topology), {}, 50);
  platform.run_to(2000);
  auto& processors = platform.services().get<ControlProcessors>();
  EXPECT_EQ(processors.result().instructions, 2u * 1600);
  EXPECT_EQ(processors.processor(1).core().cycle(), 1600u);
}

/// The error of a configuration of two chips with these overrides.
std::string error_of(const std::vector<std::string>& overrides) {
  try {
    load_config(TINSIM_SOURCE_DIR "/configs/unified.yaml", overrides);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(EcpConfig, ErrorsNameTheKey) {
  EXPECT_EQ(error_of({"ecp.enabled=true", "ip.payload=carried"}), "");  // the firmware
  EXPECT_NE(error_of({"ecp.enabled=true", "ecp.image=/none"}).find("ecp.image: '/none' cannot"),
            std::string::npos);
  const std::string image = image_file(kIdle);
  EXPECT_NE(error_of({"ecp.enabled=true", "ecp.image=" + image, "ip.payload=counted"})
                .find("ip.payload: is counted, but control processors read"),
            std::string::npos)
      << error_of({"ecp.enabled=true", "ecp.image=" + image, "ip.payload=counted"});
  EXPECT_NE(error_of({"ecp.mhz=100"}).find("ecp.enabled"), std::string::npos);
  EXPECT_NE(error_of({"ecp.enabled=true", "ip.payload=carried", "mos.words_per_us=1"})
                .find("mos.words_per_us: with ecp.enabled"),
            std::string::npos);
  EXPECT_NE(error_of({"ecp.enabled=true", "ip.payload=carried", "ecp.ethernet_chips=[9999]"})
                .find("ecp.ethernet_chips.0: 9999 does not exist; expected 0 to 47"),
            std::string::npos);
  EXPECT_NE(error_of({"bring_up.enabled=true"}).find("bring_up.enabled: needs"), std::string::npos);
}

/// The error of configs/bring_up.yaml with these overrides.
std::string bring_up_error(const std::vector<std::string>& overrides) {
  try {
    load_config(TINSIM_SOURCE_DIR "/configs/bring_up.yaml", overrides);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(EcpConfig, BringUpRefusesWhatTheControllerCannotDo) {
  EXPECT_EQ(bring_up_error({}), "");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"ecp.ethernet_chips=[0, 0]"}, "ecp.ethernet_chips.1: 0 is listed twice"},
      {{"ecp.ethernet_chips=[0, 15]"}, "ecp.ethernet_chips: chip 0 is in pod 0 and chip 15 in pod"},
      {{"host.at_macs=true", "ip_traffic=[{gbps: 1, message_bytes: 4096}]"},
       "host.at_macs: puts hosts where the controller is"},
      {{"traffic=[{pattern: uniform, load: 0.1}]"}, "run.start_load: lets cells leave before"}};
  for (const auto& [overrides, text] : cases)
    EXPECT_NE(bring_up_error(overrides).find(text), std::string::npos)
        << overrides[0] << ": " << bring_up_error(overrides);
  EXPECT_EQ(bring_up_error({"traffic=[{pattern: uniform, load: 0.1}]", "run.start_us=90000",
                            "run.start_load=0"}),
            "");
}

/// Networks whose route tables have no registers.
TEST(EcpConfig, BringUpRefusesOtherTopologies) {
  const std::pair<std::string, std::string> kinds[] = {
      {"torus", "dims: [4, 4]"}, {"flattened", "chips: 16"}, {"fat_tree", "arity: 4, levels: 2"}};
  for (const auto& [kind, size] : kinds) {
    const std::string text =
        bring_up_error({"topology={kind: " + kind + ", " + size + ", hosts_per_tin: 2}"});
    EXPECT_NE(text.find("topology.kind: is " + kind + ", whose route tables have no registers"),
              std::string::npos)
        << text;
  }
}

TEST(EcpConfig, AnImageThatDoesNotFitIsRefused) {
  PlatformConfig config = with_processors(of_kind("pair", 2), kIdle);
  std::ofstream(config.ecp.image, std::ios::binary | std::ios::trunc);
  try {
    IpTestNetwork net(config);
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("has 0 octets; expected 1 to 2097152"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace tinsim
