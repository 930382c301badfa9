// SPDX-License-Identifier: Apache-2.0
// From the configuration to the PCIe interface of one host of one chip.
#include "platform/services/host_pcie.h"

#include <algorithm>
#include <cmath>

#include "rtl_models/parts/pcie_credit.h"

namespace tinsim {
namespace {

/// Of so many interfaces that work as one, as far as the counters of credit reach.
PcieAdvert advert(const PcieCreditConfig& credits, unsigned links) {
  const auto headers = [links](unsigned of_one) {
    return std::min(links * of_one, pcie_max_credits(kPcieHeaderBits));
  };
  const auto data = [links](unsigned of_one) {
    return std::min(links * of_one, pcie_max_credits(kPcieDataBits));
  };
  return {headers(credits.ph), data(credits.pd),      headers(credits.nph),
          data(credits.npd),   headers(credits.cplh), data(credits.cpld)};
}

}  // namespace

PcieParams pcie_params(const PlatformConfig& config, unsigned chip, unsigned host, bool carried) {
  const PcieConfig& pcie = config.pcie;
  const unsigned mhz = config.tin.core_mhz;
  const auto cycles = [&](double ns) {
    return static_cast<Cycle>(std::max(1L, std::lround(ns * mhz / 1000)));
  };
  PcieParams params;
  static_cast<PcieConfig&>(params) = pcie;
  params.chip = static_cast<uint16_t>(chip);
  params.host = static_cast<uint8_t>(host);
  params.rate = pcie_rate(8u << (pcie.generation - 3), pcie.lanes, pcie.mps, mhz);
  params.rate.num *= pcie.links_per_host;
  params.tags = pcie.links_per_host * pcie.tags;
  params.of_host = advert(pcie.host_credits, pcie.links_per_host);
  params.of_chip = advert(pcie.chip_credits, pcie.links_per_host);
  params.credit_cycles = cycles(pcie.credit_ns);
  params.read_cycles = cycles(pcie.read_ns);
  params.read_sigma = static_cast<uint32_t>(std::lround(pcie.read_sigma_ns * mhz / 1000 * 256));
  params.write_cycles = cycles(pcie.write_ns);
  params.mmio_cycles = cycles(pcie.mmio_ns);
  params.tlp_errors = static_cast<uint64_t>(std::ldexp(pcie.tlp_error_rate, 32));
  params.nak_errors = static_cast<uint64_t>(std::ldexp(pcie.nak_error_rate, 32));
  params.nak_cycles = cycles(pcie.nak_ns);
  params.replay_cycles = cycles(pcie.replay_ns);
  params.replay_bytes = pcie.links_per_host * pcie.replay_buffer_bytes;
  params.ack_cycles = cycles(pcie.ack_ns);
  params.ack_errors = static_cast<uint64_t>(std::ldexp(pcie.ack_error_rate, 32));
  params.seed = config.run.seed;
  params.carried = carried;
  return params;
}

}  // namespace tinsim
