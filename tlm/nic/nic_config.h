// SPDX-License-Identifier: Apache-2.0
// How packets of hosts get to a chip's IP path: section `nic` of a configuration;
// docs/reference/nic.md.
#pragma once

#include "rtl_models/common/keys.h"

namespace tinsim {

/// Without PCIe, or through descriptor rings in host memory.
TIN_ENUM(NicHostPath, direct, pcie)
/// How software notices completions.
TIN_ENUM(NicNotice, interrupt, poll)

struct NicConfig {
  NicHostPath host = NicHostPath::direct;
  unsigned tx_ring = 1024;
  unsigned rx_ring = 1024;
  unsigned descriptor_batch = 8;
  unsigned descriptor_cache = 256;
  unsigned outstanding_bytes = 16384;
  unsigned buffer_bytes = 65536;
  NicNotice notice = NicNotice::interrupt;
  unsigned moderation_packets = 16;
  double moderation_ns = 2000;
  double interrupt_ns = 1000;
  double poll_ns = 250;
  static bool is_on(const NicConfig& c) { return c.host == NicHostPath::pcie; }
  static bool has_interrupts(const NicConfig& c) {
    return is_on(c) && c.notice == NicNotice::interrupt;
  }
  TIN_KEYS(
      (host, "direct: packets of hosts do not cross PCIe; pcie: they do, by descriptor rings"),
      (tx_ring, "descriptors in the ring of packets to be sent", range(2, 32768),
       only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (rx_ring, "descriptors in the ring of buffers for received packets", range(2, 32768),
       only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (descriptor_batch,
       "most descriptors that the chip reads at once, packets in one completion of sent ones, and "
       "buffers that the driver returns at once",
       range(1, 256), only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (descriptor_cache, "descriptors of each ring that the chip holds or has requested",
       range(1, 32768), only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (outstanding_bytes,
       "in each direction no transfer of a packet begins while transfers of so many bytes are in "
       "progress",
       range(64, 1 << 24),
       only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (buffer_bytes, "buffer of the chip for packets between PCIe and the IP path, each direction",
       range(65536, 1 << 24),
       only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (notice, "software notices completions by an interrupt, or polls",
       only_if(is_on, {"host"}, "packets that cross PCIe", "with host: direct")),
      (moderation_packets, "completions after which an interrupt is sent at once", range(1, 65536),
       only_if(has_interrupts, {"host", "notice"}, "interrupts", "without them")),
      (moderation_ns, "from the first completion without interrupt to its interrupt, in ns",
       range(0, 1e9), only_if(has_interrupts, {"host", "notice"}, "interrupts", "without them")),
      (interrupt_ns, "from an interrupt's arrival at the host until its handler runs, in ns",
       range(0, 1e9), only_if(has_interrupts, {"host", "notice"}, "interrupts", "without them")),
      (poll_ns, "period of polling, in ns", above(0, 1e9),
       only_if(
           +[](const NicConfig& c) { return is_on(c) && c.notice == NicNotice::poll; },
           {"host", "notice"}, "polling", "without it")))
};

}  // namespace tinsim
