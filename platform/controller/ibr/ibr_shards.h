// SPDX-License-Identifier: Apache-2.0
// Inter-Block Routing: external routes, sharded over instances that give the Routing Engine the
// egress TiNs of each prefix (Aquila, section 4.1).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/ibr/ibr_routes.h"
#include "platform/controller/nib/nib.h"

namespace tinsim::control {

struct IbrCounts {
  std::uint64_t announced = 0, withdrawn = 0;  ///< that a shard took
  std::uint64_t unresolved = 0;                ///< next hops that are at no TiN's Ethernet
  std::uint64_t restarts = 0;                  ///< of shards
  std::uint64_t swept = 0;                     ///< routes that nothing announced after a restart
};

/// The routes of one shard. A new instance keeps the routes that its predecessor put into the NIB
/// until it is complete, so that a restart changes nothing at the TiNs (as RFC 4724 does).
class IbrShard {
 public:
  IbrShard(Nib& nib, unsigned number);

  void set(const ExternalRoute& route);
  void remove(const IpPrefix& prefix);
  /// All routes have been announced again: others in the NIB are removed; returns how many.
  std::size_t complete();
  /// The NIB is another one, and empty.
  void attach(Nib& nib);
  std::size_t routes() const { return routes_.size(); }

 private:
  std::uint32_t number_of(const IpPrefix& prefix);
  void load();

  Nib* nib_;
  unsigned number_;
  std::map<IpPrefix, ExternalRoute> routes_;   ///< announced to this instance
  std::map<IpPrefix, std::uint32_t> numbers_;  ///< of records in the NIB
  std::set<std::uint32_t> used_;               ///< … of those
};

class IbrShards final : public IbrRoutes {
 public:
  /// Both outlive it.
  IbrShards(const CliquePlan& plan, Nib& nib, unsigned shards);

  void announce(const IpPrefix& prefix, const std::vector<IpAddress>& next_hops) override;
  void withdraw(const IpPrefix& prefix) override;
  unsigned shard_of(const IpPrefix& prefix) const;
  unsigned shards() const { return static_cast<unsigned>(shards_.size()); }

  /// A next hop with an address outside of the plan. Those of the plan are the hosts on the
  /// Ethernet of the TiNs, 10.pod.tin.2 and fd00::pod:tin:2.
  void set_next_hop(const IpAddress& address, std::size_t tin) { next_hops_[key(address)] = tin; }

  /// Ends the instance of a shard and starts another, which knows no routes; then calls
  /// on_restart, whose owner announces the routes of the shard again and calls complete().
  void restart(unsigned shard);
  std::function<void(unsigned shard)> on_restart;
  void complete(unsigned shard);
  void attach(Nib& nib);

  const IbrCounts& counts() const { return counts_; }
  std::size_t routes() const;

 private:
  using Key = std::pair<std::uint64_t, std::pair<std::uint64_t, bool>>;
  static Key key(const IpAddress& of) { return {of.hi, {of.lo, of.v6}}; }
  std::optional<std::uint16_t> tin_of(const IpAddress& next_hop) const;

  const CliquePlan& plan_;
  Nib* nib_;
  std::vector<IbrShard> shards_;
  std::map<Key, std::size_t> next_hops_;
  IbrCounts counts_;
};

/// All routes that shards have put into the NIB, by prefix.
std::map<IpPrefix, std::vector<std::uint16_t>> external_routes(const Nib& nib);

}  // namespace tinsim::control
