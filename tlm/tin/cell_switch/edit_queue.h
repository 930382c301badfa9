// SPDX-License-Identifier: Apache-2.0
// Changes of a switch by software that wait for their cycles.
#pragma once

#include <fmt/format.h>

#include <deque>

#include "base/errors.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Changes of one kind, in order of their cycles.
template <class Edit>
class EditQueue {
 public:
  /// Cycle of the next change; kNoCycle: none.
  Cycle next() const { return next_; }
  void push(Cycle at, const Edit& edit) {
    if (!waiting_.empty() && waiting_.back().at > at)
      throw InvariantError(
          fmt::format("a change by registers for cycle {} after one for cycle {}; "
                      "expected them in order",
                      at, waiting_.back().at));
    waiting_.push_back({at, edit});
    next_ = waiting_.front().at;
  }
  /// Calls fn(edit) for the changes that are due up to cycle `now`. True: there was one.
  template <class Fn>
  bool take(Cycle now, Fn&& fn) {
    if (next_ > now) return false;
    for (; !waiting_.empty() && waiting_.front().at <= now; waiting_.pop_front())
      fn(waiting_.front().edit);
    next_ = waiting_.empty() ? kNoCycle : waiting_.front().at;
    return true;
  }

 private:
  struct Waiting {
    Cycle at;
    Edit edit;
  };
  std::deque<Waiting> waiting_;
  Cycle next_ = kNoCycle;
};

}  // namespace tinsim
