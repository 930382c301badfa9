// SPDX-License-Identifier: Apache-2.0
// Global wiring: which TiN of a pod holds which of the links to the pods at each offset.
#include "platform/network/topology/wiring.h"

#include <algorithm>
#include <array>
#include <random>

namespace tinsim {
namespace {

// W* of docs/reference/topology.md: the TiN of offset d = 1..47, for copy 0 and copy 1.
constexpr std::array<std::array<uint8_t, 47>, 2> kClique = {{
    {2, 10, 9, 1, 3, 3,  10, 8, 11, 3, 4, 6, 9, 7,  0, 8, 4, 9, 7, 3, 11, 6, 6, 7,
     7, 9,  8, 4, 0, 11, 5,  9, 11, 3, 9, 8, 1, 11, 1, 1, 0, 2, 5, 4, 4,  1, 6},
    {1, 2, 10, 10, 8, 6,  4,  6,  6, 2, 2, 3, 0, 4, 2, 9, 8,  10, 8, 5, 1, 7, 5, 10,
     3, 3, 7,  2,  7, 10, 10, 11, 1, 0, 0, 7, 2, 8, 4, 0, 11, 5,  6, 5, 5, 0, 9},
}};

Wiring clique_wiring() {
  Wiring wiring{48, 12, 2, {}};
  for (unsigned d = 0; d < 47; ++d)
    for (const auto& copy : kClique) wiring.owners.push_back(copy[d]);
  return wiring;
}

/// Unevenness of a wiring's load of the local links. pairs_[k, i, j] counts the pairs of links of a
/// pod, one of TiN i at some offset e, one of TiN j at offset e + k. For k > 0 that is the traffic
/// from TiN i to TiN j when the pod's neighbours send over it to the pod k further; for k = 0, the
/// number of times that i and j both hold links to one pod and so need no local hop. The sum of
/// squares is smallest when all local links have equal load.
class LocalLoad {
 public:
  LocalLoad(unsigned pods, unsigned tins)
      : pods_(pods), tins_(tins), held_(pods * tins), pairs_(pods * tins * tins) {}

  long score() const { return score_; }
  int held(unsigned offset, unsigned tin) const { return held_[offset * tins_ + tin]; }

  /// Gives `tin` `change` more links at `offset`.
  void add(unsigned offset, unsigned tin, int change) {
    for (unsigned k = 0; k < pods_; ++k) {
      const unsigned after = (offset + k) % pods_, before = (offset + pods_ - k) % pods_;
      for (unsigned other = 0; other < tins_; ++other) {
        if (other == tin) continue;  // no local hop
        add_pair((k * tins_ + tin) * tins_ + other, change * held(after, other));
        add_pair((k * tins_ + other) * tins_ + tin, change * held(before, other));
      }
    }
    held_[offset * tins_ + tin] += change;
  }

 private:
  void add_pair(unsigned index, int change) {
    score_ += long{change} * (2 * pairs_[index] + change);
    pairs_[index] += change;
  }

  unsigned pods_, tins_;
  std::vector<int> held_;   // [offset, tin]; offset 0 is the pod itself and holds nothing
  std::vector<int> pairs_;  // [k, i, j]
  long score_ = 0;
};

/// Swaps the TiNs of two links of a wiring whenever that helps and keeps the copies apart.
class Climber {
 public:
  explicit Climber(Wiring& wiring) : wiring_(wiring), load_(wiring.pods, wiring.tins) {
    for (unsigned slot = 0; slot < wiring.owners.size(); ++slot)
      load_.add(offset(slot), wiring.owners[slot], 1);
  }

  void try_swap(unsigned a, unsigned b) {
    const long before = load_.score() + same_ends(a) + same_ends(b);
    if (wiring_.owners[a] == wiring_.owners[b] || !keeps_copies_apart(a, b)) return;
    exchange(a, b);
    if (load_.score() + same_ends(a) + same_ends(b) >= before) exchange(a, b);
  }

 private:
  unsigned offset(unsigned slot) const { return slot / wiring_.copies + 1; }

  bool keeps_copies_apart(unsigned a, unsigned b) const {
    if (offset(a) == offset(b)) return true;
    const int most = (wiring_.copies + wiring_.tins - 1) / wiring_.tins;
    const int least = wiring_.copies / wiring_.tins;
    const unsigned x = wiring_.owners[a], y = wiring_.owners[b];
    return load_.held(offset(a), x) > least && load_.held(offset(a), y) < most &&
           load_.held(offset(b), y) > least && load_.held(offset(b), x) < most;
  }

  /// Penalty for a link that joins TiNs of the same number: with such links, traffic between equal
  /// TiNs of two pods would share one link and never use local ones.
  long same_ends(unsigned slot) const {
    const unsigned far = wiring_.pods - offset(slot);
    return wiring_.owners[slot] == wiring_.owner(far, slot % wiring_.copies) ? 1 : 0;
  }

  void exchange(unsigned a, unsigned b) {
    uint8_t& x = wiring_.owners[a];
    uint8_t& y = wiring_.owners[b];
    load_.add(offset(a), x, -1);
    load_.add(offset(b), y, -1);
    std::swap(x, y);
    load_.add(offset(a), x, 1);
    load_.add(offset(b), y, 1);
  }

  Wiring& wiring_;
  LocalLoad load_;
};

}  // namespace

unsigned Wiring::rank(unsigned offset, unsigned copy) const {
  const auto end = owners.begin() + (offset - 1) * copies + copy;
  return static_cast<unsigned>(std::count(owners.begin(), end, *end));
}

Wiring make_wiring(const Shape& shape) {
  if (shape.pods == 48 && shape.tins == 12 && shape.copies == 2) return clique_wiring();
  return balanced_wiring(shape.pods, shape.tins, shape.copies);
}

Wiring balanced_wiring(unsigned pods, unsigned tins, unsigned copies) {
  Wiring wiring{pods, tins, copies, {}};
  const unsigned slots = (pods - 1) * copies;
  for (unsigned slot = 0; slot < slots; ++slot) wiring.owners.push_back(slot % tins);
  if (slots < 2) return wiring;
  // Fewer swaps on larger shapes keep this below about 0.2 s.
  const unsigned attempts = std::min(200 * slots, 200'000'000 / (16 * pods * tins));
  Climber climber(wiring);
  std::mt19937_64 random(1);  // fixed: the same shape is always wired the same way
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    const auto a = static_cast<unsigned>(random() % slots);
    climber.try_swap(a, static_cast<unsigned>(random() % slots));
  }
  return wiring;
}

}  // namespace tinsim
