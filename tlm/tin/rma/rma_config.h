// SPDX-License-Identifier: Apache-2.0
// Configuration of the 1RMA engine of every chip: section `rma`; docs/reference/rma.md.
#pragma once

#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/tin/payload.h"

namespace tinsim {

TIN_ENUM(RmaMacMode, gcm, hmac)
TIN_ENUM(RmaKeyMode, derived, region)
/// VCs of class L.
TIN_ENUM(RmaLowClass, own, shared)
/// Class of latency.
TIN_ENUM(RmaLatencyClass, H, L)

struct RmaConfig {
  bool enabled = false;
  Payload payload = Payload::counted;
  RmaMacMode mac_mode = RmaMacMode::gcm;
  RmaKeyMode key_mode = RmaKeyMode::derived;
  RmaLowClass low_class_vcs = RmaLowClass::own;
  unsigned solicitation_window_bytes = 65536;
  bool strict_priority = false;
  std::vector<unsigned> weights = {1, 1};
  double dispatch_timeout_us = 10;
  double operation_timeout_us = 20;
  double pull_timeout_us = 19;
  unsigned command_cycles = 40;
  unsigned request_cycles = 8;
  unsigned inbound_entries = 32;
  unsigned nack_threshold = 16;
  unsigned inbound_cycles = 4;
  unsigned check_cycles = 40;
  unsigned crypt_cycles = 40;
  unsigned read_contexts = 64;
  unsigned server_contexts = 64;
  unsigned pull_window_bytes = 65536;
  unsigned cell_bytes = 128;
  TIN_KEYS(
      (enabled, "chips have a 1RMA engine, and a PCIe interface to each host"),
      (payload, "counted: times only; carried: bytes are moved, signed and encrypted"),
      (mac_mode, "how requests are signed",
       only_if(
           +[](const RmaConfig& c) { return c.payload == Payload::carried; }, {"payload"},
           "payload that is carried", "with payload: counted")),
      (key_mode, "requests are signed with a key derived for their sender, or the region's own",
       only_if(
           +[](const RmaConfig& c) { return c.payload == Payload::carried; }, {"payload"},
           "payload that is carried", "with payload: counted")),
      (low_class_vcs, "class L has VCs of its own, or those of low RTS and DATA"),
      (solicitation_window_bytes, "bytes that a chip may have requested and not yet received",
       range(0, 1048575)),
      (strict_priority, "class H has strict priority over class L"),
      (weights, "grants in a row while both classes wait: H, L", range(1, 255),
       only_if(
           +[](const RmaConfig& c) { return !c.strict_priority; }, {"strict_priority"},
           "classes that take turns", "with rma.strict_priority: true")),
      (dispatch_timeout_us,
       "longest wait of an operation for its grant, in us; then it ends with DISPATCH_TIMEOUT",
       above(0, 160)),
      (operation_timeout_us,
       "longest time from the grant of an operation to its end, in us; then it ends with TIMEOUT",
       above(0, 160)),
      (pull_timeout_us,
       "the same timer from a PULL on, at the initiator and, from its sending, at the target, in "
       "us",
       above(0, 160)),
      (command_cycles, "command whole until it waits for its grant", range(0, 10000)),
      (request_cycles, "grant until the request is at its port", range(0, 10000)),
      (inbound_entries, "requests that wait at a target", range(1, 4096)),
      (nack_threshold, "a request that finds more of them waiting is answered by a NACK",
       range(0, 4096)),
      (inbound_cycles, "from one request taken to the next", range(1, 10000)),
      (check_cycles, "request taken until it is judged: MAC, region", range(0, 10000)),
      (crypt_cycles, "to encrypt a cell, and to decrypt it", range(0, 10000)),
      (read_contexts, "reads of a target's memory at a time", range(1, 64)),
      (server_contexts, "writes and atomic operations of a target at a time", range(1, 64)),
      (pull_window_bytes, "bytes that a target may have solicited by PULLs and not yet received",
       range(4096, 1048575)),
      (cell_bytes, "data of one cell: 64 or 128", range(64, 128)))
};

}  // namespace tinsim
