// SPDX-License-Identifier: Apache-2.0
// Configuration of the PCIe interfaces between chips and hosts: section `pcie` of a configuration;
// docs/reference/pcie.md.
#pragma once

#include "rtl_models/common/keys.h"
#include "rtl_models/parts/pcie_credit.h"

namespace tinsim {

/// Credits that an end advertises; 0: infinite. Data in credits of 16 bytes.
struct PcieCreditConfig {
  unsigned ph = 0, pd = 0;
  unsigned nph = 0, npd = 0;
  unsigned cplh = 0, cpld = 0;
  TIN_KEYS((ph, "headers of posted requests that this end advertises; 0: infinite",
            range(0, pcie_max_credits(kPcieHeaderBits))),
           (pd, "their data in 16 bytes; 0: infinite", range(0, pcie_max_credits(kPcieDataBits))),
           (nph, "headers of non-posted requests: reads and atomic operations; 0: infinite",
            range(0, pcie_max_credits(kPcieHeaderBits))),
           (npd, "their data in 16 bytes; 0: infinite", range(0, pcie_max_credits(kPcieDataBits))),
           (cplh, "headers of completions; 0: infinite",
            range(0, pcie_max_credits(kPcieHeaderBits))),
           (cpld, "their data in 16 bytes; 0: infinite", range(0, pcie_max_credits(kPcieDataBits))))
};

struct PcieConfig {
  unsigned links_per_host = 1;
  unsigned generation = 3;
  unsigned lanes = 16;
  unsigned mps = 256;
  unsigned mrrs = 512;
  unsigned rcb = 64;
  unsigned completion_bytes = 256;
  bool interleave = true;
  unsigned tags = 256;
  PcieCreditConfig host_credits = {64, 1024, 64, 64, 0, 0};
  PcieCreditConfig chip_credits = {32, 128, 8, 8, 0, 0};
  double credit_ns = 100;
  double read_ns = 600;
  double read_sigma_ns = 40;
  double write_ns = 250;
  double mmio_ns = 100;
  double tlp_error_rate = 0;
  double nak_error_rate = 0;
  double nak_ns = 200;
  double replay_ns = 1000;
  unsigned replay_buffer_bytes = 0;
  double ack_ns = 170;
  double ack_error_rate = 0;
  unsigned memory_mib = 16384;
  TIN_KEYS(
      (links_per_host, "PCIe interfaces of each host; 2 only with one host on each chip",
       range(1, 2)),
      (generation, "PCIe generation: 8, 16 or 32 GT/s", range(3, 5)),
      (lanes, "lanes of each interface: 1, 2, 4, 8 or 16", range(1, 16)),
      (mps, "maximum payload size in bytes, a power of two", range(128, 4096)),
      (mrrs, "maximum read request size in bytes, a power of two", range(128, 4096)),
      (rcb, "read completion boundary of the host in bytes: 64 or 128", range(64, 128)),
      (completion_bytes, "most bytes of data in one completion of the host, a power of two",
       range(64, 4096)),
      (interleave,
       "completions of requests that are ready take turns; else one request after the other"),
      (tags, "outstanding reads and atomic operations of a chip", range(1, 256)), (host_credits),
      (chip_credits),
      (credit_ns, "from a packet's arrival until its sender has the credit again, in ns",
       range(0, 1e6)),
      (read_ns, "mean time from a read's arrival at the host until its data may be sent, in ns",
       above(0, 1e6)),
      (read_sigma_ns, "standard deviation of read_ns, in ns; normal, truncated at three of them",
       range(0, 1e6)),
      (write_ns, "from a write's arrival at the host until it is in memory, in ns", above(0, 1e6)),
      (mmio_ns,
       "processing time of a host's store or load at the chip, and of an answer at the host, in ns",
       above(0, 1e6)),
      (tlp_error_rate,
       "share of packets that fail their LCRC, are answered by a Nak and sent again; 0: none",
       range(0, 0.5)),
      (nak_error_rate, "share of these Naks that are lost", range(0, 1),
       only_if(
           +[](const PcieConfig& c) { return c.tlp_error_rate > 0; }, {"tlp_error_rate"},
           "packets that fail", "without tlp_error_rate")),
      (nak_ns, "from the arrival of a packet that fails until it is sent again, in ns",
       above(0, 1e6)),
      (replay_ns, "likewise where the Nak is lost, by the sender's timer, in ns", above(0, 1e6)),
      (replay_buffer_bytes,
       "bytes of packets, framing included, that a sender may have unacknowledged; 0: unlimited",
       range(0, 1 << 24)),
      (ack_ns,
       "from the arrival of the first packet since the last Ack until its sender has the next one, "
       "in ns; matters with replay_buffer_bytes or ack_error_rate",
       above(0, 1e6)),
      (ack_error_rate, "share of Acks that are lost", range(0, 0.5)),
      (memory_mib, "memory of each host in MiB", range(1, 1048576)))
};

}  // namespace tinsim
