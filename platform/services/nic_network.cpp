// SPDX-License-Identifier: Apache-2.0
// The NICs of a network, where packets of hosts cross PCIe.
#include "platform/services/nic_network.h"

#include <fmt/format.h>

#include "platform/services/collect_pcie.h"
#include "platform/statistics/nic_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"

namespace tinsim {

NicParams nic_params(const PlatformConfig& config, const ChipInfo& chip, unsigned place) {
  constexpr uint64_t kMib = 1 << 20, kAligned = 4096;
  NicParams params(config.nic, config.tin.core_mhz);
  params.name = fmt::format("pod{}.tin{} NIC {}", chip.pod, chip.tin, place);
  params.bar_base = kNicBarBase;
  params.carried = config.ip.payload == Payload::carried;
  const uint64_t bytes = config.pcie.memory_mib * kMib - nic_memory_bytes(config.nic);
  params.map = NicMap(bytes / kAligned * kAligned, config.nic.tx_ring, config.nic.rx_ring);
  return params;
}

std::unique_ptr<Service> NicNetwork::make(const ServiceContext& context) {
  if (!context.config.has_nics()) return nullptr;
  return std::make_unique<NicNetwork>(context.config, context.topology,
                                      context.services.get<IpNetwork>(),
                                      context.services.find<RmaNetwork>());
}

NicNetwork::NicNetwork(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
                       RmaNetwork* rma)
    : config_(config),
      topology_(topology),
      map_(host_map(config.topology)),
      ip_(ip),
      rma_(rma),
      own_(topology.chips.size()),
      nics_(topology.chips.size()) {}

void NicNetwork::build(const ChipSite& site) {
  const std::size_t chip = site.chip;
  if (map_.hosts_of(chip) == 0) return;
  const bool carried = config_.ip.payload == Payload::carried;
  if (rma_ == nullptr)
    for (unsigned host = 0; host < map_.hosts_of(chip); ++host)
      own_[chip].emplace_back(config_, static_cast<unsigned>(chip), host, carried,
                              memory_.resource());
  nics_[chip] = rma_ == nullptr ? std::make_unique<ChipNics>(ip_.engine(chip), nullptr, own_[chip])
                                : std::make_unique<ChipNics>(ip_.engine(chip), &rma_->engine(chip),
                                                             rma_->pcie_hosts(chip));
  site.endpoints.share(*nics_[chip]);
}

Host& NicNetwork::in_front_of(std::size_t chip, unsigned place, Host& host) {
  return nics_[chip]->add(place, nic_params(config_, topology_.chips[chip], place), host);
}

const std::vector<HostPcie>& NicNetwork::pcie_hosts(std::size_t chip) const {
  return rma_ == nullptr ? own_[chip] : rma_->pcie_hosts(chip);
}

void NicNetwork::clear_counters(Cycle /*now*/) {
  for (const auto& nics : nics_)
    if (nics != nullptr) nics->clear_counters();
  for (auto& hosts : own_)
    for (HostPcie& host : hosts) host.before = host.count();
}

void NicNetwork::declare_sections(ResultSections& sections) {
  sections.add<NicResult>();
  sections.add<PcieResult>();
}

/// The links of 1RMA are those of its service.
void NicNetwork::collect(const RunFacts& facts, RunResult& result) const {
  NicResult& nic = result.sections.get<NicResult>();
  for (std::size_t chip = 0; chip < nics_.size(); ++chip) {
    if (!has(chip)) continue;
    for (unsigned host = 0; host < nics_[chip]->hosts(); ++host) {
      if (nics_[chip]->nic(host) == nullptr) continue;
      nics_[chip]->nic(host)->check(facts.now);
      NicRow row;
      static_cast<NicCounters&>(row) = nics_[chip]->counters(host);
      row.chip = static_cast<uint16_t>(chip);
      row.pod = topology_.chips[chip].pod;
      row.tin = topology_.chips[chip].tin;
      row.host = static_cast<uint16_t>(host);
      nic.rows.push_back(row);
    }
  }
  if (rma_ != nullptr) return;
  result.sections.get<PcieResult>() =
      pcie_result([this](std::size_t chip) { return has(chip) ? &own_[chip] : nullptr; },
                  facts.topology, facts.config.tin.core_mhz);
}

}  // namespace tinsim
