// SPDX-License-Identifier: Apache-2.0
// Inter-block routing (IBR): external routes from BGP peers to the IP tables of all chips.
#pragma once

#include <memory>

#include "platform/controller/ibr/bgp_session.h"
#include "platform/controller/ibr/chip_tables.h"
#include "platform/controller/ibr/external_rib.h"

namespace tinsim::control {

struct IbrPlan {
  std::uint32_t own_address = 0;
  std::uint16_t own_as = 0;
  std::uint16_t hold_s = 90;
  struct Peer {
    std::uint32_t address = 0;
    std::uint16_t as = 0;
  };
  std::vector<Peer> peers;
  std::vector<BgpPrefix> announced;
  std::vector<std::uint32_t> chips;  ///< addresses of their control processors
  ExternalTablePlan table;
  double peer_us = 1;  ///< of the clock of the peers, in a simulated us
};

/// The software of a host: it is given the IPv4 packets that arrive there and sends others, and has
/// no other way to peers and chips.
class BgpShard {
 public:
  BgpShard(const IbrPlan& plan, const TcpPeer::Send& send);

  void receive(const Bytes& ip_packet);
  void poll(std::uint64_t now_us);

  const ExternalRib& rib() const { return rib_; }
  const ExternalTable& table() const { return table_; }
  const ChipTables& chips() const { return chips_; }
  const std::vector<std::unique_ptr<BgpSession>>& sessions() const { return sessions_; }

 private:
  void write_changes();

  const double peer_us_;
  ExternalRib rib_;
  ExternalTable table_;
  ChipTables chips_;
  std::vector<std::unique_ptr<BgpSession>> sessions_;  ///< by peer
};

}  // namespace tinsim::control
