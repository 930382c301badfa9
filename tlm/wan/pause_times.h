// SPDX-License-Identifier: Apache-2.0
// PAUSE times and InfiniBand send times per rate, by formula, next to the values that the slides of
// the OFA Developer Workshop 2013 print.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm/wan/link_credits.h"

namespace tinsim {

/// Largest pause time of a PAUSE frame, in quanta (IEEE 802.3, annex 31B).
constexpr uint64_t kMaxPauseQuanta = 0xffff;

/// Duration of a quantum of 512 bit times, in ns.
constexpr double quantum_ns(double gbps) { return 512 / gbps; }
/// Longest time that one PAUSE frame can request, in ms.
constexpr double max_pause_ms(double gbps) { return kMaxPauseQuanta * quantum_ns(gbps) * 1e-6; }
/// Duration of one block of 64 octets, in ns.
constexpr double credit_block_ns(double gbps) { return 8 * kCreditBlockBytes / gbps; }
/// Longest time that one flow control packet can permit to send, in us.
constexpr double max_send_us(double gbps) {
  return kMaxCreditBlocks * credit_block_ns(gbps) * 1e-3;
}
/// Flow control packets that a link needs per second so that it never waits for one.
constexpr double credits_per_second(double gbps) { return 1e6 / max_send_us(gbps); }

/// A printed value, and whether it is that of the formula to the digits printed.
struct PrintedValue {
  double printed;
  bool is_right;
};

struct PauseRow {
  double gbps;
  double quantum_ns, max_pause_ms;
  PrintedValue slide_quantum_ns, slide_max_pause_ms;
};

struct CreditRow {
  std::string name;
  double gbps;
  double block_ns, max_send_us, per_second;
  PrintedValue slide_block_ns, slide_max_send_us;
};

/// For 1, 10, 40 and 100 Gb/s.
std::vector<PauseRow> pause_rows();
/// For SDR, DDR, QDR, FDR and EDR at the rates of the slides, and for EDR at its own rate of 100
/// Gb/s, where the printed values are those of 108.6 Gb/s.
std::vector<CreditRow> credit_rows();

}  // namespace tinsim
