// SPDX-License-Identifier: Apache-2.0
// Configuration of the messages of hosts on the IP path.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Choice of the target of a host's messages or operations.
TIN_ENUM(HostPattern, uniform, permutation, incast, pairs)
TIN_ENUM(IpTransport, swift, none)

/// Messages of hosts over the IP path; entries add up. docs/reference/hosts.md.
struct IpTrafficConfig {
  HostPattern pattern = HostPattern::uniform;
  IpTransport transport = IpTransport::swift;
  double gbps = 10;
  unsigned message_bytes = 4096;
  std::string size_cdf;
  unsigned mtu_bytes = 4160;
  unsigned cos = 0;
  bool ecn = true;
  std::vector<unsigned> sources;
  std::vector<unsigned> targets;
  TIN_KEYS((pattern, "choice of each source's destination; pairs: source k to target k"),
           (transport,
            "connections with acknowledgements under Swift; or packets at the rate of the NIC"),
           (gbps, "bytes of messages that each source host makes, in Gb/s; Poisson", above(0, 1e6)),
           (message_bytes, "size of all messages", range(1, 1073741824),
            only_if(
                +[](const IpTrafficConfig& c) { return c.size_cdf.empty(); }, {"size_cdf"},
                "messages of one size", "beside size_cdf")),
           (size_cdf,
            "CSV file of message sizes instead, `bytes,cumulative`; path relative to this file"),
           (mtu_bytes, "largest packet from its IP header on; host.header_bytes of it are headers",
            range(64, 16383)),
           (cos, "class of service", range(0, 7)),
           (ecn, "packets may be marked instead of dropped: ECT(0)"),
           (sources, "host numbers that send; empty: all", range(0, 65535)),
           (targets, "incast, pairs: host numbers of the targets", range(0, 65535),
            only_with(&IpTrafficConfig::pattern, {HostPattern::incast, HostPattern::pairs},
                      "with this pattern")))
};

}  // namespace tinsim
