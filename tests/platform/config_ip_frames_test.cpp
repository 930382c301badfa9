// SPDX-License-Identifier: Apache-2.0
// Frames in the ip section: each rule holds just inside and breaks just outside, at the line where
// it stands; names of ports, prefixes and MAC addresses.
#include <algorithm>

#include "config_test_util.h"
#include "platform/config/ip_port.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

/// Errors of `ip: {…}` in a network of 8 chips with 16 hosts.
std::vector<std::string> errors_of(const std::string& ip) {
  const auto [parsed, errors] = read_all(
      "topology: {pods: 2, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4}\nip:\n" +
          ip,
      "c.yaml", {});
  return !errors.empty() ? errors : find_errors(parsed.config, parsed.origins);
}

/// The only error of an enabled IP path, without `c.yaml:`; empty when there is none.
std::string error_of(const std::string& ip) {
  const auto errors = errors_of("  enabled: true\n" + ip);
  if (errors.empty()) return "";
  EXPECT_EQ(errors.size(), 1u) << errors.back();
  EXPECT_EQ(errors[0].substr(0, 7), "c.yaml:");
  return errors[0].substr(7);
}

const std::string kFile = TINSIM_SOURCE_DIR "/tests/data/ethernet/kinds.pcap";

TEST(ConfigIpFrames, EverythingAtOnceIsGood) {
  EXPECT_EQ(error_of("  max_frame_bytes: 1518\n"
                     "  cos_from_pcp: true\n"
                     "  flow_label: true\n"
                     "  non_ip: encapsulate\n"
                     "  non_ip_to: mac7\n"
                     "  vlan: 4094\n"
                     "  next_hop: 'de:AD:be:ef:00:01'\n"
                     "  routes:\n"
                     "    - {prefix: 0.0.0.0/0, hosts: [0, 15], macs: [7], weights: [1, 2, 4092]}\n"
                     "    - {prefix: '2001:db8::/33', punt: true}\n"
                     "    - {prefix: '::/0', hosts: 3}\n"
                     "  replay:\n"
                     "    - {host: 15, file: " +
                     kFile +
                     ", fcs: absent, loop: true}\n"
                     "    - {mac: 7, file: " +
                     kFile +
                     "}\n"
                     "  capture: {ports: [hosts, mac0, cpu7], file: a.pcapng, with_fcs: true}\n"),
            "");
}

// The blocks alongside a chip in lockstep: 4096 addresses, of which 8 chips have 8 each, and 4095
// slots for four ports.
TEST(ConfigIpFrames, ALockstepHasTablesOfAFixedSize) {
  const auto in_lockstep = [](const std::string& ip) {
    return error_of(ip + "tin: {impl: lockstep_pins}\n");
  };
  const auto route = [](unsigned weight) {
    return "  routes: [{prefix: 0.0.0.0/0, macs: [7], weights: [" + std::to_string(weight) +
           "]}]\n";
  };
  EXPECT_EQ(in_lockstep(route(4096 - 64)), "");
  EXPECT_NE(in_lockstep(route(4096 - 63)).find("tin.impl"), std::string::npos);
  EXPECT_EQ(in_lockstep("  egress: {buffer_kib: 147}\n"), "");
  EXPECT_NE(in_lockstep("  egress: {buffer_kib: 148}\n").find("expected at most 147"),
            std::string::npos);
  EXPECT_EQ(error_of("  egress: {buffer_kib: 148}\n"), "");
}

TEST(ConfigIpFrames, RoutesHavePrefixesAndMembers) {
  const auto route = [](const std::string& text) {
    return error_of("  routes: [{" + text + "}]\n");
  };
  for (const char* bad : {"10.0.0.0", "10.0.0.0/33", "10.0.0.1/31", "10.0.0/24", "fd00::/129",
                          "fd00::1/127", "1::/x", "''", "10.0.0.0/-1"}) {
    const std::string text = bad == std::string("''") ? "" : bad;
    EXPECT_EQ(
        route("prefix: '" + text + "', hosts: [1]"),
        "4:21: ip.routes.0.prefix: '" + text +
            "' is no prefix; expected ADDRESS/LENGTH as 192.168.0.0/16 or fd00::/8, with zeros "
            "behind the length");
  }
  const std::string some = "prefix: 10.0.0.0/8, ";
  EXPECT_EQ(route(some + "punt: false"),
            "4:12: ip.routes.0: leads nowhere; expected hosts, macs, or punt: true");
  EXPECT_NE(route(some + "punt: true, hosts: [1]").find("expected one of them"), std::string::npos);
  EXPECT_NE(route(some + "hosts: [16]").find("16 does not exist; expected 0 to 15"),
            std::string::npos);
  EXPECT_NE(route(some + "macs: [8]").find("8 does not exist; expected 0 to 7"), std::string::npos);
  EXPECT_NE(route(some + "hosts: [1, 1]").find("listed twice"), std::string::npos);
  EXPECT_NE(route(some + "hosts: [1, 2, 3], weights: [1, 2]").find("has 2 entries"),
            std::string::npos);
  EXPECT_EQ(route(some + "hosts: [1, 2], macs: [1], weights: 1365"), "");
  EXPECT_NE(route(some + "hosts: [1, 2], macs: [1], weights: 1366").find("are 4098 together"),
            std::string::npos);
  EXPECT_NE(error_of("  routes: [{prefix: 10.0.0.0/8, hosts: 1}, {prefix: 10.0.0.0/8, hosts: 2}]\n")
                .find("expected each prefix once"),
            std::string::npos);
  EXPECT_EQ(
      error_of("  routes: [{prefix: 10.0.0.0/8, hosts: 1}, {prefix: 10.0.0.0/9, hosts: 2}]\n"), "");
}

TEST(ConfigIpFrames, FramesWithoutIpHaveAFarEndOrNone) {
  EXPECT_EQ(error_of("  non_ip: encapsulate\n"),
            "4:11: ip.non_ip: encapsulate has no far end; expected non_ip_to: PORT");
  EXPECT_EQ(error_of("  non_ip: punt\n  non_ip_to: mac1\n"),
            "5:14: ip.non_ip_to: is only for encapsulate; expected none with this non_ip");
  EXPECT_NE(error_of("  non_ip: encapsulate\n  non_ip_to: macs\n").find("expected one port"),
            std::string::npos);
  EXPECT_NE(error_of("  non_ip: encapsulate\n  non_ip_to: mac8\n").find("expected mac0 to mac7"),
            std::string::npos);
}

TEST(ConfigIpFrames, AReplayHasOnePortAndAFile) {
  const auto replay = [](const std::string& text) {
    return error_of("  replay: [{" + text + "}]\n");
  };
  const std::string file = "file: " + kFile;
  EXPECT_EQ(replay(file), "4:12: ip.replay.0: has no port; expected host or mac");
  EXPECT_EQ(replay("host: 1, mac: 1, " + file),
            "4:12: ip.replay.0: has both host and mac; expected one of them");
  EXPECT_EQ(replay("host: 16, " + file),
            "4:19: ip.replay.0.host: 16 does not exist; expected 0 to 15");
  EXPECT_EQ(replay("mac: 8, " + file), "4:18: ip.replay.0.mac: 8 does not exist; expected 0 to 7");
  EXPECT_EQ(replay("mac: 7"), "4:12: ip.replay.0: has no file; expected file: PATH");
  EXPECT_EQ(replay("mac: 7, file: /no/such"),
            "4:27: ip.replay.0.file: '/no/such' cannot be read: No such file or directory; "
            "expected an existing file");
  EXPECT_NE(error_of("  replay: [{host: 1, " + file + "}, {host: 1, " + file + "}]\n")
                .find("expected one for each port"),
            std::string::npos);
  EXPECT_EQ(error_of("  replay: [{host: 1, " + file + "}, {mac: 1, " + file + "}]\n"), "");
}

TEST(ConfigIpFrames, ACaptureHasPortsAndAName) {
  EXPECT_EQ(error_of("  capture: {ports: [hosts, host16]}\n"),
            "4:28: ip.capture.ports.1: 'host16' does not exist; expected host0 to host15");
  EXPECT_EQ(
      error_of("  capture: {ports: nic0}\n"),
      "4:20: ip.capture.ports.0: 'nic0' names no port; expected hosts, macs, cpus, all, or one "
      "as host0, mac0 or cpu0");
  EXPECT_NE(error_of("  capture: {ports: all, file: a/b.pcapng}\n").find("is no name"),
            std::string::npos);
  EXPECT_NE(error_of("  capture: {ports: all, file: b.pcap}\n").find("is no name"),
            std::string::npos);
  EXPECT_NE(error_of("  capture: {ports: all, file: cells.pcapng}\n"
                     "trace: {cells: {ports: pod0.tin0.port0}}\n")
                .find("is the capture of trace.cells too"),
            std::string::npos);
}

TEST(ConfigIpFrames, SingleValues) {
  for (const char* bad :
       {"  vlan: 0\n", "  vlan: 4095\n", "  max_frame_bytes: 63\n", "  max_frame_bytes: 16366\n",
        "  non_ip: keep\n", "  next_hop: 02:00:00:00:00\n", "  next_hop: 02-00-00-00-00-01\n",
        "  next_hop: 02:00:00:00:00:0g\n", "  next_hop: 01:00:5e:00:00:01\n",
        "  replay: [{mac: 1, file: /etc/hostname, fcs: maybe}]\n"}) {
    EXPECT_NE(error_of(bad).find("; expected "), std::string::npos) << bad;
  }
}

TEST(ConfigIpFrames, NothingOfItWithoutAnIpPath) {
  const auto parsed = parse_config(
      "traffic: [{load: 0.1}]\nip:\n  routes: [{prefix: 1.0.0.0/8, punt: true}]\n"
      "  replay: [{mac: 1, file: " +
          kFile + "}]\n  capture: {ports: all}\n",
      "c.yaml");
  EXPECT_EQ(find_errors(parsed.config, parsed.origins),
            (std::vector<std::string>{
                "c.yaml:3:11: ip.routes: is only for an IP path; expected no routes without "
                "ip.enabled: true"}));
}

TEST(ConfigIpFrames, FilesAreRelativeToTheConfigurationOrTheOverride) {
  const TempDir dir;
  dir.write("a.pcap", "");
  const auto file = dir.write("c.yaml", "ip: {enabled: true, replay: [{host: 0, file: a.pcap}]}\n");
  EXPECT_EQ(load_config(file).ip.replay[0].file, dir / "a.pcap");
  EXPECT_THROW(load_config(file, {"ip.replay.0.file=a.pcap"}), ConfigError);
}

TEST(IpPorts, NamesLeadBackToTheirPorts) {
  PlatformConfig config;
  config.topology.pods = 2;
  config.topology.tins_per_pod = 3;
  std::string error;
  const auto all = select_ip_ports(config, "all", &error);
  ASSERT_EQ(all.size(), 6u * 4);
  for (const IpPort& port : all) {
    EXPECT_EQ(select_ip_ports(config, ip_port_name(config, port), &error), std::vector{port});
  }
  EXPECT_EQ(ip_port_name(config, {2, 1}), "host5");
  EXPECT_EQ(ip_port_name(config, {2, 2}), "mac2");
  EXPECT_EQ(ip_port_name(config, {2, 3}), "cpu2");
  EXPECT_EQ(select_ip_ports(config, "hosts", &error).size(), 12u);
  EXPECT_EQ(select_ip_ports(config, "cpus", &error).size(), 6u);
}

TEST(IpPorts, PrefixesAndMacAddresses) {
  const auto prefix = parse_prefix("172.16.0.0/12");
  ASSERT_TRUE(prefix);
  EXPECT_EQ(prefix->address.hi, 0xac100000'00000000u);
  EXPECT_EQ(prefix->length, 12u);
  EXPECT_FALSE(prefix->address.v6);
  const auto v6 = parse_prefix("2001:db8::8000:0/97");
  ASSERT_TRUE(v6);
  EXPECT_EQ(v6->address.hi, 0x20010db8'00000000u);
  EXPECT_EQ(v6->address.lo, 0x80000000u);
  EXPECT_FALSE(parse_prefix("2001:db8::8000:0/96"));
  EXPECT_EQ(parse_mac("02:00:0a:FF:00:01"), (MacAddress{2, 0, 10, 255, 0, 1}));
  EXPECT_FALSE(parse_mac("02:00:0a:ff:00:1"));
}

TEST(ConfigIpMac, ThresholdsAreInOrder) {
  EXPECT_EQ(error_of("  mac: {flow_control: pause, xoff_percent: 50, xon_percent: 49.9}\n"), "");
  EXPECT_EQ(error_of("  mac: {flow_control: pause, xoff_percent: 50, xon_percent: 50}\n"),
            "4:61: ip.mac.xon_percent: 50 is not below xoff_percent, 50; expected less");
}

TEST(ConfigIpMac, EachModeHasItsShares) {
  EXPECT_EQ(error_of("  mac: {flow_control: pfc}\n  ingress: {class_percent: 12}\n"), "");
  EXPECT_EQ(error_of("  mac: {flow_control: pfc}\n"
                     "  ingress: {class_percent: [93, 1, 1, 1, 1, 1, 1, 1]}\n"),
            "");
  EXPECT_NE(error_of("  mac: {flow_control: pfc}\n"
                     "  ingress: {class_percent: [94, 1, 1, 1, 1, 1, 1, 1]}\n")
                .find("shares are 101 % together; expected at most 100"),
            std::string::npos);
  EXPECT_NE(error_of("  mac: {flow_control: pfc}\n").find("are 800 %"), std::string::npos);
  EXPECT_NE(error_of("  mac: {flow_control: pause}\n  ingress: {class_percent: 99}\n")
                .find("may fill 99 %"),
            std::string::npos);
  EXPECT_EQ(error_of("  ingress: {class_percent: 99}\n"), "");
}

TEST(ConfigIpMac, NeedsAnIpPath) {
  EXPECT_EQ(errors_of("  mac: {flow_control: pause}\n").back(),
            "c.yaml:3:8: ip.mac: is only for an IP path; expected no mac without ip.enabled: true");
}

TEST(ConfigIp, ANicHasAnAddressForEachHost) {
  EXPECT_EQ(error_of("  nic_ports: 2\n"), "");
  EXPECT_EQ(error_of("  nic_ports: 1\n"),
            "4:14: ip.nic_ports: 1 terminal ports are no addresses for 2 hosts; expected as many");
}

// NIC 5, MAC 5, control processor 1.
TEST(ConfigIp, TheInterfacesHavePortsInUse) {
  PlatformConfig config;
  config.ip.enabled = true;
  config.topology.hosts_per_tin = 1;
  config.topology.terminal_ports_per_host = 11;
  EXPECT_EQ(find_errors(config), std::vector<std::string>());
  config.topology.terminal_ports_per_host = 10;
  EXPECT_EQ(find_errors(config),
            std::vector<std::string>(
                {"ip.enabled: NIC, MAC and control processor want 11 terminal ports, but the hosts "
                 "of a chip have 10 (terminal_ports_per_host 10); expected fewer ip.nic_ports, "
                 "ip.mac_ports or ip.cpu_ports"}));
}

// The longest packet of a replay is a frame without its 18 octets of L2.
TEST(ConfigIp, SharesOfTheIngressHoldTheLongestPacket) {
  const std::string replay = "  replay: [{host: 0, file: " + kFile + "}]\n";
  // 32 KiB, of which 10 % are 3276 bytes: 51 units of 64.
  const std::string ingress =
      "  ingress: {buffer_kib: 32, class_percent: [50, 50, 10, 50, 50, 50, 50, 50]}\n";
  EXPECT_EQ(error_of(ingress + "  max_frame_bytes: 3282\n" + replay), "");
  EXPECT_EQ(error_of(ingress + "  max_frame_bytes: 3283\n" + replay),
            "4:44: ip.ingress.class_percent: 10 % of 32 KiB never hold a packet of 3265 bytes; "
            "expected room for 3328");
}

}  // namespace
}  // namespace tinsim
