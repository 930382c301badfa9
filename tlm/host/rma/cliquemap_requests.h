// SPDX-License-Identifier: Apache-2.0
// The requests of one CliqueMap client: GETs, SETs and ERASEs, each an open loop of Poisson
// arrivals, and their results.
#pragma once

#include <algorithm>
#include <map>

#include "base/exponential.h"
#include "base/histogram.h"
#include "base/random.h"
#include "base/zipf.h"
#include "tlm/host/rma/cliquemap_client.h"
#include "tlm/host/rma/cliquemap_history.h"
#include "tlm/host/rma/cliquemap_values.h"
#include "tlm/host/rma/host_program.h"
#include "tlm/host/rma/software_memory.h"
#include "tlm/host/service_series.h"

namespace tinsim {

/// Common parameters of all clients of a run.
struct CliqueWorkload {
  uint64_t seed = 1;
  uint32_t keys = 1;        ///< 0 .. keys - 1 are there before the run
  Zipf popularity;          ///< of these keys: key 0 is the most popular one
  uint64_t miss_share = 0;  ///< of 2^32 GETs, the number for a key that never exists
  Q32 get_gap = 0;          ///< mean cycles between the GETs of a client; 0: it makes none
  Q32 set_gap = 0;          ///< likewise SETs …
  Q32 erase_gap = 0;        ///< … and ERASEs
  CliqueValues values{1, SizeCdf(4096)};
  CliqueHistory history;
};

/// Of all clients. GETs with a wrong end are counted over the whole run.
struct CliqueStats {
  Cycle from = kNoCycle, to = kNoCycle;
  uint64_t gets_made = 0, sets_made = 0, erases_made = 0;  ///< born in the measurement
  uint64_t value_bytes = 0;                 ///< of hits and SETs that ended in the measurement
  Histogram hit, miss, failed, set, erase;  ///< cycles from birth to end, ended in the measurement
  Histogram index, data;                    ///< of hits at the first attempt: its two parts
  ServiceSeries service;                    ///< requests

  uint64_t wrong_values = 0;  ///< hits whose octets differ from those of their version
  uint64_t stale = 0;         ///< hits with a version that had been overwritten, or never set
  CliqueJudge judge;          ///< of GETs that are not judged yet
  uint64_t wrong_ends = 0;    ///< misses of a key that is there, hits of one that is not

  /// Judges the pending GETs.
  void judge_pending(const CliqueHistory& history) {
    const CliqueWrong wrong = judge.judge(history);
    stale += wrong.stale;
    wrong_ends += wrong.misses;
  }
  bool measures(Cycle at) const { return at >= from && at < to; }
  void succeeded(Cycle at, Cycle requested) {
    service.done(at, 1);
    service.ended(at, at - requested);
  }
};

/// Poisson arrivals; the n-th request depends on (seed, stream, host, n) only.
class CliqueArrivals {
 public:
  CliqueArrivals(uint64_t seed, uint32_t stream, uint16_t host, Q32 gap);

  /// Of the next request; kNoCycle when there are none.
  Cycle at() const { return at_; }
  const Draw& draw() const { return draw_; }
  void pop();

 private:
  uint64_t seed_;
  uint32_t stream_;
  uint16_t host_;
  Q32 gap_;
  uint64_t number_ = 0;
  uint64_t time_ = 0;
  uint32_t fraction_ = 0;  ///< of a cycle, below time_
  Cycle at_ = kNoCycle;
  Draw draw_{};
};

class CliqueGets final : public HostProgram {
 public:
  /// All but `params` must outlive it.
  CliqueGets(const CliqueWorkload& workload, uint16_t host, CliqueClientParams params,
             RemoteMemory& remote, CliqueStats& stats);

  Cycle next() const override { return arrivals_.at(); }
  void run(Cycle now) override;
  const CliqueMapClient& client() const { return client_; }

 private:
  void ended(const CliqueGet& get, Cycle at);

  const CliqueWorkload& workload_;
  CliqueStats& stats_;
  CliqueArrivals arrivals_;
  CliqueMapClient client_;
};

struct CliqueSetCounters {
  uint64_t made = 0;
  uint64_t ended = 0;    ///< a majority of replicas has stored, or erased, the value
  uint64_t refused = 0;  ///< … cannot have it
  uint64_t outstanding() const { return made - ended - refused; }
};

/// A SET is a message to each replica. It has ended when a majority has answered that it is done.
/// So is an ERASE, which is done also where the key was not there.
class CliqueSets final : public HostProgram {
 public:
  /// All but `params` must outlive it. `software` reports the completed SETs.
  CliqueSets(CliqueWorkload& workload, uint16_t host, const CliqueClientParams& params,
             SoftwareMemory& software, CliqueStats& stats);

  Cycle next() const override { return std::min(arrivals_.at(), erasures_.at()); }
  void run(Cycle now) override;
  const CliqueSetCounters& counters() const { return counters_; }
  const CliqueSetCounters& erases() const { return erases_; }
  uint64_t outstanding() const { return open_.size(); }
  /// Cycle of the oldest outstanding request; kNoCycle if there is none.
  Cycle oldest() const { return open_.empty() ? kNoCycle : open_.begin()->second.requested; }

 private:
  struct Open {
    uint64_t key = 0, version = 0;
    Cycle requested = 0;
    unsigned done = 0, answers = 0;
    bool erases = false;
  };
  void make(Cycle now, const CliqueArrivals& arrivals, bool erases);
  void send_to_replicas(Cycle now, uint64_t number, const Open& open);
  void answered(uint64_t number, bool ok, Cycle at);
  void finish(const Open& open, Cycle at);

  CliqueWorkload& workload_;
  uint16_t host_;
  CliqueClientParams params_;
  SoftwareMemory& software_;
  CliqueStats& stats_;
  CliqueArrivals arrivals_, erasures_;
  uint64_t clock_ = 0;             ///< of versions: the cycle, but never the same twice
  std::map<uint64_t, Open> open_;  ///< by number: the majority has not answered
  CliqueSetCounters counters_, erases_;
};

}  // namespace tinsim
