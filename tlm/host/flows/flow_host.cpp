// SPDX-License-Identifier: Apache-2.0
// A host behind the NIC that sends flows as messages under Swift.
#include "tlm/host/flows/flow_host.h"

namespace tinsim {

FlowHost::FlowHost(const HostNetwork& network, uint16_t number, HostStats& stats, FlowFeed& feed,
                   HostFlows& flows, FlowBoard& board, FlowStats& flow_stats, Cycle notice)
    : number_(number),
      process_(network.host.process_cycles),
      notice_(notice),
      flows_(flows),
      board_(board),
      stats_(flow_stats),
      feed_(feed),
      traffic_(network, number, stats) {
  traffic_.on_message = [this](unsigned, uint16_t from, Cycle at) { arrived(from, at); };
}

/// The NIC may call late; flows start in their own cycles nevertheless.
void FlowHost::start_flows(Cycle now) {
  feed_.read_until(now);
  flows_.run(now);
  for (StartedFlow flow; flows_.take(now, flow);) {
    stats_.started(flow);
    board_.put(number_, flow.dst, {flow.id, flow.at, flow.bytes});
    traffic_.send(flow.at, 0, flow.dst, flow.bytes);
  }
}

/// A message is whole: this host knows it after the time of its software, the source by a notice.
void FlowHost::arrived(uint16_t from, Cycle at) {
  const FlowTag tag = board_.take(from, number_);
  stats_.ended({tag.id, from, number_, tag.bytes, tag.start, at});
  flows_.completed(tag.id, at + process_);
  board_.notify(number_, from, {tag.id, at + notice_});
}

}  // namespace tinsim
