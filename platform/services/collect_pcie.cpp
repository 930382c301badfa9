// SPDX-License-Identifier: Apache-2.0
// From the links' counters to a row for each.
#include "platform/services/collect_pcie.h"

namespace tinsim {
namespace {

PcieDirection difference(const TlpSender::Counters& now, const TlpSender::Counters& before) {
  return {now.tlps - before.tlps, now.wire_bytes - before.wire_bytes,
          now.payload_bytes - before.payload_bytes, now.replayed - before.replayed,
          now.timeouts - before.timeouts};
}

PcieRow row_of(const PcieCount& now, const PcieCount& before) {
  PcieRow row;
  row.reads = now.asked.reads - before.asked.reads;
  row.writes = now.asked.writes - before.asked.writes;
  row.atomics = now.asked.atomics - before.asked.atomics;
  row.stores = now.asked.stores - before.asked.stores;
  row.loads = now.asked.loads - before.asked.loads;
  row.errors = now.asked.errors - before.asked.errors;
  row.up = difference(now.up, before.up);
  row.down = difference(now.down, before.down);
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
