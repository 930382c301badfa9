// SPDX-License-Identifier: Apache-2.0
// MOS words without firmware: every control processor writes to all of its links, and reads.
#pragma once

#include <memory>
#include <vector>

#include "base/histogram.h"
#include "platform/config/platform_config.h"
#include "platform/services/network_mos.h"
#include "platform/services/services.h"
#include "tlm/gnet/link/noise.h"

namespace tinsim {

/// Writes words at random times to one port and reads what arrives there. Words have the time of
/// their write and a number; those of a link arrive in order, none of them twice.
class MosTalker final : public MosUser {
 public:
  /// `words_per_cycle` is more than 0; `read_period`: cycles from one read to the next, 0: each
  /// word as soon as it can be read. `key` names the random stream.
  MosTalker(double words_per_cycle, Cycle read_period, uint64_t key)
      : writes_(words_per_cycle, key), read_period_(read_period), next_read_(read_period) {}

  Cycle next_send() const override;
  void send(MosPort& port, Cycle now) override;
  Cycle next_read() const override { return read_period_ == 0 ? kNoCycle : next_read_; }
  void read(MosPort& port, Cycle now) override;
  /// Throws InvariantError where the word is not later than the one before it.
  void arrived(MosPort& port, Cycle due, const MosBody& word, bool accepted) override;

  /// From the write of a word until it can be read here.
  const Histogram& latency() const { return latency_; }

 private:
  RandomPositions writes_;
  Cycle read_period_, next_read_;
  uint16_t number_ = 0;
  uint64_t earliest_birth_ = 0;  ///< of the next word to arrive
  Histogram latency_;
};

/// `mos` of the configuration.
class MosLoad final : public Service {
 public:
  static std::unique_ptr<Service> make(const ServiceContext& context);

  explicit MosLoad(const ServiceContext& context);

  void apply_deferred_updates(Cycle cycle) override { ports_.apply_until(cycle); }
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  MosPorts& ports_;
  std::vector<std::unique_ptr<MosTalker>> talkers_;
};

}  // namespace tinsim
