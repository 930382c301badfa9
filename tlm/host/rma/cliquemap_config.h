// SPDX-License-Identifier: Apache-2.0
// Section `cliquemap` of a configuration: clients, backends, keys and values;
// docs/reference/cliquemap.md.
#pragma once

#include <optional>
#include <string>

#include "rtl_models/common/keys.h"
#include "tlm/tin/rma/rma_config.h"

namespace tinsim {

/// How GETs read memory.
TIN_ENUM(CliqueTransport, rma, software)
TIN_ENUM(CliquePlacement, interleaved, together)

struct CliqueMapConfig {
  bool enabled = false;
  CliqueTransport transport = CliqueTransport::rma;
  CliquePlacement placement = CliquePlacement::interleaved;
  unsigned clients = 1;
  unsigned backends = 1;
  unsigned replicas = 1;
  unsigned keys = 1000;
  double key_skew = 0;
  unsigned value_bytes = 4096;
  std::string value_cdf;
  std::optional<double> gbps;
  std::optional<double> ops_per_s;
  double set_share = 0;
  double erase_share = 0;
  double miss_share = 0;
  unsigned buckets = 1024;
  unsigned ways = 16;
  unsigned attempts = 8;
  RmaLatencyClass class_ = RmaLatencyClass::H;
  double local_window = 64;
  double remote_window = 4;
  unsigned cos = 0;
  double process_us = 3;
  double jitter_us = 2;
  double message_ns = 500;
  unsigned message_bytes = 64;
  TIN_KEYS(
      (enabled, "hosts look up values in each other's memory"),
      (transport,
       "lookups read memory by 1RMA, or by messages to the software there; SETs are messages"),
      (placement,
       "clients and backends take turns over the first hosts; or both begin at host 0, and a host "
       "may be both"),
      (clients, "hosts that send requests", range(1, 65535)),
      (backends, "hosts that store values", range(1, 65535)),
      (replicas, "backends that keep a value: 1 or 3", range(1, 3)),
      (keys, "keys of 8 octets that exist from the start", range(1, 1000000)),
      (key_skew,
       "exponent s of Zipf's law: the k-th key is requested in proportion to k^-s; 0: all equally "
       "often",
       range(0, 10)),
      (value_bytes, "size of all values", range(1, 65536),
       only_if(
           +[](const CliqueMapConfig& c) { return c.value_cdf.empty(); }, {"value_cdf"},
           "values of one size", "beside value_cdf")),
      (value_cdf,
       "CSV file of value sizes instead, `bytes,cumulative`; path relative to this file"),
      (gbps, "bytes of values that each client gets or sets, in Gb/s, Poisson; or ops_per_s",
       above(0, 1e6)),
      (ops_per_s, "GETs, SETs and ERASEs of each client, Poisson; or gbps", above(0, 1e9)),
      (set_share, "share of operations that are SETs", range(0, 1)),
      (erase_share, "share of operations that are ERASEs; the others are GETs", range(0, 1)),
      (miss_share, "share of GETs of a key that does not exist", range(0, 1)),
      (buckets, "buckets of a backend's index", range(1, 1048576)),
      (ways, "entries of a bucket, 32 octets each", range(1, 128)),
      (attempts, "attempts after which a GET is given up", range(1, 255)),
      (class_, "class of latency of 1RMA reads",
       only_if(
           +[](const CliqueMapConfig& c) { return c.reads_by_rma(); }, {"transport"},
           "lookups by 1RMA", "with this transport")),
      (local_window, "initial window of a client's outstanding 1RMA operations", range(0.01, 128),
       only_if(
           +[](const CliqueMapConfig& c) { return c.reads_by_rma(); }, {"transport"},
           "lookups by 1RMA", "with this transport")),
      (remote_window, "initial window of these operations to one remote host", range(0.01, 128),
       only_if(
           +[](const CliqueMapConfig& c) { return c.reads_by_rma(); }, {"transport"},
           "lookups by 1RMA", "with this transport")),
      (cos, "class of service of messages", range(0, 7),
       only_if(
           +[](const CliqueMapConfig& c) { return c.sends_messages(); },
           {"enabled", "transport", "set_share", "erase_share"}, "messages",
           "with lookups by 1RMA alone")),
      (process_us, "time from a message's arrival until software has processed it, in us",
       range(0, 1e6),
       only_if(
           +[](const CliqueMapConfig& c) { return c.sends_messages(); },
           {"enabled", "transport", "set_share", "erase_share"}, "messages",
           "with lookups by 1RMA alone")),
      (jitter_us, "largest random addition to process_us, uniform, in us", range(0, 1e6),
       only_if(
           +[](const CliqueMapConfig& c) { return c.sends_messages(); },
           {"enabled", "transport", "set_share", "erase_share"}, "messages",
           "with lookups by 1RMA alone")),
      (message_ns, "service time of a message in software, one message at a time, in ns",
       range(0, 1e9),
       only_if(
           +[](const CliqueMapConfig& c) { return c.sends_messages(); },
           {"enabled", "transport", "set_share", "erase_share"}, "messages",
           "with lookups by 1RMA alone")),
      (message_bytes, "size of a message without a value", range(1, 4096),
       only_if(
           +[](const CliqueMapConfig& c) { return c.sends_messages(); },
           {"enabled", "transport", "set_share", "erase_share"}, "messages",
           "with lookups by 1RMA alone")))

  bool reads_by_rma() const { return transport == CliqueTransport::rma; }
  bool makes_changes() const { return set_share > 0 || erase_share > 0; }
  /// SETs and ERASEs are messages always.
  bool sends_messages() const { return !reads_by_rma() || makes_changes(); }
};

}  // namespace tinsim
