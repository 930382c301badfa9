// SPDX-License-Identifier: Apache-2.0
// Routes to external prefixes, as the peers announce them, and the best of each (RFC 4271, 9.1).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "platform/controller/ibr/bgp_message.h"

namespace tinsim::control {

/// The part of a peer that the choice between routes needs.
struct ExternalPeer {
  std::uint32_t address = 0;  ///< the only next hop that is resolved: its port is known
};

class ExternalRib {
 public:
  ExternalRib(std::uint16_t own_as, std::vector<ExternalPeer> peers)
      : own_as_(own_as), peers_(std::move(peers)) {}

  /// Routes that have visited the own AS, and those whose next hop is no peer, are not usable.
  void update(std::size_t peer, const BgpUpdate& update);
  void withdraw_all(std::size_t peer);

  /// Peer by whose port the packets leave: of the shortest path, of equal ones of the lowest
  /// origin, of equal ones of the lowest address. Nothing: there is no route.
  std::optional<std::size_t> best(const BgpPrefix& prefix) const;
  /// Prefixes whose best route may have changed since the last call.
  std::set<BgpPrefix> take_changed() { return std::exchange(changed_, {}); }
  /// Prefixes with a route.
  std::set<BgpPrefix> prefixes() const;

 private:
  struct Route {
    std::size_t port_of = 0;  ///< peer whose address is the next hop
    std::size_t path_length = 0;
    BgpOrigin origin = BgpOrigin::kIgp;
  };
  std::optional<Route> usable(const BgpAttributes& attributes) const;
  void withdraw(std::size_t peer, const BgpPrefix& prefix);

  const std::uint16_t own_as_;
  const std::vector<ExternalPeer> peers_;
  std::map<BgpPrefix, std::map<std::size_t, Route>> routes_;  ///< by the peer that announced
  std::set<BgpPrefix> changed_;
};

}  // namespace tinsim::control
