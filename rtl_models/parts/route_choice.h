// SPDX-License-Identifier: Apache-2.0
// Route choice: picks one of a cell's candidate ports, by flow hash or by cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tinsim {

constexpr unsigned kMinimalEntries = 8;
constexpr unsigned kDetourEntries = 24;
/// Output ports of minimal routes, repeated cyclically when there are fewer. kNoRoute: none.
using Candidates = std::array<uint8_t, kMinimalEntries>;
/// Output ports of non-minimal routes.
using Detours = std::array<uint8_t, kDetourEntries>;
constexpr uint8_t kNoRoute = 0xff;

/// Bijective 64-bit mixer: the output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
constexpr uint64_t mix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Equal for all cells of one flow, at every chip.
constexpr uint64_t flow_hash(uint64_t seed, uint16_t src, uint16_t dst, unsigned cls) {
  return mix64(mix64(seed) ^ (uint64_t{cls} << 32 | uint64_t{dst} << 16 | src));
}

/// The flow's hash as one chip sees it. Were the bare flow hash used at every chip, the flows that
/// reach a chip would all have made the same choice before and would make the same one again, and
/// half of its links would stay idle.
constexpr uint64_t hop_hash(uint64_t flow, unsigned chip) { return mix64(flow ^ uint64_t{chip}); }

/// Random bits of one cell at one chip; `seq` numbers the cells of the pair (src, dst), or of src.
/// `key` is mix64(seed) ^ chip << 32.
constexpr uint64_t keyed_random(uint64_t key, uint16_t src, uint16_t dst, uint64_t seq) {
  return mix64(mix64(key ^ (uint64_t{dst} << 16 | src)) ^ seq);
}
constexpr uint64_t hop_random(uint64_t seed, unsigned chip, uint16_t src, uint16_t dst,
                              uint64_t seq) {
  return keyed_random(mix64(seed) ^ uint64_t{chip} << 32, src, dst, seq);
}

/// The 12-bit random numbers that the draws of one choice use, five from each 64-bit word.
class HopDraws {
 public:
  explicit constexpr HopDraws(uint64_t bits) : bits_(bits) {}
  constexpr unsigned operator()(unsigned draw) const {
    const uint64_t word = draw < 5 ? bits_ : mix64(bits_ + draw / 5);
    return static_cast<unsigned>(word >> 12 * (draw % 5)) & 0xfffu;
  }

 private:
  uint64_t bits_;
};

/// How candidates are weighed (Aquila 3.2; weights and biases of facts 4.3).
struct ChoiceRule {
  uint8_t minimal_count = 2;     ///< minimal candidates that are drawn, 1..8
  uint8_t nonminimal_count = 3;  ///< non-minimal ones, 0..8
  uint8_t minimal_weight = 1;    ///< cost per queued word
  uint8_t nonminimal_weight = 2;
  uint16_t minimal_bias = 0;  ///< cost beside, in words
  uint16_t nonminimal_bias = 40;

  constexpr uint32_t minimal_cost(uint32_t queued) const {
    return queued * minimal_weight + minimal_bias;
  }
  constexpr uint32_t nonminimal_cost(uint32_t queued) const {
    return queued * nonminimal_weight + nonminimal_bias;
  }
};

struct Choice {
  uint8_t port = kNoRoute;
  bool minimal = false;  ///< from the minimal list

  bool operator==(const Choice& o) const { return port == o.port && minimal == o.minimal; }
};

/// Draws different positions of a list of `kEntries`.
template <unsigned kEntries>
class PositionDraw {
 public:
  /// `random` has 12 bits. Precondition: fewer than 8 calls before.
  constexpr unsigned next(unsigned random) {
    sort_in_last();
    unsigned position = random * (kEntries - count_) >> 12;  // of those that are left
    for (unsigned i = 0; i < count_; ++i) position += position >= drawn_[i];
    return drawn_[count_++] = static_cast<uint8_t>(position);
  }

 private:
  constexpr void sort_in_last() {
    for (unsigned i = count_; i-- > 1;) {
      const uint8_t low = drawn_[i - 1], high = drawn_[i];
      drawn_[i - 1] = low < high ? low : high;
      drawn_[i] = low < high ? high : low;
    }
  }

  std::array<uint8_t, 8> drawn_{};  // ascending, but for the last
  unsigned count_ = 0;
};

/// What PositionDraw draws with its first two calls.
template <unsigned kEntries>
constexpr std::array<unsigned, 2> draw_two(unsigned random0, unsigned random1) {
  const unsigned first = random0 * kEntries >> 12;
  unsigned second = random1 * (kEntries - 1) >> 12;
  second += second >= first;
  return {first, second};
}

/// … and with its first three.
template <unsigned kEntries>
constexpr std::array<unsigned, 3> draw_three(unsigned random0, unsigned random1, unsigned random2) {
  const auto [first, second] = draw_two<kEntries>(random0, random1);
  unsigned third = random2 * (kEntries - 2) >> 12;
  const unsigned low = std::min(first, second), high = first + second - low;
  third += third >= low;
  third += third >= high;
  return {first, second, third};
}

constexpr bool is_usable(uint8_t port, uint64_t ports) {
  return port != kNoRoute && (ports >> port & 1);
}

/// The first entry at or after `position`, cyclically, whose port is in `ports`; kNoRoute if none.
template <class List>
constexpr uint8_t first_usable(const List& list, unsigned position, uint64_t ports) {
  for (unsigned i = 0; i < list.size(); ++i) {
    const uint8_t port = list[(position + i) % list.size()];
    if (is_usable(port, ports)) return port;
  }
  return kNoRoute;
}

/// Choice by hash among the entries whose ports are in `ports`; each of the 8 or 32 entries equally
/// often where all are usable. `detours`: null where non-minimal routes do not count. Pass
/// hop_hash() of the flow.
constexpr Choice choose_by_hash(const Candidates& minimal, const Detours* detours, uint64_t ports,
                                uint64_t hash) {
  const auto h = static_cast<unsigned>(hash & 31u);
  const bool from_detours = detours != nullptr && h >= kMinimalEntries;
  const unsigned place = h < kMinimalEntries ? h : h - kMinimalEntries;
  if (from_detours) {
    const uint8_t port = first_usable(*detours, place, ports);
    if (port != kNoRoute) return {port, false};
  }
  const uint8_t port = first_usable(minimal, h % kMinimalEntries, ports);
  if (port != kNoRoute) return {port, true};
  if (detours != nullptr && !from_detours) return {first_usable(*detours, place, ports), false};
  return {};
}

/// A candidate as one number: the cheaper, then the lower place is less; its port comes last.
/// Places are positions in the minimal list, or kDetourPlace and positions in the other.
using CandidateKey = uint64_t;
constexpr CandidateKey kNoCandidate = ~uint64_t{0};
constexpr unsigned kDetourPlace = 32;

/// kNoCandidate where the port is not in `ports`.
constexpr CandidateKey candidate_key(uint32_t cost, unsigned place, uint8_t port, uint64_t ports) {
  constexpr uint64_t kReal = ~uint64_t{0} >> 1;  // bit 63 stands for kNoRoute
  const uint64_t usable = (ports & kReal) >> (port & 63u) & 1;
  return uint64_t{cost} << 14 | place << 8 | port | (usable - 1);
}

/// Places of the candidates drawn first, for where none of those drawn is usable.
struct FirstDrawn {
  unsigned minimal = 0, detour = 0;
};

/// What choose_by_cost() returns for the best candidate.
constexpr Choice settle(CandidateKey best, const FirstDrawn& first, const Candidates& minimal,
                        const Detours* detours, uint64_t ports) {
  if (best != kNoCandidate) return {static_cast<uint8_t>(best), (best >> 8 & kDetourPlace) == 0};
  const uint8_t port = first_usable(minimal, first.minimal, ports);
  if (port != kNoRoute) return {port, true};
  if (detours != nullptr) return {first_usable(*detours, first.detour, ports), false};
  return {};
}

/// choose_by_cost() for two minimal candidates and three others: no branch depends on draws, costs
/// or ports.
template <class Random, class Queued>
[[gnu::always_inline]] constexpr Choice choose_of_five(const ChoiceRule& rule,
                                                       const Candidates& minimal,
                                                       const Detours* detours, uint64_t ports,
                                                       const Random& random, const Queued& queued) {
  const auto key_of_minimal = [&](unsigned position) {
    const uint8_t port = minimal[position];
    return candidate_key(rule.minimal_cost(queued(port & 63u)), position, port, ports);
  };
  const auto key_of_detour = [&](unsigned position) {
    const uint8_t port = (*detours)[position];
    return candidate_key(rule.nonminimal_cost(queued(port & 63u)), kDetourPlace | position, port,
                         ports);
  };
  const auto near = draw_two<kMinimalEntries>(random(0), random(1));
  FirstDrawn first{near[0], 0};
  CandidateKey best = std::min(key_of_minimal(near[0]), key_of_minimal(near[1]));
  if (detours != nullptr) {
    const auto far = draw_three<kDetourEntries>(random(2), random(3), random(4));
    first.detour = far[0];
    const CandidateKey best_two = std::min(key_of_detour(far[0]), key_of_detour(far[1]));
    best = std::min(std::min(best, key_of_detour(far[2])), best_two);
  }
  return settle(best, first, minimal, detours, ports);
}

/// The cheapest of the candidates that are drawn at random, minimal before non-minimal and then the
/// lower position on a tie; where none of them is in `ports`, the next entry that is. `random(j)`
/// gives 12 bits for draw j, `queued(port)` the words queued for the cell's output VC there. It may
/// be asked for ports that are not in `ports`, and for port 63 in the place of kNoRoute.
template <class Random, class Queued>
constexpr Choice choose_by_cost(const ChoiceRule& rule, const Candidates& minimal,
                                const Detours* detours, uint64_t ports, const Random& random,
                                const Queued& queued) {
  if (rule.minimal_count == 2 && (detours == nullptr || rule.nonminimal_count == 3))
    return choose_of_five(rule, minimal, detours, ports, random, queued);
  CandidateKey best = kNoCandidate;
  FirstDrawn first;
  PositionDraw<kMinimalEntries> minimal_draw;
  for (unsigned j = 0; j < rule.minimal_count; ++j) {
    const unsigned position = minimal_draw.next(random(j));
    if (j == 0) first.minimal = position;
    const uint8_t port = minimal[position];
    if (!is_usable(port, ports)) continue;
    best = std::min(best, candidate_key(rule.minimal_cost(queued(port)), position, port, ports));
  }
  PositionDraw<kDetourEntries> detour_draw;
  for (unsigned j = 0; detours != nullptr && j < rule.nonminimal_count; ++j) {
    const unsigned position = detour_draw.next(random(rule.minimal_count + j));
    if (j == 0) first.detour = position;
    const uint8_t port = (*detours)[position];
    if (!is_usable(port, ports)) continue;
    const uint32_t cost = rule.nonminimal_cost(queued(port));
    best = std::min(best, candidate_key(cost, kDetourPlace | position, port, ports));
  }
  return settle(best, first, minimal, detours, ports);
}

}  // namespace tinsim
