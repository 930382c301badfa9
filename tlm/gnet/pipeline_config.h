// SPDX-License-Identifier: Apache-2.0
// Section `tin.pipeline`: the cycles of each stage of a chip.
#pragma once

#include "rtl_models/common/keys.h"
#include "tlm/gnet/pipeline_delays.h"

namespace tinsim {

/// Stages in the order of a cell; their sum is the latency of an idle chip, wire to wire. Chips on
/// pins have the defaults.
struct PipelineConfig {
  unsigned receive_cycles = 4;
  unsigned lookup_cycles = 4;
  unsigned arbiter_cycles = 2;
  unsigned crossbar_cycles = 2;
  unsigned queue_cycles = 1;
  unsigned transmit_cycles = 3;
  TIN_KEYS((receive_cycles, "SerDes, gearbox and decoding at the receiver", range(1, 64)),
           (lookup_cycles, "header check, table look-up and write to the VC FIFO", range(1, 64)),
           (arbiter_cycles, "match, and read of the VC FIFO", range(1, 4)),
           (crossbar_cycles, "crossbar", range(1, 8)), (queue_cycles, "output queue", range(1, 4)),
           (transmit_cycles, "encoding, gearbox and SerDes at the sender", range(1, 64)))

  bool operator==(const PipelineConfig& o) const {
    return receive_cycles == o.receive_cycles && lookup_cycles == o.lookup_cycles &&
           arbiter_cycles == o.arbiter_cycles && crossbar_cycles == o.crossbar_cycles &&
           queue_cycles == o.queue_cycles && transmit_cycles == o.transmit_cycles;
  }
  bool operator!=(const PipelineConfig& o) const { return !(*this == o); }
};

constexpr PipelineDelays pipeline_delays(const PipelineConfig& stages) {
  PipelineDelays delays;
  delays.wire_to_rx = stages.receive_cycles;
  delays.rx_to_request = stages.lookup_cycles;
  delays.match_to_tx = stages.arbiter_cycles + stages.crossbar_cycles + stages.queue_cycles;
  delays.tx_to_wire = stages.transmit_cycles;
  return delays;
}
static_assert(pipeline_delays({}) == PipelineDelays());

}  // namespace tinsim
