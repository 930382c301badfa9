// SPDX-License-Identifier: Apache-2.0
// Which host sends a flow, and which one knows first that it is complete.
#pragma once

#include "tlm/host/flows/flow_source.h"
#include "tlm/host/flows/flows_config.h"

namespace tinsim {

/// The host that starts it: the sender of a message or of a write by 1RMA, the reader of a read.
inline uint16_t initiator_of(const Flow& flow, FlowTransport transport) {
  return transport == FlowTransport::rma_read ? flow.dst : flow.src;
}
/// The host at which it completes: the receiver of a message, the initiator of operations of 1RMA.
inline uint16_t observer_of(const Flow& flow, FlowTransport transport) {
  return transport == FlowTransport::rma_write ? flow.src : flow.dst;
}
inline bool is_at(const Flow& flow, uint16_t host) { return flow.src == host || flow.dst == host; }

}  // namespace tinsim
