// SPDX-License-Identifier: Apache-2.0
// A control processor that writes and reads MOS words, and a link that sends and receives them.
#pragma once

#include "rtl_models/mos_mailbox/mos_mailbox.h"
#include "testbench/random_stall.h"

namespace tinsim {

/// Writes, slots, received sets and reads have rates of their own that change, so that both queues
/// are full or empty for long times; sometimes nothing is read until the counter is at its end.
template <unsigned kTxWords, unsigned kRxWords>
class MosMailboxStimulus {
 public:
  using In = typename MosMailbox<kTxWords, kRxWords>::In;
  using Out = typename MosMailbox<kTxWords, kRxWords>::Out;

  explicit MosMailboxStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    left_ = 0;
    return {};
  }

  In next(const Out& out) {
    if (left_ == 0) new_profile();
    --left_;
    In in;
    in.send_sub_i = random_.bits();
    in.send_payload_i = random_.bits();
    in.send_valid_i = writes_.go(random_) && out.send_free_o != 0;
    in.sent_i = slots_.go(random_) && out.mos_valid_o;
    in.set_valid_i = overflows_ || sets_.go(random_);
    in.set_code_i = random_.chance(mos_percent_) ? kMos : random_.below(16);
    in.set_body_i = random_.bits();
    in.read_i = !overflows_ && reads_.go(random_) && out.read_valid_o;
    in.clear_i = random_.chance(clear_percent_);
    return in;
  }

 private:
  static constexpr unsigned kMos = static_cast<unsigned>(OrderedSetCode::Mos);

  void new_profile() {
    mos_percent_ = random_.chance(70) ? 100 : random_.below(101);
    clear_percent_ = random_.chance(50) ? 0 : random_.chance(50) ? 2 : 30;
    left_ = random_.range(50, 500);
    overflows_ = random_.chance(10);
    if (!overflows_) return;
    mos_percent_ = 100;
    clear_percent_ = 0;
    left_ = 300 + kRxWords;
  }

  Random random_;
  RandomStall writes_, slots_, sets_, reads_;
  // The profile of random rates, and cycles until the next one.
  unsigned mos_percent_ = 100, clear_percent_ = 0, left_ = 0;
  bool overflows_ = false;
};

}  // namespace tinsim
