// SPDX-License-Identifier: Apache-2.0
// 1RMA in the configuration: exact error texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.rma.enabled = true;
  config.rma_traffic.resize(1);
  change(config);
  return find_errors(config);
}

TEST(RmaRules, TheDefaultsAreRight) {
  EXPECT_EQ(errors_with([](PlatformConfig&) {}), Errors());
}

TEST(RmaRules, TrafficNeedsEngines) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.rma.enabled = false;
              c.traffic.resize(1);
              c.traffic[0].load = 0.1;
            }),
            Errors({"rma_traffic: needs 1RMA engines; expected rma.enabled: true"}));
}

TEST(RmaRules, LeaveSomePortsToRawCells) {
  const auto with = [](bool ip, unsigned nic_ports) {
    return errors_with([=](PlatformConfig& c) {
      c.traffic.resize(1);
      c.traffic[0].load = 0.1;
      c.ip.enabled = ip;
      c.ip.nic_ports = nic_ports;
    });
  };
  EXPECT_EQ(with(false, 5), Errors()) << "0 to 10";
  EXPECT_EQ(with(true, 3), Errors()) << "9 and 10";
  EXPECT_EQ(with(true, 5),
            Errors({"traffic: IP path and 1RMA leave 1 of 18 terminal ports in a row to raw cells, "
                    "but a chip has 2 hosts; expected one for each: fewer ip.nic_ports, more "
                    "topology.terminal_ports_per_host, or no traffic"}));
}

TEST(RmaRules, AStartChangesRates) {
  const auto with = [](bool open_loop, double load = 0.5) {
    return errors_with([=](PlatformConfig& c) {
      c.run.start_us = 10;
      c.run.start_load = load;
      c.run.warmup_us = 10;
      c.rma_traffic.resize(1);
      if (open_loop) c.rma_traffic[0].gbps = 10;
    });
  };
  EXPECT_EQ(with(true), Errors());
  EXPECT_EQ(with(true, 0), Errors({"run.start_load: 0 would have hosts wait for their next message "
                                   "for ever; expected more"}));
  EXPECT_EQ(with(false), Errors({"rma_traffic.0: has no gbps, which run.start_load replaces at the "
                                 "start; expected gbps"}));
}

// Endpoints 11 to 16 must be there: 3 lanes to 11 peers leave 17 ports, of which two hosts
// share 16.
TEST(RmaRules, EnginesHaveTerminalPortsInUse) {
  const auto with = [](unsigned hosts, unsigned per_host, unsigned lanes) {
    return errors_with([=](PlatformConfig& c) {
      c.topology.pods = 1;
      c.topology.hosts_per_tin = hosts;
      c.topology.terminal_ports_per_host = per_host;
      c.topology.local_links_per_pair = lanes;
    });
  };
  const auto error = [](unsigned ports, unsigned per_host) {
    return Errors({fmt::format(
        "rma.enabled: 1RMA has endpoints 11 to 16, but the hosts of a chip have {} terminal ports "
        "(terminal_ports_per_host {}); expected at least 17",
        ports, per_host)});
  };
  EXPECT_EQ(with(1, 0, 3), Errors());
  EXPECT_EQ(with(2, 0, 3), error(16, 0));
  EXPECT_EQ(with(2, 9, 2), Errors());
  EXPECT_EQ(with(2, 8, 2), error(16, 8));
}

// Both engines on a chip: the ports of the IP path end before endpoint 11.
TEST(RmaRules, PortsAreNotThoseOfTheIpPath) {
  const auto with = [](unsigned nic_ports) {
    return errors_with([nic_ports](PlatformConfig& c) {
      c.ip.enabled = true;
      c.ip.nic_ports = nic_ports;
    });
  };
  EXPECT_EQ(with(5), Errors());
  EXPECT_EQ(with(6), Errors({"rma.enabled: 1RMA has endpoints from 11 on, but NIC, MAC and control "
                             "processor want 12; expected fewer ip.nic_ports, ip.mac_ports or "
                             "ip.cpu_ports"}));
}

TEST(RmaRules, CellsWindowAndWeightsAreSane) {
  EXPECT_EQ(
      errors_with([](PlatformConfig& c) {
        c.rma.cell_bytes = 96;
        c.rma.solicitation_window_bytes = 4095;
        c.rma.weights = {1};
      }),
      Errors({"rma.cell_bytes: is 96; expected 64 or 128",
              "rma.weights: has 1 entries; expected two, H and L",
              "rma.solicitation_window_bytes: 4095 let nothing through; expected at least 4096"}));
}

TEST(RmaRules, TrafficNeedsMemory) {
  const auto with = [](unsigned mib) {
    return errors_with([mib](PlatformConfig& c) { c.pcie.memory_mib = mib; });
  };
  EXPECT_EQ(with(64), Errors({"pcie.memory_mib: 64 MiB do not hold the data of rma_traffic; "
                              "expected at least 65"}));
  EXPECT_EQ(with(65), Errors());
}

TEST(RmaRules, OperationsFitTheirSlotsAndSizes) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.rma_traffic[0].op = RmaTrafficOp::faa;
              c.rma_traffic[0].outstanding = 100;
              c.rma_traffic.push_back({});
              c.rma_traffic[1].outstanding = 29;
            }),
            Errors({"rma_traffic.0.bytes: faa works on 8 bytes; expected 8",
                    "rma_traffic: 129 operations of a host at a time want a slot each; expected at "
                    "most 128 in all entries"}));
}

TEST(RmaRules, PairsHaveASourceForEachTarget) {
  EXPECT_EQ(errors_with([](PlatformConfig& c) {
              c.rma_traffic[0].pattern = HostPattern::pairs;
              c.rma_traffic[0].sources = {3};
              c.rma_traffic[0].targets = {3};
            }),
            Errors({"rma_traffic.0.targets.0: host 3 is the source itself, or does not exist; "
                    "expected another"}));
}

}  // namespace
}  // namespace tinsim
