// SPDX-License-Identifier: Apache-2.0
// PCIe in the configuration: exact error texts, and what the link is made with.
#include <gtest/gtest.h>

#include "config_test_util.h"
#include "platform/config/schema.h"
#include "platform/services/host_pcie.h"
#include "platform/validate/validate.h"

namespace tinsim {
namespace {

using Errors = std::vector<std::string>;

template <class Change>
Errors errors_with(Change change) {
  PlatformConfig config;
  config.rma.enabled = true;
  change(config);
  return find_errors(config);
}

TEST(PcieRules, ReadsAsWritten) {
  const ParsedConfig parsed = parse_config(R"(
tin: {core_mhz: 500}
pcie:
  generation: 4
  mps: 512
  completion_bytes: 64
  host_credits: {ph: 7, npd: 9}
  chip_credits: {cpld: 0}
  read_ns: 500.6
  write_ns: 0.1
  tlp_error_rate: 0.25
  nak_ns: 50
  replay_buffer_bytes: 4000
  ack_error_rate: 0.5
traffic: [{load: 0.1}]
)",
                                           "c.yaml");
  const PcieParams params = pcie_params(parsed.config, 3, 1, true);
  EXPECT_EQ(params.chip, 3);
  EXPECT_EQ(params.host, 1);
  EXPECT_TRUE(params.carried);
  // 16 GT/s on 16 lanes in a clock of 500 MHz, MPS 512: the interval is 182
  // (docs/reference/pcie.md).
  const double octets = 16e9 * 16 * 128 / 130 / 8 / 500e6 * (1 - 16.0 / 182 - 4.0 / 1538);
  EXPECT_NEAR(static_cast<double>(params.rate.num) / static_cast<double>(params.rate.den), octets,
              1e-9);
  EXPECT_EQ(params.completion_bytes, 64u);
  EXPECT_EQ(params.of_host.ph, 7u);
  EXPECT_EQ(params.of_host.npd, 9u);
  EXPECT_EQ(params.of_host.pd, 1024u) << "a mapping changes only the keys it names";
  EXPECT_EQ(params.read_cycles, 250u);
  EXPECT_EQ(params.write_cycles, 1u) << "nothing takes no time";
  EXPECT_EQ(params.read_sigma, 20u * 256);
  EXPECT_EQ(params.tlp_errors, uint64_t{1} << 30);
  EXPECT_EQ(params.nak_errors, 0u);
  EXPECT_EQ(params.nak_cycles, 25u);
  EXPECT_EQ(params.replay_cycles, 500u);
  EXPECT_EQ(params.replay_bytes, 4000u);
  EXPECT_EQ(params.ack_cycles, 85u);
  EXPECT_EQ(params.ack_errors, uint64_t{1} << 31);
}

/// Two interfaces work as one of twice the rate, tags and credit; counters of credit end at 127
/// headers and 2047 times 16 octets (PCIe base specification), and infinite stays so.
TEST(PcieRules, OneHostOnBothInterfacesHasTwiceOfAll) {
  PlatformConfig config;
  config.topology.hosts_per_tin = 1;
  const PcieParams one = pcie_params(config, 0, 0, false);
  config.pcie.links_per_host = 2;
  const PcieParams two = pcie_params(config, 0, 0, false);
  EXPECT_EQ(two.rate.num * one.rate.den, 2 * one.rate.num * two.rate.den);
  EXPECT_EQ(two.tags, 512u);
  EXPECT_EQ(two.of_host.ph, 127u) << "64 of each";
  EXPECT_EQ(two.of_host.pd, 2047u) << "1024 of each";
  EXPECT_EQ(two.of_host.npd, 128u);
  EXPECT_EQ(two.of_host.cplh, 0u);
  EXPECT_EQ(two.of_chip.ph, 64u);
  EXPECT_EQ(two.of_chip.npd, 16u);
}

TEST(PcieRules, DefaultsAreGood) {
  EXPECT_EQ(errors_with([](auto&) {}), Errors{});
}

TEST(PcieRules, RangesOfSingleValues) {
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.generation = 2;
              c.pcie.tags = 0;
              c.pcie.host_credits.ph = 128;
              c.pcie.chip_credits.cpld = 2048;
              c.pcie.write_ns = 0;
            }),
            (Errors{"pcie.generation: 2 is out of range; expected 3 to 5",
                    "pcie.tags: 0 is out of range; expected 1 to 256",
                    "pcie.host_credits.ph: 128 is out of range; expected 0 to 127",
                    "pcie.chip_credits.cpld: 2048 is out of range; expected 0 to 2047",
                    "pcie.write_ns: 0 is out of range; expected more than 0 and at most 1000000"}));
}

TEST(PcieRules, SizesFitIntoEachOther) {
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.lanes = 12;
              c.pcie.mps = 192;
            }),
            (Errors{"pcie.lanes: 12 is no power of two; expected one",
                    "pcie.mps: 192 is no power of two; expected one",
                    "pcie.completion_bytes: 256 is more than mps; expected at most 192"}));
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.rcb = 128;
              c.pcie.completion_bytes = 64;
            }),
            (Errors{"pcie.completion_bytes: 64 is less than rcb, where completions may end; "
                    "expected at least 128"}));
}

TEST(PcieRules, ThereIsCreditForTheLongestPacket) {
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.host_credits.pd = 15;
              c.pcie.chip_credits.pd = 3;
              c.pcie.chip_credits.cpld = 15;
            }),
            (Errors{"pcie.host_credits.pd: 15 credits are less than a write of 256 bytes; expected "
                    "0 or at least 16",
                    "pcie.chip_credits.pd: 3 credits are less than a store of 64 bytes; expected 0 "
                    "or at least 4",
                    "pcie.chip_credits.cpld: 15 credits are less than a completion of 256 bytes; "
                    "expected 0 or at least 16"}));
}

TEST(PcieRules, LatencyStaysPositiveAndLinksAreTwo) {
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.read_sigma_ns = 200;
              c.pcie.links_per_host = 2;
            }),
            (Errors{"pcie.read_sigma_ns: 3 x 200 is not below read_ns 600; expected less",
                    "pcie.links_per_host: is 2, but 2 hosts share the two interfaces of a chip; "
                    "expected 1, or topology.hosts_per_tin: 1"}));
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.links_per_host = 2;
              c.topology.hosts_per_tin = 1;
            }),
            Errors{});
}

TEST(PcieRules, TheTimerIsNoShorterThanANak) {
  EXPECT_EQ(errors_with([](auto& c) { c.pcie.replay_ns = 100; }),
            Errors{"pcie.replay_ns: 100 is less than nak_ns 200, so every packet that fails would "
                   "be sent twice; expected no less"});
  EXPECT_EQ(errors_with([](auto& c) { c.pcie.tlp_error_rate = 0.6; }).size(), 1u);
}

TEST(PcieRules, AReplayBufferHoldsAPacketAndWaitsForItsAck) {
  EXPECT_EQ(errors_with([](auto& c) { c.pcie.replay_buffer_bytes = 279; }),
            Errors{"pcie.replay_buffer_bytes: 279 are less than a write of mps 256; expected 0 or "
                   "at least 280"});
  EXPECT_EQ(errors_with([](auto& c) { c.pcie.replay_buffer_bytes = 280; }), Errors{});
  EXPECT_EQ(errors_with([](auto& c) {
              c.pcie.ack_error_rate = 0.1;
              c.pcie.ack_ns = 1000;
            }),
            Errors{"pcie.replay_ns: 1000 is no more than ack_ns 1000, so every packet would be "
                   "sent twice; expected more"});
  EXPECT_EQ(errors_with([](auto& c) { c.pcie.ack_ns = 1000; }), Errors{}) << "Acks do not matter";
}

}  // namespace
}  // namespace tinsim
