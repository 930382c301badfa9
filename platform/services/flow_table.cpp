// SPDX-License-Identifier: Apache-2.0
// The CSV file with a row for each flow.
#include "platform/services/flow_table.h"

#include <algorithm>
#include <tuple>

#include "base/cycle_time.h"

namespace tinsim {

FlowTableFile::FlowTableFile(const std::filesystem::path& file, unsigned core_mhz,
                             const FlowAlone& alone)
    : file_(file), core_mhz_(core_mhz), alone_(alone) {
  file_.print("id,src,dst,bytes,start_ns,end_ns,slowdown\n");
}

void FlowTableFile::write_until(Cycle cycle) {
  const auto later = std::partition(rows_.begin(), rows_.end(),
                                    [cycle](const FlowRow& row) { return row.end < cycle; });
  std::sort(rows_.begin(), later, [](const FlowRow& a, const FlowRow& b) {
    return std::tie(a.end, a.id) < std::tie(b.end, b.id);
  });
  std::for_each(rows_.begin(), later, [this](const FlowRow& row) { write(row); });
  rows_.erase(rows_.begin(), later);
}

void FlowTableFile::write(const FlowRow& row) {
  const auto ns = [this](Cycle cycle) { return cycles_to_ns(cycle, core_mhz_); };
  const auto slowdown =
      static_cast<double>(row.end - row.start) / static_cast<double>(alone_.cycles(row.bytes));
  file_.print("{},{},{},{},{},{},{:.3f}\n", row.id, row.src, row.dst, row.bytes, ns(row.start),
              ns(row.end), slowdown);
}

}  // namespace tinsim
