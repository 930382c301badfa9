// SPDX-License-Identifier: Apache-2.0
// Traffic endpoints on the terminal ports of one chip: injection and delivery.
#include "platform/endpoint/terminal_ports.h"

#include <algorithm>
#include <utility>

#include "tlm/gnet/timing.h"

namespace tinsim {

namespace {
Cycle to_cycle(uint64_t birth) { return birth < kNoCycle ? static_cast<Cycle>(birth) : kNoCycle; }
}  // namespace

TerminalPorts::TerminalPorts(const TerminalParams& params, DeliveryLog* log,
                             std::pmr::memory_resource* memory)
    : params_(params),
      log_(log),
      batch_of_(params.batch_cycles),
      next_(memory),
      oldest_(memory),
      ports_(memory),
      generators_(memory) {}

void TerminalPorts::reserve(const SourceCount& count) {
  ports_.reserve(count.sources);
  generators_.reserve(count.generators);
  oldest_.reserve(count.sources);
  next_.reserve(count.sources);
}

void TerminalPorts::add_source(unsigned port, const std::vector<Generator>& generators) {
  Source source;
  source.port = static_cast<uint8_t>(port);
  source.credit.fill(static_cast<uint16_t>(params_.depth));
  add_generators(source, generators);
  source_mask_ |= 1ull << port;
  source_of_[port] = static_cast<uint8_t>(ports_.size());
  next_.add(0);
  oldest_.push_back(oldest_birth(source));
  ports_.push_back(source);
  due_.next = 0;
}

void TerminalPorts::add_generators(Source& source, const std::vector<Generator>& generators) {
  source.first = static_cast<uint32_t>(generators_.size());
  source.count = static_cast<uint32_t>(generators.size());
  source.turn = 0;
  generators_.insert(generators_.end(), generators.begin(), generators.end());
}

void TerminalPorts::replace_sources(std::vector<PortTraffic>::iterator begin,
                                    std::vector<PortTraffic>::iterator end, Cycle now) {
  generators_.clear();
  for (unsigned i = 0; i < ports_.size(); ++i) {
    add_generators(ports_[i], {});
    next_.set(i, std::max(ports_[i].free_at, now));
  }
  for (auto port = begin; port != end; ++port) {
    if (!has_source(port->port)) add_source(port->port, {});
    add_generators(ports_[source_of_[port->port]], port->generators);
    port->generators = {};
  }
  for (std::size_t i = 0; i < ports_.size(); ++i) oldest_[i] = oldest_birth(ports_[i]);
  due_ = {now, 0};
}

uint64_t TerminalPorts::oldest_birth(const Source& source) const {
  uint64_t oldest = kNever;
  for (uint32_t i = 0; i < source.count; ++i) {
    oldest = std::min(oldest, generators_[source.first + i].head().birth);
  }
  return oldest;
}

TerminalPorts::Due TerminalPorts::inject(Cycle now, Mailbox& mailbox) {
  for (; next_age_ <= now; next_age_ += params_.batch_cycles) {
    kept_ages_.push_back(age_at(next_age_));
  }
  while (next_.first() <= now) {
    const unsigned index = next_.first_index();
    const uint64_t bit = 1ull << ports_[index].port;
    due_.waiting &= ~bit;
    if (serve(index, now, mailbox)) due_.waiting |= bit;
  }
  due_.next = next_.first();
  return due_;
}

bool TerminalPorts::serve(unsigned index, Cycle now, Mailbox& mailbox) {
  Source& source = ports_[index];
  Generator* const generators = generators_.data() + source.first;
  bool waits_for_credit = false;
  uint64_t next_birth = kNever;
  for (uint32_t i = 0; i < source.count; ++i) {
    const uint32_t at =
        source.turn + i < source.count ? source.turn + i : source.turn + i - source.count;
    Generator& generator = generators[at];
    const SourceCell& cell = generator.head();
    if (cell.birth > now) {
      next_birth = std::min(next_birth, cell.birth);
    } else if (source.credit[cell.vc] < cell.words) {
      waits_for_credit = true;
    } else {
      send(source, generator, now, mailbox);
      source.turn = at + 1 == source.count ? 0 : at + 1;
      oldest_[index] = oldest_birth(source);
      next_.set(index, std::max(source.free_at, to_cycle(oldest_[index])));
      return false;
    }
  }
  next_.set(index, to_cycle(next_birth));
  return waits_for_credit;
}

void TerminalPorts::send(Source& source, Generator& generator, Cycle now, Mailbox& mailbox) {
  const SourceCell& made = generator.head();
  Cell cell;
  cell.src = generator.src();
  cell.dst = made.dst;
  cell.words = made.words;
  cell.vc = made.vc;
  cell.hop = params_.initial_hop;
  cell.cls = made.cls;
  cell.seq = source.seq++;
  cell.birth = static_cast<Cycle>(made.birth);
  mailbox.push_cell(source.port, now + timing::kInjectToRequest, cell);
  source.credit[made.vc] -= made.words;
  source.free_at = now + made.words;
  ++injected_;
  count_birth(cell.birth, made.words);
  generator.pop();
}

void TerminalPorts::count_birth(Cycle birth, unsigned words) {
  const std::size_t batch = batch_of_(birth);
  if (batch != born_batch_) {
    add_last_batch(births_);
    born_ = {};
    born_batch_ = batch;
  }
  ++born_.cells;
  born_.words += words;
}

TerminalPorts::Due TerminalPorts::credit(unsigned port, Credit credit, Cycle now) {
  Source& source = ports_[source_of_[port]];
  source.credit[credit.vc] += credit.words;
  if (due_.waiting >> port & 1) {
    due_.waiting &= ~(1ull << port);
    const Cycle next = std::max(source.free_at, now);
    next_.set(source_of_[port], next);
    due_.next = std::min(due_.next, next);
  }
  return due_;
}

Cycle TerminalPorts::deliver(unsigned port, const Cell& cell, Cycle at) {
  at += params_.sink_delay;
  misrouted_ += address_ && cell.dst >> 6 != *address_ >> 6;
  if (cell.damaged) {
    log_->add_damaged(at);
  } else if (log_->add(params_.chip, port, cell, at) && port_histograms_on_) {
    auto& histogram = port_histograms_[port];
    if (!histogram) histogram = std::make_unique<PortHistogram>();
    histogram->add(at - cell.birth);
  }
  return kNoCycle;
}

uint64_t TerminalPorts::age_at(Cycle cycle) const {
  uint64_t age = 0;
  for (uint64_t birth : oldest_) age += cycle - std::min<uint64_t>(birth, cycle);
  return age;
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

void TerminalPorts::add_last_batch(std::vector<BornCount>& births) const {
  if (born_batch_ >= births.size()) births.resize(born_batch_ + 1);
  births[born_batch_].cells += born_.cells;
  births[born_batch_].words += born_.words;
}

std::vector<BornCount> TerminalPorts::births(Cycle until) const {
  std::vector<BornCount> all = births_;
  add_last_batch(all);
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

unsigned TerminalPorts::source_credit(unsigned port, unsigned vc) const {
  return ports_[source_of_[port]].credit[vc];
}

}  // namespace tinsim
