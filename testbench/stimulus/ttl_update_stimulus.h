// SPDX-License-Identifier: Apache-2.0
// Headers of both versions with times to live and checksums around their borders, for ttl_update.
#pragma once

#include <cstdint>

#include "rtl_models/ttl_update/ttl_update.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Right checksums and wrong ones: the block does not look whether they are right.
class TtlUpdateStimulus {
 public:
  using In = TtlUpdate::In;
  using Out = TtlUpdate::Out;

  explicit TtlUpdateStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() { return {}; }

  In next(const Out&) {
    In in;
    in.valid_i = headers_.go(random_);
    in.v6_i = random_.chance(50);
    in.forwards_i = random_.chance(75);
    std::uint64_t lo = random_.bits(), hi = random_.bits();
    if (in.valid_i) lo = with_octet(lo, 0, (in.v6_i ? 0x60u : 0x40u) | (lo & 15));
    if (in.v6_i)
      lo = with_octet(lo, 7, time_to_live());
    else
      hi = with_checksum(with_octet(hi, 0, time_to_live()));
    in.head_lo_i = lo;
    in.head_hi_i = hi;
    return in;
  }

 private:
  static std::uint64_t with_octet(std::uint64_t word, unsigned place, std::uint64_t octet) {
    return (word & ~(std::uint64_t{0xff} << 8 * place)) | octet << 8 * place;
  }
  std::uint64_t time_to_live() {
    if (random_.chance(50)) return random_.below(4);
    return random_.chance(30) ? 127 + random_.below(130) % 129 : random_.below(256);
  }
  /// Often where the sum carries, or where it is a form of zero.
  std::uint64_t with_checksum(std::uint64_t hi) {
    unsigned checksum = random_.below(0x10000);
    if (random_.chance(50)) checksum = (0xfeffu + random_.below(5) - 2) & 0xffff;
    if (random_.chance(30)) checksum = (0xffffu + random_.below(5) - 2) & 0xffff;
    return with_octet(with_octet(hi, 2, checksum >> 8), 3, checksum & 0xff);
  }

  Random random_;
  RandomStall headers_;
};

}  // namespace tinsim
