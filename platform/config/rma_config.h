// SPDX-License-Identifier: Apache-2.0
// What the user writes of 1RMA: the engine of every chip, and the operations of hosts;
// docs/reference/rma.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

struct RmaConfig {
  bool enabled = false;
  std::string payload = "counted";         ///< counted | carried
  std::string mac_mode = "gcm";            ///< gcm | hmac
  std::string key_mode = "derived";        ///< derived | region
  std::string low_class = "own";           ///< own | shared: VCs of class L
  unsigned window_bytes = 65536;           ///< solicited at a time
  bool strict = false;                     ///< class H always before class L
  std::vector<unsigned> weights = {1, 1};  ///< else grants in a row, H and L
  double dispatch_timeout_us = 10;
  double timeout_us = 20;
  double pull_timeout_us = 19;    ///< what timeout_us becomes when data are asked for
  unsigned command_cycles = 40;   ///< command whole until it waits for its grant
  unsigned request_cycles = 8;    ///< grant until the request is at its port
  unsigned inbound_entries = 32;  ///< requests that wait at a target
  unsigned nack_above = 16;       ///< one that finds more of them gets a NACK
  unsigned inbound_cycles = 4;    ///< from one request taken to the next
  unsigned check_cycles = 40;     ///< request taken until it is judged
  unsigned crypt_cycles = 40;     ///< to encrypt a cell, or to decrypt it
  unsigned read_contexts = 64;
  unsigned server_contexts = 64;  ///< writes and atomic operations at a target
  unsigned pull_window_bytes = 65536;
  unsigned cell_bytes = 128;  ///< data of a cell
  TIN_FIELDS(enabled, payload, mac_mode, key_mode, low_class, window_bytes, strict, weights,
             dispatch_timeout_us, timeout_us, pull_timeout_us, command_cycles, request_cycles,
             inbound_entries, nack_above, inbound_cycles, check_cycles, crypt_cycles, read_contexts,
             server_contexts, pull_window_bytes, cell_bytes)
};

/// Operations of hosts; entries add up.
struct RmaTrafficConfig {
  std::string pattern = "uniform";  ///< uniform | permutation | incast | pairs
  std::string op = "read";          ///< read | write | faa | cas
  std::string class_ = "H";         ///< H | L
  unsigned bytes = 4096;            ///< of one operation
  std::optional<double> gbps;       ///< bytes that each source host asks for: open loop
  unsigned outstanding = 16;        ///< operations of a host at a time
  std::vector<unsigned> sources;    ///< host numbers; empty: all
  std::vector<unsigned> targets;    ///< incast, pairs: host numbers
  TIN_FIELDS(pattern, op, class_, bytes, gbps, outstanding, sources, targets)
};

}  // namespace tinsim
