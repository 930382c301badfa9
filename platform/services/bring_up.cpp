// SPDX-License-Identifier: Apache-2.0
// Brings a network up in-band.
#include "platform/services/bring_up.h"

#include <algorithm>

#include "platform/network/routing/route_params.h"
#include "platform/services/control_ethernet.h"
#include "platform/services/control_processors.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "rtl_models/registers/decode.h"
#include "tlm/gnet/cycles.h"

namespace tinsim {
namespace {

constexpr Cycle kPollCycles = EthernetHost::kDelay;
constexpr std::size_t kCounters = 4;  ///< registers read at the end: packets taken and delivered

}  // namespace

std::unique_ptr<Service> BringUp::make(const ServiceContext& context) {
  return context.config.bring_up.enabled ? std::make_unique<BringUp>(context) : nullptr;
}

BringUp::BringUp(const ServiceContext& context)
    : config_(context.config),
      topology_(context.topology),
      services_(context.services),
      tables_(topology_, context.tables, route_params(config_.routing)),
      hosts_(topology_.chips.size()) {
  const auto& with_ethernet = config_.ecp.ethernet_chips;
  if (!context.is_own[with_ethernet.front()]) return;
  controller_ = std::make_unique<control::NetworkController>(
      plan(), tables_,
      [this](std::size_t chip, const control::Bytes& packet) { hosts_[chip]->send(packet); });
}

control::ControllerPlan BringUp::plan() const {
  control::ControllerPlan plan = controller_plan(config_, topology_);
  if (config_.bring_up.reboot_us)
    plan.reboot_us = static_cast<uint64_t>(*config_.bring_up.reboot_us);
  return plan;
}

void BringUp::build(const ChipSite& site) {
  if (config_.bring_up.clear_tables) clear_tables(site.chip);
  const auto& list = config_.ecp.ethernet_chips;
  if (std::find(list.begin(), list.end(), site.chip) != list.end()) attach(site.chip);
}

void BringUp::clear_tables(std::size_t chip) {
  RegisterSpace& bus = services_.get<ControlProcessors>().registers(chip);
  for (const RegisterRun& run : reset_values(tables_.original(chip))) {
    for (std::size_t n = 0; n < run.values.size(); ++n)
      bus.preset(run.address + registers::kRegisterBytes * static_cast<uint32_t>(n), run.values[n]);
  }
}

void BringUp::attach(std::size_t chip) {
  hosts_[chip] =
      attach_ethernet_host(config_, topology_, services_, chip, [this](Cycle now) { poll(now); });
}

/// Each host polls in the same cycles; the first of them polls for all.
void BringUp::poll(Cycle now) {
  if (now < next_poll_) return;
  next_poll_ = now + kPollCycles;
  for (std::size_t chip = 0; chip < hosts_.size(); ++chip) {
    if (hosts_[chip] == nullptr) continue;
    for (const auto& packet : hosts_[chip]->received(now)) controller_->receive(chip, packet);
  }
  controller_->poll(now / config_.tin.core_mhz);
}

void BringUp::declare_sections(ResultSections& sections) { sections.add<BringUpResult>(); }

namespace {

BringUpChip row_of(std::size_t chip, const control::ChipProgress& of) {
  BringUpChip row;
  row.chip = chip;
  if (of.address != 0) row.address = dotted(of.address);
  if (of.proxy) row.proxy = std::to_string(*of.proxy);
  row.addressed_us = of.addressed_us.value_or(0);
  row.written_us = of.written_us.value_or(0);
  row.connected_us = of.connected_us.value_or(0);
  row.read_us = of.read_us.value_or(0);
  if (of.counters.size() == kCounters) {
    row.packets_taken = uint64_t{of.counters[1]} << 32 | of.counters[0];
    row.packets_delivered = uint64_t{of.counters[3]} << 32 | of.counters[2];
  }
  row.rebooted_us = of.rebooted_us.value_or(0);
  row.reconciled_us = of.reconciled_us.value_or(0);
  row.differing = of.differing;
  row.links_down = of.links_down;
  row.sessions = of.sessions;
  return row;
}

void add_counts(const control::ControllerCounts& counts, BringUpResult& result) {
  result.dhcp_discovers = counts.discovers;
  result.dhcp_requests = counts.requests;
  result.dhcp_relayed = counts.relayed;
  result.connections = counts.connections;
  result.tcp_repeated = counts.tcp_repeated;
  result.packets_sent = counts.packets_sent;
  result.packets_received = counts.packets_received;
  result.api_requests = counts.sessions.requests;
  result.api_responses = counts.sessions.responses;
  result.api_busy = counts.sessions.busy;
  result.mos_received = counts.sessions.mos_received;
  result.proxied_requests = counts.streams;
  result.proxied_failed = counts.streams_failed;
  result.sessions_ended = counts.sessions_ended;
  result.api_refused = counts.refused;
  result.table_writes = counts.table_writes;
  result.registers_written = counts.registers_written;
}

}  // namespace

void BringUp::collect(const RunFacts& /*facts*/, RunResult& run) const {
  if (controller_ == nullptr) return;
  auto& result = run.sections.get<BringUpResult>();
  add_counts(controller_->counts(), result);
  const auto& progress = controller_->progress();
  for (std::size_t chip = 0; chip < progress.size(); ++chip) {
    const control::ChipProgress& of = progress[chip];
    ++result.chips;
    result.to_reboot += config_.bring_up.reboot_us.has_value();
    result.addressed += of.addressed_us.has_value();
    result.connected += of.connected_us.has_value();
    result.read += of.read_us.has_value();
    result.reboots += of.reconciled_us.has_value();
    result.differing += of.differing;
    result.given_up += of.is_given_up;
    result.link_ends_down += of.links_down;
    result.progress.push_back(row_of(chip, of));
  }
  result.complete_us = controller_->complete_us().value_or(0);
}

}  // namespace tinsim
