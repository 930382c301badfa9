// SPDX-License-Identifier: Apache-2.0
// iSLIP arbiter: central arbiter with busy ports, one request per VC per port.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/islip.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
template <unsigned kPorts, unsigned kVcs>
class IslipArbiter {
  static_assert(kPorts >= 2 && kPorts <= kMaxPorts && kVcs >= 1 && kVcs <= 32,
                "NumPorts: 2..64, NumVcs: 1..32");

 public:
  struct In {
    Bits<3> iterations_i = 1;
    std::array<bool, kVcs> strict_i{};
    std::array<std::array<bool, kVcs>, kPorts> req_valid_i{};
    std::array<std::array<Bits<6>, kVcs>, kPorts> req_port_i{};
    std::array<bool, kPorts> in_busy_i{}, out_busy_i{};
    TIN_PORTS(iterations_i, strict_i, req_valid_i, req_port_i, in_busy_i, out_busy_i)
  };
  struct Out {
    std::array<bool, kPorts> match_valid_o{};
    std::array<Bits<6>, kPorts> match_port_o{};
    std::array<Bits<5>, kPorts> match_vc_o{};
    TIN_PORTS(match_valid_o, match_port_o, match_vc_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  using VcMask = std::uint32_t;

  IslipRequests gather(const In& in) const;
  unsigned pick_vc(const In& in, unsigned input, unsigned output);

  IslipPointers pointers_;
  std::array<std::array<std::uint8_t, kPorts>, kPorts> vc_pointer_{};  ///< [input][output]
  Out out_;
};

}  // namespace tinsim
