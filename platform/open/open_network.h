// SPDX-License-Identifier: Apache-2.0
// A network from a configuration for a user's own sc_main: some of its hosts are models of the
// user's.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "platform/config/host_map.h"
#include "platform/open/open_host.h"
#include "platform/run/run_state.h"
#include "platform/statistics/verdict.h"
#include "rtl_models/parts/rma_region.h"
#include "tlm/host/ptp_clock.h"
#include "tlm/pcie/host_memory.h"

namespace tinsim {

class RmaNetwork;

/// Has 1RMA; hosts are numbered chip by chip. Whatever traffic is configured runs together with the
/// user's models, without warm-up or result.
class OpenNetwork {
 public:
  /// Windows of `window` cycles, at most (OpenHost). Throws ConfigError, also for a network without
  /// 1RMA, and UsageError for windows of 0 cycles.
  explicit OpenNetwork(const std::filesystem::path& config,
                       const std::vector<std::string>& overrides = {}, Cycle window = 1);

  /// The sockets of a host. Throws UsageError if there is no host of this number, if it belongs to
  /// an entry of rma_traffic or to cliquemap, or if a host is opened for the first time after the
  /// first run().
  OpenHost& open(unsigned host);
  /// A memory of the configured size for it, empty unless something has been written; also of hosts
  /// that are not open.
  HostMemory& memory(unsigned host);
  /// Registers [base, base + bytes) of its memory at its chip, as its driver would by registers.
  /// `permissions`: bits of RmaPerm. Throws UsageError if the table has no such number,
  /// the region ends beyond 2^64, or the key is zero.
  void add_region(unsigned host, uint32_t number, uint64_t base, uint64_t bytes,
                  uint8_t permissions, const RegionKey& key);
  /// GNet address of its chip, as commands name it.
  uint16_t address(unsigned host) const;

  /// The hardware clock of its chip, which the host may read and not set. Throws UsageError without
  /// `timesync.enabled`.
  PtpClock clock(unsigned host);

  /// As sc_start(length), after which all invariants hold. Throws InvariantError, which names chip,
  /// port, VC and cycle.
  void run(const sc_core::sc_time& length);

  /// Losses and failures since the first cycle, as the verdict on a run lists them; there is no
  /// measurement whose balance could be judged.
  std::vector<VerdictReason> verdict();

  Platform& platform() { return *state_.platform; }

 private:
  void require(unsigned host) const;
  RmaNetwork& rma();
  unsigned chip_of(unsigned host) const { return hosts_.chip_of(host); }
  unsigned number_of(unsigned host) const { return hosts_.place_of(host); }

  RunState state_;
  HostMap hosts_;
  std::map<unsigned, std::unique_ptr<OpenHost>> open_;
};

}  // namespace tinsim
