// SPDX-License-Identifier: Apache-2.0
// Puts the events of many chips, which run one after the other, in order of time.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// `Record` has a member `cycle` and an operator< that orders by it first. Records that compare
/// equal keep the order in which they were added.
template <class Record>
class TimeSorter {
 public:
  void push(const Record& record) {
    if (record.cycle < written_until_) {
      throw InvariantError(fmt::format(
          "trace: an event of cycle {} was recorded after the events before cycle {} were written",
          record.cycle, written_until_));
    }
    records_.push_back(record);
  }

  std::size_t size() const { return records_.size(); }

  /// Passes the records before `cycle` to `fn` in order; no earlier record may be added afterwards.
  template <class Fn>
  void write_until(Cycle cycle, Fn&& fn) {
    if (cycle <= written_until_) return;
    written_until_ = cycle;
    const auto rest = std::stable_partition(records_.begin(), records_.end(),
                                            [&](const Record& r) { return r.cycle < cycle; });
    std::stable_sort(records_.begin(), rest);
    std::for_each(records_.begin(), rest, fn);
    records_.erase(records_.begin(), rest);
  }

 private:
  std::vector<Record> records_;
  Cycle written_until_ = 0;
};

}  // namespace tinsim
