// SPDX-License-Identifier: Apache-2.0
// Section `ibr` of a configuration: external routes that peers announce by BGP;
// docs/reference/ibr.md.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

struct IbrPeerConfig {
  unsigned mac = 0;
  unsigned as = 65001;
  TIN_KEYS((mac, "chip behind whose Ethernet MAC the peer is; its address is that of the MAC",
            range(0, 1023)),
           (as, "number of its autonomous system", range(1, 65535)))
};

struct IbrConfig {
  bool enabled = false;
  unsigned host = 0;
  unsigned as = 65000;
  unsigned hold_s = 90;
  std::vector<std::string> announce;
  std::vector<IbrPeerConfig> peers;
  TIN_KEYS((enabled,
            "a host with a BGP-4 speaker enters the routes of its peers in the IP tables of all "
            "chips"),
           (host, "host number of the speaker, at the chip's NIC", range(0, 65535)),
           (as, "number of the autonomous system of the network", range(1, 65535)),
           (hold_s,
            "longest silence of a peer, in seconds of its clock: tap.slowdown of them are one "
            "simulated second",
            range(3, 65535)),
           (announce, "IPv4 prefixes ADDRESS/LENGTH that the speaker announces to its peers"),
           (peers))
};

}  // namespace tinsim
