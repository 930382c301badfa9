// SPDX-License-Identifier: Apache-2.0
// Traffic endpoints on the terminal ports of one chip: injection and delivery.
#include "platform/services/terminal_ports.h"

#include <algorithm>

#include "platform/traffic/generator_inline.h"

namespace tinsim {

namespace {
Cycle to_cycle(uint64_t birth) { return birth < kNoCycle ? static_cast<Cycle>(birth) : kNoCycle; }
}  // namespace

TerminalPorts::Due TerminalPorts::inject_ahead(Cycle now, Cycle until, ReturningCredits& credits,
                                               Mailbox& mailbox) {
  TerminalPorts::take_credits(credits, now);
  return send_until(now, until, mailbox);
}

void TerminalPorts::take_credits(ReturningCredits& credits, Cycle upto) {
  credits.take(upto, [this](const ReturningCredits::Entry& entry) {
    take_credit(entry.port, {entry.vc, entry.words}, entry.due);
  });
}

// In the order of time, as long as no source waits for credit: cells before that credit are known
// only when it arrives.
inline TerminalPorts::Due TerminalPorts::send_until(Cycle now, Cycle until, Mailbox& mailbox) {
  Cycle due = next_.first();
  while (due <= now || (due < until && due_.waiting == 0)) {
    if (!serve(next_.first_index(), std::max(due, now), now, mailbox)) break;
    due = next_.first();
  }
  due_.next = due;
  return due_;
}

/// Of a source whose next cell waits for credit.
inline void TerminalPorts::set_waits(const Source& source, bool waits) {
  if (!waits_.empty()) return set_waits_of_many(source, waits);
  const uint64_t bit = 1ull << source.port;
  due_.waiting = waits ? due_.waiting | bit : due_.waiting & ~bit;
}

[[gnu::noinline]] void TerminalPorts::set_waits_of_many(const Source& source, bool waits) {
  const std::size_t index = source_of_[source.port];
  if (waits_[index] == waits) return;
  waits_[index] = waits;
  uint8_t& count = waiting_of_bit_[source.port % 64];
  count = static_cast<uint8_t>(waits ? count + 1 : count - 1);
  const uint64_t bit = 1ull << source.port % 64;
  due_.waiting = count != 0 ? due_.waiting | bit : due_.waiting & ~bit;
}

inline bool TerminalPorts::waits(unsigned port) const {
  return waits_.empty() ? due_.waiting >> port & 1 : waits_[source_of_[port]];
}

inline TerminalPorts::Births TerminalPorts::births_of(const Source& source) const {
  const Generator* const generators = generators_.data() + source.first;
  Births births;
  for (uint32_t i = 0; i < source.count; ++i) {
    const uint64_t birth = generators[i].head().birth;
    const bool earlier = birth < births.first;
    births.second = std::min(births.second, earlier ? births.first : birth);
    births.first = earlier ? birth : births.first;
    births.of = earlier ? i : births.of;
  }
  return births;
}

// Mostly a single cell is born: then the turn does not matter, and need not be predicted.
inline bool TerminalPorts::serve(unsigned index, Cycle at, Cycle now, Mailbox& mailbox) {
  if (next_age_ <= at) keep_ages_until(at);
  Source& source = ports_[index];
  const Births births = births_of(source);
  if (births.first > at || births.second <= at) return serve_in_turn(index, at, now, mailbox);
  const Generator& generator = generators_[source.first + births.of];
  uint16_t& credit = credits_.of(index, generator.head().vc);
  if (credit < generator.head().words) return serve_in_turn(index, at, now, mailbox);
  set_waits(source, false);
  send(source, births.of, credit, at, mailbox);
  schedule_next(index, source, std::min(births.second, generator.head().birth));
  return true;
}

/// Sends the first cell, from the generator whose turn it is, that is born and has credit.
[[gnu::noinline]] bool TerminalPorts::serve_in_turn(unsigned index, Cycle at, Cycle now,
                                                    Mailbox& mailbox) {
  Source& source = ports_[index];
  for (uint32_t i = 0; i < source.count; ++i) {
    const uint32_t which =
        source.turn + i < source.count ? source.turn + i : source.turn + i - source.count;
    const SourceCell& cell = generators_[source.first + which].head();
    if (cell.birth > at) continue;
    uint16_t& credit = credits_.of(index, cell.vc);
    if (credit >= cell.words) {
      set_waits(source, false);
      send(source, which, credit, at, mailbox);
      schedule_next(index, source, births_of(source).first);
      return true;
    }
    if (at > now) return false;
  }
  defer(index, at);
  return true;
}

/// No cell can be sent until the next birth, or until credit for a cell that is born.
void TerminalPorts::defer(unsigned index, Cycle now) {
  const Source& source = ports_[index];
  set_waits(source, false);
  uint64_t next_birth = kNever;
  for (uint32_t i = 0; i < source.count; ++i) {
    const uint64_t birth = generators_[source.first + i].head().birth;
    if (birth > now) {
      next_birth = std::min(next_birth, birth);
    } else {
      set_waits(source, true);
    }
  }
  next_.set(index, to_cycle(next_birth));
}

inline void TerminalPorts::send(Source& source, uint32_t which, uint16_t& credit, Cycle now,
                                Mailbox& mailbox) {
  Generator& generator = generators_[source.first + which];
  const SourceCell& made = generator.head();
  const unsigned words = made.words;
  Cell cell;
  cell.src = generator.src();
  cell.dst = made.dst;
  cell.words = made.words;
  cell.vc = made.vc;
  cell.hop = params_.initial_hop;
  cell.cls = made.cls;
  cell.seq = source.seq++;
  cell.birth = static_cast<Cycle>(made.birth);
  credit = static_cast<uint16_t>(credit - words);
  source.free_at = now + words;
  source.turn = which + 1 == source.count ? 0 : which + 1;
  ++injected_;
  count_birth(cell.birth, words);
  mailbox.push_cell(source.port, now + params_.inject_to_request, cell);
  generator.pop();
}

/// A cell has left; the source's next one is born in cycle `birth`.
inline void TerminalPorts::schedule_next(unsigned index, Source& source, uint64_t birth) {
  source.oldest = birth;
  next_.set(index, std::max(source.free_at, to_cycle(birth)));
}

inline void TerminalPorts::count_birth(Cycle birth, unsigned words) {
  if (birth - born_.begin >= params_.batch_cycles) change_batch(birth);  // also where before it
  ++born_.count.cells;
  born_.count.words += words;
}

void TerminalPorts::take_credit(unsigned port, Credit credit, Cycle due) {
  const unsigned index = source_of_[port];
  uint16_t& words = credits_.of(index, credit.vc);
  words = static_cast<uint16_t>(words + credit.words);
  if (!waits(port)) return;
  set_waits(ports_[index], false);
  const Cycle next = std::max(ports_[index].free_at, due);
  next_.set(index, next);
  due_.next = std::min(due_.next, next);
}

Cycle TerminalPorts::deliver(unsigned port, const Cell& cell, Cycle at) {
  at += params_.sink_delay;
  misrouted_ += ((cell.dst ^ address_) & address_bits_) != 0;
  if (cell.damaged || !log_->is_ready(cell, at)) return deliver_first(port, cell, at);
  const bool measured = log_->add_ready(params_.chip, port, cell, at);
  return measured && !port_histograms_.empty() ? add_to_port(port, at - cell.birth) : kNoCycle;
}

}  // namespace tinsim
