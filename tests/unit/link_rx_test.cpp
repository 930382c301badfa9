// SPDX-License-Identifier: Apache-2.0
// link_rx: cells pass whole, all other input is reported, and no wrong cell passes.
#include "rtl_models/link_rx/link_rx.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "rtl_models/common/block.h"
#include "rtl_models/parts/ordered_set.h"
#include "testbench/bench.h"
#include "testbench/stimulus/link_rx_stimulus.h"

namespace tinsim {
namespace {

using Rx = LinkRx<4>;

/// The registered outputs of one bit that are 1, by name.
std::string active_outputs(const Rx::Out& out) {
  std::string names;
  Rx::Out::walk(out, [&](const char* name, const auto& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, bool>)
      if (field && std::string(name).substr(0, 3) != "rx_") names += std::string(name) + " ";
  });
  return names;
}

CellHeader header_of(unsigned len, unsigned vc = 1) {
  CellHeader header;
  header.len = static_cast<std::uint8_t>(len);
  header.vc = static_cast<std::uint8_t>(vc);
  header.hop = 1;
  return header;
}

class LinkRxTest : public ::testing::Test {
 protected:
  static Rx::In up() {
    Rx::In in;
    in.enable_i = in.lock_i = true;
    return in;
  }
  /// Clocks one cycle. `now_` holds its outputs, `next_` those of the next cycle, in which no word
  /// arrives.
  void step() {
    now_ = bench_.out();
    bench_.clock();
    next_ = bench_.out();
  }
  void word(bool control, std::uint64_t bits) {
    bench_.in.valid_i = true;
    bench_.in.control_i = control;
    bench_.in.word_i = bits;
  }
  void control(std::uint64_t bits) {
    word(true, bits);
    step();
  }
  void data(std::uint64_t bits) {
    word(false, bits);
    step();
  }
  void expect_refused(std::uint64_t header) {
    control(header);
    EXPECT_FALSE(now_.rx_valid_o) << header;
    EXPECT_EQ(active_outputs(next_), "header_error_o ") << header;
  }
  void expect_replaced(const char* why) {
    step();
    EXPECT_TRUE(now_.rx_valid_o && !now_.rx_sop_o);
    EXPECT_EQ(now_.rx_data_o, 0u);
    EXPECT_EQ(active_outputs(next_), std::string(why) + " ");
  }

  Bench<Rx> bench_{up()};
  Rx::Out now_, next_;
};

TEST_F(LinkRxTest, CellsOfEveryLengthPassInTheSameCycleAndNoWordMore) {
  for (unsigned len = kMinCellWords; len <= kMaxCellWords; ++len) {
    const std::uint64_t header = encode_header(header_of(len, len % 4));
    control(header);
    EXPECT_TRUE(now_.rx_valid_o && now_.rx_sop_o);
    EXPECT_EQ(now_.rx_data_o, header);
    EXPECT_EQ(active_outputs(now_), "");
    EXPECT_EQ(active_outputs(next_), "cell_valid_o ");
    EXPECT_EQ(next_.cell_vc_o, len % 4);
    EXPECT_EQ(next_.cell_words_o, len);
    for (unsigned n = 1; n < len; ++n) {
      data(1000 + n);
      EXPECT_TRUE(now_.rx_valid_o && !now_.rx_sop_o);
      EXPECT_EQ(now_.rx_data_o, 1000 + n);
      EXPECT_EQ(active_outputs(next_), "");
    }
    data(7);
    EXPECT_FALSE(now_.rx_valid_o) << len;
    EXPECT_EQ(now_.rx_data_o, 0u);
    EXPECT_EQ(active_outputs(next_), "stray_o ");
    step();
  }
}

TEST_F(LinkRxTest, ACellMayFollowAtOnce) {
  for (int n = 0; n < 3; ++n) {
    control(encode_header(header_of(2)));
    EXPECT_TRUE(now_.rx_sop_o);
    data(n);
    EXPECT_TRUE(now_.rx_valid_o);
  }
}

TEST_F(LinkRxTest, WhatAHeaderSaysAboutItselfStopsWithItsCycle) {
  control(encode_header(header_of(2)));
  EXPECT_TRUE(next_.cell_valid_o);
  data(1);
  EXPECT_FALSE(next_.cell_valid_o);
  EXPECT_EQ(next_.cell_vc_o, 0u);
  EXPECT_EQ(next_.cell_words_o, 0u);
}

TEST_F(LinkRxTest, AHeaderOfIllegalLengthIsRefused) {
  for (unsigned len : {0u, 1u, 21u, 22u, 30u, 31u}) expect_refused(encode_header(header_of(len)));
}

TEST_F(LinkRxTest, AHeaderOfAReservedTypeIsRefused) {
  for (unsigned type = 0; type < 16; ++type) {
    CellHeader header = header_of(2);
    header.cell_type = static_cast<std::uint8_t>(type);
    if (type >= 10 && type <= 14) {
      expect_refused(encode_header(header));
    } else {
      control(encode_header(header));
      EXPECT_TRUE(now_.rx_sop_o) << type;
      data(0);
    }
  }
}

TEST_F(LinkRxTest, AHeaderOfAVcThatIsNotThereIsRefused) {
  for (unsigned vc = 4; vc < 32; ++vc) expect_refused(encode_header(header_of(2, vc)));
  control(encode_header(header_of(2, 3)));
  EXPECT_TRUE(now_.rx_sop_o);
}

TEST_F(LinkRxTest, AHeaderWithoutHopsLeftIsRefused) {
  CellHeader header = header_of(2);
  header.hop = 0;
  expect_refused(encode_header(header));
}

TEST_F(LinkRxTest, AHeaderWithAWrongBitIsRefused) {
  for (unsigned bit = 4; bit < 64; ++bit)  // the four below are its code
    expect_refused(encode_header(header_of(20)) ^ std::uint64_t{1} << bit);
}

TEST_F(LinkRxTest, TheWordsOfARefusedCellAreStray) {
  expect_refused(encode_header(header_of(1)));
  data(1);
  EXPECT_FALSE(now_.rx_valid_o);
  EXPECT_EQ(active_outputs(next_), "stray_o ");
}

TEST_F(LinkRxTest, SetsAreHandedOnButForIdle) {
  for (unsigned code = 2; code <= 7; ++code) {
    const std::uint64_t body = 0x9ABCDEF012340 + code;
    control(encode_ordered_set({static_cast<std::uint8_t>(code), body}));
    EXPECT_FALSE(now_.rx_valid_o || now_.set_valid_o);
    EXPECT_EQ(active_outputs(next_), code == 7 ? "" : "set_valid_o ") << code;
    EXPECT_EQ(next_.set_code_o, code == 7 ? 0 : code);
    EXPECT_EQ(next_.set_body_o, code == 7 ? 0 : body);
    step();
    EXPECT_EQ(active_outputs(next_), "");
    EXPECT_EQ(next_.set_code_o, 0u);
    EXPECT_EQ(next_.set_body_o, 0u);
  }
}

TEST_F(LinkRxTest, UnknownCodesAreErrors) {
  for (unsigned code = 0; code < 16; ++code) {
    if (code >= 1 && code <= 7) continue;
    control(encode_ordered_set({static_cast<std::uint8_t>(code), 0}));
    EXPECT_EQ(active_outputs(next_), "set_error_o ") << code;
  }
}

TEST_F(LinkRxTest, SetsWithAWrongBitAreErrors) {
  for (OrderedSetCode code : {OrderedSetCode::Fc, OrderedSetCode::Phy, OrderedSetCode::Idle}) {
    for (unsigned bit = 4; bit < 64; ++bit) {
      control(encode_ordered_set(code, 0) ^ std::uint64_t{1} << bit);
      EXPECT_EQ(active_outputs(next_), "set_error_o ") << bit;
    }
  }
}

TEST_F(LinkRxTest, WhileTheLinkIsNotUpCellsAndFlowControlAreStray) {
  for (unsigned code = 1; code <= 7; ++code) {
    bench_.in.enable_i = false;
    control(code == 1 ? encode_header(header_of(2))
                      : encode_ordered_set({static_cast<std::uint8_t>(code), 1}));
    EXPECT_FALSE(now_.rx_valid_o);
    EXPECT_EQ(active_outputs(next_), code <= 2   ? "stray_o "
                                     : code == 7 ? ""
                                                 : "set_valid_o ")
        << code;
  }
  bench_.in.enable_i = false;
  expect_refused(encode_header(header_of(1)));
  bench_.in.enable_i = false;
  control(encode_ordered_set(OrderedSetCode::Fc, 0) ^ 16);
  EXPECT_EQ(active_outputs(next_), "set_error_o ");
}

TEST_F(LinkRxTest, ASlotIsLostIfItHeldSomethingWhileLocked) {
  for (unsigned pins = 0; pins < 16; ++pins) {
    const bool lock = pins & 1, valid = pins & 2, bad = pins & 4, violation = pins & 8;
    if (valid && (violation || !bad))
      continue;  // a word cannot be a violation; a good one is not lost
    word(true, encode_header(header_of(2)));
    bench_.in.lock_i = lock;
    bench_.in.valid_i = valid;
    bench_.in.bad_i = bad;
    bench_.in.violation_i = violation;
    step();
    EXPECT_FALSE(now_.rx_valid_o);
    EXPECT_EQ(active_outputs(next_), lock && (violation || valid) ? "lost_slot_o " : "") << pins;
  }
}

TEST_F(LinkRxTest, WhatIsMissingInACellIsReplacedByZero) {
  const std::uint64_t inner = encode_header(header_of(20));
  control(encode_header(header_of(20)));
  bench_.in.violation_i = true;
  expect_replaced("filled_o");
  expect_replaced("filled_o");  // nothing came at all
  word(false, 5);
  bench_.in.bad_i = true;
  expect_replaced("filled_o");
  word(true, inner);
  bench_.in.bad_i = true;
  expect_replaced("filled_o");
  bench_.in.lock_i = false;
  expect_replaced("filled_o");
  word(true, inner);
  expect_replaced("control_in_cell_o");
  word(true, encode_ordered_set(OrderedSetCode::Fc, 1));
  expect_replaced("control_in_cell_o");
  word(true, encode_ordered_set(OrderedSetCode::Idle, 0));
  expect_replaced("control_in_cell_o");
  word(true, 0);
  expect_replaced("control_in_cell_o");
  for (unsigned n = 10; n < 20; ++n) {
    data(n);
    EXPECT_TRUE(now_.rx_valid_o) << n;
    EXPECT_EQ(now_.rx_data_o, n);
  }
  data(20);
  EXPECT_FALSE(now_.rx_valid_o);
}

TEST_F(LinkRxTest, ACellBegunIsFinishedWhateverHappensToTheLink) {
  control(encode_header(header_of(20)));
  for (unsigned n = 1; n < 20; ++n) {
    bench_.in.enable_i = bench_.in.lock_i = false;
    step();
    EXPECT_TRUE(now_.rx_valid_o) << n;
  }
  bench_.in.lock_i = false;
  step();
  EXPECT_FALSE(now_.rx_valid_o);
  EXPECT_EQ(active_outputs(next_), "");
}

TEST_F(LinkRxTest, ResetEndsACell) {
  control(encode_header(header_of(20)));
  bench_.reset();
  EXPECT_EQ(active_outputs(bench_.out()), "");
  data(1);
  EXPECT_FALSE(now_.rx_valid_o);
}

/// For any input the switch receives whole cells with a valid header, and their numbers.
template <unsigned kVcs>
void expect_whole_cells(std::uint64_t seed) {
  LinkRx<kVcs> rx;
  LinkRxStimulus<kVcs> stimulus(seed);
  rx.reset(stimulus.restart());
  unsigned left = 0, announced = 0, cells = 0;
  for (unsigned cycle = 0; cycle < 100000; ++cycle) {
    const auto out = step(rx, stimulus.next({}));
    ASSERT_EQ(out.cell_valid_o, announced > 0);
    ASSERT_EQ(out.cell_words_o, announced);
    announced = 0;
    ASSERT_EQ(out.rx_valid_o, left > 0 || out.rx_sop_o);
    if (left > 0) {
      ASSERT_FALSE(out.rx_sop_o);
      --left;
    } else if (out.rx_sop_o) {
      ASSERT_FALSE(check_header(out.rx_data_o).any());
      announced = header_len(out.rx_data_o);
      left = announced - 1;
      ++cells;
    }
  }
  EXPECT_GT(cells, 1000u);
}

TEST(LinkRxRandom, TheSwitchSeesOnlyWholeCells) {
  expect_whole_cells<4>(1);
  expect_whole_cells<32>(2);
}

}  // namespace
}  // namespace tinsim
