// SPDX-License-Identifier: Apache-2.0
// Inter-block routing (IBR): external routes from BGP peers to the IP tables of all chips.
#include "platform/controller/ibr/bgp_shard.h"

namespace tinsim::control {
namespace {

std::vector<ExternalPeer> peers_of(const IbrPlan& plan) {
  std::vector<ExternalPeer> peers;
  for (const IbrPlan::Peer& peer : plan.peers) peers.push_back({peer.address});
  return peers;
}

}  // namespace

BgpShard::BgpShard(const IbrPlan& plan, const TcpPeer::Send& send)
    : peer_us_(plan.peer_us),
      rib_(plan.own_as, peers_of(plan)),
      table_(plan.table),
      chips_(plan.own_address, plan.chips, table_, send) {
  for (std::size_t peer = 0; peer < plan.peers.size(); ++peer) {
    BgpSessionPlan session;
    session.own_address = plan.own_address;
    session.own_as = plan.own_as;
    session.peer_address = plan.peers[peer].address;
    session.peer_as = plan.peers[peer].as;
    session.hold_s = plan.hold_s;
    session.announced = plan.announced;
    sessions_.push_back(std::make_unique<BgpSession>(
        session, send,
        BgpSession::Events{[this, peer](const BgpUpdate& update) { rib_.update(peer, update); },
                           [this, peer] { rib_.withdraw_all(peer); }}));
  }
}

void BgpShard::receive(const Bytes& ip_packet) {
  for (const auto& session : sessions_) session->receive(ip_packet);
  chips_.receive(ip_packet);
}

void BgpShard::poll(std::uint64_t now_us) {
  const auto peer_now = static_cast<std::uint64_t>(static_cast<double>(now_us) * peer_us_);
  for (const auto& session : sessions_) session->poll(peer_now);
  write_changes();
  chips_.poll(now_us);
}

void BgpShard::write_changes() {
  for (const BgpPrefix& prefix : rib_.take_changed())
    chips_.write(table_.set(prefix, rib_.best(prefix)));
}

}  // namespace tinsim::control
