// SPDX-License-Identifier: Apache-2.0
// PAUSE times and InfiniBand send times per rate.
#include "tlm/wan/pause_times.h"

#include <cmath>

namespace tinsim {
namespace {

/// Three significant digits are printed, some of them cut off instead of rounded.
PrintedValue compared(double printed, double exact) {
  return {printed, std::abs(printed - exact) <= 0.006 * exact};
}

PauseRow pause_row(double gbps, double quantum, double max_pause) {
  const double exact_quantum = quantum_ns(gbps), exact_max = max_pause_ms(gbps);
  return {gbps, exact_quantum, exact_max, compared(quantum, exact_quantum),
          compared(max_pause, exact_max)};
}

CreditRow credit_row(const char* name, double gbps, double block, double max_send) {
  const double exact_block = credit_block_ns(gbps), exact_max = max_send_us(gbps);
  return {name,
          gbps,
          exact_block,
          exact_max,
          credits_per_second(gbps),
          compared(block, exact_block),
          compared(max_send, exact_max)};
}

}  // namespace

std::vector<PauseRow> pause_rows() {
  return {pause_row(1, 512, 33.5), pause_row(10, 51.2, 3.35), pause_row(40, 17.92, 0.84),
          pause_row(100, 5.12, 0.335)};
}

std::vector<CreditRow> credit_rows() {
  return {credit_row("SDR", 8, 64, 131),        credit_row("DDR", 16, 0.5, 65.5),
          credit_row("QDR", 32, 0.25, 32.8),    credit_row("FDR", 54.3, 9.43, 19.3),
          credit_row("EDR", 108.6, 4.71, 9.65), credit_row("EDR, 100 Gb/s", 100, 4.71, 9.65)};
}

}  // namespace tinsim
