// SPDX-License-Identifier: Apache-2.0
// A live page of a run, served on the loopback interface.
#pragma once

#include <memory>
#include <string>

#include "platform/run/run_progress.h"

namespace tinsim {

class WatchServer : public RunWatcher {
 public:
  /// Serves `/` (the page) and `/state.json` at 127.0.0.1 from a thread of its own until the
  /// destructor. `port` 0: any that is free. Throws UsageError where the port cannot be had.
  WatchServer(unsigned port, const std::string& config, unsigned ranks);
  ~WatchServer() override;

  unsigned port() const;

  /// Twice per second at most.
  bool wants_snapshot() override;
  void show(const RunSnapshot& snapshot) override;

 private:
  struct Server;
  std::unique_ptr<Server> server_;
};

}  // namespace tinsim
