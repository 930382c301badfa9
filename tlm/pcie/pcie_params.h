// SPDX-License-Identifier: Apache-2.0
// Parameters of the PCIe interface between a chip and one of its hosts.
#pragma once

#include <cstdint>
#include <memory_resource>

#include "rtl_models/parts/pcie_tlp.h"
#include "tlm/gnet/cell.h"
#include "tlm/pcie/pcie_config.h"

namespace tinsim {

/// Credits that one end of a link advertises: headers, and data in 16 octets, of posted requests,
/// non-posted requests and completions. 0: infinite.
struct PcieAdvert {
  uint32_t ph = 0, pd = 0;
  uint32_t nph = 0, npd = 0;
  uint32_t cplh = 0, cpld = 0;
};

/// The section in octets per cycle, core cycles and shares of 2^32. A host's interfaces work as
/// one: tags, credits and rates are those of all of them.
struct PcieParams : PcieConfig {
  PcieParams() : PcieParams(PcieConfig(), 400) {}
  /// Times are rounded to cycles, at least one.
  PcieParams(const PcieConfig& section, unsigned core_mhz);

  uint16_t chip = 0;            ///< number of the chip, for reports
  uint8_t host = 0;             ///< of the chip's hosts
  PcieRate rate;                ///< of either direction
  PcieAdvert of_host, of_chip;  ///< credits
  Cycle credit_cycles;          ///< from a TLP's arrival until its sender has the credit again
  Cycle read_cycles;            ///< mean, from a request's arrival until its octets may be sent
  uint32_t read_sigma;          ///< standard deviation, in 1/256 cycle; truncated at 3 of them
  Cycle write_cycles;           ///< from a posted write's arrival until it is in memory
  Cycle mmio_cycles;            ///< from a store's, load's or answer's arrival until it counts
  uint64_t seed = 1;
  uint32_t bar_bytes = 1 << 17;
  uint64_t tlp_errors;    ///< of 2^32 TLPs on the wire, how many fail their LCRC
  uint64_t nak_errors;    ///< of 2^32 Naks for these, how many are lost
  Cycle nak_cycles;       ///< from the arrival of a TLP that failed until it is sent again
  Cycle replay_cycles;    ///< likewise, where the Nak is lost: the sender's timer
  uint32_t replay_bytes;  ///< octets on the wire that may be without their Ack; 0: no limit
  uint64_t ack_errors;    ///< of 2^32 Acks, how many are lost
  Cycle ack_cycles;       ///< from the first arrival since an Ack until the next is with the sender
  bool carried = false;   ///< octets are carried; else only counted
  /// Where the link's queues are.
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();
};

}  // namespace tinsim
