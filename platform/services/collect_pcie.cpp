// SPDX-License-Identifier: Apache-2.0
// From the links' counters to a row for each.
#include "platform/services/collect_pcie.h"

namespace tinsim {
namespace {

template <class Counts>
Counts difference(Counts now, const Counts& before) {
  for_each_field<Counts>([&](auto field) { now.*field.member -= before.*field.member; });
  return now;
}

PcieRow row_of(const PcieCount& now, const PcieCount& before) {
  PcieRow row;
  static_cast<PcieCounters&>(row) = difference(now.counted, before.counted);
  static_cast<TlpSender::Counters&>(row.up) = difference(now.up, before.up);
  static_cast<TlpSender::Counters&>(row.down) = difference(now.down, before.down);
  return row;
}

}  // namespace

PcieResult pcie_result(const RmaNetwork& rma, const Topology& topology, unsigned core_mhz) {
  PcieResult result;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    if (!rma.has(chip)) continue;
    for (unsigned host = 0; host < rma.hosts_of(chip); ++host) {
      PcieRow row = row_of(rma.count(chip, host), rma.count_before(chip, host));
      row.chip = static_cast<uint16_t>(chip);
      row.pod = topology.chips[chip].pod;
      row.tin = topology.chips[chip].tin;
      row.host = static_cast<uint16_t>(host);
      result.rows.push_back(row);
      const PcieRate& rate = rma.pcie(chip, host).params().rate;
      result.gbps = 8e-3 * core_mhz * static_cast<double>(rate.num) / static_cast<double>(rate.den);
    }
  }
  return result;
}

}  // namespace tinsim
