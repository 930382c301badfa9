// SPDX-License-Identifier: Apache-2.0
// Deliveries to the sinks of a group of chips: counts, hash, latency, by batch and class.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/histogram.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// One per pod. Sums are kept by batch of delivery, so that a run's totals are those of its own
/// cycles however far ahead a chip is simulated. All members are sums, so that logs merge in any
/// order to the same result.
class DeliveryLog {
 public:
  static constexpr unsigned kClasses = 16;
  struct BatchSum {
    uint64_t cells = 0;
    uint64_t words = 0;
    uint64_t latency = 0;
    uint64_t hash = 0;
    uint64_t damaged = 0;
  };

  explicit DeliveryLog(Cycle batch_cycles, uint8_t initial_hop = kInitialHop)
      : length_(batch_cycles), initial_hop_(initial_hop) {}

  /// Latencies are kept for deliveries in [from, to).
  void measure(Cycle from, Cycle to) {
    from_ = from;
    to_ = to;
  }

  /// From now on latencies of the measurement are kept by batch, too; before the first delivery of
  /// the measurement.
  void keep_by_batch() { keeps_by_batch_ = true; }
  /// Of a batch of the run; null: none was kept.
  const Histogram* histogram_of_batch(std::size_t batch) const {
    return batch < by_batch_.size() ? by_batch_[batch].get() : nullptr;
  }

  /// A cell's last word reached terminal `port` of `chip` in cycle `at`. True inside the
  /// measurement.
  bool add(unsigned chip, unsigned port, const Cell& cell, Cycle at) {
    if (!is_ready(cell, at)) make_ready(cell, at);
    return add_ready(chip, port, cell, at);
  }

  /// Whether the batch and the histogram of the cell are those of the last call.
  bool is_ready(const Cell& cell, Cycle at) const {
    return at - batch_begin_ < batch_cycles_ && histograms_[cell.cls % kClasses] != nullptr;
  }
  /// add() of such a cell: calls no other function.
  bool add_ready(unsigned chip, unsigned port, const Cell& cell, Cycle at) {
    ++cells_;
    const Cycle latency = at - cell.birth;
    BatchSum& batch = batches_[batch_];
    ++batch.cells;
    batch.words += cell.words;
    batch.latency += latency;
    batch.hash += delivery_hash(chip, port, cell, at);
    if (at < from_ || at >= to_) return false;
    ++measured_cells_;
    measured_words_ += cell.words;
    hops_ += initial_hop_ - cell.hop;
    histograms_[cell.cls % kClasses]->add(latency);
    if (of_batch_ != nullptr) of_batch_->add(latency);
    return true;
  }

  /// As add(), for a cell without a birth: it has no latency.
  void count(unsigned chip, unsigned port, const Cell& cell, Cycle at) {
    ++cells_;
    BatchSum& batch = batch_at(at);
    ++batch.cells;
    batch.words += cell.words;
    batch.hash += delivery_hash(chip, port, cell, at);
    if (at < from_ || at >= to_) return;
    ++measured_cells_;
    measured_words_ += cell.words;
    hops_ += initial_hop_ - cell.hop;
  }

  /// A cell arrived whose payload is not what was sent; the check at its end refuses it.
  void add_damaged(Cycle at) {
    ++damaged_;
    ++batch_at(at).damaged;
  }
  uint64_t damaged() const { return damaged_; }

  /// Handed to sinks, some with a last word that arrives after the current cycle.
  uint64_t cells() const { return cells_; }
  uint64_t measured_cells() const { return measured_cells_; }
  uint64_t measured_words() const { return measured_words_; }
  uint64_t hops() const { return hops_; }  ///< chips traversed by the measured cells
  const std::vector<BatchSum>& batches() const { return batches_; }
  const Histogram* histogram(unsigned cls) const { return histograms_[cls].get(); }

  /// Hash of one delivery: cell identity, port and cycle. A run's hash is the sum over all.
  static uint64_t delivery_hash(unsigned chip, unsigned port, const Cell& cell, Cycle at) {
    const uint64_t who = uint64_t{cell.src} << 48 | uint64_t{cell.dst} << 32 | cell.seq;
    const uint64_t where =
        uint64_t{chip} << 48 | uint64_t{port} << 40 | uint64_t{cell.words} << 32 | at;
    return mix64(mix64(who) ^ where);
  }

 private:
  BatchSum& batch_at(Cycle at) {
    if (at - batch_begin_ >= batch_cycles_) find_batch(at);
    return batches_[batch_];
  }
  void find_batch(Cycle at) {
    batch_ = at / length_;
    batch_begin_ = static_cast<Cycle>(batch_ * length_);
    batch_cycles_ = length_;
    if (batch_ >= batches_.size()) batches_.resize(batch_ + 1);
    if (!keeps_by_batch_ || at < from_) return;
    if (batch_ >= by_batch_.size()) by_batch_.resize(batch_ + 1);
    auto& kept = by_batch_[batch_];
    if (kept == nullptr) kept = std::make_unique<Histogram>();
    of_batch_ = kept.get();
  }
  void make_ready(const Cell& cell, Cycle at) {
    batch_at(at);
    auto& slot = histograms_[cell.cls % kClasses];
    if (!slot) slot = std::make_unique<Histogram>();
  }

  Cycle length_;  ///< of a batch
  Cycle batch_begin_ = 0;
  Cycle batch_cycles_ = 0;  ///< of the batch that was last counted in; 0: none was
  std::size_t batch_ = 0;
  uint8_t initial_hop_;
  Cycle from_ = kNoCycle;
  Cycle to_ = kNoCycle;
  uint64_t cells_ = 0;
  uint64_t damaged_ = 0;
  uint64_t measured_cells_ = 0;
  uint64_t measured_words_ = 0;
  uint64_t hops_ = 0;
  std::vector<BatchSum> batches_;
  std::array<std::unique_ptr<Histogram>, kClasses> histograms_;
  bool keeps_by_batch_ = false;
  Histogram* of_batch_ = nullptr;  ///< where latencies of the present batch are kept, if they are
  std::vector<std::unique_ptr<Histogram>> by_batch_;
};

}  // namespace tinsim
