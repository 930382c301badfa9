// SPDX-License-Identifier: Apache-2.0
// What the PCIe interfaces of a network carried in the measurement.
#pragma once

#include <cstdint>
#include <vector>

namespace tinsim {

/// One direction of a link: packets that were put on the wire.
struct PcieDirection {
  uint64_t tlps = 0;
  uint64_t wire_bytes = 0;  ///< with framing and headers
  uint64_t payload_bytes = 0;
  uint64_t replayed = 0;  ///< failed and were sent again, …
  uint64_t timeouts = 0;  ///< … after the sender's timer, for the Nak was lost
};

/// One link between a chip and a host.
struct PcieRow {
  uint16_t chip = 0, pod = 0, tin = 0;
  uint16_t host = 0;                            ///< of the chip's hosts
  uint64_t reads = 0, writes = 0, atomics = 0;  ///< that the chip asked for
  uint64_t stores = 0, loads = 0;               ///< that the host asked for
  uint64_t errors = 0;                          ///< requests outside memory or registers
  PcieDirection up, down;                       ///< chip to host, host to chip
};

struct PcieResult {
  double gbps = 0;            ///< what a direction of a link carries, in octets of packets
  std::vector<PcieRow> rows;  ///< ordered by chip and host
};

}  // namespace tinsim
