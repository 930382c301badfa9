// SPDX-License-Identifier: Apache-2.0
// Configuration of the 1RMA operations of hosts; docs/reference/rma.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/config/hosts_config.h"
#include "rtl_models/common/keys.h"
#include "tlm/tin/rma/rma_config.h"

namespace tinsim {

TIN_ENUM(RmaTrafficOp, read, write, faa, cas)

/// Operations of hosts; entries add up.
struct RmaTrafficConfig {
  HostPattern pattern = HostPattern::uniform;
  RmaTrafficOp op = RmaTrafficOp::read;
  RmaLatencyClass class_ = RmaLatencyClass::H;
  unsigned bytes = 4096;
  std::optional<double> gbps;
  unsigned outstanding = 16;
  std::vector<unsigned> sources;
  std::vector<unsigned> targets;
  TIN_KEYS((pattern,
            "choice of the remote host: any other, one other, or the targets; pairs: source k to "
            "target k"),
           (op, "operation"), (class_, "class of latency"),
           (bytes, "bytes of one operation; faa and cas: 8", range(1, 4096)),
           (gbps, "requested rate of each source host, in Gb/s, Poisson; unset: closed loop",
            above(0, 1e6)),
           (outstanding, "outstanding operations of a host", range(1, 128)),
           (sources, "host numbers that make operations; empty: all", range(0, 65535)),
           (targets, "incast, pairs: host numbers whose memory is used", range(0, 65535),
            only_with(&RmaTrafficConfig::pattern, {HostPattern::incast, HostPattern::pairs},
                      "with this pattern")))
};

}  // namespace tinsim
