// SPDX-License-Identifier: Apache-2.0
// Response segmenter: PCIe completions become RESP cells.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kContexts>
class ResponseSegmenter {
 public:
  struct In {
    Bits<8> max_data_i;
    bool open_valid_i = false;
    Bits<16> open_slot_i;
    Bits<13> open_size_i;
    bool cpl_valid_i = false;
    Bits<6> cpl_context_i;
    Bits<12> cpl_offset_i;
    Bits<9> cpl_length_i;
    bool cpl_error_i = false, seg_ready_i = false;
    TIN_PORTS(max_data_i, open_valid_i, open_slot_i, open_size_i, cpl_valid_i, cpl_context_i,
              cpl_offset_i, cpl_length_i, cpl_error_i, seg_ready_i)
  };
  struct Out {
    bool open_ok_o = false;
    Bits<6> open_context_o;
    bool cpl_ready_o = false, seg_valid_o = false;
    Bits<6> seg_context_o;
    Bits<16> seg_slot_o;
    Bits<12> seg_offset_o;
    Bits<8> seg_length_o;
    Bits<5> seg_words_o;
    Bits<4> seg_status_o;
    Bits<48> seg_counter_o;
    bool seg_last_o = false;
    Bits<7> contexts_o;
    TIN_PORTS(open_ok_o, open_context_o, cpl_ready_o, seg_valid_o, seg_context_o, seg_slot_o,
              seg_offset_o, seg_length_o, seg_words_o, seg_status_o, seg_counter_o, seg_last_o,
              contexts_o)
  };
  /// Registers that a bench may set: README.md, "Back door".
  struct Preset {
    Bits<48> counter_q;
    TIN_FIELDS(counter_q)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  void preset(const Preset& registers);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kContexts >= 2 && kContexts <= 64, "NumContexts: 2..64");

  struct Context {
    bool open = false;
    std::uint16_t slot = 0;
    unsigned size = 0, left = 0;  ///< bytes of the read, and bytes not yet in a cell
  };
  /// The completion that is being cut.
  struct Cutting {
    bool valid = false, error = false;
    unsigned context = 0, offset = 0, left = 0;  ///< from the cell on that is shown
  };

  void check(const In& in) const;
  void take_cell();
  void open(const In& in);
  void drive_outputs();

  std::array<Context, kContexts> contexts_{};
  Cutting cutting_;
  std::uint64_t counter_ = 1;  ///< number of the cell that is shown, or of the next
  unsigned max_data_ = 0;
  Out out_;
};

}  // namespace tinsim
