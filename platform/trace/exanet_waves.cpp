// SPDX-License-Identifier: Apache-2.0
// Waves of ExaNet ports.
#include "platform/trace/exanet_waves.h"

#include <algorithm>

namespace tinsim {
namespace {

constexpr unsigned kMhzOfPicoseconds = 1'000'000;

}  // namespace

ExanetWaves::ExanetWaves(const ExanetTraceSetup& setup)
    : setup_(setup),
      from_(setup.from()),
      is_drawn_(setup.chosen_by(setup.config.trace.waves.ports)),
      file_((setup.folder / setup.config.trace.waves.file).string(), kMhzOfPicoseconds),
      directions_(setup.ports.size()),
      cycle_(from_) {
  for (uint32_t port = 0; port < setup.ports.size(); ++port) {
    if (!is_drawn_[port]) continue;
    const unsigned width = setup.is_line(port) ? 64 : 128;
    file_.enter(port_name(setup.topology, setup.ports[port]));
    directions_[port] = {add_direction("tx", width), add_direction("rx", width)};
    file_.leave();
  }
  file_.at(setup.time_of(from_));
  for (uint32_t port = 0; port < setup.ports.size(); ++port)
    for (const Direction& direction : directions_[port])
      if (is_drawn_[port]) file_.set(direction.valid, 0);
}

ExanetWaves::Direction ExanetWaves::add_direction(const char* name, unsigned width) {
  const std::string begin = std::string(name) + "_";
  Direction direction;
  direction.valid = file_.add(begin + "valid", 1);
  direction.part = file_.add(begin + "part", 3);
  direction.word = file_.add(begin + "word", width);
  file_.set_idle(direction.part);
  file_.set_idle(direction.word);
  return direction;
}

/// In `cycle`, directions without a word in it become invalid.
void ExanetWaves::end_before(Cycle cycle) {
  const auto rest =
      std::partition(valid_.begin(), valid_.end(),
                     [cycle](const Direction* direction) { return direction->last >= cycle; });
  if (rest == valid_.end()) return;
  file_.at(setup_.time_of(cycle));
  for (auto one = rest; one != valid_.end(); ++one) {
    (*one)->is_valid = false;
    file_.set((*one)->valid, 0);
    file_.set_idle((*one)->part);
    file_.set_idle((*one)->word);
  }
  valid_.erase(rest, valid_.end());
}

/// All words before `cycle` have been added.
void ExanetWaves::advance(Cycle cycle) {
  if (cycle == cycle_) return;
  end_before(cycle_);
  if (cycle > cycle_ + 1) end_before(cycle_ + 1);
  cycle_ = cycle;
}

void ExanetWaves::add_word(const ExanetPortWord& word, ExanetPart part) {
  if (!is_drawn_[word.port] || word.cycle < from_) return;
  advance(word.cycle);
  Direction& direction = directions_[word.port][word.is_received];
  file_.at(setup_.time_of(word.cycle));
  if (!direction.is_valid) {
    direction.is_valid = true;
    valid_.push_back(&direction);
    file_.set(direction.valid, 1);
  }
  direction.last = word.cycle;
  file_.set(direction.part, static_cast<uint64_t>(part));
  const auto& [low, high] = word.bus.word;
  const std::array<uint32_t, 4> words = {
      static_cast<uint32_t>(low), static_cast<uint32_t>(low >> 32), static_cast<uint32_t>(high),
      static_cast<uint32_t>(high >> 32)};
  file_.set_words(direction.word, words.data());
}

void ExanetWaves::close() {
  advance(cycle_ + 2);
  file_.close();
}

}  // namespace tinsim
