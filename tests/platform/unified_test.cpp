// SPDX-License-Identifier: Apache-2.0
// IP and 1RMA on one fabric, shortened: every message, packet and operation is accounted for, and
// all credits, slots and contexts have returned when the network has drained.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "platform/run/audit.h"
#include "platform/run/run_state.h"
#include "platform/services/ip_hosts.h"
#include "platform/services/ip_network.h"
#include "platform/services/rma_hosts.h"
#include "platform/services/rma_network.h"
#include "platform/validate/load.h"
#include "platform/validate/validate.h"
#include "testbench/fresh_kernel.h"

namespace tinsim {
namespace {

constexpr Cycle kBatch = 400;

PlatformConfig unified(const std::vector<std::string>& sets = {}) {
  PlatformConfig config = load_config(TINSIM_SOURCE_DIR "/configs/unified.yaml", sets);
  validate(config);
  return config;
}

/// A network whose hosts make nothing after `end_us`, audited with every batch, and its books.
class Books {
 public:
  Books(const PlatformConfig& config, unsigned end_us) {
    fresh_kernel();
    state_ = network_of(config, "unified");
    state_.batch = kBatch;
    add_platform(state_, alone());
    platform().measure(0, kNoCycle);
    const Cycle end = end_us * config.tin.core_mhz;
    platform().services().get<IpHosts>().end_traffic(end);
    platform().services().get<RmaHosts>().end_traffic(end);
  }
  Platform& platform() { return *state_.platform; }
  const HostCounts& messages() {
    return platform().services().get<IpHosts>().stats().find(0)->counts;
  }
  const RmaPlanStats& operations() {
    return platform().services().get<RmaHosts>().stats().plans.at(0);
  }

  void run_to(unsigned us) {
    while (platform().now() < us * 400) {
      platform().run_to(platform().now() + kBatch);
      audit(platform(), state_.topology);
    }
  }

  /// Operations and packets that are missing; empty if there are none.
  std::vector<std::string> faults() {
    faults_.clear();
    same("cells delivered", platform().delivered(), platform().injected());
    same("cells dropped", platform().dropped(), 0);
    same("bytes of messages", messages().bytes, messages().bytes_made);
    same("packets sent again", messages().sent_again, 0);
    same("bytes of operations", operations().moved, operations().made);
    same("operations failed", operations().failed, 0);
    for (std::size_t chip = 0; chip < platform().chips(); ++chip) {
      look_at_ip(chip);
      look_at_rma(chip);
      look_at_credits(chip);
    }
    return faults_;
  }

 private:
  void same(const std::string& what, uint64_t is, uint64_t should) {
    if (is != should) faults_.push_back(fmt::format("{}: {}, not {}", what, is, should));
  }
  void look_at_ip(std::size_t chip) {
    const IpEngine& engine = platform().services().get<IpNetwork>().engine(chip);
    same(fmt::format("chip {} idle", chip), engine.is_idle(), true);
    for (uint64_t lost : engine.counters().lost) same("packets lost", lost, 0);
    same("late cells", engine.counters().late_cells, 0);
  }
  void look_at_rma(std::size_t chip) {
    const RmaEngine& engine = platform().services().get<RmaNetwork>().engine(chip);
    const RmaCounters& counters = engine.counters();
    same("operations ended", counters.ended, counters.commands);
    for (uint64_t dropped : counters.dropped) same("cells of 1RMA dropped", dropped, 0);
    const std::string at = fmt::format("chip {} ", chip);
    same(at + "in service", engine.in_service() + engine.waiting() + engine.inbound(), 0);
    same(at + "contexts", engine.open_reads() + engine.servers(), 0);
    same(at + "windows", engine.window_used() + engine.pull_window_used(), 0);
    for (unsigned host = 0; host < platform().services().get<RmaNetwork>().hosts_of(chip); ++host) {
      same(at + "PCIe idle", platform().services().get<RmaNetwork>().pcie(chip, host).idle(), true);
      same(at + "tags", platform().services().get<RmaNetwork>().pcie(chip, host).tags_out(), 0);
    }
  }
  /// Of the sources at terminal ports, and of the switch for its links.
  void look_at_credits(std::size_t chip) {
    const SwitchParams& params = platform().tin(chip).cell_switch().params();
    const ChipInfo& info = state_.topology.chips[chip];
    for (unsigned port = 0; port < info.ports.size(); ++port) {
      for (unsigned vc = 0; vc < params.vcs; ++vc) {
        const std::string what = fmt::format("chip {} port {} vc {} credit", chip, port, vc);
        if (is_link(info.ports[port]))
          same(what, platform().tin(chip).cell_switch().available(port, vc), params.tx_limit[port]);
        if (const auto held = platform().source_credit(chip, port, vc))
          same(what, *held, params.rx_depth[port]);
      }
    }
  }

  RunState state_;
  std::vector<std::string> faults_;
};

/// `hosts` of `gbps` for `us`, born by chance: within four standard deviations of the mean.
void expect_poisson(uint64_t bytes, unsigned hosts, double gbps, double us) {
  const double mean = hosts * gbps * 1000 * us / (8 * 4096);
  EXPECT_NEAR(static_cast<double>(bytes) / 4096, mean, 4 * std::sqrt(mean));
}

/// 20 us of traffic; times TINSIM_SOAK_FACTOR, up to the whole millisecond of the example.
unsigned traffic_us() {
  const char* factor = std::getenv("TINSIM_SOAK_FACTOR");
  return std::min(1000u, 20 * (factor != nullptr ? static_cast<unsigned>(std::atoi(factor)) : 1));
}

TEST(Unified, EverythingComesBack) {
  const unsigned us = traffic_us();
  Books books(unified(), us);
  books.run_to(us);
  EXPECT_FALSE(books.faults().empty()) << "nothing is under way";
  books.run_to(us + 40);
  EXPECT_EQ(books.faults(), std::vector<std::string>{});
  expect_poisson(books.messages().bytes_made, 96, 25, us);
  expect_poisson(books.operations().made, 96, 15, us);
}

TEST(Unified, AClosedLoopEndsToo) {
  Books books(unified({"rma_traffic.0.gbps=null", "rma_traffic.0.outstanding=4"}), 5);
  books.run_to(40);
  EXPECT_EQ(books.faults(), std::vector<std::string>{});
  EXPECT_GT(books.operations().made, 96 * 4 * 4096u);
}

/// Cells lost on a link between pods are missed on both sides.
TEST(Unified, WhatGetsLostIsNoticed) {
  Books books(
      unified({"link.faults=[{links: pod0.tin0.port*, kind: down, at_us: 5, for_us: 0.5}]"}), 10);
  books.run_to(60);
  std::string all;
  for (const std::string& fault : books.faults()) all += fault + "\n";
  EXPECT_NE(all.find("cells dropped"), std::string::npos) << all;
  EXPECT_NE(all.find("bytes of messages"), std::string::npos) << all;
  EXPECT_NE(all.find("operations failed"), std::string::npos) << all;
}

}  // namespace
}  // namespace tinsim
