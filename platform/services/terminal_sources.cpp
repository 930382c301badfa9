// SPDX-License-Identifier: Apache-2.0
// Traffic endpoints on the terminal ports of one chip: sources, counts by batch, ages; nothing here
// is done for every cell.
#include <algorithm>
#include <utility>

#include "platform/services/terminal_ports.h"
#include "platform/traffic/generator_inline.h"

namespace tinsim {

TerminalPorts::TerminalPorts(const TerminalParams& params, DeliveryLog* log,
                             std::pmr::memory_resource* memory)
    : log_(log),
      params_(params),
      next_(memory),
      credits_(params.depth, memory),
      ports_(memory),
      generators_(memory) {}

void TerminalPorts::reserve(const SourceCount& count) {
  ports_.reserve(count.sources);
  generators_.reserve(count.generators);
  next_.reserve(count.sources);
  credits_.open(count.sources, count.vcs);
}

void TerminalPorts::add_source(unsigned port, const std::vector<Generator>& generators) {
  const auto index = static_cast<unsigned>(ports_.size());
  source_mask_ |= PortSet::of(port);
  source_of_[port] = static_cast<uint8_t>(index);
  ports_.emplace_back();
  ports_.back().port = static_cast<uint8_t>(port);
  if (port >= 64 || !waits_.empty()) waits_.resize(PortSet::kPorts);
  next_.add(0);
  add_generators(index, generators);
  due_.next = 0;
}

void TerminalPorts::add_generators(unsigned index, const std::vector<Generator>& generators) {
  Source& source = ports_[index];
  source.first = static_cast<uint32_t>(generators_.size());
  source.count = static_cast<uint32_t>(generators.size());
  source.turn = 0;
  source.oldest = kNever;
  generators_.insert(generators_.end(), generators.begin(), generators.end());
  for (const Generator& generator : generators) {
    source.oldest = std::min(source.oldest, generator.head().birth);
  }
  uint64_t vcs = 0;
  for (const Generator& generator : generators) vcs |= generator.vcs();
  credits_.open(ports_.size(), vcs);
}

void TerminalPorts::replace_sources(std::vector<PortTraffic>::iterator begin,
                                    std::vector<PortTraffic>::iterator end, Cycle now) {
  generators_.clear();
  for (unsigned i = 0; i < ports_.size(); ++i) {
    add_generators(i, {});
    next_.set(i, std::max(ports_[i].free_at, now));
  }
  for (auto port = begin; port != end; ++port) {
    if (!has_source(port->port)) add_source(port->port, {});
    add_generators(source_of_[port->port], port->generators);
    port->generators = {};
  }
  due_ = {now, 0};
  std::fill(waits_.begin(), waits_.end(), false);
  waiting_of_bit_.fill(0);
}

/// A cell was born outside the batch that births are counted in; around its end they change often.
void TerminalPorts::change_batch(Cycle birth) {
  std::swap(born_, born_before_);
  if (birth - born_.begin < params_.batch_cycles) return;
  add_batch(born_, births_);
  born_ = {birth - birth % params_.batch_cycles, {}};
}

void TerminalPorts::add_batch(const BornBatch& batch, std::vector<BornCount>& births) const {
  const std::size_t number = batch.begin / params_.batch_cycles;
  if (number >= births.size()) births.resize(number + 1);
  births[number].cells += batch.count.cells;
  births[number].words += batch.count.words;
}

std::vector<BornCount> TerminalPorts::births(Cycle until) const {
  std::vector<BornCount> all = births_;
  add_batch(born_, all);
  add_batch(born_before_, all);
  all.resize((until + params_.batch_cycles - 1) / params_.batch_cycles);
  for (Generator rest : generators_) {
    for (; rest.head().birth < until; rest.pop()) {
      BornCount& batch = all[rest.head().birth / params_.batch_cycles];
      ++batch.cells;
      batch.words += rest.head().words;
    }
  }
  return all;
}

uint64_t TerminalPorts::age_at(Cycle cycle) const {
  uint64_t age = 0;
  for (const Source& source : ports_) {
    age += cycle - std::min<uint64_t>(source.oldest, cycle);
  }
  return age;
}

void TerminalPorts::keep_ages_until(Cycle now) {
  for (; next_age_ <= now; next_age_ += params_.batch_cycles) {
    kept_ages_.push_back(age_at(next_age_));
  }
}

uint64_t TerminalPorts::waiting_age(Cycle now) {
  if (kept_ages_.empty()) {
    if (now == next_age_) next_age_ += params_.batch_cycles;
    return age_at(now);
  }
  const uint64_t age = kept_ages_.front();
  kept_ages_.erase(kept_ages_.begin());
  return age;
}

/// A cell that is damaged, or the first of its batch or class.
Cycle TerminalPorts::deliver_first(unsigned port, const Cell& cell, Cycle at) {
  if (cell.damaged) {
    log_->add_damaged(at);
  } else if (log_->add(params_.chip, port, cell, at) && !port_histograms_.empty()) {
    add_to_port(port, at - cell.birth);
  }
  return kNoCycle;
}

/// Returns what deliver() does.
Cycle TerminalPorts::add_to_port(unsigned port, Cycle latency) {
  auto& histogram = port_histograms_[port];
  if (!histogram) histogram = std::make_unique<PortHistogram>();
  histogram->add(latency);
  return kNoCycle;
}

unsigned TerminalPorts::source_credit(unsigned port, unsigned vc) const {
  return credits_.words(source_of_[port], vc);
}

}  // namespace tinsim
