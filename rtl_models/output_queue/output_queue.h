// SPDX-License-Identifier: Apache-2.0
// Output queue: output buffer of one port, quality of service between VCs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/qos.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kVcs>
class OutputQueue {
  static_assert(kVcs >= 1 && kVcs <= 32, "NumVcs: 1..32");

 public:
  struct In {
    Bits<8> queue_words_i;
    std::array<bool, kVcs> strict_i{};
    std::array<Bits<8>, kVcs> weight_i{};
    bool reserve_valid_i = false;
    Bits<5> reserve_vc_i, reserve_words_i;
    bool push_valid_i = false, push_sop_i = false;
    Bits<64> push_data_i;
    bool tx_ready_i = false;
    TIN_PORTS(queue_words_i, strict_i, weight_i, reserve_valid_i, reserve_vc_i, reserve_words_i,
              push_valid_i, push_sop_i, push_data_i, tx_ready_i)
  };
  struct Out {
    std::array<Bits<8>, kVcs> space_o{};
    bool tx_valid_o = false, tx_sop_o = false;
    Bits<64> tx_data_o;
    TIN_PORTS(space_o, tx_valid_o, tx_sop_o, tx_data_o)
  };

  OutputQueue();
  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static constexpr unsigned kMaxWords = 256;  // power of two, at least the largest queue_words_i
  struct Queue {
    std::uint32_t words_in = 0, words_out = 0;  ///< free running positions
    std::uint32_t cells = 0;
    std::uint32_t awaited = 0;  ///< words reserved whose cells have not begun to arrive
  };

  void push(const In& in);
  void reserve(const In& in);
  void begin_cell(const In& in);
  /// Which VC may have how much of the link, where several have a cell.
  static QosPlan plan_of(const In& in);
  void send_word();
  std::uint64_t& word(unsigned vc, std::uint32_t position) {
    return words_[vc * kMaxWords + position % kMaxWords];
  }

  std::array<Queue, kVcs> queues_{};
  std::vector<std::uint64_t> words_;
  std::uint32_t nonempty_ = 0;  ///< mask of VCs with a cell
  QosPicker picker_;
  unsigned push_vc_ = 0, push_left_ = 0;  ///< cell arriving
  unsigned send_vc_ = 0, send_left_ = 0;  ///< cell leaving
  bool send_first_ = false;
  Out out_;
};

}  // namespace tinsim
