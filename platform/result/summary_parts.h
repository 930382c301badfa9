// SPDX-License-Identifier: Apache-2.0
// Parts of summary.json. Internal to the writer.
#pragma once

#include <nlohmann/json.hpp>

#include "platform/statistics/result.h"

namespace tinsim {

/// In ns; null where nothing was measured.
nlohmann::ordered_json latency_json(const Histogram& h, unsigned core_mhz);

template <class Counts>
nlohmann::ordered_json counts_json(const Counts& counts) {
  auto json = nlohmann::ordered_json::object();
  Counts::walk(counts, [&](const char* name, uint64_t count) { json[name] = count; });
  return json;
}

/// `cycles` is the length of the measurement.
nlohmann::ordered_json ip_json(const IpResult& ip, uint64_t cycles, unsigned core_mhz);
nlohmann::ordered_json cliquemap_json(const CliqueResult& of, uint64_t cycles, unsigned core_mhz);
nlohmann::ordered_json rma_json(const RmaResult& rma, uint64_t cycles, unsigned core_mhz);

/// One direction of all links in the measurement.
struct PcieLoad {
  PcieDirection sum;
  double wire_gbps = 0, payload_gbps = 0;  ///< of a link, mean over all
  double busiest = 0;                      ///< share of its rate, of the link that carried most
};
PcieLoad pcie_load(const PcieResult& pcie, PcieDirection PcieRow::*way, uint64_t cycles,
                   unsigned core_mhz);
nlohmann::ordered_json pcie_json(const PcieResult& pcie, uint64_t cycles, unsigned core_mhz);

}  // namespace tinsim
