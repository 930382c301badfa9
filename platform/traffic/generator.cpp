// SPDX-License-Identifier: Apache-2.0
// Traffic generator: integer arithmetic only, one Philox call per cell.
#include "platform/traffic/generator.h"

#include "platform/traffic/generator_inline.h"

namespace tinsim {
Generator::Generator(const EntryTables& tables, const StreamConfig& config)
    : tables_(&tables),
      pace_(config.scale),
      stream_(config.stream),
      pattern_(config.pattern),
      src_(config.src) {
  if (tables.process == Process::kReplay) {
    number_ = stream_ == 0 ? 0 : tables.recorded_end[stream_ - 1];
    pace_ = 0;
    replay_next();
  } else {
    head_ = {0, 0, 0, config.vc, config.cls};
    start(config);
  }
}

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

/// Of all processes but the one in generator_inline.h.
void Generator::pop_other() {
  if (tables_->process == Process::kReplay) return replay_next();
  const Draw next = next_draw();
  if (tables_->process == Process::kBernoulli) {
    // The floor of an exponential variate is geometric.
    head_.birth += 1 + static_cast<uint64_t>(Wide{pace_} * exponential(next.gap) >> 64);
  } else {
    head_.birth += head_.words;
    if (next.burst < tables_->burst_end) wait(exponential(next.gap));
  }
  fill(next);
}

void Generator::replay_next() {
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

uint64_t Generator::vcs() const {
  uint64_t mask = 0;
  if (tables_->process == Process::kReplay) {
    const uint32_t begin = stream_ == 0 ? 0 : tables_->recorded_end[stream_ - 1];
    for (uint32_t i = begin; i < tables_->recorded_end[stream_]; ++i) {
      mask |= uint64_t{1} << tables_->recorded[i].vc;
    }
  } else if (tables_->vc_by_endpoint) {
    for (uint8_t vc : tables_->vc_of) mask |= uint64_t{1} << vc;
  } else {
    mask = uint64_t{1} << head_.vc;
  }
  return mask;
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
