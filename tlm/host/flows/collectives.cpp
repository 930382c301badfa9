// SPDX-License-Identifier: Apache-2.0
// Collective operations as lists of flows.
#include "tlm/host/flows/collectives.h"

#include <fmt/core.h>

#include <utility>

#include "base/errors.h"

namespace tinsim {
namespace {

/// Flows of ranks, numbered from 0.
class Collective : public FlowSource {
 public:
  Collective(std::vector<uint16_t> hosts, uint32_t bytes)
      : n_(static_cast<unsigned>(hosts.size())), bytes_(bytes), hosts_(std::move(hosts)) {}

  bool next(Flow& flow) override {
    if (id_ == count()) return false;
    flow.id = id_;
    flow.start_ns = 0;
    flow.after.clear();
    make(id_++, flow);
    return true;
  }
  std::string place() const override { return fmt::format("generated flow {}", id_ - 1); }

 protected:
  virtual uint64_t count() const = 0;
  virtual void make(uint64_t id, Flow& flow) const = 0;

  void set(Flow& flow, unsigned from, unsigned to, uint32_t bytes) const {
    flow.src = hosts_[from];
    flow.dst = hosts_[to];
    flow.bytes = bytes;
  }
  /// Steps with a partner at distance 1, 2, 4 … below n.
  unsigned rounds() const {
    unsigned rounds = 0;
    while (1u << rounds < n_) ++rounds;
    return rounds;
  }

  unsigned n_;
  uint32_t bytes_;

 private:
  std::vector<uint16_t> hosts_;
  uint64_t id_ = 0;
};

/// Patarasuk and Yuan, JPDC 2009: n - 1 steps of reduce-scatter, n - 1 of all-gather.
class Ring final : public Collective {
 public:
  using Collective::Collective;

 private:
  uint64_t count() const override { return uint64_t{2} * (n_ - 1) * n_; }
  void make(uint64_t id, Flow& flow) const override {
    const auto step = static_cast<unsigned>(id / n_), rank = static_cast<unsigned>(id % n_);
    const unsigned before = (rank + n_ - 1) % n_;
    // The all-gather begins with the part that the reduce-scatter has completed at the rank.
    const unsigned part = (rank + 2 * n_ - step) % n_;
    set(flow, rank, (rank + 1) % n_, size_of(part));
    if (step != 0) flow.after.push_back(id - n_ - rank + before);
  }
  uint32_t size_of(unsigned part) const {
    const auto begin = [this](uint64_t at) { return bytes_ * at / n_; };
    return static_cast<uint32_t>(begin(part + 1) - begin(part));
  }
};

/// Thakur, Rabenseifner and Gropp, IJHPCA 2005: the whole vector in each step.
class Doubling final : public Collective {
 public:
  using Collective::Collective;

 private:
  uint64_t count() const override { return uint64_t{rounds()} * n_; }
  void make(uint64_t id, Flow& flow) const override {
    const auto step = static_cast<unsigned>(id / n_), rank = static_cast<unsigned>(id % n_);
    set(flow, rank, rank ^ 1u << step, bytes_);
    if (step == 0) return;
    flow.after.push_back(id - n_);  // sent
    flow.after.push_back(id - n_ - rank + (rank ^ 1u << (step - 1)));
  }
};

/// Binomial tree with root 0. Rank r, whose lowest bit is 2^k, has parent r - 2^k and children
/// r + 2^j, j < k, below n; the root has all 2^j.
class Tree : public Collective {
 public:
  Tree(std::vector<uint16_t> hosts, uint32_t bytes, bool reduces)
      : Collective(std::move(hosts), bytes), reduces_(reduces) {
    for (unsigned round = rounds(); round > 0; --round)
      for (unsigned child = 1u << (round - 1); child < n_; child += 2u << (round - 1))
        children_.push_back(child);
    place_.resize(n_);
    for (unsigned i = 0; i < children_.size(); ++i) place_[children_[i]] = i;
  }

 private:
  uint64_t count() const override { return uint64_t{reduces_ ? 2u : 1u} * (n_ - 1); }
  void make(uint64_t id, Flow& flow) const override {
    const uint64_t edges = n_ - 1;
    if (reduces_ && id < edges) return make_reduce(id, flow);
    make_broadcast(id - (reduces_ ? edges : 0), flow);
  }

  static unsigned low_bit(unsigned rank) { return rank & -rank; }
  unsigned first_above(unsigned rank) const { return rank == 0 ? 1u << rounds() : low_bit(rank); }
  /// Edges to the parent in the reverse order of the broadcast: leaves first.
  uint64_t reduce_id(unsigned child) const { return n_ - 2 - place_[child]; }
  uint64_t broadcast_id(unsigned child) const { return place_[child] + (reduces_ ? n_ - 1u : 0u); }

  void make_reduce(uint64_t id, Flow& flow) const {
    const unsigned child = children_[n_ - 2 - id];
    set(flow, child, child - low_bit(child), bytes_);
    for (unsigned bit = 1; bit < low_bit(child) && child + bit < n_; bit *= 2)
      flow.after.push_back(reduce_id(child + bit));
  }
  /// A parent sends to one child after the other, the one with most below it first.
  void make_broadcast(uint64_t index, Flow& flow) const {
    const unsigned child = children_[index], parent = child - low_bit(child);
    set(flow, parent, child, bytes_);
    const unsigned before = parent + 2 * low_bit(child);
    if (2 * low_bit(child) < first_above(parent) && before < n_) {
      flow.after.push_back(broadcast_id(before));
    } else if (parent != 0) {
      flow.after.push_back(broadcast_id(parent));
    } else if (reduces_) {
      for (unsigned bit = 1; bit < n_; bit *= 2) flow.after.push_back(reduce_id(bit));
    }
  }

  bool reduces_;
  std::vector<unsigned> children_;  ///< in the order of the broadcast
  std::vector<unsigned> place_;     ///< in children_, by rank
};

/// Step k: rank r sends to r + k, when it has sent and received all of step k - 1.
class AllToAll final : public Collective {
 public:
  using Collective::Collective;

 private:
  uint64_t count() const override { return uint64_t{n_ - 1} * n_; }
  void make(uint64_t id, Flow& flow) const override {
    const auto step = static_cast<unsigned>(id / n_), rank = static_cast<unsigned>(id % n_);
    set(flow, rank, (rank + step + 1) % n_, bytes_);
    if (step == 0) return;
    flow.after.push_back(id - n_);
    flow.after.push_back(id - n_ - rank + (rank + n_ - step) % n_);
  }
};

}  // namespace

std::unique_ptr<FlowSource> make_collective(FlowKind kind, std::vector<uint16_t> hosts,
                                            uint32_t bytes) {
  switch (kind) {
    case FlowKind::ring_all_reduce:
      return std::make_unique<Ring>(std::move(hosts), bytes);
    case FlowKind::doubling_all_reduce:
      return std::make_unique<Doubling>(std::move(hosts), bytes);
    case FlowKind::tree_all_reduce:
      return std::make_unique<Tree>(std::move(hosts), bytes, true);
    case FlowKind::broadcast:
      return std::make_unique<Tree>(std::move(hosts), bytes, false);
    case FlowKind::all_to_all:
      return std::make_unique<AllToAll>(std::move(hosts), bytes);
    default:
      break;
  }
  throw InvariantError(fmt::format("{} is no collective operation", word_of(kind)));
}

}  // namespace tinsim
