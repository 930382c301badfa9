// SPDX-License-Identifier: Apache-2.0
// Sums over chips, and over the hosts that made operations.
#include "platform/services/collect_rma.h"

#include "platform/services/collect_pcie.h"
#include "platform/services/rma_demand.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {
namespace {

/// Nothing if no operation of the kind ended.
void add_op(const RmaNetwork& rma, std::size_t chips, unsigned op, unsigned cls,
            RmaResult& result) {
  RmaOpResult of;
  of.op = kRmaOpNames[op];
  of.class_ = cls == 0 ? "H" : "L";
  bool is_used = false;
  for (std::size_t chip = 0; chip < chips; ++chip) {
    if (!rma.has(chip)) continue;
    const auto& counters = rma.engine(chip).counters().ops[op][cls];
    if (counters == nullptr) continue;
    is_used = true;
    merge_fields<RmaOpCounters>(of, *counters);
  }
  if (is_used) result.ops.push_back(of);
}

void add_hosts(const RmaHosts& hosts, RmaResult& result) {
  result.hosts = hosts.size();
  const RmaHostStats of_hosts = hosts.stats_with_waiting();
  result.service = of_hosts.service.batches();
  for (std::size_t i = 0; i < of_hosts.plans.size(); ++i) {
    const RmaPlanStats& stats = of_hosts.plans[i];
    RmaPlanResult of;
    of.sources = hosts.sources(static_cast<unsigned>(i));
    of.bytes_made = stats.made;
    of.bytes_moved = stats.moved;
    of.failed = stats.failed;
    of.completion = stats.completion;
    result.entries.push_back(of);
  }
}

}  // namespace

RmaResult rma_result(const RmaNetwork& rma, const RmaHosts* hosts, std::size_t chips) {
  RmaResult result;
  for (std::size_t chip = 0; chip < chips; ++chip)
    if (rma.has(chip)) merge_fields<RmaTotals>(result, rma.engine(chip).counters());
  for (unsigned op = 0; op < kRmaOps; ++op)
    for (unsigned cls = 0; cls < kRmaClasses; ++cls) add_op(rma, chips, op, cls, result);
  if (hosts != nullptr) add_hosts(*hosts, result);
  return result;
}

void RmaNetwork::declare_sections(ResultSections& sections) {
  sections.add<RmaResult>();
  sections.add<PcieResult>();
}

void RmaNetwork::collect(const RunFacts& facts, RunResult& result) const {
  result.sections.get<RmaResult>() =
      rma_result(*this, facts.services.find<RmaHosts>(), facts.topology.chips.size());
  result.sections.get<PcieResult>() =
      pcie_result([this](std::size_t chip) { return has(chip) ? &chips_[chip]->hosts : nullptr; },
                  facts.topology, facts.config.tin.core_mhz);
  for (const auto& chip : chips_) {
    if (chip == nullptr || chip->blocks == nullptr) continue;
    const std::vector<std::string> notes = chip->blocks->notes();
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  }
}

void RmaNetwork::derive(const RunFacts& facts, RunResult& result) const {
  RmaResult& rma = result.sections.get<RmaResult>();
  rma.demand = rma_demand(facts.config, facts.topology, facts.tables);
  if (!rma.demand) return;
  for (std::size_t i = 0; i < rma.entries.size(); ++i)
    if (const auto gbps = facts.config.rma_traffic[i].gbps)
      rma.entries[i].bound_gbps = *gbps / rma.demand->busiest_link;
}

}  // namespace tinsim
