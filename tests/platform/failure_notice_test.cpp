// SPDX-License-Identifier: Apache-2.0
// When a chip knows that one of its links has gone dark.
#include <gtest/gtest.h>

#include "platform/build/failures.h"
#include "platform/build/platform.h"
#include "platform/config/reader.h"
#include "platform/network/routing/route_tables.h"
#include "platform/network/topology/port_selector.h"
#include "platform/run/audit.h"
#include "platform/validate/validate.h"
#include "testbench/fresh_kernel.h"

namespace tinsim {
namespace {

/// Two TiNs joined by two global links of 50 m; both directions of the first go dark at 10 us.
class TwoLinks final : public SwitchObserver {
 public:
  static constexpr Cycle kDark = 4000;

  TwoLinks()
      : config_(two_links()),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)) {
    ready_for_failures(config_, topology_, tables_);
    fresh_kernel();
    failures_ = std::make_unique<Failures>(config_, topology_, tables_);
    platform_ = std::make_unique<Platform>("bench", config_, topology_, tables_,
                                           make_traffic(config_, topology_), 50);
    platform_->schedule(*failures_);
    platform_->observe(0, *this);
    failing_ = named_ends(topology_, "pod0.tin0.*")[0].port;
  }
  void matched(Cycle cycle, unsigned, unsigned, unsigned out, const Cell&) override {
    if (out == failing_) last_match = cycle;
  }
  void cell_started(Cycle cycle, unsigned out, const Cell&) override {
    if (out == failing_) last_start = cycle;
  }
  void credit_sent(Cycle, unsigned, Credit) override {}

  void run_to(Cycle end) {
    while (platform_->now() < end) {
      platform_->run_to(platform_->now() + 50);
      audit(*platform_, topology_);
    }
  }

  Cycle last_match = 0, last_start = 0;

 private:
  static PlatformConfig two_links() {
    PlatformConfig config =
        parse_config(
            "topology: {pods: 2, tins_per_pod: 1, global_links_per_pair: 2, "
            "local_links_per_pair: 1, hosts_per_tin: 4, terminal_ports_per_host: 1}\n"
            "tin: {switch: {ports: 6}}\n"
            "failures: {events: [{links: pod0.tin0.port0, at_us: 10}]}\n"
            "traffic: [{load: 2, cell_bytes: 16, pattern: adversarial}]\n"
            "run: {warmup_us: 0, measure_us: 20}\n",
            "c.yaml")
            .config;
    validate(config);
    return config;
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Failures> failures_;
  std::unique_ptr<Platform> platform_;
  unsigned failing_ = 0;
};

// The gearbox where the line ends is 4 cycles before the pins, FEC 12 more; the codeword in which
// the light goes is lost from its begin, up to 7 earlier. A cycle later link_state shows
// LOCAL_FAULT, and routing knows in the next one. Cells of two words leave every other cycle.
TEST(FailureNotice, AChipKnowsOfADarkLinkWhenItsReceiverDoes) {
  TwoLinks links;
  links.run_to(TwoLinks::kDark + 1000);
  const Cycle known = TwoLinks::kDark + 4 + 12 + 1 + 1;
  EXPECT_LT(links.last_match, known);
  EXPECT_GE(links.last_match, known - 7 - 4);
  EXPECT_LE(links.last_start, known);
  EXPECT_GE(links.last_start, known - 7 - 4);
}

}  // namespace
}  // namespace tinsim
