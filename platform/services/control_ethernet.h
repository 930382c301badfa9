// SPDX-License-Identifier: Apache-2.0
// The Ethernet on which the controller of a run is: the MACs of `ecp.ethernet_chips`.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "platform/controller/controller_records.h"
#include "platform/services/ethernet_host.h"
#include "platform/services/services.h"

namespace tinsim {

/// The chips of a network as its controller knows them: addresses, and the wiring.
control::ControllerPlan controller_plan(const PlatformConfig& config, const Topology& topology);

/// An IPv4 address for people.
std::string dotted(uint32_t address);

/// A host at the MAC of a chip, attached to its IP path.
std::unique_ptr<EthernetHost> attach_ethernet_host(const PlatformConfig& config,
                                                   const Topology& topology,
                                                   const Services& services, std::size_t chip,
                                                   std::function<void(Cycle)> poll);

/// Packets between the controller, which is in the process that simulates the first of the chips,
/// and the MACs of all. A packet takes EthernetHost::kDelay either way, so the result is the same
/// whatever part of the network is simulated first, and in which process. Precondition: no pod is
/// simulated further ahead than that.
class ControlEthernet {
 public:
  /// Does what is due at the controller.
  using Poll = std::function<void(Cycle now)>;

  ControlEthernet(const PlatformConfig& config, const Topology& topology,
                  const std::vector<bool>& is_own, Poll poll);
  ~ControlEthernet();

  /// This process has the controller.
  bool is_at_controller() const { return is_at_controller_; }
  /// Precondition: the chip is of this process, with its IP path.
  void attach(const Services& services, std::size_t chip);
  /// There are other processes.
  void join(RemoteChips& remote);

  /// An IPv4 packet of the controller, sent in the cycle of the last call of `poll`.
  void send(std::size_t chip, const std::vector<uint8_t>& ip_packet);
  /// Calls fn(chip, packet) for those that have arrived.
  template <class Fn>
  void receive(Cycle now, Fn&& fn) {
    for (const unsigned chip : chips_)
      for (const auto& packet : received(chip, now)) fn(std::size_t{chip}, packet);
  }

 private:
  class Mail;

  void poll(std::size_t chip, Cycle now);
  std::vector<std::vector<uint8_t>> received(std::size_t chip, Cycle now);

  const PlatformConfig& config_;
  const Topology& topology_;
  const std::vector<unsigned>& chips_;
  const bool is_at_controller_;
  Poll poll_;
  Cycle now_ = 0;
  std::vector<std::unique_ptr<EthernetHost>> hosts_;  ///< by chip; null: not here, or no Ethernet
  std::map<std::size_t, std::deque<EthernetHost::Arrival>> far_arrivals_;  ///< of other processes
  std::unique_ptr<Mail> mail_;                                             ///< null: one process
};

}  // namespace tinsim
