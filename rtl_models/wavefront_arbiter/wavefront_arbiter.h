// SPDX-License-Identifier: Apache-2.0
// Wrapped wave front arbiter: central arbiter with busy ports, one request per VC per port.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
template <unsigned kPorts, unsigned kVcs>
class WavefrontArbiter {
  static_assert(kPorts >= 2 && kPorts <= 64 && kVcs >= 1 && kVcs <= 32,
                "NumPorts: 2..64, NumVcs: 1..32");

 public:
  struct In {
    std::array<bool, kVcs> strict_i{};
    std::array<std::array<bool, kVcs>, kPorts> req_valid_i{};
    std::array<std::array<Bits<6>, kVcs>, kPorts> req_port_i{};
    std::array<bool, kPorts> in_busy_i{}, out_busy_i{};
    TIN_PORTS(strict_i, req_valid_i, req_port_i, in_busy_i, out_busy_i)
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
  /// Requests as masks: of inputs, by output.
  struct Requests {
    std::array<std::uint64_t, kPorts> all{}, strict{};
    std::uint64_t free_inputs = 0, free_outputs = 0;
  };

  Requests gather(const In& in) const;
  void pass(const In& in, const std::array<std::uint64_t, kPorts>& inputs_for, Requests& requests,
            Out& out);
  unsigned pick_vc(const In& in, unsigned input, unsigned output);

  unsigned diagonal_ = 0;                                              ///< with priority
  std::array<std::array<std::uint8_t, kPorts>, kPorts> vc_pointer_{};  ///< [input][output]
  Out out_;
};

}  // namespace tinsim
