// SPDX-License-Identifier: Apache-2.0
// Section `pcie` of a configuration in core cycles.
#include "tlm/pcie/pcie_params.h"

#include <algorithm>
#include <cmath>

#include "rtl_models/parts/pcie_credit.h"

namespace tinsim {
namespace {

Cycle cycles_of_ns(double ns, unsigned core_mhz) {
  return static_cast<Cycle>(std::max(1L, std::lround(ns * core_mhz / 1000)));
}

/// Of 2^32 packets.
uint64_t share_of_packets(double rate) { return static_cast<uint64_t>(std::ldexp(rate, 32)); }

PcieRate rate_of(const PcieConfig& section, unsigned core_mhz) {
  PcieRate rate = pcie_rate(8u << (section.generation - 3), section.lanes, section.mps, core_mhz);
  rate.num *= section.links_per_host;
  return rate;
}

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

PcieParams::PcieParams(const PcieConfig& section, unsigned core_mhz)
    : PcieConfig(section),
      rate(rate_of(section, core_mhz)),
      of_host(advert(host_credits, links_per_host)),
      of_chip(advert(chip_credits, links_per_host)),
      credit_cycles(cycles_of_ns(credit_ns, core_mhz)),
      read_cycles(cycles_of_ns(read_ns, core_mhz)),
      read_sigma(static_cast<uint32_t>(std::lround(read_sigma_ns * core_mhz / 1000 * 256))),
      write_cycles(cycles_of_ns(write_ns, core_mhz)),
      mmio_cycles(cycles_of_ns(mmio_ns, core_mhz)),
      tlp_errors(share_of_packets(tlp_error_rate)),
      nak_errors(share_of_packets(nak_error_rate)),
      nak_cycles(cycles_of_ns(nak_ns, core_mhz)),
      replay_cycles(cycles_of_ns(replay_ns, core_mhz)),
      replay_bytes(links_per_host * replay_buffer_bytes),
      ack_errors(share_of_packets(ack_error_rate)),
      ack_cycles(cycles_of_ns(ack_ns, core_mhz)) {
  tags *= links_per_host;
}

}  // namespace tinsim
