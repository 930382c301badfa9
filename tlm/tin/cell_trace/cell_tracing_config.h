// SPDX-License-Identifier: Apache-2.0
// Section `cell_tracing` of a configuration; docs/guide/cell_tracing.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/tin/cell_trace/trace_settings.h"

namespace tinsim {

struct CellTracingConfig {
  bool enabled = false;
  unsigned collector = 0;
  unsigned udp_port = 40400;
  std::vector<unsigned> classes;
  unsigned source = 0;
  unsigned source_mask = 0;
  unsigned destination = 0;
  unsigned destination_mask = 0;
  unsigned period = 100;
  TraceUnit unit = TraceUnit::cell;
  double from_us = 0;
  std::optional<double> to_us;
  unsigned buffer_records = 1024;
  double interval_us = 20;
  double heartbeat_us = 100;
  std::string file = "cell_trace.pcapng";
  TIN_KEYS(
      (enabled,
       "chips set the trace bit of some cells, and each chip on their way sends a record of them"),
      (collector, "number of the host that collects the records", range(0, 65535)),
      (udp_port, "UDP port of the collector", range(1, 65535)),
      (classes, "traffic classes of the cells that may be traced; empty: all", range(0, 9)),
      (source, "GNet address that the source of a traced cell has where source_mask has ones",
       range(0, 65535)),
      (source_mask, "bits of the source address that are compared; 0: none", range(0, 65535)),
      (destination,
       "GNet address that the destination of a traced cell has where destination_mask has ones",
       range(0, 65535)),
      (destination_mask, "bits of the destination address that are compared; 0: none",
       range(0, 65535)),
      (period, "one of so many cells that match is traced, at each terminal port", range(1, 65535)),
      (unit,
       "packet: the RTSs that match are counted, and all cells of the packets that are chosen are "
       "traced, with the answers to their RTSs"),
      (from_us, "cells that enter earlier are not traced, in us", range(0, 1e9)),
      (to_us, "cells that enter from then on are not traced, in us; unset: the run's end",
       above(0, 1e9)),
      (buffer_records, "records that a chip holds; it drops those that find no space",
       range(64, 65536)),
      (interval_us, "each chip sends at most one datagram, of 64 records at most, in this time",
       range(0.5, 1e6)),
      (heartbeat_us,
       "a chip without records sends a datagram after this time without one, so that its silence "
       "shows a loss; 0: never",
       range(0, 1e6)),
      (file, "name of the collector's capture in the result folder: NAME.pcapng"))
};

}  // namespace tinsim
