// SPDX-License-Identifier: Apache-2.0
// Field table: 1RMA and its traffic.
#include "platform/config/field_rules.h"

namespace tinsim::field_rules {

void add_rma_fields(std::vector<FieldRule>& table) {
  const std::vector<FieldRule> lines = {
      plain("rma.enabled", "chips have a 1RMA engine, and a PCIe interface to each host"),
      choice("rma.payload", {"counted", "carried"},
             "counted: times only; carried: bytes are moved, signed and encrypted"),
      choice("rma.mac_mode", {"gcm", "hmac"}, "how requests are signed"),
      choice("rma.key_mode", {"derived", "region"},
             "requests are signed with a key derived for their sender, or the region's own"),
      choice("rma.low_class", {"own", "shared"},
             "class L has VCs of its own, or those of low RTS and DATA"),
      number("rma.window_bytes", 0, 1048575, "bytes that a chip asks for at a time"),
      plain("rma.strict", "class H always goes before class L"),
      number("rma.weights", 1, 255, "else grants in a row while both wait: H, L"),
      number("rma.dispatch_timeout_us", 0, 160, "an operation that waits so long is given up",
             kAboveMin),
      number("rma.timeout_us", 0, 160, "... and one that has not ended so long after its grant",
             kAboveMin),
      number("rma.pull_timeout_us", 0, 160,
             "... which a PULL sets anew, at the initiator and, when it is sent, at the target",
             kAboveMin),
      number("rma.command_cycles", 0, 10000, "command whole until it waits for its grant"),
      number("rma.request_cycles", 0, 10000, "grant until the request is at its port"),
      number("rma.inbound_entries", 1, 4096, "requests that wait at a target"),
      number("rma.nack_above", 0, 4096, "a request that finds more of them waiting gets a NACK"),
      number("rma.inbound_cycles", 1, 10000, "from one request taken to the next"),
      number("rma.check_cycles", 0, 10000, "request taken until it is judged: MAC, region"),
      number("rma.crypt_cycles", 0, 10000, "to encrypt a cell, and to decrypt it"),
      number("rma.read_contexts", 1, 64, "reads of a target's memory at a time"),
      number("rma.server_contexts", 1, 64, "writes and atomic operations of a target at a time"),
      number("rma.pull_window_bytes", 4096, 1048575, "... and their bytes that it asks for"),
      number("rma.cell_bytes", 64, 128, "data of one cell: 64 or 128"),
      choice("rma_traffic.*.pattern", {"uniform", "permutation", "incast", "pairs"},
             "whose memory: that of all others, of one, of the targets; pairs: source k to target "
             "k"),
      choice("rma_traffic.*.op", {"read", "write", "faa", "cas"}, "operation"),
      choice("rma_traffic.*.class", {"H", "L"}, "class of latency"),
      number("rma_traffic.*.bytes", 1, 4096, "of one operation; faa and cas: 8"),
      number("rma_traffic.*.gbps", 0, 1e6,
             "bytes that each source host asks for, in Gb/s, Poisson; unset: closed loop",
             kAboveMin),
      number("rma_traffic.*.outstanding", 1, 128, "operations of a host at a time"),
      number("rma_traffic.*.sources", 0, 65535, "host numbers that ask; empty: all"),
      number("rma_traffic.*.targets", 0, 65535, "incast, pairs: host numbers that are asked"),
  };
  table.insert(table.end(), lines.begin(), lines.end());
}

}  // namespace tinsim::field_rules
