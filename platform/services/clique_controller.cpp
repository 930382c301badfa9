// SPDX-License-Identifier: Apache-2.0
// The controller of a Clique at the Ethernet of some of its TiNs.
#include "platform/services/clique_controller.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"
#include "platform/controller/clique/ip_entry.h"
#include "platform/services/control_processors.h"
#include "platform/services/ip_network.h"
#include "platform/services/table_check.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/ip/edited_ip_routes.h"
#include "tlm/tin/registers/route_image.h"
#include "tlm/tin/tin.h"

namespace tinsim {
namespace {

control::InBandControllerSettings settings_of(const ControllerConfig& config) {
  control::InBandControllerSettings settings;
  settings.keeps_tables = !config.clear_tables;
  settings.access.report_us = static_cast<uint64_t>(config.report_us);
  settings.constellation.plan_interval_us = static_cast<uint64_t>(config.plan_interval_us);
  settings.constellation.limits.request_bytes = config.request_bytes;
  settings.constellation.limits.response_bytes = config.request_bytes;
  settings.constellation.limits.registers_per_ms = config.registers_per_ms;
  return settings;
}

/// 255.255.255.255/32, live, of packets that go to the control processor.
const std::vector<uint32_t> kBroadcastToProcessor = {0xffffffff, 0, 0, 0, 0, 1 | 1 << 2 | 32 << 8};

}  // namespace

std::unique_ptr<Service> CliqueController::make(const ServiceContext& context) {
  return context.config.controller.is_on() ? std::make_unique<CliqueController>(context) : nullptr;
}

CliqueController::CliqueController(const ServiceContext& context)
    : config_(context.config),
      services_(context.services),
      ranks_(context.ranks),
      plan_(config_, 0, true),
      ethernet_(config_, context.topology, context.is_own, [this](Cycle now) { poll(now); }),
      changes_(config_, plan_),
      audit_(plan_),
      registers_(context.topology.chips.size()) {
  if (plan_.external_entries().end >= EditedIpRoutes::kEntries)
    throw ConfigError(
        fmt::format("ip: {} addresses; expected at most {} with controller.kind: constellation",
                    plan_.external_entries().end, EditedIpRoutes::kEntries - 1));
  if (!ethernet_.is_at_controller()) return;
  controller_ = std::make_unique<control::InBandController>(
      plan_, controller_plan(config_, plan_.topology), settings_of(config_.controller),
      [this](std::size_t chip, const control::Bytes& packet) { ethernet_.send(chip, packet); });
}

void CliqueController::build(const ChipSite& site) {
  registers_[site.chip] = &services_.get<ControlProcessors>().registers(site.chip);
  tins_.push_back(&site.tin);
  if (config_.controller.clear_tables) clear_routes(site.chip);
  preset_ip(site.chip);
  if (config_.controller.audit) audit_writes(site.chip);
  ethernet_.attach(services_, site.chip);
}

void CliqueController::audit_writes(std::size_t chip) {
  const RegisterSpace& registers = *registers_[chip];
  audit_.begin(chip, registers);
  services_.get<ControlProcessors>().observe_writes(
      chip, [this, chip, &registers](uint32_t address, Cycle now) {
        audit_.written(chip, registers, address, now);
      });
}

void CliqueController::open_capture(const std::filesystem::path& folder) {
  if (!config_.controller.timeline) return;
  std::vector<std::string> names;
  for (const ChipInfo& chip : plan_.topology.chips)
    names.push_back(fmt::format("pod{}.tin{}", chip.pod, chip.tin));
  timeline_ = std::make_unique<ControllerTimeline>(folder, names);
  controller_->set_on_event([this](const control::ControlEvent& event) { timeline_->add(event); });
  changes_.set_on_begin([this](Cycle at, const std::string& what) {
    timeline_->mark(at / config_.tin.core_mhz, what);
  });
}

void CliqueController::close_capture(Cycle /*end*/) {
  if (timeline_ != nullptr) timeline_->close();
  timeline_.reset();
}

void CliqueController::preset(std::size_t chip, uint32_t address, uint32_t value) {
  registers_[chip]->preset(address, value);
}

/// Tables of IP addresses begin with the chip's own, or as the controller arranges them. The entry
/// behind those of the plan gives answers of DHCP to the control processor.
void CliqueController::preset_ip(std::size_t chip) {
  const auto& held = services_.get<IpNetwork>().engine(chip).routes().routes();
  const std::size_t entries = std::max(held.size(), plan_.subnets() * plan_.tins());
  for (std::size_t n = 0; n < entries; ++n)
    preset_entry(chip, n, std::vector<uint32_t>(control::kIpFlowWords));
  for (std::size_t n = 0; n < entries; ++n) preset(chip, control::member_address(n), 0);
  for (std::size_t to = 0; to < plan_.tins(); ++to) {
    if (config_.controller.clear_tables && to != chip) continue;
    for (unsigned kind = 0; kind < plan_.ip_kinds.size(); ++kind)
      preset(chip, control::member_address(kind * plan_.tins() + to), plan_.gnet(2 * kind, to));
    for (unsigned subnet = 0; subnet < plan_.subnets(); ++subnet)
      preset_entry(chip, subnet * plan_.tins() + to, ip_flow_words(plan_, subnet, to));
  }
  preset_entry(chip, plan_.external_entries().end, kBroadcastToProcessor);
}

void CliqueController::preset_entry(std::size_t chip, std::size_t entry,
                                    const std::vector<uint32_t>& words) {
  for (unsigned n = 0; n < control::kIpFlowWords; ++n)
    preset(chip,
           control::kIpFlowBase + control::kIpFlowBytes * static_cast<uint32_t>(entry) +
               registers::kRegisterBytes * n,
           words[n]);
}

/// All routes but those to the chip's own endpoints.
void CliqueController::clear_routes(std::size_t chip) {
  const auto image = route_image(EditedRoutes(plan_.original[chip], plan_.params));
  for (const RegisterRun& run : reset_values(image))
    for (std::size_t n = 0; n < run.values.size(); ++n)
      preset(chip, run.address + registers::kRegisterBytes * static_cast<uint32_t>(n),
             run.values[n]);
}

void CliqueController::poll(Cycle now) {
  ethernet_.receive(now, [this](std::size_t chip, const std::vector<uint8_t>& packet) {
    controller_->receive(chip, packet);
  });
  changes_.poll(now, *controller_);
  controller_->poll(now / config_.tin.core_mhz);
}

void CliqueController::end_batch(Cycle now, uint64_t dropped) {
  Cycle last_down = 0;
  if (changes_.has_failures())
    for (const Tin* tin : tins_)
      last_down = std::max(last_down, tin->cell_switch().failure_counters().last_down);
  changes_.end_batch(now, dropped, last_down);
}

void CliqueController::declare_sections(ResultSections& sections) {
  sections.add<ControllerResult>();
}

namespace {

void add_access(const control::InBandTransport& transport, ControllerResult& result) {
  const control::InBandCounts counts = transport.counts();
  result.dhcp_discovers = counts.discovers;
  result.dhcp_requests = counts.requests;
  result.dhcp_relayed = counts.relayed;
  result.connections = counts.connections;
  result.tcp_repeated = counts.tcp_repeated;
  result.sessions_ended = counts.sessions_ended;
  result.packets_sent = counts.packets_sent;
  result.packets_received = counts.packets_received;
  result.api_requests = counts.sessions.requests;
  result.api_responses = counts.sessions.responses;
  result.api_busy = counts.sessions.busy;
  result.identifies = counts.identifies;
  result.subscriptions = counts.subscriptions;
  result.reports = counts.sessions.reports;
  result.accesses_by_tcp = counts.accesses_by_tcp;
  result.accesses_by_proxy = counts.accesses_by_proxy;
  result.link_reads = counts.link_reads;
  result.mos_received = counts.sessions.mos_received;
  result.proxied_lost = counts.proxied_lost;
}

void add_constellation(const control::Constellation& constellation, ControllerResult& result) {
  const control::ConstellationCounts counts = constellation.counts();
  result.plans = counts.routing.plans;
  result.proofs = counts.routing.proofs;
  result.operations = counts.flows.operations;
  result.read_backs = counts.flows.read_backs;
  result.read_backs_differ = counts.flows.differing;
  result.writes = counts.requests.writes;
  result.reads = counts.requests.reads;
  result.registers_written = counts.requests.registers_written;
  result.registers_read = counts.requests.registers_read;
  result.requests_lost = counts.requests.lost;
  result.restarts = counts.restarts;
  const control::NibSizes sizes = constellation.nib().sizes();
  result.nib_bytes = sizes.raw_bytes;
  result.nib_compressed_bytes = sizes.compressed_bytes;
}

/// The largest of each, over all processes.
std::vector<uint64_t> most_of_all(Ranks& ranks, std::vector<uint64_t> values) {
  Bytes mine;
  put(mine, values);
  std::vector<Bytes> to(ranks.size(), mine), from(ranks.size());
  ranks.exchange(to, from);
  for (const Bytes& bytes : from) {
    if (bytes.empty()) continue;
    const auto other = ByteReader(bytes).take_all<uint64_t>();
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = std::max(values[n], other[n]);
  }
  return values;
}

ControllerTin row_of(std::size_t chip, const control::TinProgress& of, uint64_t links_down) {
  ControllerTin row;
  row.chip = chip;
  if (of.address != 0) row.address = dotted(of.address);
  if (of.proxy) row.proxy = std::to_string(*of.proxy);
  row.addressed_us = of.addressed_us.value_or(0);
  row.reached_us = of.reached_us.value_or(0);
  row.connected_us = of.connected_us.value_or(0);
  row.connections = of.connections;
  row.proxied = of.proxied;
  row.links_down = links_down;
  return row;
}

}  // namespace

void CliqueController::collect(const RunFacts& facts, RunResult& run) const {
  auto& result = run.sections.get<ControllerResult>();
  const TableCheck check = check_tables(
      plan_, ranks_,
      {registers_, config_.ecp.ethernet_chips, drained_at_end(config_, plan_.topology)}, facts.now);
  const auto hardware = most_of_all(ranks_, changes_.hardware_times());
  result.registers_compared = check.compared;
  result.registers_differ = check.differ;
  result.pairs = check.pairs;
  result.pairs_joined = check.pairs_joined;
  result.audited = audit_.checks();
  if (controller_ == nullptr) return;
  const control::Nib& nib = controller_->constellation().nib();
  add_access(controller_->transport(), result);
  add_constellation(controller_->constellation(), result);
  const auto& progress = controller_->transport().progress();
  for (std::size_t chip = 0; chip < progress.size(); ++chip) {
    const uint64_t up = control::reported_links(nib, chip).value_or(0);
    const auto down = static_cast<uint64_t>(__builtin_popcountll(plan_.ports[chip].links() & ~up));
    ++result.tins;
    result.addressed += progress[chip].addressed_us.has_value();
    result.connected += controller_->transport().carrier(chip) == control::Carrier::kByTcp;
    result.up += controller_->is_up(chip);
    result.link_ends_down += down;
    result.progress.push_back(row_of(chip, progress[chip], down));
  }
  changes_.report(facts.now, hardware, result);
  result.complete_us = controller_->complete_us().value_or(0);
  result.settled = controller_->constellation().is_settled();
}

}  // namespace tinsim
