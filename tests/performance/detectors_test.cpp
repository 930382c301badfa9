// SPDX-License-Identifier: Apache-2.0
// The invariant checks fire: networks that deadlock, lose credits or cells, or route in circles.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "base/errors.h"
#include "platform/network/routing/deadlock.h"
#include "platform/network/routing/route_tables.h"
#include "platform/run/audit.h"
#include "platform/run/progress_watch.h"
#include "testbench/fresh_kernel.h"
#include "tests/performance/experiment.h"

namespace tinsim {
namespace {

constexpr Cycle kBatch = 50;

/// A platform with routing tables of the test's own, and the run's bookkeeping.
class Bench {
 public:
  explicit Bench(const PlatformConfig& config)
      : config_(config),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)) {}

  const Topology& topology() const { return topology_; }
  std::vector<RouteTable>& tables() { return tables_; }

  Platform& platform() {
    if (!platform_) {
      fresh_kernel();
      platform_ = std::make_unique<Platform>("bench", config_, topology_, tables_,
                                             make_traffic(config_, topology_), kBatch);
    }
    return *platform_;
  }
  Mailbox& mailbox(std::size_t chip) { return platform().tin(chip).cell_switch().mailbox(); }

  /// Runs for `cycles`, watching for deadlock. The text of the InvariantError, if there is one.
  std::string run(Cycle cycles, Cycle timeout = 2000) {
    ProgressWatch watch(timeout);
    const Cycle end = platform().now() + cycles;
    uint64_t before = platform().delivered();
    return error_of([&] {
      while (platform().now() < end) {
        platform().run_to(platform().now() + kBatch);
        const uint64_t delivered = platform().delivered();
        watch.check(platform(), topology_, delivered - before, platform().injected() - delivered);
        before = delivered;
      }
    });
  }
  std::string run_audit() {
    return error_of([&] { audit(platform(), topology_); });
  }

 private:
  template <class Fn>
  static std::string error_of(const Fn& fn) {
    try {
      fn();
    } catch (const InvariantError& error) {
      return error.what();
    }
    return "";
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  std::unique_ptr<Platform> platform_;
};

/// Three TiNs, each joined to both others, that send to the one two further, in one-cell buffers.
PlatformConfig triangle() {
  PlatformConfig config = dragonfly(1, 3, 0, 1);
  config.topology.hosts_per_tin = 1;
  config.topology.terminal_ports_per_host = 1;
  config.tin.switch_.ports = 3;
  config.tin.vc_fifo = {20, 20, 20};
  offer(config, "local_adversarial", 1).offset = 2;
  return config;
}

unsigned port_to(const Topology& topology, unsigned from, unsigned to) {
  const auto& ports = topology.chips[from].ports;
  for (unsigned port = 0; port < ports.size(); ++port)
    if (ports[port].kind == PortKind::kLocal && ports[port].peer_chip == to) return port;
  ADD_FAILURE() << "no link";
  return 0;
}

/// Every cell for `dst` leaves `chip` towards `next`, wherever it came from.
void send_by(Bench& bench, unsigned chip, unsigned dst, unsigned next) {
  Candidates only;
  only.fill(static_cast<uint8_t>(port_to(bench.topology(), chip, next)));
  RouteRows& rows = bench.tables()[chip].edit();
  for (unsigned in = 0; in < kPortClasses; ++in) rows.set_minimal(in, dst, only);
}

TEST(Detectors, TheTriangleRunsWithTheTablesThatAreMadeForIt) {
  Bench bench(triangle());
  EXPECT_TRUE(prove_deadlock_free(bench.topology(), bench.tables()).holds());
  EXPECT_EQ(bench.run(20000), "");
  EXPECT_EQ(bench.run_audit(), "");
  EXPECT_GT(bench.platform().delivered(), 3 * 20000 / 20 / 2u);
}

/// All go round the triangle the same way: each link's buffer fills with a cell that requests the
/// next.
void send_round(Bench& bench) {
  for (unsigned chip = 0; chip < 3; ++chip) {
    const unsigned next = (chip + 1) % 3;
    for (unsigned dst : {next, (next + 1) % 3}) send_by(bench, chip, dst, next);
  }
}

TEST(Detectors, ADeadlockIsReportedWithTheCycleOfWaits) {
  Bench bench(triangle());
  send_round(bench);
  const DeadlockProof proof = prove_deadlock_free(bench.topology(), bench.tables());
  EXPECT_EQ(proof.cycle.size(), 3u) << "the proof would have rejected it";
  const std::string error = bench.run(20000);
  EXPECT_NE(error.find("no cell delivered from cycle "), std::string::npos) << error;
  EXPECT_NE(error.find("wait-for cycle: "), std::string::npos) << error;
  for (unsigned chip = 0; chip < 3; ++chip) {  // held at the input from the chip before
    const unsigned in = port_to(bench.topology(), chip, (chip + 2) % 3);
    const std::string place = fmt::format("pod 0 tin {} port {} vc 0 ->", chip, in);
    EXPECT_NE(error.find(place), std::string::npos) << place << " in: " << error;
  }
  EXPECT_EQ(bench.run_audit(), "") << "nothing is lost in a deadlock";
}

// The proof would reject these tables too: TiN 0 and TiN 1 send what is for TiN 2 to each other.
TEST(Detectors, ACellThatGoesInCirclesIsReportedWhenItsHopCountIsUsedUp) {
  PlatformConfig config = triangle();
  config.traffic[0].sources = {0};
  config.traffic[0].load = 0.01;
  Bench bench(config);
  send_by(bench, 0, 2, 1);
  send_by(bench, 1, 2, 0);
  EXPECT_FALSE(prove_deadlock_free(bench.topology(), bench.tables()).holds());
  const std::string error = bench.run(20000);
  EXPECT_NE(error.find("hop count exhausted"), std::string::npos) << error;
  EXPECT_NE(error.find("pod 0 tin 0 port "), std::string::npos) << error;  // after 12 hops
}

TEST(Detectors, ACellSentOnAForgedCreditOverrunsTheFifoAndIsReported) {
  Bench bench(triangle());
  send_round(bench);
  ASSERT_EQ(bench.run(1000), "");  // stands still, FIFOs full, not yet for the timeout
  bench.mailbox(0).push_credit(port_to(bench.topology(), 0, 1), 1001, {0, 20});
  const std::string error = bench.run(100);
  EXPECT_EQ(
      error.find(fmt::format("pod 0 tin 1 port {} vc 0 cycle ", port_to(bench.topology(), 1, 0))),
      0u)
      << error;
  EXPECT_NE(error.find("VC FIFO overrun, 40 words in a FIFO of 20"), std::string::npos) << error;
}

/// Two loaded TiNs, some way into a run.
class LoadedPair : public ::testing::Test {
 protected:
  static PlatformConfig config() {
    PlatformConfig made = of_kind("pair", 2, 1);
    made.topology.terminal_ports_per_host = 1;
    made.tin.switch_.ports = 3;
    offer(made, "uniform", 2);
    return made;
  }
  void SetUp() override {
    ASSERT_EQ(bench.run(1000), "");
    ASSERT_EQ(bench.run_audit(), "");
  }
  /// The link port is number 0 at both ends.
  std::string text(unsigned tin, const char* what) {
    return fmt::format("pod 0 tin {} port 0 vc 0 cycle {}: {}", tin, bench.platform().now(), what);
  }
  Bench bench{config()};
  static constexpr Cycle kAhead = 40;  ///< all that is on its way is due within
};

TEST_F(LoadedPair, ALostCreditIsReportedWhereItsWordsShouldBe) {
  unsigned lost = 0;
  // Credits come in sets: not at all times is one on its way.
  for (unsigned more = 0; lost == 0 && more < 20; ++more) {
    ASSERT_EQ(bench.run(kBatch), "");
    bench.mailbox(1).drain_credits(bench.platform().now() + kAhead,
                                   [&](unsigned port, Credit, Cycle) { lost += port == 0; });
  }
  ASSERT_GT(lost, 0u);
  const std::string error = bench.run_audit();
  EXPECT_EQ(error.find(text(0, "credit leak")), 0u) << error;
}

TEST_F(LoadedPair, AForgedCreditIsReportedWhereItsWordsAreTooMany) {
  bench.mailbox(1).push_credit(0, 1001, {0, 60});
  const std::string error = bench.run_audit();
  EXPECT_EQ(error.find(text(0, "credit leak")), 0u) << error;
}

TEST_F(LoadedPair, ACellLostOnTheLinkIsReportedWhereItWasDue) {
  std::optional<Cycle> due_on_link;
  bench.mailbox(1).peek(
      1000, 1000 + kAhead,
      [&](unsigned port, Cycle due, const Cell&) {
        if (port == 0) due_on_link = due;
      },
      [](unsigned, Cycle, Credit) {});
  ASSERT_TRUE(due_on_link.has_value());
  bench.mailbox(1).take_cells(*due_on_link);
  const std::string error = bench.run_audit();
  EXPECT_EQ(error.find(text(1, "credit leak")), 0u) << error;
}

TEST_F(LoadedPair, ACellTooManyIsReportedByTheCount) {
  bench.mailbox(1).pool().allocate();
  const std::string error = bench.run_audit();
  EXPECT_NE(error.find("cells lost: "), std::string::npos) << error;
}

}  // namespace
}  // namespace tinsim
