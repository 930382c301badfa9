// SPDX-License-Identifier: Apache-2.0
// The frames of a network: replayed (`ip.replay`) and captured (`ip.capture`) at its IP ports.
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
#include "platform/services/services.h"

namespace tinsim {

/// Behind every NIC of a host, MAC and control processor is a FrameHost, which counts and captures
/// what arrives there. Where another host is attached already, the FrameHost is put before it.
class FrameNetwork final : public Service {
 public:
  /// Null where no frame is replayed or captured. Requires IpNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  /// Attaches the hosts to the engines of all chips in `ip`, which are there, with their own hosts.
  /// Throws ConfigError if a capture cannot be replayed, or is for a port where a host is.
  FrameNetwork(const PlatformConfig& config, const Topology& topology, IpNetwork& ip,
               Ranks& ranks = alone());

  FrameCounts counts() const;

  bool may_run_ahead() const override { return false; }
  void apply_deferred_updates(Cycle cycle) override;
  void open_capture(const std::filesystem::path& folder) override;
  void relay_capture() override;
  void gather_capture() override;
  void close_capture(Cycle end) override;
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  struct Place {
    IpPort port;
    std::unique_ptr<FrameHost> host;
    bool has_own_host = false;  ///< another host is attached there
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

}  // namespace tinsim
