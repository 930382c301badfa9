// SPDX-License-Identifier: Apache-2.0
// External routes that a network has learnt from BGP peers.
#pragma once

#include "platform/statistics/section.h"

namespace tinsim {

struct IbrResult : SectionRecord {
  static constexpr const char* kSection = "ibr";
  static constexpr const char* kSectionText = "external routes learnt by BGP, whole run";
  TIN_RECORD(IbrResult);
  TIN_FIELD(Sum, peers, "peers of the speaker");
  TIN_FIELD(Sum, established, "… whose session is established at the end");
  TIN_FIELD(Sum, sessions, "sessions that became established");
  TIN_FIELD(Sum, updates, "UPDATE messages of peers");
  TIN_FIELD(Sum, keepalives, "KEEPALIVE messages of peers");
  TIN_FIELD(Sum, notifications, "NOTIFICATION messages of peers, which end a session");
  TIN_FIELD(Sum, faults, "messages of peers that were malformed or unexpected");
  TIN_FIELD(Sum, hold_expired, "sessions that ended because the peer was silent for hold_s");
  TIN_FIELD(Sum, prefixes, "external prefixes with a route at the end");
  TIN_FIELD(Sum, without_entry, "… that found no free entry in the tables");
  TIN_FIELD(Sum, chips, "chips of the process that simulates the speaker");
  TIN_FIELD(Sum, chips_written, "chips, of all, that have carried out all writes");
  TIN_FIELD(Sum, chips_right,
            "chips of that process whose table in use has each of the prefixes with its port, and "
            "no withdrawn one");
  TIN_FIELD(Sum, requests, "requests of the register API that chips carried out");
  TIN_FIELD(Sum, refused, "… that they refused; must be 0");
  TIN_FIELD(Sum, registers, "registers written");

  static constexpr const char* kLine =
      "{established} of {peers} peers, {prefixes} prefixes, right in {chips_right} of {chips} "
      "chips";

  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
