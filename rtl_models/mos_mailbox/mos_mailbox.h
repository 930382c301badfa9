// SPDX-License-Identifier: Apache-2.0
// MOS mailbox: the MOS words of one port between the control processor and the link.
#pragma once

#include <deque>

#include "rtl_models/common/bits.h"
#include "rtl_models/common/fields.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {

class StateList;

/// A stage; ports, behaviour and rules are described in README.md.
template <unsigned kTxWords, unsigned kRxWords>
class MosMailbox {
 public:
  struct In {
    bool send_valid_i = false;
    Bits<4> send_sub_i;
    Bits<48> send_payload_i;
    bool sent_i = false;
    bool set_valid_i = false;
    Bits<4> set_code_i;
    Bits<52> set_body_i;
    bool read_i = false, clear_i = false;
    TIN_PORTS(send_valid_i, send_sub_i, send_payload_i, sent_i, set_valid_i, set_code_i, set_body_i,
              read_i, clear_i)
  };
  struct Out {
    Bits<8> send_free_o;
    bool mos_valid_o = false;
    Bits<4> mos_sub_o;
    Bits<48> mos_payload_o;
    bool read_valid_o = false;
    Bits<4> read_sub_o;
    Bits<48> read_payload_o;
    Bits<8> read_fill_o;
    bool overflow_o = false;
    Bits<8> dropped_o;
    TIN_PORTS(send_free_o, mos_valid_o, mos_sub_o, mos_payload_o, read_valid_o, read_sub_o,
              read_payload_o, read_fill_o, overflow_o, dropped_o)
  };

  const Out& out() const { return out_; }
  void tick(const In& in);
  void reset(const In& straps);
  /// Registers by name (rtl_models/common/state.h).
  void list_state(StateList& state) const;

 private:
  static_assert(kTxWords >= 2 && kTxWords <= 128 && kRxWords >= 2 && kRxWords <= 128,
                "TxWords, RxWords: 2..128");
  static constexpr unsigned kMaxCounted = 255;

  void check(const In& in) const;
  void receive(const In& in);
  void show();

  std::deque<MosBody> tx_, rx_;
  unsigned dropped_ = 0;
  Out out_;
};

}  // namespace tinsim
