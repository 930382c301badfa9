// SPDX-License-Identifier: Apache-2.0
// How a network was brought up over its own links.
#pragma once

#include <string>

#include "platform/statistics/reasons.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// Times in us from the beginning of the run; 0: it did not happen.
struct BringUpChip {
  TIN_RECORD(BringUpChip);
  TIN_FIELD(RowKey<uint64_t>, chip, "number of the chip");
  TIN_FIELD(RowKey<std::string>, address, "IPv4 address that it reports; empty: none");
  TIN_FIELD(RowKey<std::string>, proxy,
            "chip that relayed its DHCP and its tables; empty: it has Ethernet");
  TIN_FIELD(RowKey<uint64_t>, addressed_us, "DHCP acknowledged its address");
  TIN_FIELD(RowKey<uint64_t>, written_us, "its route table was complete");
  TIN_FIELD(RowKey<uint64_t>, connected_us, "it identified itself over TCP");
  TIN_FIELD(RowKey<uint64_t>, read_us, "its counters were read over TCP");
  TIN_FIELD(RowKey<uint64_t>, packets_taken, "its counter of packets that entered the IP path");
  TIN_FIELD(RowKey<uint64_t>, packets_delivered, "its counter of packets that left");
  TIN_FIELD(RowKey<uint64_t>, rebooted_us, "it accepted a request to reboot");
  TIN_FIELD(RowKey<uint64_t>, reconciled_us, "its registers were read again after the reboot");
  TIN_FIELD(RowKey<uint64_t>, differing, "registers that then differed from what was written");
  TIN_FIELD(RowKey<uint64_t>, links_down, "its links that were not UP when they were last read");
  TIN_FIELD(RowKey<uint64_t>, sessions, "TCP connections that were opened to it");
};

struct BringUpResult : SectionRecord {
  static constexpr const char* kSection = "bring_up";
  static constexpr const char* kSectionText =
      "the controller that brings the network up, whole run";
  TIN_RECORD(BringUpResult);
  TIN_FIELD(Sum, chips, "chips that it is to bring up");
  TIN_FIELD(Sum, addressed, "… whose address DHCP acknowledged");
  TIN_FIELD(Sum, connected, "… that identified themselves over TCP");
  TIN_FIELD(Sum, read, "… whose counters were read");
  TIN_FIELD(Sum, given_up, "… that the controller gave up after repeated failures");
  TIN_FIELD(Sum, link_ends_down, "ends of links that were not UP when they were last read");
  TIN_FIELD(Sum, complete_us, "time until all had been read; 0: not all were");
  TIN_FIELD(Sum, dhcp_discovers, "DISCOVER messages of DHCP that arrived at the server");
  TIN_FIELD(Sum, dhcp_requests, "REQUEST messages");
  TIN_FIELD(Sum, dhcp_relayed, "… of both, by way of proxies over MOS");
  TIN_FIELD(Sum, connections, "TCP connections that it opened");
  TIN_FIELD(Sum, sessions_ended,
            "… that a chip ended, or on which it did not answer; they were opened again");
  TIN_FIELD(Sum, tcp_repeated, "times that TCP sent something again");
  TIN_FIELD(Sum, packets_sent, "IPv4 packets that it sent on the Ethernet");
  TIN_FIELD(Sum, packets_received, "IPv4 packets that it received there");
  TIN_FIELD(Sum, api_requests, "requests of the register API, repetitions included");
  TIN_FIELD(Sum, api_responses, "responses to them");
  TIN_FIELD(Sum, api_busy, "… that reported that a port still sent the packet before");
  TIN_FIELD(Sum, api_refused, "… with another status than success");
  TIN_FIELD(Sum, mos_received, "PMOS packets of neighbours that proxies passed on");
  TIN_FIELD(Sum, proxied_requests, "requests to chips without routes, by way of proxies");
  TIN_FIELD(Sum, proxied_failed, "… of those, without a response; they were sent again");
  TIN_FIELD(Sum, table_writes, "requests that wrote the route table of a chip, or changed it");
  TIN_FIELD(Sum, registers_written, "registers of route tables that it wrote");
  TIN_FIELD(Sum, to_reboot, "control processors that it is to reboot");
  TIN_FIELD(Sum, reboots, "control processors that it rebooted and reconciled");
  TIN_FIELD(Sum, differing, "registers that differed after the reboots");
  TIN_FIELD_AS(RowTable<BringUpChip>, progress, "bring_up", "`bring_up.csv`: a row per chip");

  static constexpr const char* kLine =
      "{read} of {chips} chips read over TCP, complete after {complete_us} us; DHCP "
      "{dhcp_discovers} "
      "discovers, {dhcp_requests} requests, {dhcp_relayed} relayed; {api_requests} API requests, "
      "{proxied_requests} by proxies, {sessions_ended} sessions opened again; {registers_written} "
      "registers written, {link_ends_down} ends of links down; {reboots} of "
      "{to_reboot} "
      "reboots";
  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
