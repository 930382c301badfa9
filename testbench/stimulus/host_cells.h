// SPDX-License-Identifier: Apache-2.0
// The host side of a terminal port of a switch chip: sends cells on the pins, within its credit.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/credit.h"
#include "testbench/random_stall.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

template <unsigned kVcs>
class HostCells {
 public:
  struct Word {
    bool valid = false, sop = false;
    std::uint64_t data = 0;
  };

  void restart(unsigned credit, unsigned vcs) {
    *this = HostCells();
    limit_.fill(credit % kCreditModulus);
    vcs_ = vcs;
  }
  void grant(unsigned vc, unsigned limit) { limit_[vc] = limit; }

  Word next(Random& random) {
    if (left_ > 0) {
      --left_;
      return {true, false, random.bits()};
    }
    if (!stall_.go(random)) return {};
    CellHeader header = random_header(random);
    header.vc = static_cast<std::uint8_t>(random.below(vcs_));
    if (header.len > credit_available(limit_[header.vc], sent_[header.vc])) return {};
    sent_[header.vc] = (sent_[header.vc] + header.len) % kCreditModulus;
    left_ = header.len - 1u;
    return {true, true, encode_header(header)};
  }

 private:
  std::array<unsigned, kVcs> limit_{}, sent_{};
  unsigned left_ = 0;  ///< words of the cell still to be sent
  unsigned vcs_ = kVcs;
  RandomStall stall_;
};

}  // namespace tinsim
