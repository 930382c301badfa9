// SPDX-License-Identifier: Apache-2.0
// Lookups of CliqueMap over Ethernet: section `ethernet_clos.lookups` of a configuration.
#pragma once

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Software at both ends of a message. The mean times add up to a round trip of 8.8 us for a small
/// read between two hosts at one switch (Marty et al., SOSP 2019).
struct ClosLookupsConfig {
  bool enabled = false;
  unsigned cos = 0;
  double process_us = 2.65;
  double jitter_us = 2;
  double message_ns = 200;
  static bool is_on(const ClosLookupsConfig& c) { return c.enabled; }
  TIN_KEYS(
      (enabled,
       "the lookups of cliquemap cross the Ethernet switches, too, as messages between software"),
      (cos, "class of service of these messages", range(0, 7),
       only_if(is_on, {"enabled"}, "lookups over Ethernet", "without them")),
      (process_us,
       "time from a message's arrival until software has processed it, NIC included, in us",
       range(0, 1e6), only_if(is_on, {"enabled"}, "lookups over Ethernet", "without them")),
      (jitter_us, "largest random addition to process_us, uniform, in us", range(0, 1e6),
       only_if(is_on, {"enabled"}, "lookups over Ethernet", "without them")),
      (message_ns, "service time of a message in software, one message at a time, in ns",
       range(0, 1e9), only_if(is_on, {"enabled"}, "lookups over Ethernet", "without them")))
};

}  // namespace tinsim
