// SPDX-License-Identifier: Apache-2.0
// The traces of one run: at the first rank, with the events that other ranks send of their chips.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "platform/build/platform.h"
#include "platform/run/trace_relay.h"
#include "platform/trace/trace.h"

namespace tinsim {

/// Does nothing where the configuration has no traces. All but the constructor is collective.
class RunTraces {
 public:
  /// At the first rank, creates the files in `folder`. All arguments outlive the traces. Throws
  /// ConfigError when there is no folder or a file cannot be written.
  RunTraces(const PlatformConfig& config, const Topology& topology, Platform& platform,
            const std::filesystem::path& folder);

  /// The chips report their events from now on.
  void attach();
  /// Every chip has been advanced to now.
  void advance();
  /// The run is over. Throws what writing throws.
  void finish();
  /// The run breaks off with an InvariantError: the files hold all events up to it.
  void break_off();

 private:
  void close(Cycle end);

  bool is_on_;  ///< traces of TiNs; those of ExaNet nodes are their service's
  Platform& platform_;
  std::vector<std::unique_ptr<Trace>> traces_;  ///< the platform's chips hold their observers
  std::unique_ptr<TraceRelay> relay_;           ///< from and to other ranks
};

}  // namespace tinsim
