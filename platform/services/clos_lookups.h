// SPDX-License-Identifier: Apache-2.0
// CliqueMap's clients and backends on Ethernet switches: lookups by messages between software.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/cliquemap_parts.h"
#include "platform/statistics/ethernet_clos_result.h"
#include "tlm/host/rma/software_host.h"

namespace tinsim {

/// `config`, and after the entries of ip_traffic one more, which carries messages of lookups.
PlatformConfig with_lookup_messages(PlatformConfig config);

/// Requests are those on the chips: the same keys at the same times.
class ClosLookups {
 public:
  /// `network` has the entries of with_lookup_messages(config); both outlive the lookups.
  ClosLookups(const PlatformConfig& config, const HostNetwork& network, HostStats& stats);

  /// Hosts from 0 on that are clients or backends.
  std::size_t hosts() const { return hosts_.size(); }
  SoftwareHost& host(std::size_t number) { return *hosts_[number]; }
  void measure(Cycle from, Cycle to, Cycle batch);
  /// As Service::waiting_age(); each client is a source.
  uint64_t waiting_age(Cycle now, uint64_t& sources) const;
  void judge() { stats_.judge_pending(workload_.history); }
  ClosLookupResult result() const;

 private:
  const CliquePlan plan_;
  CliqueWorkload workload_;
  CliqueMemory map_;
  CliqueStats stats_;
  MessageBoard board_;  ///< contents of the messages
  std::vector<std::unique_ptr<HostMemory>> memories_;
  std::vector<std::unique_ptr<CliqueBackend>> backends_;
  std::vector<std::unique_ptr<SoftwareHost>> hosts_;
  std::vector<std::unique_ptr<CliqueGets>> gets_;  ///< by client
};

}  // namespace tinsim
