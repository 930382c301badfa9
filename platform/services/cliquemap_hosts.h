// SPDX-License-Identifier: Apache-2.0
// The hosts of CliqueMap: clients that look up and set values, backends that store them.
#pragma once

#include <memory>
#include <vector>

#include "platform/config/cliquemap_plan.h"
#include "platform/ranks/board_mail.h"
#include "platform/ranks/ranks.h"
#include "platform/services/cliquemap_parts.h"
#include "platform/services/ip_network.h"
#include "platform/services/rma_network.h"
#include "platform/services/services.h"
#include "tlm/host/rma/cliquemap_requests.h"
#include "tlm/host/rma/rma_software_host.h"
#include "tlm/host/rma/software_host.h"

namespace tinsim {

/// The hosts of this process's chips. Where index and data live in the memory of each:
/// CliqueMemory. Before the first cycle backends have all keys in version CliqueHistory::kFirst.
class CliqueMapHosts final : public Service {
 public:
  /// Requires RmaNetwork for reads by 1RMA, IpNetwork for messages.
  static std::unique_ptr<Service> make(const ServiceContext& context);

  /// `config` passed validate() and has CliqueMap; the engines of all chips have been made. Null:
  /// the network has none of the kind. Throws ConfigError for a file of sizes that is wrong, or
  /// whose values do not fit.
  CliqueMapHosts(const PlatformConfig& config, const Topology& topology, IpNetwork* ip,
                 RmaNetwork* rma, Ranks& ranks);

  const CliqueStats& stats() const { return stats_; }
  /// Of all processes.
  std::size_t backends() const { return backends_.size(); }
  /// Of this process.
  const std::vector<std::unique_ptr<CliqueGets>>& gets() const { return gets_; }
  /// Empty if there are no SETs or ERASEs.
  const std::vector<std::unique_ptr<CliqueSets>>& sets() const { return sets_; }

  void join(RemoteChips& remote) override;
  void measure(Cycle from, Cycle to, Cycle batch) override;
  /// A request waits until it has ended.
  uint64_t waiting_age(Cycle now, uint64_t& sources) override;
  /// SETs are exchanged between ranks at the end of each batch.
  bool may_run_ahead() const override { return false; }
  /// Exchanges the SETs with the other ranks, and compares the GETs that have ended with them.
  void apply_deferred_updates(Cycle cycle) override;
  static void declare_sections(ResultSections& sections);
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  void make_memories(const IpNetwork* ip, RmaNetwork* rma);
  void register_regions(RmaNetwork& rma) const;
  void add_rma_client(uint16_t number, RmaNetwork& rma);
  void add_software(IpNetwork& ip);
  unsigned chip_of(unsigned number) const { return map_of_hosts_.chip_of(number); }
  unsigned host_of(unsigned number) const { return map_of_hosts_.place_of(number); }
  /// Whether the host's chip is one of this process. Precondition: make_memories() has been called.
  bool has(unsigned number) const { return memories_[number] != nullptr; }
  bool makes_sets() const { return config_.cliquemap.makes_changes(); }
  void share_sets();

  const PlatformConfig config_;
  const Topology& topology_;
  const CliquePlan plan_;
  HostMap map_of_hosts_;
  CliqueWorkload workload_;
  CliqueMemory map_;
  CliqueClientParams clique_;
  CliqueStats stats_;
  HostNetwork network_;                    ///< of messages
  HostStats host_stats_;                   ///< likewise
  MessageBoard board_;                     ///< contents of the messages
  std::unique_ptr<BoardMail> board_mail_;  ///< to and from other ranks; null: none
  Ranks& ranks_;
  std::vector<std::unique_ptr<HostMemory>> own_memories_;    ///< without 1RMA
  std::vector<HostMemory*> memories_;                        ///< by host; null: of another process
  std::vector<std::unique_ptr<CliqueBackend>> backends_;     ///< likewise
  std::vector<std::unique_ptr<RmaSoftwareHost>> rma_hosts_;  ///< by client
  std::vector<std::unique_ptr<SoftwareHost>> software_;      ///< by host; null: of another process
  std::vector<std::unique_ptr<CliqueGets>> gets_;            ///< by client
  std::vector<std::unique_ptr<CliqueSets>> sets_;            ///< by client
};

}  // namespace tinsim
