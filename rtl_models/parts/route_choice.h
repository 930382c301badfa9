// SPDX-License-Identifier: Apache-2.0
// Route choice: picks one of a cell's candidate ports, by flow hash or by cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "base/port_set.h"
#include "rtl_models/parts/route_draws.h"

namespace tinsim {

constexpr unsigned kMinimalEntries = 8;
constexpr unsigned kDetourEntries = 24;
/// Output ports of minimal routes, repeated cyclically when there are fewer. kNoRoute: none.
using Candidates = std::array<uint8_t, kMinimalEntries>;
/// Output ports of non-minimal routes.
using Detours = std::array<uint8_t, kDetourEntries>;
constexpr uint8_t kNoRoute = 0xff;

/// How candidates are weighed (Aquila 3.2; weights and biases of docs/reference/routing_modes.md).
struct ChoiceRule {
  uint8_t minimal_count = 2;     ///< minimal candidates that are drawn, 1..8
  uint8_t nonminimal_count = 3;  ///< non-minimal ones, 0..8
  uint8_t minimal_weight = 1;    ///< cost per queued word
  uint8_t nonminimal_weight = 2;
  uint16_t minimal_bias = 0;  ///< added to the cost, in words
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

/// `Ports` here and below is a mask of 64 bits, or a PortSet for switches with more ports. Port 255
/// of these is none that a list can name.
template <class Ports>
constexpr bool is_usable(uint8_t port, const Ports& ports) {
  return port != kNoRoute && (ports >> port & 1);
}
/// Places in a list of values by port, where kNoRoute has the last place.
template <class Ports>
constexpr unsigned kPortPlaces = std::is_same_v<Ports, PortSet> ? PortSet::kPorts : 64;

/// The first entry at or after `position`, cyclically, whose port is in `ports`; kNoRoute if none.
template <class List, class Ports>
constexpr uint8_t first_usable(const List& list, unsigned position, const Ports& ports) {
  for (unsigned i = 0; i < list.size(); ++i) {
    const uint8_t port = list[(position + i) % list.size()];
    if (is_usable(port, ports)) return port;
  }
  return kNoRoute;
}

/// Choice by hash among the entries whose ports are in `ports`; each of the 8 or 32 entries equally
/// often where all are usable. `detours`: null where non-minimal routes do not count. Pass
/// hop_hash() of the flow.
template <class Ports>
constexpr Choice choose_by_hash(const Candidates& minimal, const Detours* detours,
                                const Ports& ports, uint64_t hash) {
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

/// A candidate as one number: the cheaper is less, then the lower place; its port is in the lowest
/// bits. Places are positions in the minimal list, or kDetourPlace and positions in the other.
using CandidateKey = uint64_t;
constexpr CandidateKey kNoCandidate = ~uint64_t{0};
constexpr unsigned kDetourPlace = 32;

constexpr CandidateKey candidate_key(uint32_t cost, unsigned place, uint8_t port) {
  return uint64_t{cost} << 14 | place << 8 | port;
}
/// 1 where the port is in `ports`, as is_usable(), without a branch; else 0.
constexpr uint64_t usable_bit(uint8_t port, uint64_t ports) {
  constexpr uint64_t kReal = ~uint64_t{0} >> 1;  // bit 63 marks kNoRoute
  return (ports & kReal) >> (port & 63u) & 1;
}
constexpr uint64_t usable_bit(uint8_t port, const PortSet& ports) { return is_usable(port, ports); }
/// kNoCandidate where the port is not in `ports`.
template <class Ports>
constexpr CandidateKey candidate_key(uint32_t cost, unsigned place, uint8_t port,
                                     const Ports& ports) {
  return candidate_key(cost, place, port) | (usable_bit(port, ports) - 1);
}
constexpr uint8_t port_of(CandidateKey key) { return static_cast<uint8_t>(key); }
constexpr Choice choice_of(CandidateKey key) {
  return {port_of(key), (key >> 8 & kDetourPlace) == 0};
}

/// Places of the candidates drawn first, for the case that no drawn one is usable.
struct FirstDrawn {
  unsigned minimal = 0, detour = 0;
};

/// Result of choose_by_cost() for the best candidate.
template <class Ports>
constexpr Choice choice_or_fallback(CandidateKey best, const FirstDrawn& first,
                                    const Candidates& minimal, const Detours* detours,
                                    const Ports& ports) {
  if (best != kNoCandidate) return choice_of(best);
  const uint8_t port = first_usable(minimal, first.minimal, ports);
  if (port != kNoRoute) return {port, true};
  if (detours != nullptr) return {first_usable(*detours, first.detour, ports), false};
  return {};
}

/// Places of two minimal candidates and three others.
struct FivePlaces {
  std::array<unsigned, 2> near{};
  std::array<unsigned, 3> far{};
};

/// The best of five by `key(cost, place, port)`; no branch depends on draws, costs or ports.
template <unsigned kPlaces, class Queued, class Key>
[[gnu::always_inline]] constexpr CandidateKey best_of_five(const ChoiceRule& rule,
                                                           const Candidates& minimal,
                                                           const Detours* detours,
                                                           const FivePlaces& places,
                                                           const Queued& queued, const Key& key) {
  const auto key_of_minimal = [&](unsigned position) {
    const uint8_t port = minimal[position];
    return key(rule.minimal_cost(queued(port & (kPlaces - 1))), position, port);
  };
  const CandidateKey best =
      std::min(key_of_minimal(places.near[0]), key_of_minimal(places.near[1]));
  if (detours == nullptr) return best;
  const auto key_of_detour = [&](unsigned position) {
    const uint8_t port = (*detours)[position];
    return key(rule.nonminimal_cost(queued(port & (kPlaces - 1))), kDetourPlace | position, port);
  };
  const CandidateKey best_two =
      std::min(key_of_detour(places.far[0]), key_of_detour(places.far[1]));
  return std::min(std::min(best, key_of_detour(places.far[2])), best_two);
}

/// choose_of_five() where the best of the five is not in `ports`: of the others.
template <class Ports, class Queued>
[[gnu::noinline]] constexpr Choice choose_of_usable(const ChoiceRule& rule,
                                                    const Candidates& minimal,
                                                    const Detours* detours, Ports ports,
                                                    const FivePlaces& places,
                                                    const Queued& queued) {
  const CandidateKey best =
      best_of_five<kPortPlaces<Ports>>(rule, minimal, detours, places, queued,
                                       [&ports](uint32_t cost, unsigned place, uint8_t port) {
                                         return candidate_key(cost, place, port, ports);
                                       });
  return choice_or_fallback(best, {places.near[0], places.far[0]}, minimal, detours, ports);
}

/// choose_by_cost() for two minimal candidates and three others. Whether a port is in `ports` is
/// checked for the best one only: mostly all are.
template <class Ports, class Random, class Queued>
[[gnu::always_inline]] constexpr Choice choose_of_five(const ChoiceRule& rule,
                                                       const Candidates& minimal,
                                                       const Detours* detours, const Ports& ports,
                                                       const Random& random, const Queued& queued) {
  FivePlaces places;
  places.near = draw_two<kMinimalEntries>(random(0), random(1));
  if (detours != nullptr) places.far = draw_three<kDetourEntries>(random(2), random(3), random(4));
  const CandidateKey best = best_of_five<kPortPlaces<Ports>>(
      rule, minimal, detours, places, queued,
      [](uint32_t cost, unsigned place, uint8_t port) { return candidate_key(cost, place, port); });
  if (usable_bit(port_of(best), ports) != 0) return choice_of(best);
  return choose_of_usable(rule, minimal, detours, ports, places, queued);
}

/// The cheapest of the candidates that are drawn at random, minimal before non-minimal and then the
/// lower position on a tie; if none of them is in `ports`, the next entry that is. `random(j)`
/// gives 12 bits for draw j, `queued(port)` the words queued for the cell's output VC there. It may
/// be called for ports that are not in `ports`, and for the last of kPortPlaces in the place of
/// kNoRoute.
template <class Ports, class Random, class Queued>
constexpr Choice choose_by_cost(const ChoiceRule& rule, const Candidates& minimal,
                                const Detours* detours, const Ports& ports, const Random& random,
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
  return choice_or_fallback(best, first, minimal, detours, ports);
}

}  // namespace tinsim
