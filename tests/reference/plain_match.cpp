// SPDX-License-Identifier: Apache-2.0
// Matchings by rule: of all that is permitted, the first in an order that is written down.
#include "tests/reference/plain_match.h"

#include <algorithm>
#include <tuple>

#include "tlm/tin/cell_switch/pim_words.h"

namespace tinsim::reference {

namespace {

bool has_strict(const std::vector<Request>& heads) {
  return std::any_of(heads.begin(), heads.end(), [](const Request& r) { return r.strict; });
}

void remove_matched(Requests& requests, const Pair& pair) {
  for (auto it = requests.begin(); it != requests.end();) {
    const bool taken = it->first.first == pair.in || it->first.second == pair.out;
    it = taken ? requests.erase(it) : std::next(it);
  }
}

/// A whole matrix, diagonal by diagonal, first of strict requests and then of all.
std::vector<Pair> wave_front(unsigned ports, Cycle now, Requests requests) {
  std::vector<Pair> pairs;
  for (bool strict : {true, false}) {
    for (unsigned step = 0; step < ports; ++step) {
      for (unsigned in = 0; in < PortSet::kPorts; ++in) {
        // The output for which in + out is now + step, modulo the number of ports.
        const auto out = static_cast<unsigned>((now + step + ports - in % ports) % ports);
        const auto found = requests.find({in, out});
        if (found == requests.end() || (strict && !has_strict(found->second))) continue;
        pairs.push_back({in, out, {}});
        remove_matched(requests, pairs.back());
      }
    }
  }
  return pairs;
}

/// Heads of a pair that count: the strict ones, where there are any.
std::vector<Request> counted(const std::vector<Request>& heads) {
  std::vector<Request> some;
  for (const Request& r : heads)
    if (r.strict || !has_strict(heads)) some.push_back(r);
  return some;
}

/// Among the heads of a pair, by their order in `requests`, the first with the most.
Request heaviest(ArbiterKind kind, const std::vector<Request>& heads) {
  const auto some = counted(heads);
  return *std::max_element(some.begin(), some.end(), [kind](const Request& a, const Request& b) {
    const auto of = [kind](const Request& r) {
      return std::tuple(kind == ArbiterKind::lqf ? r.queued : r.age, ~r.vc);
    };
    return of(a) < of(b);
  });
}

/// The peers of one port, each with the heads of the pair.
using Peers = std::map<unsigned, std::vector<Request>>;

unsigned cyclic_first(const Peers& peers, unsigned from) {
  const auto at = peers.lower_bound(from);
  return at == peers.end() ? peers.begin()->first : at->first;
}

unsigned choose(const SwitchParams& params, Cycle now, unsigned round, bool accepts, unsigned port,
                Peers peers, const Pointers& pointers) {
  const bool strict = std::any_of(peers.begin(), peers.end(),
                                  [](const auto& peer) { return has_strict(peer.second); });
  for (auto it = peers.begin(); it != peers.end();)
    it = strict && !has_strict(it->second) ? peers.erase(it) : std::next(it);
  if (params.arbiter == ArbiterKind::rrm || params.arbiter == ArbiterKind::islip)
    return cyclic_first(peers, accepts ? pointers.accept[port] : pointers.grant[port]);
  if (params.arbiter == ArbiterKind::pim) {
    const auto count = static_cast<unsigned>(peers.size());
    return std::next(peers.begin(), pim_choice(params, now, round, accepts, port, count))->first;
  }
  const auto weight = [&](const auto& peer) {
    const Request r = heaviest(params.arbiter, peer.second);
    return params.arbiter == ArbiterKind::lqf ? r.queued : r.age;
  };
  uint32_t most = 0;
  for (const auto& peer : peers) most = std::max(most, weight(peer));
  for (auto it = peers.begin(); it != peers.end();)
    it = weight(*it) < most ? peers.erase(it) : std::next(it);
  return cyclic_first(peers, now % params.ports);
}

/// The peers of each port: `accepts`: inputs choose among the outputs that grant them.
std::map<unsigned, Peers> by_port(const Requests& requests, bool accepts) {
  std::map<unsigned, Peers> ports;
  for (const auto& [place, heads] : requests) {
    const auto [in, out] = place;
    ports[accepts ? in : out][accepts ? out : in] = heads;
  }
  return ports;
}

}  // namespace

std::vector<Pair> plain_match(const SwitchParams& params, unsigned iterations, Cycle now,
                              Pointers& pointers, Requests requests) {
  if (params.arbiter == ArbiterKind::wavefront) return wave_front(params.ports, now, requests);
  const bool names_vc = params.arbiter == ArbiterKind::lqf || params.arbiter == ArbiterKind::ocf;
  std::vector<Pair> pairs;
  Pointers after = pointers;
  for (unsigned round = 0; round < iterations; ++round) {
    Requests granted;
    for (const auto& [out, inputs] : by_port(requests, false)) {
      const unsigned in = choose(params, now, round, false, out, inputs, pointers);
      granted[{in, out}] = inputs.at(in);
      if (round == 0 && params.arbiter == ArbiterKind::rrm) after.grant[out] = in + 1;
    }
    for (const auto& [in, outputs] : by_port(granted, true)) {
      const unsigned out = choose(params, now, round, true, in, outputs, pointers);
      if (round == 0) after.accept[in] = out + 1;
      if (round == 0 && params.arbiter == ArbiterKind::islip) after.grant[out] = in + 1;
      Pair pair{in, out, {}};
      if (names_vc) pair.vc = heaviest(params.arbiter, outputs.at(out)).vc;
      pairs.push_back(pair);
      remove_matched(requests, pair);
    }
  }
  pointers = after;
  return pairs;
}

}  // namespace tinsim::reference
