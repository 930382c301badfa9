// SPDX-License-Identifier: Apache-2.0
// The frames of a network: what `ip.replay` and `ip.capture` put behind its IP ports.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/config/ip_port.h"
#include "platform/ranks/frame_relay.h"
#include "platform/ranks/ranks.h"
#include "platform/services/frame_host.h"
#include "platform/services/ip_network.h"

namespace tinsim {

/// Behind every NIC of a host, MAC and control processor is a FrameHost, whether it sends or not,
/// for what arrives there. Where another host is already, it stands before it.
class FrameNetwork {
 public:
  /// Attaches the hosts to the engines of all chips in `ip`, which are there, with their own hosts.
  /// Throws ConfigError if a capture cannot be replayed, or is for a port where a host is.
  FrameNetwork(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
               Ranks& ranks = alone());

  /// At the first rank: begins the capture of the ports of `ip.capture`, before the run. Throws
  /// ConfigError if the file cannot be written.
  void open_capture(const std::filesystem::path& folder);
  /// At the others: what they capture goes to the first.
  void relay_capture();
  /// All chips have been simulated up to `cycle`. Collective, if there is a capture.
  void settle(Cycle cycle);
  /// Collective: the first rank has what has been captured up to now.
  void collect();
  /// The run is over; its last cycle is `end` - 1. kNoCycle: it broke off.
  void close_capture(Cycle end);

  FrameCounts counts() const;

 private:
  struct Place {
    IpPort port;
    std::unique_ptr<FrameHost> host;
    bool is_taken = false;  ///< another host is behind it
  };
  Place& place_at(IpPort port);
  FramePort frame_port(const Topology& topology, IpPort port) const;
  bool is_here(IpPort port) const { return ip_.has(port.chip); }
  std::vector<IpPort> captured_ports() const;
  void capture_to(FrameSink& sink);
  void replay(std::size_t number);

  const PlatformConfig config_;
  HostMap hosts_;
  FramePolicy policy_;
  std::vector<Place> places_;  ///< in order of their ports
  IpNetwork& ip_;
  Ranks& ranks_;
  std::unique_ptr<FrameCapture> capture_;  ///< at the first rank
  FrameRelay relay_;                       ///< elsewhere
};

/// Null where nothing is replayed and nothing captured.
std::unique_ptr<FrameNetwork> make_frame_network(const PlatformConfig& config,
                                                 const Topology& topology, IpNetwork& ip,
                                                 Ranks& ranks);

}  // namespace tinsim
