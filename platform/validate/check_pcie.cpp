// SPDX-License-Identifier: Apache-2.0
// Rules of PCIe: powers of two, sizes that fit into each other, credit for the longest packet.
#include <fmt/format.h>

#include <cmath>

#include "platform/validate/rules.h"
#include "rtl_models/parts/pcie_tlp.h"
#include "tlm/pcie/mmio.h"

namespace tinsim {
namespace {

void expect_power_of_two(const char* key, unsigned value, RuleErrors& errors) {
  errors.expect((value & (value - 1)) == 0, fmt::format("pcie.{}", key),
                fmt::format("{} is no power of two; expected one", value));
}

void check_sizes(const PcieConfig& pcie, RuleErrors& errors) {
  expect_power_of_two("lanes", pcie.lanes, errors);
  expect_power_of_two("mps", pcie.mps, errors);
  expect_power_of_two("mrrs", pcie.mrrs, errors);
  expect_power_of_two("rcb", pcie.rcb, errors);
  expect_power_of_two("completion_bytes", pcie.completion_bytes, errors);
  errors.expect(
      pcie.completion_bytes <= pcie.mps, "pcie.completion_bytes",
      fmt::format("{} is more than mps; expected at most {}", pcie.completion_bytes, pcie.mps));
  errors.expect(pcie.completion_bytes >= pcie.rcb, "pcie.completion_bytes",
                fmt::format("{} is less than rcb, where completions may end; expected at least {}",
                            pcie.completion_bytes, pcie.rcb));
}

/// A packet that exceeds the credit limit would wait without limit.
void expect_credit(const char* key, unsigned credits, unsigned bytes, const char* what,
                   RuleErrors& errors) {
  const unsigned need = pcie_data_credits(bytes);
  errors.expect(credits == 0 || credits >= need, fmt::format("pcie.{}", key),
                fmt::format("{} credits are less than {} of {} bytes; expected 0 or at least {}",
                            credits, what, bytes, need));
}

void check_replay(const PcieConfig& pcie, RuleErrors& errors) {
  errors.expect(pcie.replay_ns >= pcie.nak_ns, "pcie.replay_ns",
                fmt::format("{} is less than nak_ns {}, so every packet that fails would be sent "
                            "twice; expected no less",
                            pcie.replay_ns, pcie.nak_ns));
  const unsigned longest = kTlpRequestBytes + pcie.mps;
  errors.expect(pcie.replay_buffer_bytes == 0 || pcie.replay_buffer_bytes >= longest,
                "pcie.replay_buffer_bytes",
                fmt::format("{} are less than a write of mps {}; expected 0 or at least {}",
                            pcie.replay_buffer_bytes, pcie.mps, longest));
  if (pcie.replay_buffer_bytes == 0 && pcie.ack_error_rate == 0) return;
  errors.expect(pcie.replay_ns > pcie.ack_ns, "pcie.replay_ns",
                fmt::format("{} is no more than ack_ns {}, so every packet would be sent twice; "
                            "expected more",
                            pcie.replay_ns, pcie.ack_ns));
}

}  // namespace

void check_pcie(const PlatformConfig& config, RuleErrors& errors) {
  const PcieConfig& pcie = config.pcie;
  check_sizes(pcie, errors);
  expect_credit("host_credits.pd", pcie.host_credits.pd, pcie.mps, "a write", errors);
  expect_credit("host_credits.cpld", pcie.host_credits.cpld, kMaxMmioBytes, "an answer", errors);
  expect_credit("chip_credits.pd", pcie.chip_credits.pd, kMaxMmioBytes, "a store", errors);
  expect_credit("chip_credits.cpld", pcie.chip_credits.cpld, pcie.completion_bytes, "a completion",
                errors);
  errors.expect(3 * pcie.read_sigma_ns < pcie.read_ns, "pcie.read_sigma_ns",
                fmt::format("3 x {} is not below read_ns {}; expected less", pcie.read_sigma_ns,
                            pcie.read_ns));
  check_replay(pcie, errors);
  errors.expect(pcie.links_per_host == 1 || config.topology.hosts_per_tin == 1,
                "pcie.links_per_host",
                fmt::format("is 2, but {} hosts share the two interfaces of a chip; expected 1, or "
                            "topology.hosts_per_tin: 1",
                            config.topology.hosts_per_tin));
}

}  // namespace tinsim
