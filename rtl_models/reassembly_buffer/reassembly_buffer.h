// SPDX-License-Identifier: Apache-2.0
// Reassembly buffer: space reserved before a CTS, cells in any order, packets complete.
#pragma once

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/reassembly.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kContexts, unsigned kSlots>
class ReassemblyBuffer {
 public:
  struct In {
    bool reserve_valid_i = false;
    Bits<14> reserve_bytes_i;
    bool data_valid_i = false;
    Bits<16> data_eptr_i;
    Bits<8> data_idx_i, data_vbytes_i;
    bool release_valid_i = false;
    Bits<16> release_eptr_i;
    TIN_PORTS(reserve_valid_i, reserve_bytes_i, data_valid_i, data_eptr_i, data_idx_i,
              data_vbytes_i, release_valid_i, release_eptr_i)
  };
  struct Out {
    bool can_reserve_o = false;
    Bits<16> reserve_eptr_o;
    Bits<12> free_slots_o;
    bool result_valid_o = false, result_stored_o = false, result_complete_o = false;
    Bits<16> result_eptr_o;
    bool result_aborted_o = false;
    TIN_PORTS(can_reserve_o, reserve_eptr_o, free_slots_o, result_valid_o, result_stored_o,
              result_complete_o, result_eptr_o, result_aborted_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kContexts >= 2 && kContexts <= 1024 && (kContexts & (kContexts - 1)) == 0,
                "NumContexts: a power of two in 2..1024");
  static_assert(kSlots >= 1 && kSlots <= 4095, "NumSlots: 1..4095");

  void check(const In& in) const;
  void store(const In& in);
  void drive_outputs();

  ReassemblyState state_{kContexts, kSlots};
  Out out_;
};

}  // namespace tinsim
