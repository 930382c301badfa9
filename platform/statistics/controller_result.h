// SPDX-License-Identifier: Apache-2.0
// Work of a controller on the network in which it is a host.
#pragma once

#include <string>

#include "platform/statistics/reasons.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// Times in us from the beginning of the run; 0: it did not happen.
struct ControllerTin {
  TIN_RECORD(ControllerTin);
  TIN_FIELD(RowKey<uint64_t>, chip, "number of the TiN");
  TIN_FIELD(RowKey<std::string>, address, "IPv4 address that it reports; empty: none");
  TIN_FIELD(RowKey<std::string>, proxy,
            "TiN that first relayed requests to it; empty: none, it has Ethernet");
  TIN_FIELD(RowKey<uint64_t>, addressed_us, "DHCP acknowledged its address");
  TIN_FIELD(RowKey<uint64_t>, reached_us, "it identified itself, over PMOS or TCP");
  TIN_FIELD(RowKey<uint64_t>, connected_us, "it identified itself over TCP");
  TIN_FIELD(RowKey<uint64_t>, connections, "TCP connections that were opened to it");
  TIN_FIELD(RowKey<uint64_t>, proxied, "sessions with it by way of neighbours");
  TIN_FIELD(RowKey<uint64_t>, links_down, "its links that it reported as not UP at the end");
};

/// A failure, a repair or an operation. Lost cells are counted by whole batches of the run.
struct ControllerChange {
  TIN_RECORD(ControllerChange);
  TIN_FIELD(RowKey<double>, at_us, "when it began");
  TIN_FIELD(RowKey<std::string>, what,
            "`links`: links or TiNs fail or return (failures.events); else the operation");
  TIN_FIELD(RowKey<double>, hardware_us,
            "from then until the last chip took its ports as down, and rerouted; 0: none did");
  TIN_FIELD(RowKey<double>, controller_us,
            "from then until all TiNs had the tables that follow; 0: not before the next change");
  TIN_FIELD(RowKey<uint64_t>, is_followed, "1: they had");
  TIN_FIELD(RowKey<uint64_t>, lost, "cells dropped from then until they had");
  TIN_FIELD(RowKey<uint64_t>, lost_after, "cells dropped from then on until the next change");
};

struct ControllerResult : SectionRecord {
  static constexpr const char* kSection = "controller";
  static constexpr const char* kSectionText =
      "the controller of the network (controller.kind), whole run";
  TIN_RECORD(ControllerResult);
  TIN_FIELD(Sum, tins, "TiNs of the network");
  TIN_FIELD(Sum, addressed, "… whose address DHCP acknowledged");
  TIN_FIELD(Sum, connected, "… with a TCP session at the end");
  TIN_FIELD(Sum, up, "… that the controller takes to be up at the end");
  TIN_FIELD(
      Sum, complete_us,
      "time until all TiNs had TCP sessions, and the tables for the reported links; 0: never");
  TIN_FIELD(Sum, settled, "1: at the end nothing is to be written");
  TIN_FIELD(Sum, link_ends_down, "ends of links that were reported as not UP at the end");
  TIN_FIELD(Sum, registers_compared,
            "registers of routes and of IP addresses that were compared at the end with the "
            "builders' tables for the links that are UP");
  TIN_FIELD(Sum, registers_differ, "… that differ");
  TIN_FIELD(Sum, pairs, "ordered pairs of TiNs that UP links join");
  TIN_FIELD(Sum, pairs_joined, "… between which the registers lead, over every candidate");
  TIN_FIELD(Sum, changes, "failures, repairs and operations during the run");
  TIN_FIELD(Sum, changes_followed, "… after which all TiNs had the tables that follow");
  TIN_FIELD(Sum, lost_after, "cells dropped after they had, until the next change");
  TIN_FIELD(Sum, audited,
            "flows, and entries of addresses, that were audited when they were written");
  TIN_FIELD(Sum, restarts, "instances that ended, and others started");
  TIN_FIELD(Sum, dhcp_discovers, "DISCOVER messages of DHCP that arrived at the server");
  TIN_FIELD(Sum, dhcp_requests, "REQUEST messages");
  TIN_FIELD(Sum, dhcp_relayed, "… of both, by way of proxies over MOS");
  TIN_FIELD(Sum, connections, "TCP connections that were opened");
  TIN_FIELD(Sum, tcp_repeated, "times that TCP sent something again");
  TIN_FIELD(Sum, sessions_ended, "sessions that ended, or whose TiN was silent");
  TIN_FIELD(Sum, packets_sent, "IPv4 packets that the controller sent on the Ethernet");
  TIN_FIELD(Sum, packets_received, "IPv4 packets that it received there");
  TIN_FIELD(Sum, api_requests, "messages of the register API over TCP, repetitions included");
  TIN_FIELD(Sum, api_responses, "responses to them");
  TIN_FIELD(Sum, api_busy, "… that reported that a port still sent the packet before");
  TIN_FIELD(Sum, identifies, "requests for the identity of a TiN");
  TIN_FIELD(Sum, subscriptions, "requests for periodic reports");
  TIN_FIELD(Sum, reports, "reports of the states of links");
  TIN_FIELD(Sum, accesses_by_tcp, "requests of the Switch Front End over TCP");
  TIN_FIELD(Sum, accesses_by_proxy, "… by way of proxies");
  TIN_FIELD(Sum, link_reads, "requests for the states of links by way of proxies");
  TIN_FIELD(Sum, mos_received, "PMOS packets of neighbours that proxies passed on");
  TIN_FIELD(Sum, proxied_lost, "requests by way of proxies without a response");
  TIN_FIELD(Sum, plans, "plans of the Routing Engine");
  TIN_FIELD(Sum, proofs, "proofs that old and new tables together are free of deadlock");
  TIN_FIELD(Sum, operations, "operations on flows and groups that were carried out");
  TIN_FIELD(Sum, read_backs, "times that the registers of a TiN were read back");
  TIN_FIELD(Sum, read_backs_differ, "… that found other registers than recorded");
  TIN_FIELD(Sum, writes, "requests that wrote registers");
  TIN_FIELD(Sum, reads, "requests that read registers");
  TIN_FIELD(Sum, registers_written, "registers that were written");
  TIN_FIELD(Sum, registers_read, "registers that were read");
  TIN_FIELD(Sum, requests_lost, "requests whose results are unknown");
  TIN_FIELD(Sum, nib_bytes, "records of the NIB at the end, in bytes");
  TIN_FIELD(Sum, nib_compressed_bytes, "… as they are stored");
  TIN_FIELD_AS(RowTable<ControllerTin>, progress, "controller", "`controller.csv`: a row per TiN");
  TIN_FIELD_AS(RowTable<ControllerChange>, timeline, "controller_changes",
               "`controller_changes.csv`: a row per failure, repair and operation");

  static constexpr const char* kLine =
      "{connected} of {tins} TiNs connected, complete after {complete_us} us; {plans} plans, "
      "{operations} operations, {registers_written} registers written, {registers_differ} of "
      "{registers_compared} differ from the builders'; {pairs_joined} of {pairs} pairs joined; "
      "{accesses_by_tcp} requests by TCP, {accesses_by_proxy} by proxies, {requests_lost} lost";
  void judge(Reasons& reasons) const;
};

}  // namespace tinsim
