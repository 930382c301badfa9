// SPDX-License-Identifier: Apache-2.0
// Registers of the IP path, and the parameters that they hold.
#pragma once

#include <array>
#include <cstdint>

#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// One register, or one element of an array that is written as a whole, with its words
/// (docs/reference/registers.md, group `ip`).
struct IpEdit {
  enum class What : uint8_t {
    kClasses,
    kEarlyRts,
    kRtsWindow,
    kRtsLifetime,
    kRtsMaxHold,
    kRtsProbe,
    kRtsCredit,
    kRtsTimeout,
    kFetchTimeout,
    kPace,
    kRtsCongestion,
    kSpace,
    kWeights,
    kThresholds,
    kWindow,
    kTrap,
    // Of the tables, which are not parameters.
    kMember,
    kEntry,
  };
  using Words = std::array<uint32_t, 8>;

  What what = What::kClasses;
  uint16_t index = 0;
  Words words{};

  bool is_of_table() const { return what == What::kMember || what == What::kEntry; }
};

// Of the parameters: !edit.is_of_table().

/// Whether the chip can use the values; docs/reference/registers.md lists the limits.
bool is_valid(const IpEdit& edit);
/// Precondition: is_valid().
void apply(const IpEdit& edit, IpParams& params);
/// The words of a register or element, as software reads them.
IpEdit::Words words_of(IpEdit::What what, unsigned index, const IpParams& params);

}  // namespace tinsim
