// SPDX-License-Identifier: Apache-2.0
// Which pods each rank simulates.
#pragma once

namespace tinsim {

/// Neighbouring pods, in the order of the ranks; ranks differ by one pod at most. In a Dragonfly
/// every pod is joined to every other, so no choice of pods has less traffic between the ranks.
class Partition {
 public:
  /// Precondition: 1 <= ranks <= pods.
  Partition(unsigned pods, unsigned ranks) : pods_(pods), ranks_(ranks) {}

  unsigned begin(unsigned rank) const {
    return static_cast<unsigned>(static_cast<unsigned long long>(pods_) * rank / ranks_);
  }
  unsigned end(unsigned rank) const { return begin(rank + 1); }
  unsigned rank_of(unsigned pod) const {
    unsigned rank = 0;
    while (end(rank) <= pod) ++rank;
    return rank;
  }

 private:
  unsigned pods_;
  unsigned ranks_;
};

}  // namespace tinsim
