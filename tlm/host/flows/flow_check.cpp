// SPDX-License-Identifier: Apache-2.0
// Rules that every list of flows must keep.
#include "tlm/host/flows/flow_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "base/errors.h"
#include "tlm/host/flows/flow_rules.h"

namespace tinsim {
namespace {

class Check {
 public:
  Check(const FlowSource& source, unsigned hosts, FlowTransport transport)
      : source_(source), hosts_(hosts), transport_(transport) {}

  void take(const Flow& flow) {
    check_ends(flow);
    if (flow.bytes == 0) fail(flow, "bytes is 0; expected at least 1");
    if (flow.start_ns < last_start_ns_)
      fail(flow, fmt::format("start_ns is {}, before the {} of the flow before; expected a list in "
                             "the order of starts",
                             flow.start_ns, last_start_ns_));
    last_start_ns_ = flow.start_ns;
    // Before its own id is added: a flow does not come after itself.
    for (uint64_t id : flow.after) check_predecessor(flow, id);
    if (!table_.add(flow.id, {flow.src, flow.dst}))
      fail(flow, "has an id of an earlier flow; expected another id");
  }

 private:
  [[noreturn]] void fail(const Flow& flow, const std::string& sentence) const {
    throw ConfigError(fmt::format("{}: flows: flow {}: {}", source_.place(), flow.id, sentence));
  }

  void check_ends(const Flow& flow) const {
    for (const auto& [name, host] : {std::pair("src", flow.src), std::pair("dst", flow.dst)})
      if (host >= hosts_)
        fail(flow, fmt::format("{} is host {}, which does not exist; expected 0 to {}", name, host,
                               hosts_ - 1));
    if (flow.src == flow.dst)
      fail(flow, fmt::format("src and dst are host {}; expected two hosts", flow.src));
  }

  void check_predecessor(const Flow& flow, uint64_t id) const {
    const auto ends = table_.find(id);
    if (!ends)
      fail(flow, fmt::format(
                     "after names {}, which is no earlier flow; expected ids of lines above", id));
    const uint16_t host = initiator_of(flow, transport_);
    if (ends->src != host && ends->dst != host)
      fail(flow,
           fmt::format("after names {}, a flow from host {} to host {}, of which host {} does not "
                       "learn; expected flows that start or end at host {}, which starts this one",
                       id, ends->src, ends->dst, host, host));
  }

  const FlowSource& source_;
  unsigned hosts_;
  FlowTransport transport_;
  FlowTable table_;
  uint64_t last_start_ns_ = 0;
};

}  // namespace

bool FlowTable::add(uint64_t id, Ends ends) {
  if (find(id)) return false;
  const std::size_t place = ends_.size();
  ends_.push_back(ends);
  auto after = runs_.upper_bound(id);
  if (after != runs_.begin()) {
    auto& [first, run] = *std::prev(after);
    if (run.last + 1 == id && run.first + (id - first) == place) {
      run.last = id;
      return true;
    }
  }
  runs_.insert(after, {id, {id, place}});
  return true;
}

std::optional<FlowTable::Ends> FlowTable::find(uint64_t id) const {
  const auto after = runs_.upper_bound(id);
  if (after == runs_.begin()) return std::nullopt;
  const auto& [first, run] = *std::prev(after);
  if (id > run.last) return std::nullopt;
  return ends_[run.first + (id - first)];
}

FlowTotals check_flows(FlowSource& source, unsigned hosts, FlowTransport transport) {
  Check check(source, hosts, transport);
  FlowTotals totals;
  for (Flow flow; source.next(flow);) {
    check.take(flow);
    if (totals.flows++ == 0) totals.first_start_ns = flow.start_ns;
    totals.bytes += flow.bytes;
  }
  return totals;
}

}  // namespace tinsim
