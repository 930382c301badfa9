// SPDX-License-Identifier: Apache-2.0
// Traffic of one intra-tile port of an ExaNet node.
#include "platform/services/exanet_source.h"

#include <cstring>
#include <utility>

#include "platform/traffic/generator_inline.h"
#include "rtl_models/parts/route_draws.h"

namespace tinsim {
namespace {

void count(const SourceCell& cell, Cycle batch_cycles, std::vector<BornCount>& births) {
  const std::size_t batch = cell.birth / batch_cycles;
  if (batch >= births.size()) births.resize(batch + 1);
  ++births[batch].cells;
  births[batch].words += cell.words;
}

}  // namespace

std::vector<uint8_t> exanet_payload_of(uint16_t src, uint32_t number, unsigned bytes) {
  std::vector<uint8_t> payload(bytes);
  const uint64_t key = uint64_t{src} << 32 | number;
  for (unsigned at = 0; at + sizeof key <= bytes; at += sizeof key) {
    const uint64_t word = mix64(key ^ uint64_t{at} << 48);
    std::memcpy(payload.data() + at, &word, sizeof word);
  }
  return payload;
}

void ExanetSource::set_generators(std::vector<Generator> generators) {
  generators_ = std::move(generators);
  find_oldest();
}

void ExanetSource::find_oldest() {
  oldest_ = kNever;
  for (std::size_t i = 0; i < generators_.size(); ++i) {
    if (generators_[i].head().birth >= oldest_) continue;
    oldest_ = generators_[i].head().birth;
    first_ = i;
  }
}

ExanetSource::Born ExanetSource::take() {
  Generator& generator = generators_[first_];
  const Born born{generator.head(), generator.src(), numbers_++};
  count(born.cell, batch_cycles_, births_);
  generator.pop();
  find_oldest();
  return born;
}

std::vector<BornCount> ExanetSource::births(Cycle until) const {
  std::vector<BornCount> all = births_;
  for (Generator rest : generators_)
    for (; rest.head().birth < until; rest.pop()) count(rest.head(), batch_cycles_, all);
  all.resize((until + batch_cycles_ - 1) / batch_cycles_);
  return all;
}

}  // namespace tinsim
