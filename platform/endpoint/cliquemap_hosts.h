// SPDX-License-Identifier: Apache-2.0
// The hosts of CliqueMap: clients that look up and set values, backends that keep them.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/cliquemap_plan.h"
#include "platform/endpoint/ip_network.h"
#include "platform/endpoint/rma_network.h"
#include "tlm/host/rma/cliquemap_requests.h"
#include "tlm/host/rma/rma_software_host.h"
#include "tlm/host/rma/software_host.h"

namespace tinsim {

/// The hosts of this process's chips, which are all where messages are sent. Where they live in the
/// memory of each: CliqueMemory. Before the first cycle backends have
/// all keys in version CliqueHistory::kFirst.
class CliqueMapHosts {
 public:
  /// `config` passed validate() and has CliqueMap; the engines of all chips have been made. Null:
  /// the network has none of the kind. Throws ConfigError for a file of sizes that is wrong, or
  /// whose values do not fit.
  CliqueMapHosts(const PlatformConfig& config, const Topology& topology, IpNetwork* ip,
                 RmaNetwork* rma);

  /// What happens in [from, to) is measured. Nothing is before this has been called.
  void measure(Cycle from, Cycle to);
  const CliqueStats& stats() const { return stats_; }
  /// Of all processes.
  std::size_t backends() const { return backends_.size(); }
  /// Of this process.
  const std::vector<std::unique_ptr<CliqueGets>>& gets() const { return gets_; }
  /// Empty if none are made.
  const std::vector<std::unique_ptr<CliqueSets>>& sets() const { return sets_; }
  /// Sum over the clients of the age of their oldest request that has not ended; how many they are
  /// goes to `askers`.
  uint64_t waiting_age(Cycle now, uint64_t& askers) const;

 private:
  void make_memories(RmaNetwork* rma);
  void make_backends();
  void set_first_values();
  void register_regions(RmaNetwork& rma) const;
  void add_rma_client(uint16_t number, RmaNetwork& rma);
  void add_software(IpNetwork& ip);
  unsigned chip_of(unsigned number) const { return number / per_chip_; }
  unsigned host_of(unsigned number) const { return number % per_chip_; }
  /// Whether the host's chip is one of this process. Precondition: make_memories() has been called.
  bool has(unsigned number) const { return memories_[number] != nullptr; }
  RegionKey key_of(uint64_t number) const;

  const PlatformConfig config_;
  const Topology& topology_;
  const CliquePlan plan_;
  unsigned per_chip_;
  CliqueWorkload workload_;
  CliqueMemory map_;
  CliqueClientParams clique_;
  CliqueStats stats_;
  HostNetwork network_;   ///< of messages
  HostStats host_stats_;  ///< likewise
  MessageBoard board_;
  std::vector<std::unique_ptr<HostMemory>> own_memories_;    ///< by host, without 1RMA
  std::vector<HostMemory*> memories_;                        ///< by host; null: of another process
  std::vector<std::unique_ptr<CliqueBackend>> backends_;     ///< likewise
  std::vector<std::unique_ptr<RmaSoftwareHost>> rma_hosts_;  ///< by client
  std::vector<std::unique_ptr<SoftwareHost>> software_;      ///< by host
  std::vector<std::unique_ptr<CliqueGets>> gets_;            ///< by client
  std::vector<std::unique_ptr<CliqueSets>> sets_;            ///< by client
};

}  // namespace tinsim
