// SPDX-License-Identifier: Apache-2.0
// How a controller reaches the TiNs of a network over their own links: settings, counts, progress.
#pragma once

#include <optional>
#include <vector>

#include "platform/controller/controller_records.h"

namespace tinsim::control {

/// Carrier of the requests to a TiN.
enum class Carrier : std::uint8_t {
  kNone,
  kByTcp,    ///< a connection, from the Ethernet of a TiN
  kByProxy,  ///< PMOS packets of a neighbour that has a connection
};

struct InBandSettings {
  std::uint64_t report_us = 1000;  ///< period in which TiNs report the states of their links
};

/// Messages of all TiNs, by kind.
struct InBandCounts {
  SessionCounts sessions;
  std::uint64_t connections = 0, tcp_repeated = 0;
  std::uint64_t sessions_ended = 0;                      ///< by TiNs, or as they were silent
  std::uint64_t packets_sent = 0, packets_received = 0;  ///< IPv4 on the Ethernet
  std::uint64_t discovers = 0, requests = 0;             ///< of DHCP, from TiNs
  std::uint64_t relayed = 0;                             ///< … of those, by proxies
  std::uint64_t identifies = 0;                          ///< requests IDENTIFY
  std::uint64_t subscriptions = 0;                       ///< requests REPORT
  std::uint64_t accesses_by_tcp = 0;                     ///< requests ACCESS of the front end
  std::uint64_t accesses_by_proxy = 0;
  std::uint64_t link_reads = 0;    ///< requests ACCESS for the states of links, by proxies
  std::uint64_t proxied_lost = 0;  ///< requests by proxies without a response
};

/// An event between a controller and a TiN.
struct ControlEvent {
  enum class Kind : std::uint8_t {
    kAddressed,
    kReached,    ///< it identified itself by way of a neighbour
    kConnected,  ///< … over TCP
    kEnded,      ///< its session
    kLinks,      ///< `value`: mask of those that are UP, which changed
    kRead,       ///< a request with its response; `value`: bytes of both
    kWrite,
    kPlan,     ///< of all TiNs; `value`: its number
    kSettled,  ///< of all TiNs
  };
  Kind kind = Kind::kAddressed;
  std::size_t tin = 0;
  std::uint64_t from_us = 0, to_us = 0;  ///< equal but for requests
  std::uint64_t value = 0;
  Carrier carrier = Carrier::kNone;

  bool is_request() const { return kind == Kind::kRead || kind == Kind::kWrite; }
  bool is_of_tin() const { return kind < Kind::kPlan; }
};

/// Progress of a TiN. Times in us; nothing where it did not happen.
struct TinProgress {
  std::optional<std::uint64_t> addressed_us;   ///< DHCP acknowledged its address
  std::optional<std::uint64_t> reached_us;     ///< it identified itself, by any carrier
  std::optional<std::uint64_t> connected_us;   ///< … over TCP
  std::optional<std::size_t> proxy;            ///< the neighbour that first relayed to it
  std::uint32_t address = 0;                   ///< that it reports
  std::uint64_t connections = 0, proxied = 0;  ///< sessions that were begun, by their carriers
};

}  // namespace tinsim::control
