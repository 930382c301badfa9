// SPDX-License-Identifier: Apache-2.0
// Plan of a controller, and records of its work.
#pragma once

#include <optional>
#include <vector>

#include "platform/controller/api_session.h"

namespace tinsim::control {

/// A chip with a link to another one, and its port of that link.
struct Neighbour {
  std::size_t chip = 0;
  std::uint8_t port = 0;
};

struct ControlledChip {
  Mac mac{};
  unsigned pod = 0;
  std::uint32_t address = 0;
  std::uint32_t host_address = 0;    ///< of the controller on the chip's Ethernet; 0: it has none
  std::uint8_t link_ports = 0;       ///< the first ports, which have its links
  std::vector<std::uint8_t> linked;  ///< … those with a link
  std::vector<Neighbour> neighbours;
};

struct ControllerPlan {
  std::vector<ControlledChip> chips;
  std::uint32_t link_status_address = 0, link_status_stride = 0;  ///< of port 0, and to the next
  std::uint32_t counters_address = 0;  ///< of the registers that are read at the end
  std::uint32_t counters_count = 0;
  std::optional<std::uint64_t> reboot_us;  ///< when the reboots begin
};

/// Progress of a chip. Times in us; nothing where it did not happen.
struct ChipProgress {
  std::optional<std::uint64_t> addressed_us;  ///< DHCP acknowledged its address
  std::optional<std::uint64_t> written_us;    ///< its tables are complete
  std::optional<std::uint64_t> connected_us;  ///< it identified itself over TCP
  std::optional<std::uint64_t> read_us;       ///< its counters have been read
  std::optional<std::size_t> proxy;           ///< chip that last relayed to it
  std::uint32_t address = 0;                  ///< that it reports
  std::vector<std::uint32_t> counters;
  std::optional<std::uint64_t> rebooted_us;    ///< a REBOOT was accepted, or its effect was seen
  std::optional<std::uint64_t> reconciled_us;  ///< … and its registers have been read again
  std::uint64_t differing = 0;                 ///< … which differed from what was written
  std::uint64_t links_down = 0;                ///< ports whose links were down when last read
  std::uint64_t sessions = 0;                  ///< TCP connections that were opened to it
  bool is_given_up = false;                    ///< after too many failures
};

struct ControllerCounts {
  SessionCounts sessions;
  std::uint64_t connections = 0, tcp_repeated = 0;
  std::uint64_t sessions_ended = 0;                      ///< by chips, or as they were silent
  std::uint64_t packets_sent = 0, packets_received = 0;  ///< IPv4 on the Ethernet
  std::uint64_t discovers = 0, requests = 0;             ///< of DHCP, from chips
  std::uint64_t relayed = 0;                             ///< … of those, by proxies
  std::uint64_t streams = 0;         ///< requests by way of proxies, repetitions included
  std::uint64_t streams_failed = 0;  ///< … of those, without a response
  std::uint64_t refused = 0;         ///< requests with a status other than 0 and 7
  std::uint64_t table_writes = 0;    ///< requests that wrote a table, or changed it
  std::uint64_t registers_written = 0;
};

}  // namespace tinsim::control
