// SPDX-License-Identifier: Apache-2.0
// Register bus of the chip: plain registers, and the port to all arrays.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/registers/decode.h"

namespace tinsim {

class StateList;

/// A stage; ports and behaviour are described in README.md.
class RegisterFile {
 public:
  static constexpr unsigned kPlain = registers::kPlainRegisters;
  using Words = std::array<Bits<32>, kPlain>;

  struct In {
    bool request_valid_i = false, request_write_i = false;
    Bits<registers::kAddressBits> request_address_i;
    Bits<32> request_data_i;
    Words hw_value_i{}, hw_set_i{};
    Bits<32> array_rdata_i;
    bool array_error_i = false;
    TIN_PORTS(request_valid_i, request_write_i, request_address_i, request_data_i, hw_value_i,
              hw_set_i, array_rdata_i, array_error_i)
  };
  struct Out {
    bool response_valid_o = false;
    Bits<32> response_data_o;
    bool response_error_o = false;
    Words value_o{};
    bool array_valid_o = false, array_write_o = false;
    Bits<5> array_window_o;
    Bits<registers::kAddressBits> array_address_o;
    Bits<32> array_wdata_o;
    TIN_PORTS(response_valid_o, response_data_o, response_error_o, value_o, array_valid_o,
              array_write_o, array_window_o, array_address_o, array_wdata_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  /// A request on its way; `plain` and `window` are kPlainRegisters and kWindows where it has none.
  struct Request {
    bool valid = false, write = false;
    std::uint32_t address = 0, data = 0;
    unsigned plain = registers::kPlainRegisters, window = registers::kWindows;
  };

  static Request decode(const In& in);
  void respond(const In& in);
  void store(const In& in, bool error);
  void show_array_request();
  std::uint32_t read_value(unsigned plain, const In& in) const;

  std::array<std::uint32_t, kPlain> stored_{};
  std::uint32_t error_address_ = 0;
  Request decoded_, answered_;  ///< in stage 1 and 2
  Out out_;
};

}  // namespace tinsim
