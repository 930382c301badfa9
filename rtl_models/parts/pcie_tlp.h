// SPDX-License-Identifier: Apache-2.0
// PCIe transaction layer packets: their size on the link, how transfers are cut into them, and how
// fast the link carries them. Formulas and sources: docs/reference/pcie.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace tinsim {

/// Octets of a TLP besides its payload: 8 of framing, sequence number and LCRC, and the header: 16
/// with a 64-bit address, 12 of a completion. No ECRC.
constexpr uint32_t kTlpRequestBytes = 24;
constexpr uint32_t kTlpCompletionBytes = 20;
/// No request crosses a multiple of it.
constexpr uint32_t kPciePageBytes = 4096;
/// Octets of one data credit.
constexpr uint32_t kPcieCreditBytes = 16;

/// Payload on the link of `bytes` octets from `address` on: whole double words.
constexpr uint32_t tlp_payload_bytes(uint64_t address, uint32_t bytes) {
  return (static_cast<uint32_t>(address % 4) + bytes + 3) / 4 * 4;
}

constexpr uint32_t pcie_data_credits(uint32_t payload_bytes) {
  return (payload_bytes + kPcieCreditBytes - 1) / kPcieCreditBytes;
}

/// Octets of a request's first TLP, the longest one possible: at most `max` (MPS of a write, MRRS
/// of a read) in whole double words, and no page crossed. The next one begins behind it.
constexpr uint32_t request_part(uint64_t address, uint32_t bytes, uint32_t max) {
  const auto to_page = static_cast<uint32_t>(kPciePageBytes - address % kPciePageBytes);
  return std::min({bytes, max - static_cast<uint32_t>(address % 4), to_page});
}

/// Octets of the first completion of a read: at most `max`, and unless it is the last it ends at a
/// multiple of `rcb`, the read completion boundary, a power of two. `max` is a multiple of `rcb`.
constexpr uint32_t completion_part(uint64_t address, uint32_t bytes, uint32_t max, uint32_t rcb) {
  const uint64_t end = (address + max) & ~uint64_t{rcb - 1};
  return static_cast<uint32_t>(std::min<uint64_t>(bytes, end - address));
}

/// Octets of TLPs that a link carries per cycle: `num` / `den`, reduced.
struct PcieRate {
  uint64_t num = 1;
  uint64_t den = 1;
};

/// Symbol times after which an Ack, and after which an UpdateFC, is due at the latest on a link of
/// 8 GT/s and more (PCIe base specification, Ack latency limits): how long a TLP of full size
/// takes, as often as a factor of the width allows, and 115 of internal delay. `lanes` is 1, 2, 4,
/// 8 or 16, `mps` 128 to 4096.
constexpr uint64_t pcie_dllp_interval(uint32_t lanes, uint32_t mps) {
  constexpr uint64_t kOverhead = 28;
  constexpr uint64_t kInternalDelay = 115;
  const bool is_small = mps <= 256;
  const uint64_t tenths = lanes == 16  ? (is_small ? 30 : 20)
                          : lanes == 8 ? (is_small ? 25 : 10)
                                       : (is_small ? 14 : 10);
  return (mps + kOverhead) * tenths / (10 * lanes) + kInternalDelay;
}

/// 128b/130b; of that, DLLPs (8 octets of Ack and 8 of UpdateFC per interval) and SKP ordered sets
/// (4 of 1538 symbols) take their share, as Neugebauer et al. count them (SIGCOMM 2018).
constexpr PcieRate pcie_rate(uint32_t gigatransfers, uint32_t lanes, uint32_t mps,
                             uint32_t core_mhz) {
  const uint64_t interval = pcie_dllp_interval(lanes, mps);
  constexpr uint64_t kDllps = 16, kSkp = 4, kSkpInterval = 1538;
  const uint64_t num = uint64_t{gigatransfers} * 1000 * lanes * 128 *
                       (interval * kSkpInterval - kDllps * kSkpInterval - kSkp * interval);
  const uint64_t den = uint64_t{8} * core_mhz * 130 * interval * kSkpInterval;
  const uint64_t common = std::gcd(num, den);
  return {num / common, den / common};
}

}  // namespace tinsim
