// SPDX-License-Identifier: Apache-2.0
// TAP devices of Linux at IP ports of a network, or the recording of a run with them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platform/config/ip_port.h"
#include "platform/services/ip_network.h"
#include "platform/services/services.h"
#include "platform/services/tap_host.h"

namespace tinsim {

class TapNetwork final : public Service {
 public:
  /// Null without `tap.ports`. Requires IpNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  /// Opens the devices, or reads the recording. Throws ConfigError where a device cannot be opened,
  /// a port has a host, there are several processes, or the recording is not of these ports.
  explicit TapNetwork(const ServiceContext& context);

  bool may_run_ahead() const override { return false; }
  void apply_deferred_updates(Cycle cycle) override;
  void open_capture(const std::filesystem::path& folder) override;
  void close_capture(Cycle end) override;
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  /// A port of this rank.
  struct Place {
    IpPort port;
    std::unique_ptr<TapHost> host;
    const LiveTapPort* device = nullptr;  ///< null: in a replay
  };
  void add(const ServiceContext& context, std::size_t number,
           const std::vector<TapFrame>& recorded);
  TapHostParams host_params(const Topology& topology, std::size_t number, IpPort port) const;
  std::unique_ptr<LiveTapPort> device_of(std::size_t number, const MacAddress& mac);
  void log_to(TapLog& log);

  const PlatformConfig config_;
  WallPace pace_;
  std::vector<Place> places_;
  std::unique_ptr<TapRecorder> recorder_;      ///< of a live run
  std::unique_ptr<TapComparison> comparison_;  ///< of a replay
};

}  // namespace tinsim
