// SPDX-License-Identifier: Apache-2.0
// Time to live of an IP packet that is forwarded: one less, or expired.
#include "rtl_models/parts/time_to_live.h"

#include "rtl_models/parts/bit_slice.h"
#include "rtl_models/parts/internet_checksum.h"

namespace tinsim {
namespace {

/// Octet 7 of IPv6, in the first half of the head.
constexpr BitSlice kHopLimit{56, 8};
/// Octets 8 to 11 of IPv4, in the second half: time to live, protocol, checksum.
constexpr BitSlice kTimeToLive{0, 8}, kProtocol{8, 8}, kChecksumUpper{16, 8}, kChecksumLower{24, 8};

/// A packet with no more ends at the first router.
constexpr std::uint64_t kLast = 1;

std::uint64_t replaced(std::uint64_t word, BitSlice field, std::uint64_t value) {
  return (word & ~field.with(field.mask())) | field.with(value);
}

std::uint16_t word_of(std::uint64_t upper, std::uint64_t lower) {
  return static_cast<std::uint16_t>(upper << 8 | lower);
}

std::uint64_t decremented_v4(std::uint64_t hi) {
  const std::uint64_t left = kTimeToLive.of(hi) - 1;
  const std::uint16_t checksum = updated_checksum(
      word_of(kChecksumUpper.of(hi), kChecksumLower.of(hi)),
      word_of(kTimeToLive.of(hi), kProtocol.of(hi)), word_of(left, kProtocol.of(hi)));
  hi = replaced(hi, kTimeToLive, left);
  hi = replaced(hi, kChecksumUpper, checksum >> 8);
  return replaced(hi, kChecksumLower, checksum);
}

}  // namespace

ForwardedHead forwarded_head(IpHead head, bool v6) {
  const std::uint64_t left = v6 ? kHopLimit.of(head.lo) : kTimeToLive.of(head.hi);
  if (left <= kLast) return {head, true};
  if (v6)
    head.lo = replaced(head.lo, kHopLimit, left - 1);
  else
    head.hi = decremented_v4(head.hi);
  return {head, false};
}

}  // namespace tinsim
