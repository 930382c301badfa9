// SPDX-License-Identifier: Apache-2.0
// Cell tracing in the chips of a network: the filter and the sampler of each.
#include "platform/services/cell_tracing.h"

#include "base/masks.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/chip_terminal_side.h"
#include "platform/statistics/cell_tracing_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {
namespace {

TraceSettings settings_of(const CellTracingConfig& section) {
  TraceSettings settings;
  settings.enable = settings.sample = true;
  if (!section.classes.empty()) settings.classes = 0;
  for (unsigned cls : section.classes) settings.classes |= 1u << cls;
  settings.period = section.period;
  settings.source = static_cast<uint16_t>(section.source);
  settings.source_mask = static_cast<uint16_t>(section.source_mask);
  settings.destination = static_cast<uint16_t>(section.destination);
  settings.destination_mask = static_cast<uint16_t>(section.destination_mask);
  return settings;
}

}  // namespace

std::unique_ptr<Service> CellTracing::make(const ServiceContext& context) {
  if (!context.config.cell_tracing.enabled) return nullptr;
  return std::make_unique<CellTracing>(context);
}

CellTracing::CellTracing(const ServiceContext& context)
    : config_(context.config),
      topology_(context.topology),
      tracers_(context.topology.chips.size()) {}

void CellTracing::build(const ChipSite& site) {
  const CellTracingConfig& section = config_.cell_tracing;
  const ChipInfo& info = topology_.chips[site.chip];
  auto& tracer = tracers_[site.chip];
  tracer = std::make_unique<ChipTracer>(gnet_address(info.pod, info.tin, 0), cpu_ports(site.chip),
                                        section.buffer_records, section.unit);
  TraceSettings settings = settings_of(section);
  settings.enable = section.from_us == 0;
  tracer->settings.set(0, settings);
  const auto enable = [&](double us, bool on) {
    settings.enable = on;
    tracer->settings.set(cycles_of_us(us, config_.tin.core_mhz), settings);
  };
  if (section.from_us != 0) enable(section.from_us, true);
  if (section.to_us) enable(*section.to_us, false);
  site.endpoints.add_filter(tracer->filter);
  site.observers.add(tracer->sampler);
}

uint64_t CellTracing::cpu_ports(std::size_t chip) const {
  const EndpointGroup group = ip_groups(config_.ip)[kCpuInterface];
  return (bit(group.count) - 1) << (first_terminal(topology_.chips[chip]) + group.first);
}

void CellTracing::declare_sections(ResultSections& sections) { sections.add<CellTracingResult>(); }

void CellTracing::collect(const RunFacts& /*facts*/, RunResult& result) const {
  auto& counts = result.sections.get<CellTracingResult>();
  for (const auto& tracer : tracers_) {
    if (tracer == nullptr) continue;
    counts.marked += tracer->filter.marked();
    counts.sampled += tracer->sampler.sampled();
    counts.dropped += tracer->sampler.dropped();
    counts.held += tracer->sampler.held();
  }
}

}  // namespace tinsim
