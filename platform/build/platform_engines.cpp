// SPDX-License-Identifier: Apache-2.0
// The built network: IP path, 1RMA and hosts, and what they send to other ranks.
#include "platform/build/platform.h"

namespace tinsim {

/// What besides raw cells hangs on the chips' terminal ports.
void Platform::add_engines(const PlatformConfig& config, uint8_t initial_hop,
                           const std::vector<DeliveryLog*>& log_of_pod) {
  if (config.ip.enabled) ip_ = std::make_unique<IpNetwork>(config, topology_, initial_hop);
  if (config.rma.enabled) rma_ = std::make_unique<RmaNetwork>(config, topology_, initial_hop);
  const HostMap hosts = host_map(config.topology);
  endpoints_.resize(topology_.chips.size());
  for (std::size_t chip : own_chips_) {
    if (hosts.hosts_of(chip) == 0) {
      tins_[chip]->cell_switch().attach(terminals_[chip].get());
      continue;
    }
    endpoints_[chip] = std::make_unique<ChipEndpoints>(*terminals_[chip], !config.traffic.empty());
    add_engines_of(chip, *endpoints_[chip], *log_of_pod[topology_.chips[chip].pod]);
    tins_[chip]->cell_switch().attach(&endpoints_[chip]->of_switch());
  }
  if (exchange_ != nullptr) add_far_chips(hosts);
  if (!config.ip_traffic.empty()) ip_hosts_ = std::make_unique<IpHosts>(config, topology_, *ip_);
  if (ip_ != nullptr) frames_ = make_frame_network(config, topology_, *ip_, ranks_);
  if (!config.rma_traffic.empty())
    rma_hosts_ = std::make_unique<RmaHosts>(config, topology_, *rma_);
  if (config.cliquemap.enabled)
    cliquemap_ = std::make_unique<CliqueMapHosts>(config, topology_, ip_.get(), rma_.get(), ranks_);
  if (cliquemap_ != nullptr && exchange_ != nullptr && config.cliquemap.sends_messages())
    add_far_software();
}

/// Only chips with hosts have any.
void Platform::add_engines_of(std::size_t chip, ChipEndpoints& endpoints, DeliveryLog& log) {
  if (ip_ != nullptr) endpoints.add(ip_->add(chip, log), ip_->ports(chip));
  if (rma_ != nullptr) endpoints.add(rma_->add(chip, log), rma_->ports(chip));
}

/// Packets and operations that begin or end in the chips of other ranks.
void Platform::add_far_chips(const HostMap& hosts) {
  for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
    if (has(chip) || hosts.hosts_of(chip) == 0) continue;
    const unsigned rank = partition_.rank_of(topology_.chips[chip].pod);
    if (ip_ != nullptr) ip_->add_far(chip, rank);
    if (rma_ != nullptr) rma_->add_far(chip, rank);
  }
  if (ip_ != nullptr) {
    packet_mail_ = std::make_unique<PacketMail>(ip_->directory());
    exchange_->send_with(*packet_mail_);
  }
  if (rma_ != nullptr) {
    message_mail_ = std::make_unique<MessageMail>(rma_->mail());
    exchange_->send_with(*message_mail_);
  }
}

/// Messages of CliqueMap to hosts of other ranks.
void Platform::add_far_software() {
  for (std::size_t chip = 0; chip < topology_.chips.size(); ++chip) {
    if (!has(chip)) cliquemap_->add_far(chip, partition_.rank_of(topology_.chips[chip].pod));
  }
  board_mail_ = std::make_unique<BoardMail>(cliquemap_->board());
  exchange_->send_with(*board_mail_);
}

}  // namespace tinsim
