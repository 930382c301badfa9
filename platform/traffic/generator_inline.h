// SPDX-License-Identifier: Apache-2.0
// Traffic generator: the step from one cell to the next, inline for the callers of every cell.
#pragma once

#include "platform/traffic/generator.h"

namespace tinsim {

__extension__ using Wide = unsigned __int128;

/// Without a branch on the draw: half of the sources have the hole before half of the groups.
inline uint16_t draw_destination(const EntryTables& tables, const GroupRange& range,
                                 uint32_t random) {
  uint32_t rest = 0, unused = 0;
  uint32_t group = range.first + pick(random, range.count, rest);
  group += range.hole_size & (0u - (group >= range.hole));
  const Group& chosen = tables.destinations.groups[group];
  return static_cast<uint16_t>(chosen.first + pick(rest, chosen.ports, unused));
}

inline uint16_t choose_destination(const EntryTables& tables, const PortPattern& pattern,
                                   uint32_t random) {
  if (pattern.hot.count == 0) return draw_destination(tables, pattern.cold, random);
  if (random < tables.hot) {
    random = static_cast<uint32_t>(random * tables.hot_stretch >> 32);
    return draw_destination(tables, pattern.hot, random);
  }
  random = static_cast<uint32_t>((random - tables.hot) * tables.cold_stretch >> 32);
  return draw_destination(tables, pattern.cold, random);
}

inline Draw Generator::next_draw() {
  return draw(tables_->seed, tables_->entry, stream_, number_++);
}

/// Advances time by `units` (Q32) times the stream's scale; fractions of a cycle are kept, so that
/// the mean rate is exact.
inline void Generator::wait(uint64_t units) {
  const Wide sum = Wide{pace_} * units + (uint64_t{fraction_} << 32);  // in cycles, Q64
  head_.birth += static_cast<uint64_t>(sum >> 64);
  fraction_ = static_cast<uint32_t>(sum >> 32);
}

inline void Generator::fill(const Draw& draw) {
  head_.dst = choose_destination(*tables_, pattern_, draw.destination);
  head_.words = tables_->sizes.words(draw.size);
  if (tables_->vc_by_endpoint) head_.vc = tables_->vc_of[address_endpoint(head_.dst)];
}

inline void Generator::pop() {
  if (tables_->process != Process::kPoisson) return pop_other();
  const Draw next = next_draw();
  wait(exponential(next.gap));
  fill(next);
}

}  // namespace tinsim
