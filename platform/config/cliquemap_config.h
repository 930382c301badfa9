// SPDX-License-Identifier: Apache-2.0
// What the user writes of CliqueMap: who looks up what in whose memory;
// docs/reference/cliquemap.md.
#pragma once

#include <optional>
#include <string>

#include "rtl_models/common/fields.h"

namespace tinsim {

struct CliqueMapConfig {
  bool enabled = false;
  std::string transport = "rma";          ///< rma | software: how GETs read memory
  std::string placement = "interleaved";  ///< interleaved | together
  unsigned clients = 1;                   ///< hosts
  unsigned backends = 1;                  ///< hosts
  unsigned replicas = 1;                  ///< 1 | 3
  unsigned keys = 1000;                   ///< of all backends, each of 8 octets
  double key_skew = 0;                    ///< exponent of Zipf's law; 0: all equally popular
  unsigned value_bytes = 4096;
  std::string value_cdf;            ///< CSV file of sizes instead, relative to the config file
  std::optional<double> gbps;       ///< bytes of values that each client asks for, open loop
  std::optional<double> ops_per_s;  ///< … or operations of each client
  double set_share = 0;             ///< of all operations …
  double erase_share = 0;           ///< … likewise; the others are GETs
  double miss_share = 0;            ///< of GETs: those of keys that are not there
  unsigned buckets = 1024;          ///< of a backend's index
  unsigned ways = 16;               ///< entries of a bucket
  unsigned attempts = 8;            ///< of a GET
  std::string class_ = "H";         ///< H | L: of 1RMA reads
  double local_window = 64;         ///< first window of 1RMA operations of a client
  double remote_window = 4;         ///< … to one remote host
  unsigned cos = 0;                 ///< class of service of messages
  double process_us = 3;            ///< message whole until software has dealt with it
  double jitter_us = 2;             ///< … and up to so much more
  double message_ns = 500;          ///< software takes messages one by one, each for so long
  unsigned message_bytes = 64;      ///< of a message without a value
  TIN_FIELDS(enabled, transport, placement, clients, backends, replicas, keys, key_skew,
             value_bytes, value_cdf, gbps, ops_per_s, set_share, erase_share, miss_share, buckets,
             ways, attempts, class_, local_window, remote_window, cos, process_us, jitter_us,
             message_ns, message_bytes)

  bool reads_by_rma() const { return transport == "rma"; }
  bool makes_changes() const { return set_share > 0 || erase_share > 0; }
  /// SETs and ERASEs are messages always.
  bool sends_messages() const { return !reads_by_rma() || makes_changes(); }
};

}  // namespace tinsim
