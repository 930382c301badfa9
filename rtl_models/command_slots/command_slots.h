// SPDX-License-Identifier: Apache-2.0
// Command slots: which are free, being written, ready and in flight.
#pragma once

#include <array>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/rma_slots.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kSlots>
class CommandSlots {
 public:
  struct In {
    std::array<bool, 2> alloc_valid_i{};
    bool store_valid_i = false, store_host_i = false;
    Bits<8> store_slot_i;
    Bits<2> store_part_i;
    bool ready_pop_i = false, done_valid_i = false;
    Bits<8> done_slot_i;
    TIN_PORTS(alloc_valid_i, store_valid_i, store_host_i, store_slot_i, store_part_i, ready_pop_i,
              done_valid_i, done_slot_i)
  };
  struct Out {
    std::array<bool, 2> alloc_ok_o{};
    std::array<Bits<8>, 2> alloc_slot_o{};
    Bits<2> store_error_o;
    bool ready_valid_o = false;
    Bits<8> ready_slot_o;
    std::array<Bits<9>, 2> free_o{};
    TIN_PORTS(alloc_ok_o, alloc_slot_o, store_error_o, ready_valid_o, ready_slot_o, free_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kSlots >= 4 && kSlots <= CommandSlotState::kMaxSlots && kSlots % 2 == 0,
                "NumSlots: an even number in 4..256");

  void check(const In& in) const;
  void drive_outputs();

  CommandSlotState state_{kSlots};
  Out out_;
};

}  // namespace tinsim
