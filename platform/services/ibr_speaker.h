// SPDX-License-Identifier: Apache-2.0
// A host with a BGP speaker, which enters external routes in the IP tables of all chips (`ibr`).
#pragma once

#include <memory>
#include <vector>

#include "platform/controller/ibr/bgp_shard.h"
#include "platform/services/ethernet_host.h"
#include "platform/services/services.h"

namespace tinsim {

/// It is in the process that simulates the chip of its host.
class IbrSpeaker final : public Service {
 public:
  /// Null unless `ibr.enabled`. Requires IpNetwork.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  explicit IbrSpeaker(const ServiceContext& context);

  bool may_run_ahead() const override { return false; }
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  control::IbrPlan plan() const;
  void poll(Cycle now);
  bool has_right_routes(std::size_t chip) const;

  const PlatformConfig config_;
  const Topology& topology_;
  const Services& services_;
  std::size_t first_entry_ = 0;  ///< entries before it are those of the configuration
  std::unique_ptr<control::BgpShard> shard_;
  std::unique_ptr<EthernetHost> host_;
  Cycle next_poll_ = 0;
};

}  // namespace tinsim
