// SPDX-License-Identifier: Apache-2.0
// Section tap of a configuration: each rule, with the place of the key that breaks it.
#include "platform/validate/load.h"
#include "platform/validate/validate.h"
#include "tests/platform/config_test_util.h"

namespace tinsim {
namespace {

/// Errors of 8 chips with two hosts each, an IP path with octets, `more`, and section `tap`.
std::string errors_of(const std::string& tap, const std::string& more = "",
                      const std::string& ip = "{enabled: true, payload: carried}") {
  const auto [parsed, errors] = read_all(
      "topology: {pods: 2, tins_per_pod: 4, hosts_per_tin: 2, global_links_per_pair: 4}\nip: " +
          ip + "\n" + more + "tap: " + tap + "\n",
      "c.yaml", {});
  const auto all = !errors.empty() ? errors : find_errors(parsed.config, parsed.origins);
  std::string text;
  for (const std::string& each : all) text += each + "\n";
  return text;
}

void expect_error(const std::string& text, const std::string& path, const std::string& part) {
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_NE(text.find(" " + path + ": "), std::string::npos) << text;
  EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.rfind("c.yaml:", 0), 0u) << text;
}

TEST(TapConfig, EverythingAtOnceIsGood) {
  EXPECT_EQ(errors_of("{ports: [{host: 15, device: a_b-c.d45678901}, {mac: 7, device: t}], "
                      "slowdown: 1, poll_us: 0.1, mtu: 9198}"),
            "");
}

TEST(TapConfig, PortsExistOnceAndHaveDevicesOfTheirOwn) {
  expect_error(errors_of("{ports: [{host: 16, device: t}]}"), "tap.ports.0.host",
               "16 does not exist; expected 0 to 15");
  expect_error(errors_of("{ports: [{mac: 8, device: t}]}"), "tap.ports.0.mac",
               "8 does not exist; expected 0 to 7");
  expect_error(errors_of("{ports: [{device: t}]}"), "tap.ports.0", "has no port");
  expect_error(errors_of("{ports: [{host: 1, mac: 1, device: t}]}"), "tap.ports.0",
               "has both host and mac");
  expect_error(errors_of("{ports: [{host: 1, device: t}, {host: 1, device: u}]}"),
               "tap.ports.1.host", "has a device already");
  expect_error(errors_of("{ports: [{host: 1, device: t}, {mac: 1, device: t}]}"),
               "tap.ports.1.device", "is joined to a port already");
}

TEST(TapConfig, NamesAreThoseThatLinuxTakesAsTheyAre) {
  for (const char* name : {"''", "a234567890123456", "a/b", "'a%d'", "'a b'", "'.'", "'..'"}) {
    expect_error(errors_of(std::string("{ports: [{host: 1, device: ") + name + "}]}"),
                 "tap.ports.0.device", "is no name of a device");
  }
}

TEST(TapConfig, TheIpPathCarriesOctets) {
  expect_error(
      errors_of("{ports: [{host: 1, device: t}]}", "traffic: [{load: 0.1}]\n", "{enabled: false}"),
      "tap.ports", "there is no IP path");
  expect_error(errors_of("{ports: [{host: 1, device: t}]}", "", "{enabled: true}"), "ip.payload",
               "is counted, but devices have frames of octets");
}

TEST(TapConfig, FramesAreWithinTheLongestAndPausesHaveAPartner) {
  expect_error(errors_of("{ports: [{host: 1, device: t}], mtu: 9199}"), "tap.mtu",
               "9199 gives frames of 9217 bytes; expected at most 9198");
  expect_error(errors_of("{ports: [{mac: 1, device: t}]}", "",
                         "{enabled: true, payload: carried, mac: {flow_control: pause}}"),
               "tap.ports.0.mac", "obeys no PAUSE frames");
}

TEST(TapConfig, KeysWithoutPortsHaveNoEffect) {
  expect_error(errors_of("{slowdown: 10}"), "tap.slowdown", "is only for TAP devices");
  expect_error(errors_of("{replay: no_such_file}"), "tap.replay", "is only for TAP devices");
}

TEST(TapConfig, ARecordingExists) {
  expect_error(errors_of("{ports: [{host: 1, device: t}], replay: no_such_file}"), "tap.replay",
               "cannot be read");
}

TEST(TapConfig, OtherSoftwareAtTheHostsIsExcluded) {
  expect_error(errors_of("{ports: [{host: 1, device: t}]}", "nic: {host: pcie}\n"), "nic.host",
               "has the packets of hosts cross PCIe");
}

}  // namespace
}  // namespace tinsim
