// SPDX-License-Identifier: Apache-2.0
// What the user writes of the PCIe interfaces between chips and hosts; docs/reference/pcie.md.
#pragma once

#include "rtl_models/common/fields.h"

namespace tinsim {

/// What an end advertises; 0: infinite. Data in credits of 16 bytes.
struct PcieCreditConfig {
  unsigned ph = 0, pd = 0;      ///< posted requests: stores, DMA writes
  unsigned nph = 0, npd = 0;    ///< non-posted requests: reads, atomic operations
  unsigned cplh = 0, cpld = 0;  ///< completions
  TIN_FIELDS(ph, pd, nph, npd, cplh, cpld)
};

struct PcieConfig {
  unsigned links_per_host = 1;  ///< two links for one host, or one for each of two
  unsigned generation = 3;
  unsigned lanes = 16;
  unsigned mps = 256;   ///< maximum payload size
  unsigned mrrs = 512;  ///< maximum read request size
  unsigned rcb = 64;    ///< read completion boundary
  unsigned completion_bytes = 256;
  bool interleave = true;  ///< completions of different requests take turns
  unsigned tags = 256;
  PcieCreditConfig host_credits = {64, 1024, 64, 64, 0, 0};
  PcieCreditConfig chip_credits = {32, 128, 8, 8, 0, 0};
  double credit_ns = 100;  ///< from a TLP's arrival until its sender has the credit again
  double read_ns = 600;    ///< mean latency of host memory
  double read_sigma_ns = 40;
  double write_ns = 250;
  double mmio_ns = 100;
  double tlp_error_rate = 0;         ///< share of packets that fail their LCRC and are sent again
  double nak_error_rate = 0;         ///< share of the Naks for these that are lost
  double nak_ns = 200;               ///< from such a packet's arrival until it is sent again
  double replay_ns = 1000;           ///< likewise, by the sender's timer, where the Nak is lost
  unsigned replay_buffer_bytes = 0;  ///< that a sender keeps until their Ack is there; 0: no limit
  double ack_ns = 170;               ///< from a packet's arrival until its sender has the Ack
  double ack_error_rate = 0;         ///< share of Acks that are lost
  unsigned memory_mib = 16384;       ///< of each host
  TIN_FIELDS(links_per_host, generation, lanes, mps, mrrs, rcb, completion_bytes, interleave, tags,
             host_credits, chip_credits, credit_ns, read_ns, read_sigma_ns, write_ns, mmio_ns,
             tlp_error_rate, nak_error_rate, nak_ns, replay_ns, replay_buffer_bytes, ack_ns,
             ack_error_rate, memory_mib)
};

}  // namespace tinsim
