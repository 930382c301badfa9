// SPDX-License-Identifier: Apache-2.0
// The flows of one host: which are unfinished, which wait for others, which may start.
#pragma once

#include <queue>
#include <unordered_map>
#include <vector>

#include "tlm/gnet/cell.h"
#include "tlm/host/flows/flow_source.h"

namespace tinsim {

/// A completion that the host learns of by a notice, in the first cycle from `at` on that is a
/// multiple of kNoticePoll: software polls for notices while it waits for one.
struct FlowNotice {
  uint64_t id = 0;
  Cycle at = 0;
};

/// A flow that may start.
struct StartedFlow {
  uint64_t id = 0;
  uint16_t src = 0, dst = 0;
  uint32_t bytes = 0;
  Cycle at = 0;  ///< its start has come, and all its predecessors are known to be complete
};

class HostFlows {
 public:
  static constexpr Cycle kNoticePoll = 40;

  explicit HostFlows(uint16_t host) : host_(host) {}

  /// A flow with an end at this host; the first to be called for it. `by_notice`: another host
  /// observes its completion. In the order of the list.
  void add(uint64_t id, bool by_notice) { unfinished_.emplace(id, by_notice); }
  /// The host is to start it, in cycle `start` or later; all flows of the list before it have been
  /// added. Not after run(start + 1).
  void plan(const Flow& flow, Cycle start);

  /// The host knows from cycle `at` on, not before the last run(), that the flow is complete.
  void completed(uint64_t id, Cycle at) { known_.push({id, at}); }
  /// … as a notice says. Throws InvariantError if the host has passed that cycle already.
  void notify(const FlowNotice& notice);

  /// When run() or take() has something to do, not changed by notify(); kNoCycle: not before a
  /// call.
  Cycle next() const;
  /// Applies completions and notices up to `now`.
  void run(Cycle now);
  /// The next flow that may start up to `now`, in the order of time and list; false: none. Called
  /// after run(now) until it returns false.
  bool take(Cycle now, StartedFlow& flow);

  std::size_t unfinished() const { return unfinished_.size(); }
  std::size_t planned() const { return waiting_.size() + ready_.size(); }

 private:
  struct Waiting {
    StartedFlow flow;
    unsigned missing = 0;  ///< predecessors that are not known to be complete
  };
  struct Ready {
    StartedFlow flow;
    uint64_t order = 0;  ///< in the list
    bool operator>(const Ready& o) const {
      return flow.at != o.flow.at ? flow.at > o.flow.at : order > o.order;
    }
  };
  struct Later {
    bool operator()(const FlowNotice& a, const FlowNotice& b) const {
      return a.at != b.at ? a.at > b.at : a.id > b.id;
    }
  };
  template <class T, class Order>
  using Heap = std::priority_queue<T, std::vector<T>, Order>;

  void apply(const FlowNotice& end);

  uint16_t host_;
  std::unordered_map<uint64_t, bool> unfinished_;  ///< by id: whether a notice reports its end
  std::unordered_map<uint64_t, std::vector<uint64_t>> successors_;  ///< orders, by id
  std::unordered_map<uint64_t, Waiting> waiting_;                   ///< by order
  Heap<Ready, std::greater<>> ready_;
  Heap<FlowNotice, Later> known_, notices_;
  uint64_t planned_ = 0;
  unsigned awaited_ = 0;  ///< predecessors of waiting flows that notices will report
  Cycle seen_ = 0;        ///< cycle of the last run()
  bool has_run_ = false;
};

}  // namespace tinsim
