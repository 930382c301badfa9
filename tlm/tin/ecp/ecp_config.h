// SPDX-License-Identifier: Apache-2.0
// Section `ecp` of a configuration: the control processors; docs/reference/control_processor.md.
#pragma once

#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

struct EcpConfig {
  bool enabled = false;
  std::string image;
  std::vector<unsigned> ethernet_chips;
  unsigned mhz = 400;
  unsigned cycles_per_instruction = 1;
  unsigned exception_cycles = 12;
  unsigned register_cycles = 20;
  double exchange_us = 1;
  double mos_loss = 0;
  unsigned icmp_errors_per_s = 1000;
  unsigned icmp_error_burst = 10;
  TIN_KEYS(
      (enabled, "every chip has a control processor that executes an image"),
      (image,
       "program: octets from address 0 on, vector table first; relative to this file; empty: "
       "the firmware of firmware_stub/"),
      (ethernet_chips,
       "chips whose control processors use their Ethernet MAC; empty: all with an IP path",
       range(0, 65534)),
      (mhz, "frequency of the control processor", range(1, 2000)),
      (cycles_per_instruction, "its cycles for an instruction", range(1, 100)),
      (exception_cycles, "its cycles for an entry to an exception, and for a return, besides",
       range(0, 1000)),
      (register_cycles, "its cycles for an access to a register of the chip, besides",
       range(0, 100000)),
      (exchange_us,
       "interval in which it exchanges packets, MOS words and accesses to registers with the chip; "
       "at least 64 cycles",
       range(0.01, 1000)),
      (mos_loss, "probability that a MOS word is lost where it arrives", range(0, 0.5)),
      (icmp_errors_per_s, "ICMP errors that the firmware sends in a second of a chip, at most",
       range(0, 1000000)),
      (icmp_error_burst, "… and without a pause, after one long enough", range(1, 10000)))
};

}  // namespace tinsim
