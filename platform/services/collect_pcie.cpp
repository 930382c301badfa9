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

PcieResult pcie_result(const PcieHosts& hosts_of, const Topology& topology, unsigned core_mhz) {
  PcieResult result;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip) {
    const std::vector<HostPcie>* hosts = hosts_of(chip);
    for (std::size_t host = 0; hosts != nullptr && host < hosts->size(); ++host) {
      const HostPcie& of = (*hosts)[host];
      PcieRow row = row_of(of.count(), of.before);
      row.chip = static_cast<uint16_t>(chip);
      row.pod = topology.chips[chip].pod;
      row.tin = topology.chips[chip].tin;
      row.host = static_cast<uint16_t>(host);
      result.rows.push_back(row);
      const PcieRate& rate = of.link->params().rate;
      result.gbps = 8e-3 * core_mhz * static_cast<double>(rate.num) / static_cast<double>(rate.den);
    }
  }
  return result;
}

}  // namespace tinsim
