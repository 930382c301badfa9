// SPDX-License-Identifier: Apache-2.0
// Section `flows` of a configuration: a list of flows, or what generates one;
// docs/reference/flows.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/tin/rma/rma_config.h"

namespace tinsim {

TIN_ENUM(FlowKind, file, plugin, ring_all_reduce, doubling_all_reduce, tree_all_reduce, all_to_all,
         broadcast, incast, shuffle, storage)
TIN_ENUM(FlowTransport, ip, rma_write, rma_read)

struct FlowsConfig {
  bool enabled = false;
  FlowKind kind = FlowKind::file;
  FlowTransport transport = FlowTransport::ip;
  std::string file;
  std::string options;
  std::vector<unsigned> hosts;
  unsigned bytes = 1048576;
  std::string size_cdf;
  unsigned count = 1000;
  double gbps = 10;
  unsigned fan_in = 8;
  unsigned outstanding = 4;
  unsigned request_bytes = 64;
  double read_share = 1;
  double start_us = 0;
  double notice_us = 4;
  double base_us = 0;
  std::optional<double> line_gbps;
  unsigned mtu_bytes = 4160;
  unsigned cos = 0;
  bool ecn = true;
  RmaLatencyClass class_ = RmaLatencyClass::H;
  std::string table;
  TIN_KEYS(
      (enabled, "hosts send the flows of a list"),
      (kind, "a list in a file or from a plug-in, a collective operation, or a mix"),
      (transport,
       "messages under Swift; or writes of the source, or reads of the destination, by 1RMA"),
      (file, "file, plugin: CSV list of flows, or shared library; path relative to this file",
       only_with(&FlowsConfig::kind, {FlowKind::file, FlowKind::plugin}, "with this kind")),
      (options, "text that the plug-in gets",
       only_with(&FlowsConfig::kind, {FlowKind::plugin}, "with this kind")),
      (hosts, "host numbers in the order of their ranks; empty: all", range(0, 65535),
       only_if(
           +[](const FlowsConfig& c) { return c.is_generated(); }, {"kind"},
           "collective operations and mixes", "with this kind")),
      (bytes, "bytes of the vector, of a pair of hosts (all_to_all), or of a response (mixes)",
       range(1, 4294967295.0),
       only_if(
           +[](const FlowsConfig& c) { return c.is_generated() && c.size_cdf.empty(); },
           {"kind", "size_cdf"}, "collective operations, and mixes of one size",
           "with this kind, or beside size_cdf")),
      (size_cdf,
       "CSV file of sizes of a mix instead, `bytes,cumulative`; path relative to this file",
       only_if(
           +[](const FlowsConfig& c) { return c.is_mix(); }, {"kind"}, "mixes", "with this kind")),
      (count, "incast: queries; storage: operations", range(1, 4294967295.0),
       only_with(&FlowsConfig::kind, {FlowKind::incast, FlowKind::storage}, "with this kind")),
      (gbps, "bytes of responses that each host receives on average, in Gb/s, Poisson",
       above(0, 1e6),
       only_with(&FlowsConfig::kind, {FlowKind::incast, FlowKind::storage}, "with this kind")),
      (fan_in, "hosts that answer a query at the same time", range(1, 65535),
       only_with(&FlowsConfig::kind, {FlowKind::incast}, "with this kind")),
      (outstanding, "flows of a source at a time", range(1, 65535),
       only_with(&FlowsConfig::kind, {FlowKind::shuffle}, "with this kind")),
      (request_bytes, "size of a query, of a request of a read, of the answer to a write",
       range(1, 65536),
       only_with(&FlowsConfig::kind, {FlowKind::incast, FlowKind::storage}, "with this kind")),
      (read_share, "share of operations that are reads", range(0, 1),
       only_with(&FlowsConfig::kind, {FlowKind::storage}, "with this kind")),
      (start_us, "start of the list, in us of the run", range(0, 1e9)),
      (notice_us,
       "from the end of a flow until the host that does not observe it knows of it, in us",
       range(0, 1e6)),
      (base_us, "latency of a flow of one byte alone, in us, for the slowdown", range(0, 1e6)),
      (line_gbps,
       "bytes of a flow alone, in Gb/s, for the slowdown; unset: host.send_gbps, or the share of "
       "data of ip.nic_gbps",
       above(0, 1e6)),
      (mtu_bytes, "largest packet from its IP header on; host.header_bytes of it are headers",
       range(64, 16383),
       only_with(&FlowsConfig::transport, {FlowTransport::ip}, "with this transport")),
      (cos, "class of service", range(0, 7),
       only_with(&FlowsConfig::transport, {FlowTransport::ip}, "with this transport")),
      (ecn, "packets may be marked instead of dropped: ECT(0)",
       only_with(&FlowsConfig::transport, {FlowTransport::ip}, "with this transport")),
      (class_, "class of latency",
       only_with(&FlowsConfig::transport, {FlowTransport::rma_write, FlowTransport::rma_read},
                 "with this transport")),
      (table, "name of a CSV file with a row for each flow, in the result folder; empty: none"))

  bool by_ip() const { return enabled && transport == FlowTransport::ip; }
  bool by_rma() const { return enabled && transport != FlowTransport::ip; }
  bool is_mix() const {
    return kind == FlowKind::incast || kind == FlowKind::shuffle || kind == FlowKind::storage;
  }
  bool is_generated() const { return kind != FlowKind::file && kind != FlowKind::plugin; }
  bool writes_table() const { return enabled && !table.empty(); }
};

}  // namespace tinsim
