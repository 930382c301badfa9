// SPDX-License-Identifier: Apache-2.0
// A program on the blocks alone, built by pkg-config: credit of a sender that takes and gets words.
#include <iostream>

#include "rtl_models/credit_counter/credit_counter.h"

int main() {
  tinsim::CreditCounter<4> credit;
  tinsim::CreditCounter<4>::In in;
  in.init_limit_i[2] = 128;
  credit.reset(in);
  in.take_valid_i = true, in.take_vc_i = 2, in.take_words_i = 20;
  credit.tick(in);
  std::cout << "credit " << credit.out().avail_o[2] << '\n';
}
