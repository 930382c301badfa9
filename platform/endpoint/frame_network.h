// SPDX-License-Identifier: Apache-2.0
// The frames of a network: what `ip.replay` and `ip.capture` put behind its IP ports.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "platform/config/ip_port.h"
#include "platform/endpoint/frame_host.h"
#include "platform/endpoint/ip_network.h"

namespace tinsim {

/// Behind every NIC of a host, MAC and control processor is a FrameHost, whether it sends or not,
/// for what arrives there. Where another host is already, it stands before it.
class FrameNetwork {
 public:
  /// Attaches the hosts to the engines of all chips of `ip`, which are there, with their own hosts.
  /// Throws ConfigError if a capture cannot be replayed, or is for a port where a host is.
  FrameNetwork(const PlatformConfig& config, const Topology& topology, IpNetwork& ip);

  /// Begins the capture of the ports of `ip.capture`, before the run. Throws ConfigError if the
  /// file cannot be written.
  void open_capture(const std::filesystem::path& folder);
  /// All chips have been simulated up to `cycle`.
  void settle(Cycle cycle);
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
  void replay(std::size_t number);

  const PlatformConfig config_;
  FramePolicy policy_;
  std::vector<Place> places_;  ///< in order of their ports
  std::unique_ptr<FrameCapture> capture_;
};

/// Null where nothing is replayed and nothing captured.
std::unique_ptr<FrameNetwork> make_frame_network(const PlatformConfig& config,
                                                 const Topology& topology, IpNetwork& ip);

}  // namespace tinsim
