// SPDX-License-Identifier: Apache-2.0
// Crossbar: moves one 8-byte word per port and cycle, cells of 2 to 20 words, cut-through.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and rules are described in README.md.
template <unsigned kPorts>
class Crossbar {
  static_assert(kPorts >= 2 && kPorts <= 64, "NumPorts: 2..64");

 public:
  struct In {
    std::array<bool, kPorts> start_valid_i{};
    std::array<Bits<6>, kPorts> start_port_i{};
    std::array<Bits<5>, kPorts> start_len_i{};
    std::array<bool, kPorts> in_valid_i{}, in_sop_i{};
    std::array<Bits<64>, kPorts> in_data_i{};
    TIN_PORTS(start_valid_i, start_port_i, start_len_i, in_valid_i, in_sop_i, in_data_i)
  };
  struct Out {
    std::array<bool, kPorts> out_valid_o{}, out_sop_o{};
    std::array<Bits<64>, kPorts> out_data_o{};
    std::array<bool, kPorts> in_busy_o{}, out_busy_o{};
    TIN_PORTS(out_valid_o, out_sop_o, out_data_o, in_busy_o, out_busy_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  struct Transfer {
    std::uint8_t output = 0, len = 0, left = 0;  ///< missing words
  };

  void move_word(const In& in, unsigned input);
  void start(const In& in, unsigned input);

  std::array<Transfer, kPorts> current_{};   ///< whose words the inputs present
  std::array<Transfer, kPorts> starting_{};  ///< started in the last cycle
  // Cycles until the port may start again.
  std::array<std::uint8_t, kPorts> in_held_{}, out_held_{};
  Out out_;
};

}  // namespace tinsim
