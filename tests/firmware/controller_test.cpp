// SPDX-License-Identifier: Apache-2.0
// Does the controller bring chips up whose sessions end, whose proxies fail, and which refuse to
// reboot?
#include "tests/firmware/controller_bench.h"

namespace tinsim::firmware_test {
namespace {

constexpr std::uint64_t kSecond = 1000000;
using C = NetworkController;

/// Chips 0 and 1 on the Ethernet, chip 2 with a link to each of them.
struct ThreeChips : ControllerBench {
  explicit ThreeChips(std::optional<std::uint64_t> reboot_us = {})
      : ControllerBench(3, 2, reboot_us) {
    connect(0, 0, 2, 0);
    connect(1, 1, 2, 1);
  }
};

void expect_tables(const ControllerBench& bench) {
  for (std::size_t chip = 0; chip < bench.chips.size(); ++chip) {
    EXPECT_TRUE(bench.has_table(chip)) << chip;
    EXPECT_EQ(bench.progress(chip).counters,
              std::vector<std::uint32_t>({static_cast<std::uint32_t>(chip) + 1, 0xdead}));
    EXPECT_FALSE(bench.progress(chip).is_given_up);
  }
}

TEST(Controller, WithoutFailuresNothingIsRepeated) {
  ThreeChips bench;
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return bench.is_complete(); }, kSecond));
  expect_tables(bench);
  EXPECT_EQ(bench.tables.up, (std::vector<std::uint64_t>{1, 2, 3}));
  const ControllerCounts counts = bench.controller->counts();
  EXPECT_EQ(counts.connections, 3u);
  EXPECT_EQ(counts.streams, 2u);  // the states of the links, the table
  EXPECT_EQ(counts.table_writes, 3u);
  EXPECT_EQ(counts.sessions_ended + counts.streams_failed + counts.refused, 0u);
}

/// The chip, and the request to it that is lost with its session: to identify itself, then to read
/// its links (on the Ethernet only), to take its table (there only), to read its counters.
struct LostRequest {
  std::size_t chip;
  unsigned request;
};
class ControllerSession : public testing::TestWithParam<LostRequest> {};

TEST_P(ControllerSession, IsOpenedAgainAfterAReset) {
  const auto [chip, lost] = GetParam();
  ThreeChips bench;
  unsigned requests = 0;
  bool is_due = false;
  bench.to = [&, chip = chip, lost = lost](std::size_t to, const Segment& segment) {
    const bool loses = to == chip && segment.request() != 0 && requests++ == lost;
    is_due |= loses;
    return !loses;
  };
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return is_due; }, kSecond));
  bench.reset_session(chip);
  ASSERT_TRUE(bench.run_until([&] { return bench.is_complete(); }, kSecond));
  expect_tables(bench);
  EXPECT_EQ(bench.controller->counts().sessions_ended, 1u);
  EXPECT_EQ(bench.progress(chip).sessions, 2u);
  EXPECT_EQ(bench.controller->counts().connections, 4u);
}
INSTANTIATE_TEST_SUITE_P(Requests, ControllerSession,
                         testing::Values(LostRequest{0, 0}, LostRequest{0, 1}, LostRequest{0, 2},
                                         LostRequest{0, 3}, LostRequest{2, 0}, LostRequest{2, 1}));

// The firmware's TCP sends keepalives to a client that is silent.
TEST(Controller, IdleSessionsStayOpen) {
  ThreeChips bench;
  bench.boot();
  bench.run_until([] { return false; }, 2 * kSecond);
  EXPECT_EQ(bench.controller->counts().connections, 3u);
  EXPECT_EQ(bench.controller->counts().sessions_ended, 0u);
}

TEST(Controller, ASilentChipIsGivenUp) {
  ThreeChips bench;
  bench.from = [](std::size_t chip, const Segment&) { return chip != 2; };
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return bench.progress(2).is_given_up; }, 2 * kSecond));
  EXPECT_EQ(bench.progress(2).sessions, C::kMostEnded + 1u);
  EXPECT_TRUE(bench.progress(0).read_us && bench.progress(1).read_us);
  EXPECT_FALSE(bench.progress(2).connected_us || bench.is_complete());
  bench.run_until([] { return false; }, kSecond / 10);
  EXPECT_EQ(bench.progress(2).sessions, C::kMostEnded + 1u);
}

TEST(Controller, AChipWhoseProxyIsCutOffGetsAnother) {
  ThreeChips bench;
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return bench.progress(2).addressed_us.has_value(); }, kSecond));
  const std::size_t proxy = *bench.progress(2).proxy;
  bench.cut(static_cast<std::uint32_t>(proxy), 2);
  ASSERT_TRUE(bench.run_until([&] { return bench.is_complete(); }, kSecond));
  expect_tables(bench);
  EXPECT_EQ(bench.progress(2).proxy, 1 - proxy);
  EXPECT_EQ(bench.controller->counts().streams_failed, 1u);
}

TEST(Controller, AChipWithoutAProxyIsGivenUp) {
  ThreeChips bench;
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return bench.progress(2).addressed_us.has_value(); }, kSecond));
  bench.cut(0, 2);
  bench.cut(1, 2);
  ASSERT_TRUE(bench.run_until([&] { return bench.progress(2).is_given_up; }, 2 * kSecond));
  EXPECT_EQ(bench.controller->counts().streams_failed, C::kMostStreams + 1u);
  EXPECT_FALSE(bench.is_complete());
}

constexpr std::uint64_t kReboot = 100000;

/// A reboot of all chips, with requests to chip 1 changed by `spoil`.
template <class Spoil>
void reboot(ThreeChips& bench, const Spoil& spoil) {
  bench.to = [spoil](std::size_t chip, Segment& segment) {
    if (chip == 1 && segment.request() == API_REBOOT) spoil(segment);
    return true;
  };
  bench.boot();
  EXPECT_TRUE(bench.run_until([&] { return bench.is_complete(); }, kReboot));
  EXPECT_TRUE(
      bench.run_until([&] { return bench.progress(2).reconciled_us.has_value(); }, kSecond));
  for (std::size_t chip : {0, 2}) {
    EXPECT_EQ(bench.chips[chip]->boots, 2u);
    EXPECT_TRUE(bench.progress(chip).reconciled_us);
    EXPECT_EQ(bench.progress(chip).differing, 0u);
  }
}

TEST(ControllerReboot, ARefusedRequestIsRepeated) {
  unsigned refused = 0;
  ThreeChips bench(kReboot);
  reboot(bench, [&refused](Segment& segment) {
    if (refused++ < C::kMostReboots - 1) segment.ip.payload.back() ^= 1;  // of the key
  });
  EXPECT_EQ(bench.chips[1]->boots, 2u);
  EXPECT_TRUE(bench.progress(1).rebooted_us && bench.progress(1).reconciled_us);
  EXPECT_EQ(bench.controller->counts().refused, C::kMostReboots - 1u);
}

TEST(ControllerReboot, AChipThatRefusesAllIsLeftOut) {
  ThreeChips bench(kReboot);
  reboot(bench, [](Segment& segment) { segment.ip.payload.back() ^= 1; });
  EXPECT_EQ(bench.chips[1]->boots, 1u);
  EXPECT_FALSE(bench.progress(1).rebooted_us || bench.progress(1).reconciled_us);
  EXPECT_EQ(bench.controller->counts().refused, unsigned{C::kMostReboots});
}

// Neither the response arrives nor anything else, until the chip has rebooted.
TEST(ControllerReboot, ALostResponseIsNoSecondReboot) {
  ThreeChips bench(kReboot);
  bool is_sent = false;
  bench.to = [&](std::size_t chip, const Segment& segment) {
    is_sent |= chip == 1 && segment.request() == API_REBOOT;
    return true;
  };
  bench.from = [&](std::size_t chip, const Segment&) {
    return chip != 1 || !is_sent || bench.chips[1]->boots == 2;
  };
  bench.boot();
  ASSERT_TRUE(
      bench.run_until([&] { return bench.progress(2).reconciled_us.has_value(); }, kSecond));
  EXPECT_EQ(bench.chips[1]->boots, 2u);
  EXPECT_TRUE(bench.progress(1).rebooted_us && bench.progress(1).reconciled_us);
  EXPECT_EQ(bench.controller->counts().sessions_ended, 1u);
}

// The request is lost with its session.
TEST(ControllerReboot, ALostRequestIsRepeated) {
  ThreeChips bench(kReboot);
  bool is_lost = false;
  bench.to = [&](std::size_t chip, const Segment& segment) {
    const bool loses = chip == 1 && segment.request() == API_REBOOT && !is_lost;
    is_lost |= loses;
    return !loses;
  };
  bench.boot();
  ASSERT_TRUE(bench.run_until([&] { return is_lost; }, kSecond));
  bench.reset_session(1);
  ASSERT_TRUE(
      bench.run_until([&] { return bench.progress(2).reconciled_us.has_value(); }, kSecond));
  EXPECT_EQ(bench.chips[1]->boots, 2u);
  EXPECT_EQ(bench.controller->counts().sessions_ended, 1u);
  EXPECT_TRUE(bench.progress(1).reconciled_us);
}

}  // namespace
}  // namespace tinsim::firmware_test
