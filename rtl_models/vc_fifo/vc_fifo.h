// SPDX-License-Identifier: Apache-2.0
// VC FIFO: input buffer of one port, one queue of cells per VC; returns credits as words.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

class StateList;

/// A stage; ports, timing and rules are described in README.md. `kMaxWords` is the storage per VC.
template <unsigned kVcs, unsigned kMaxWords>
class VcFifo {
  static_assert(kVcs >= 1 && kVcs <= 32, "NumVcs: 1..32");
  static_assert(kMaxWords >= 2 && (kMaxWords & (kMaxWords - 1)) == 0 && kMaxWords <= 2048,
                "MaxWords: a power of two in 2..2048");

 public:
  struct In {
    std::array<Bits<12>, kVcs> depth_words_i{};
    bool push_valid_i = false, push_sop_i = false;
    Bits<5> push_vc_i, push_len_i;
    Bits<11> push_meta_i;
    Bits<64> push_data_i;
    bool pop_valid_i = false;
    Bits<5> pop_vc_i;
    TIN_PORTS(depth_words_i, push_valid_i, push_sop_i, push_vc_i, push_len_i, push_meta_i,
              push_data_i, pop_valid_i, pop_vc_i)
  };
  struct Out {
    std::array<bool, kVcs> head_valid_o{};
    std::array<Bits<5>, kVcs> head_len_o{};
    std::array<Bits<11>, kVcs> head_meta_o{};
    bool pop_valid_o = false, pop_sop_o = false;
    Bits<64> pop_data_o;
    bool credit_valid_o = false;
    Bits<5> credit_vc_o, credit_words_o;
    Bits<12> credit_limit_o;
    TIN_PORTS(head_valid_o, head_len_o, head_meta_o, pop_valid_o, pop_sop_o, pop_data_o,
              credit_valid_o, credit_vc_o, credit_words_o, credit_limit_o)
  };

  VcFifo();
  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  struct Cell {
    Bits<5> len;
    Bits<11> meta;
  };
  // Positions run freely; the storage index is the position modulo the (power of two) size.
  struct Queue {
    std::uint32_t cells_in = 0, cells_out = 0;
    std::uint32_t words_in = 0, words_out = 0;
    std::uint32_t room = 0;  ///< words granted and not yet used by a cell pushed
    Bits<12> granted;
  };
  static constexpr unsigned kMaxCells = kMaxWords / 2;

  void read_word();
  void push(const In& in);
  void check_pop(unsigned vc) const;
  void pop(unsigned vc);
  void drive_head(unsigned vc);
  Cell& cell(unsigned vc, std::uint32_t position) {
    return cells_[vc * kMaxCells + position % kMaxCells];
  }
  std::uint64_t& word(unsigned vc, std::uint32_t position) {
    return words_[vc * kMaxWords + position % kMaxWords];
  }

  std::array<Queue, kVcs> queues_{};
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> words_;
  unsigned push_vc_ = 0, push_left_ = 0;                 ///< cell being written
  unsigned read_vc_ = 0, read_len_ = 0, read_left_ = 0;  ///< cell being read
  Out out_;
};

}  // namespace tinsim
