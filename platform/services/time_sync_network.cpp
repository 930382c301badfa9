// SPDX-License-Identifier: Apache-2.0
// The hardware clocks of the chips of a network, and how far apart they are.
#include "platform/services/time_sync_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "platform/network/topology/link_selector.h"
#include "platform/services/decision_choice.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/tin.h"

namespace tinsim {
namespace {

/// Samples of each interval; one cycle more between two of them shifts them against the updates.
constexpr Cycle kSamplesPerInterval = 16;
constexpr unsigned kMostSamples = 20000;

/// Times of clocks as differences to the cycle in which they were read.
struct Spread {
  int64_t least = 0, most = 0;
  bool any = false;

  void add(int64_t ticks) {
    least = any ? std::min(least, ticks) : ticks;
    most = any ? std::max(most, ticks) : ticks;
    any = true;
  }
};

int64_t ahead(uint64_t time, Cycle at) {
  constexpr unsigned kUnused = 64 - kTimeBits;
  return static_cast<int64_t>((time - at) << kUnused) >> kUnused;
}

}  // namespace

std::unique_ptr<Service> TimeSyncNetwork::make(const ServiceContext& context) {
  if (!context.config.timesync.enabled) return nullptr;
  return std::make_unique<TimeSyncNetwork>(context);
}

void TimeSyncNetwork::declare_sections(ResultSections& sections) { sections.add<TimeSyncResult>(); }

TimeSyncNetwork::TimeSyncNetwork(const ServiceContext& context)
    : topology_(context.topology),
      ranks_(context.ranks),
      core_mhz_(context.config.tin.core_mhz),
      plan_(context.config, context.topology),
      units_(context.topology.chips.size()),
      blocks_(context.topology.chips.size()) {
  const Cycle interval = cycles_of_us(context.config.timesync.interval_us, core_mhz_);
  const Cycle measured = cycles_of_us(context.config.run.longest_measure_us(), core_mhz_);
  sampling_interval_ = std::max(interval / kSamplesPerInterval, measured / kMostSamples) + 1;
  make_blocks(context);
}

void TimeSyncNetwork::make_blocks(const ServiceContext& context) {
  const std::optional<BlockImpl> impl = context.config.tin.blocks.time_sync;
  if (!any_chosen(impl)) return;
  for (const unsigned chip : context.config.tin.impl_chips) {
    if (!context.is_own[chip]) continue;
    blocks_[chip] = std::make_unique<TimeSyncBlock>(decision_choice<TimeSyncBlock::Block>(impl),
                                                    chip_name(chip), plan_.params(chip).oscillator);
  }
}

std::string TimeSyncNetwork::chip_name(std::size_t chip) const {
  return fmt::format("pod {} tin {}", topology_.chips[chip].pod, topology_.chips[chip].tin);
}

void TimeSyncNetwork::build(const ChipSite& site) {
  SwitchEngine& engine = site.tin.cell_switch();
  units_[site.chip] =
      std::make_unique<TimeSyncUnit>(plan_.params(static_cast<unsigned>(site.chip)),
                                     [&engine](unsigned port, Cycle due, TimeSyncBody body) {
                                       engine.add_due_set(port, due, body);
                                     });
  if (blocks_[site.chip] != nullptr) units_[site.chip]->decide_by(*blocks_[site.chip]);
  site.tin.add_set_unit(*units_[site.chip]);
}

void TimeSyncNetwork::measure(Cycle from, Cycle to, Cycle /*batch*/) {
  if (next_sample_ == kNoCycle) next_sample_ = from;
  samples_end_ = to;
}

void TimeSyncNetwork::apply_deferred_updates(Cycle cycle) {
  std::vector<Cycle> times;
  for (; next_sample_ < std::min(cycle, samples_end_); next_sample_ += sampling_interval_)
    times.push_back(next_sample_);
  Bytes mine;
  for (const Cycle at : times) put(mine, read(at));
  std::vector<Bytes> shares = {mine};
  if (ranks_.size() > 1) shares = ranks_.gather(std::move(mine));
  std::vector<ByteReader> readers(shares.begin(), shares.end());
  for (const Cycle at : ranks_.is_first() ? times : std::vector<Cycle>()) {
    std::vector<Reading> readings;
    for (ByteReader& reader : readers) {
      const auto some = reader.take_all<Reading>();
      readings.insert(readings.end(), some.begin(), some.end());
    }
    compare(at, readings);
  }
  for (const auto& unit : units_) {
    if (unit != nullptr) unit->forget_before(std::min(next_sample_, cycle));
  }
}

std::vector<TimeSyncNetwork::Reading> TimeSyncNetwork::read(Cycle at) const {
  std::vector<Reading> readings;
  for (unsigned chip = 0; chip < units_.size(); ++chip) {
    if (units_[chip] == nullptr) continue;
    const ClockEpoch& epoch = units_[chip]->epoch(at);
    const bool is_valid = epoch.status.valid && !epoch.status.failed;
    readings.push_back({units_[chip]->time(at), chip, is_valid, epoch.standby,
                        at >= units_[chip]->params().stops_at});
  }
  return readings;
}

void TimeSyncNetwork::compare(Cycle at, const std::vector<Reading>& readings) {
  Spread valid;
  uint64_t count = 0;
  for (const Reading& reading : readings) {
    if (!reading.valid) continue;
    valid.add(ahead(reading.time, at));
    ++count;
  }
  const auto error = static_cast<uint64_t>(valid.most - valid.least);
  const double error_ns = cycles_to_ns(static_cast<double>(error), core_mhz_);
  const bool steady = is_steady(readings);
  ++compared_.samples;
  compared_.steady += steady;
  if (steady) {
    compared_.errors.add(error);
    count_beyond(at, readings);
  } else {
    compared_.holdover_error_ns = std::max(compared_.holdover_error_ns, error_ns);
  }
  compared_.sample_rows.push_back({});
  TimeSyncSample& sample = compared_.sample_rows.back();
  sample.time_us = cycles_to_ns(static_cast<double>(at), core_mhz_) / 1000;
  sample.valid = count;
  sample.error_ns = error_ns;
  sample.steady = steady;
}

bool TimeSyncNetwork::is_steady(const std::vector<Reading>& readings) const {
  const bool has_stopped = std::any_of(readings.begin(), readings.end(),
                                       [](const Reading& reading) { return reading.stopped; });
  return std::all_of(readings.begin(), readings.end(), [&](const Reading& reading) {
    return reading.stopped || (reading.valid && reading.standby == has_stopped);
  });
}

/// The clocks of a tree, by depth: any two of two depths are allowed the same error.
void TimeSyncNetwork::count_beyond(Cycle at, const std::vector<Reading>& readings) {
  std::vector<Spread> depths;
  for (const Reading& reading : readings) {
    if (reading.stopped) continue;
    const unsigned depth = plan_.tree(reading.standby)[reading.chip].depth;
    if (depth >= depths.size()) depths.resize(depth + 1);
    depths[depth].add(ahead(reading.time, at));
  }
  for (unsigned a = 0; a < depths.size(); ++a) {
    for (unsigned b = a; b < depths.size(); ++b) {
      if (!depths[a].any || !depths[b].any) continue;
      const int64_t error =
          std::max(depths[a].most - depths[b].least, depths[b].most - depths[a].least);
      compared_.beyond += static_cast<uint64_t>(error) > plan_.allowed_ticks(a, b);
    }
  }
}

TimeSyncRow TimeSyncNetwork::row(unsigned chip, double cycle_us) const {
  const TimeSyncUnit& unit = *units_[chip];
  const TimeSyncNode& node = plan_.tree(false)[chip];
  TimeSyncRow row;
  row.chip = static_cast<uint16_t>(chip);
  row.pod = topology_.chips[chip].pod;
  row.tin = topology_.chips[chip].tin;
  row.parent = static_cast<uint16_t>(node.parent);
  row.depth = static_cast<uint16_t>(node.depth);
  row.offset_ppm = plan_.offset_ppm(chip);
  row.channel_delay_cycles = unit.params().place.channel_delay;
  row.accepted = unit.counters().accepted;
  row.refused = unit.counters().refused;
  row.sent = unit.counters().sent;
  const bool stops = unit.params().stops_at != kNoCycle;
  if (unit.failed_at() != kNoCycle && !stops) row.failed_us = unit.failed_at() * cycle_us;
  if (unit.moved_at() != kNoCycle) row.moved_us = unit.moved_at() * cycle_us;
  return row;
}

void TimeSyncNetwork::collect(const RunFacts& facts, RunResult& result) const {
  auto& sync = result.sections.get<TimeSyncResult>();
  sync = compared_;
  sync.depth = depth_of(plan_.tree(false));
  const auto farthest = static_cast<unsigned>(sync.depth);
  sync.allowed_ns =
      cycles_to_ns(static_cast<double>(plan_.allowed_ticks(farthest, farthest)), core_mhz_);
  for (unsigned chip = 0; chip < units_.size(); ++chip) {
    if (units_[chip] == nullptr) continue;
    const TimeSyncCounters& counters = units_[chip]->counters();
    for (Cycle wait = 0; wait < counters.waits.size(); ++wait) {
      for (uint64_t sets = 0; sets < counters.waits[wait]; ++sets) sync.wait.add(wait);
      if (counters.waits[wait] != 0) sync.wait_max = std::max<uint64_t>(sync.wait_max, wait);
    }
    sync.interrupted_cells += counters.interrupted;
    sync.skips += units_[chip]->skips(facts.now);
    const ElasticBuffer::Slips slips = units_[chip]->slips(facts.now);
    sync.slots_removed += slips.removed;
    sync.slots_inserted += slips.inserted;
    sync.rows.push_back(row(chip, 1.0 / core_mhz_));
    if (blocks_[chip] != nullptr) result.notes.push_back(blocks_[chip]->note(chip_name(chip)));
  }
}

}  // namespace tinsim
