// SPDX-License-Identifier: Apache-2.0
// A platform in the hands of a test of links: run in steps, with counters and credits in between.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/errors.h"
#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/run/audit.h"
#include "platform/validate/validate.h"
#include "testbench/fresh_kernel.h"
#include "tests/performance/experiment.h"

namespace tinsim {

class LinkBench {
 public:
  /// Steps of the platform, in cycles.
  static constexpr Cycle kStep = 50;

  explicit LinkBench(const PlatformConfig& config)
      : config_(checked(config)),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)) {
    fresh_kernel();
    platform_ = std::make_unique<Platform>("bench", config_, topology_, tables_,
                                           make_traffic(config_, topology_), kStep);
    platform_->measure(0, kNoCycle);
  }

  Platform& platform() { return *platform_; }
  const Topology& topology() const { return topology_; }
  /// `cycles`: a multiple of kStep.
  void run(Cycle cycles) {
    for (const Cycle end = platform_->now() + cycles; platform_->now() < end;)
      platform_->run_to(platform_->now() + kStep);
  }
  /// The direction in which this port sends, from the start up to now.
  LinkRow row(unsigned chip, unsigned port) const {
    for (const LinkRow& row : platform_->link_rows())
      if (row.chip == chip && row.port == port) return row;
    throw std::out_of_range("no link");
  }
  /// Errors found by the audit; empty if there are none.
  std::string audit_error() {
    try {
      audit(*platform_, topology_);
    } catch (const InvariantError& error) {
      return error.what();
    }
    return "";
  }
  /// Words that senders of all links and VCs may not send though nothing is in the FIFO behind.
  unsigned missing_credit() {
    unsigned words = 0;
    for (std::size_t chip = 0; chip < platform_->chips(); ++chip) {
      SwitchEngine& engine = platform_->tin(chip).cell_switch();
      for (unsigned port = 0; port < topology_.chips[chip].ports.size(); ++port) {
        if (!is_link(topology_.chips[chip].ports[port])) continue;
        for (unsigned vc = 0; vc < engine.params().vcs; ++vc)
          words += engine.params().tx_limit[port] - engine.available(port, vc);
      }
    }
    return words;
  }

 private:
  static const PlatformConfig& checked(const PlatformConfig& config) {
    validate(config);
    return config;
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Platform> platform_;
};

/// Shares of the slots of one direction between two readings, in which `cycles` went by. The
/// content of a slot is decided up to 5 slots ahead and, at cell fidelity, for a whole cell. So
/// both ends of the interval are uncertain by kBlur slots at most.
struct SlotShares {
  double cell, fc, timesync, idle;
};
constexpr double kBlur = 5 + 20 - 1;
inline SlotShares shares(const LinkRow& before, const LinkRow& after, double cycles) {
  const auto share = [&](uint64_t SlotCounts::*kind) {
    return static_cast<double>(after.slots.*kind - before.slots.*kind) / cycles;
  };
  SlotShares of{share(&SlotCounts::cell), share(&SlotCounts::fc), share(&SlotCounts::timesync), 0};
  of.idle = 1 - of.cell - of.fc - of.timesync;
  return of;
}

/// Two TiNs joined by one global link of this length, each with `hosts` hosts of one port.
inline PlatformConfig one_global_link(double metres, unsigned hosts) {
  PlatformConfig config = dragonfly(2, 1, 1, 1);
  config.topology.hosts_per_tin = hosts;
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = hosts + 1;
  config.link.global_m = metres;
  return config;
}

/// Host numbers of the first chip alone.
inline std::vector<unsigned> first_hosts(unsigned hosts) {
  std::vector<unsigned> all;
  for (unsigned host = 0; host < hosts; ++host) all.push_back(host);
  return all;
}

}  // namespace tinsim
