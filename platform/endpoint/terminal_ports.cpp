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

TerminalPorts::TerminalPorts(unsigned chip, unsigned depth, Cycle batch_cycles, DeliveryLog* log)
    : chip_(chip), depth_(depth), log_(log), batch_cycles_(batch_cycles) {
  next_.fill(kNoCycle);
}

void TerminalPorts::add_source(unsigned port, std::vector<Generator> generators) {
  Source source;
  source.port = static_cast<uint8_t>(port);
  source.generators = std::move(generators);
  source.credit.fill(static_cast<uint16_t>(depth_));
  source_mask_ |= 1ull << port;
  source_of_[port] = static_cast<uint8_t>(ports_.size());
  next_[ports_.size()] = 0;
  ports_.push_back(std::move(source));
  due_.next = 0;
}

void TerminalPorts::replace_sources(std::vector<PortTraffic>::iterator begin,
                                    std::vector<PortTraffic>::iterator end, Cycle now) {
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    ports_[i].generators.clear();
    ports_[i].turn = 0;
    next_[i] = std::max(ports_[i].free_at, now);
  }
  for (auto port = begin; port != end; ++port) {
    if (!has_source(port->port)) add_source(port->port, {});
    ports_[source_of_[port->port]].generators = std::move(port->generators);
  }
  due_ = {now, 0};
}

TerminalPorts::Due TerminalPorts::inject(Cycle now, Mailbox& mailbox) {
  Cycle next = kNoCycle;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    if (next_[i] <= now) {
      const uint64_t bit = 1ull << ports_[i].port;
      due_.waiting &= ~bit;
      if (serve(i, now, mailbox)) due_.waiting |= bit;
    }
    next = std::min(next, next_[i]);
  }
  due_.next = next;
  return due_;
}

bool TerminalPorts::serve(std::size_t index, Cycle now, Mailbox& mailbox) {
  Source& source = ports_[index];
  const auto count = static_cast<unsigned>(source.generators.size());
  bool waits_for_credit = false;
  uint64_t next_birth = kNever;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned at = source.turn + i < count ? source.turn + i : source.turn + i - count;
    Generator& generator = source.generators[at];
    const SourceCell& cell = generator.head();
    if (cell.birth > now) {
      next_birth = std::min(next_birth, cell.birth);
    } else if (source.credit[cell.vc] < cell.words) {
      waits_for_credit = true;
    } else {
      send(source, generator, now, mailbox);
      source.turn = at + 1 == count ? 0 : at + 1;
      for (const Generator& g : source.generators)
        next_birth = std::min(next_birth, g.head().birth);
      next_[index] = std::max(source.free_at, to_cycle(next_birth));
      return false;
    }
  }
  next_[index] = to_cycle(next_birth);
  return waits_for_credit;
}

void TerminalPorts::send(Source& source, Generator& generator, Cycle now, Mailbox& mailbox) {
  const SourceCell& made = generator.head();
  Cell cell;
  cell.src = generator.src();
  cell.dst = made.dst;
  cell.words = made.words;
  cell.vc = made.vc;
  cell.hop = kInitialHop;
  cell.cls = made.cls;
  cell.seq = source.seq++;
  cell.birth = static_cast<Cycle>(made.birth);
  mailbox.push_cell(source.port, now + timing::kInjectToRequest, cell);
  source.credit[made.vc] -= made.words;
  source.free_at = now + made.words;
  ++injected_;
  const std::size_t batch = cell.birth / batch_cycles_;
  if (batch >= births_.size()) births_.resize(batch + 1);
  ++births_[batch].cells;
  births_[batch].words += made.words;
  generator.pop();
}

TerminalPorts::Due TerminalPorts::credit(unsigned port, Credit credit, Cycle now) {
  Source& source = ports_[source_of_[port]];
  source.credit[credit.vc] += credit.words;
  if (due_.waiting >> port & 1) {
    due_.waiting &= ~(1ull << port);
    Cycle& next = next_[source_of_[port]];
    next = std::max(source.free_at, now);
    due_.next = std::min(due_.next, next);
  }
  return due_;
}

Cycle TerminalPorts::deliver(unsigned port, const Cell& cell, Cycle at) {
  if (cell.damaged) {
    log_->add_damaged(at);
  } else if (log_->add(chip_, port, cell, at) && port_histograms_on_) {
    auto& histogram = port_histograms_[port];
    if (!histogram) histogram = std::make_unique<PortHistogram>();
    histogram->add(at - cell.birth);
  }
  return kNoCycle;
}

uint64_t TerminalPorts::waiting_age(Cycle now) const {
  uint64_t age = 0;
  for (const Source& source : ports_) {
    uint64_t oldest = now;
    for (const Generator& g : source.generators) oldest = std::min(oldest, g.head().birth);
    age += now - oldest;
  }
  return age;
}

std::vector<BornCount> TerminalPorts::births(Cycle until) const {
  std::vector<BornCount> all = births_;
  all.resize((until + batch_cycles_ - 1) / batch_cycles_);
  for (const Source& source : ports_) {
    for (const Generator& generator : source.generators) {
      Generator rest = generator;
      for (; rest.head().birth < until; rest.pop()) {
        BornCount& batch = all[rest.head().birth / batch_cycles_];
        ++batch.cells;
        batch.words += rest.head().words;
      }
    }
  }
  return all;
}

unsigned TerminalPorts::source_credit(unsigned port, unsigned vc) const {
  return ports_[source_of_[port]].credit[vc];
}

}  // namespace tinsim
