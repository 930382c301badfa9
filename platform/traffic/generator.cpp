// SPDX-License-Identifier: Apache-2.0
// Traffic generator: integer arithmetic only, one Philox call per cell.
#include "platform/traffic/generator.h"

namespace tinsim {
namespace {

using Wide = unsigned __int128;

uint16_t choose_destination(const EntryTables& tables, const PortPattern& pattern,
                            uint32_t random) {
  const bool hot = random < tables.hot && pattern.hot.count > 0;
  const GroupRange& range = hot ? pattern.hot : pattern.cold;
  if (pattern.hot.count > 0) {
    random = hot ? static_cast<uint32_t>(random * tables.hot_stretch >> 32)
                 : static_cast<uint32_t>((random - tables.hot) * tables.cold_stretch >> 32);
  }
  uint32_t rest = 0;
  uint32_t group = range.first + pick(random, range.count, rest);
  if (group >= range.hole) group += range.hole_size;
  const Group& chosen = tables.destinations.groups[group];
  uint32_t unused = 0;
  return static_cast<uint16_t>(chosen.first + pick(rest, chosen.ports, unused));
}

}  // namespace

Generator::Generator(const EntryTables& tables, const StreamConfig& config)
    : tables_(&tables),
      pace_(config.scale),
      stream_(config.stream),
      pattern_(config.pattern),
      src_(config.src),
      cls_(config.cls),
      vc_(config.vc) {
  if (tables.process == Process::kReplay) {
    number_ = stream_ == 0 ? 0 : tables.recorded_end[stream_ - 1];
    pace_ = 0;
    play();
  } else {
    head_.birth = 0;
    start(config);
  }
}

Draw Generator::next_draw() { return draw(tables_->seed, tables_->entry, stream_, number_++); }

/// The first cell. A memoryless process simply waits; an on-off source is met inside a burst as
/// often as it is there in the long run, anywhere in a cell, so that no warm-up is needed.
void Generator::start(const StreamConfig& config) {
  const Draw first = next_draw();
  switch (tables_->process) {
    case Process::kOnOff:
      if (first.burst < config.busy) {
        const auto mean_words = static_cast<uint64_t>(tables_->sizes.mean_words());
        head_.birth = mean_words * first.gap >> 32;
        break;
      }
      [[fallthrough]];
    case Process::kPoisson:
      wait(exponential(first.gap));
      break;
    case Process::kBernoulli:
      head_.birth = static_cast<uint64_t>(Wide{pace_} * exponential(first.gap) >> 64);
      break;
    case Process::kReplay:
      break;
  }
  fill(first);
}

void Generator::pop() {
  if (tables_->process == Process::kReplay) return play();
  const Draw next = next_draw();
  switch (tables_->process) {
    case Process::kPoisson:
      wait(exponential(next.gap));
      break;
    case Process::kBernoulli:
      // The floor of an exponential variate is geometric.
      head_.birth += 1 + static_cast<uint64_t>(Wide{pace_} * exponential(next.gap) >> 64);
      break;
    case Process::kOnOff:
      head_.birth += head_.words;
      if (next.burst < tables_->burst_end) wait(exponential(next.gap));
      break;
    case Process::kReplay:
      break;
  }
  fill(next);
}

/// Advances time by `units` (Q32) times the stream's scale; fractions of a cycle are kept, so that
/// the mean rate is exact.
void Generator::wait(uint64_t units) {
  const Wide sum = (Wide{pace_} * units >> 32) + fraction_;
  head_.birth += static_cast<uint64_t>(sum >> 32);
  fraction_ = static_cast<uint32_t>(sum);
}

void Generator::fill(const Draw& draw) {
  head_.dst = choose_destination(*tables_, pattern_, draw.destination);
  head_.words = tables_->sizes.words(draw.size);
  head_.vc = tables_->vc_by_endpoint ? tables_->vc_of[address_endpoint(head_.dst)] : vc_;
  head_.cls = cls_;
}

void Generator::play() {
  const uint64_t end = tables_->recorded_end[stream_];
  if (number_ == end) {
    if (tables_->loop_cycles == 0) {
      head_ = {};
      return;
    }
    number_ = stream_ == 0 ? 0 : tables_->recorded_end[stream_ - 1];
    pace_ += tables_->loop_cycles;
  }
  head_ = tables_->recorded[number_++];
  head_.birth += pace_;
}

BornCount Generator::born_between(uint64_t from, uint64_t until) const {
  BornCount count;
  Generator ahead = *this;
  for (; ahead.head().birth < until; ahead.pop()) {
    if (ahead.head().birth < from) continue;
    ++count.cells;
    count.words += ahead.head().words;
  }
  return count;
}

}  // namespace tinsim
