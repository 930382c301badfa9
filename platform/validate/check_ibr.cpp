// SPDX-License-Identifier: Apache-2.0
// Rules of external routes: the host of the speaker, its peers, and what it needs.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/validate/rules.h"

namespace tinsim {
namespace {

void check_peers(const PlatformConfig& config, const HostMap& map, RuleErrors& errors) {
  const auto& peers = config.ibr.peers;
  errors.expect(!peers.empty(), "ibr.peers", "is empty; expected the peers with ibr.enabled: true");
  std::set<unsigned> taken;
  for (std::size_t i = 0; i < peers.size(); ++i) {
    const std::string path = fmt::format("ibr.peers.{}", i);
    const unsigned mac = peers[i].mac;
    errors.expect(mac < map.chips() && map.hosts_of(mac) != 0, path + ".mac",
                  fmt::format("{} is no chip with a MAC; expected one of {} chips, with hosts", mac,
                              map.chips()));
    errors.expect(taken.insert(mac).second, path + ".mac",
                  fmt::format("{} has a peer already; expected one for each MAC", mac));
    errors.expect(peers[i].as != config.ibr.as, path + ".as",
                  fmt::format("is {}, that of the network; expected an external peer of another "
                              "autonomous system",
                              peers[i].as));
    const auto& controller = config.ecp.ethernet_chips;
    errors.expect(std::find(controller.begin(), controller.end(), mac) == controller.end(),
                  path + ".mac",
                  fmt::format("the controller is behind MAC {}; expected none of "
                              "ecp.ethernet_chips",
                              mac));
  }
}

void check_announced(const PlatformConfig& config, RuleErrors& errors) {
  for (std::size_t i = 0; i < config.ibr.announce.size(); ++i) {
    const auto prefix = parse_prefix(config.ibr.announce[i]);
    errors.expect(prefix && !prefix->address.v6, fmt::format("ibr.announce.{}", i),
                  fmt::format("'{}' is no prefix of IPv4; expected ADDRESS/LENGTH as 10.0.0.0/8, "
                              "with zeros behind the length",
                              config.ibr.announce[i]));
  }
}

}  // namespace

void check_ibr(const PlatformConfig& config, RuleErrors& errors) {
  if (!config.ibr.enabled) return;
  if (!config.bring_up.enabled) {
    return errors.add("ibr.enabled",
                      "writes tables through control processors, which a bring-up gives their "
                      "addresses; expected bring_up.enabled: true");
  }
  const HostMap map = host_map(config.topology);
  errors.expect(
      config.ibr.host < map.hosts(), "ibr.host",
      fmt::format("{} does not exist; expected 0 to {}", config.ibr.host, map.hosts() - 1));
  check_peers(config, map, errors);
  check_announced(config, errors);
}

}  // namespace tinsim
