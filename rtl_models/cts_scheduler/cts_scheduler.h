// SPDX-License-Identifier: Apache-2.0
// CTS scheduler: which RTS is answered next with a CTS.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/cts_pick.h"

namespace tinsim {

class StateList;

/// A Mealy block; ports, behaviour and rules are described in README.md.
class CtsScheduler {
 public:
  struct In {
    std::array<Bits<20>, kEgressPorts> window_i{};
    std::array<bool, kCosClasses> strict_i{};
    std::array<Bits<8>, kCosClasses> weight_i{};
    std::array<bool, kRtsQueues> head_valid_i{};
    std::array<Bits<14>, kRtsQueues> head_bytes_i{};
    std::array<Bits<8>, kEgressPorts> space_i{};
    bool done_valid_i = false;
    Bits<2> done_port_i;
    Bits<14> done_bytes_i;
    bool hold_i = false;
    TIN_PORTS(window_i, strict_i, weight_i, head_valid_i, head_bytes_i, space_i, done_valid_i,
              done_port_i, done_bytes_i, hold_i)
  };
  struct Out {
    bool grant_valid_o = false;
    Bits<5> grant_queue_o;
    std::array<Bits<20>, kEgressPorts> outstanding_o{};
    TIN_PORTS(grant_valid_o, grant_queue_o, outstanding_o)
  };

  /// Outputs of this cycle; changes nothing.
  Out eval(const In& in) const;
  /// The edge that ends this cycle.
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  void check(const In& in) const;
  unsigned granted(const In& in, std::uint32_t waiting) const;

  CtsPlan plan_;  ///< without the weights
  CtsPicker picker_;
  std::array<std::uint32_t, kEgressPorts> outstanding_{};  ///< bytes
};

}  // namespace tinsim
