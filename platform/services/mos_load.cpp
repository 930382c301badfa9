// SPDX-License-Identifier: Apache-2.0
// MOS words without firmware.
#include "platform/services/mos_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "platform/statistics/mos_result.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "rtl_models/parts/route_choice.h"

namespace tinsim {
namespace {

constexpr uint64_t kStream = 0x4d4f53;  ///< of the random numbers; "MOS"
constexpr unsigned kBirthBits = 32;
constexpr uint64_t kBirthMask = (uint64_t{1} << kBirthBits) - 1;

uint8_t sub_of(uint64_t number) { return static_cast<uint8_t>(number & 15u); }

}  // namespace

Cycle MosTalker::next_send() const {
  return static_cast<Cycle>(std::min<uint64_t>(writes_.next(), kNoCycle));
}

void MosTalker::send(MosPort& port, Cycle now) {
  writes_.pass();
  const MosBody word{sub_of(number_), uint64_t{number_} << kBirthBits | now};
  number_ = static_cast<uint16_t>(number_ + port.send(now, word));
}

void MosTalker::read(MosPort& port, Cycle now) {
  next_read_ = now + read_period_;
  port.receive(now);
}

void MosTalker::arrived(MosPort& port, Cycle due, const MosBody& word, bool accepted) {
  const uint64_t birth = word.payload & kBirthMask;
  if (birth < earliest_birth_ || birth >= due || word.sub != sub_of(word.payload >> kBirthBits)) {
    throw InvariantError(
        fmt::format("cycle {}: a MOS word with payload {:012x} and sub {} arrived twice, out of "
                    "order or changed",
                    due, word.payload, unsigned{word.sub}));
  }
  earliest_birth_ = birth + 1;
  latency_.add(static_cast<uint32_t>(due - birth));
  if (accepted && read_period_ == 0) port.receive(due);
}

std::unique_ptr<Service> MosLoad::make(const ServiceContext& context) {
  return context.config.mos.is_on() ? std::make_unique<MosLoad>(context) : nullptr;
}

MosLoad::MosLoad(const ServiceContext& context) : ports_(context.mos) {
  const MosConfig& mos = context.config.mos;
  const double mhz = context.config.tin.core_mhz;
  const Cycle read_period =
      mos.read_words_per_us == 0
          ? 0
          : static_cast<Cycle>(std::max(1L, std::lround(mhz / mos.read_words_per_us)));
  ports_.open(context.config, context.topology, context.is_own, mos);
  ports_.for_each([&](std::size_t chip, unsigned port, MosPort& mailbox) {
    const uint64_t key =
        mix64(mix64(context.config.run.seed ^ kStream) ^ (chip * kMaxPorts + port));
    talkers_.push_back(std::make_unique<MosTalker>(mos.words_per_us / mhz, read_period, key));
    mailbox.attach(*talkers_.back());
  });
}

void MosLoad::declare_sections(ResultSections& sections) { sections.add<MosResult>(); }

void MosLoad::collect(const RunFacts& facts, RunResult& result) const {
  auto& mos = result.sections.get<MosResult>();
  mos.cycles = facts.now;
  ports_.apply_until(facts.now);
  ports_.for_each([&mos](std::size_t, unsigned, const MosPort& port) {
    const MosPort::Counts& counts = port.counts();
    ++mos.directions;
    mos.written += counts.written;
    mos.refused += counts.refused;
    mos.sent += counts.sent;
    mos.lost += counts.lost;
    mos.received += counts.arrived;
    mos.overflow += counts.overflow;
    mos.read += counts.read;
    mos.most_sent = std::max(mos.most_sent, counts.sent);
  });
  ports_.add_notes(result.notes);
  for (const auto& talker : talkers_) mos.latency.merge(talker->latency());
}

}  // namespace tinsim
