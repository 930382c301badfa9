// SPDX-License-Identifier: Apache-2.0
// request_codec: place of every field, timing of the words, errors from both sides, random cells.
#include "rtl_models/request_codec/request_codec.h"

#include <vector>

#include "testbench/stimulus/request_codec_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using In = RequestCodec::In;
using Out = RequestCodec::Out;

In request() {
  In in;
  in.enc_valid_i = true;
  in.enc_header_i = 0x0123'4567'89AB'CDEF;
  in.enc_op_i = 0xA;
  in.enc_flags_i = 0x5;
  in.enc_size_i = 0x1234;
  in.enc_slot_i = 0xBEEF;
  in.enc_region_i = 0xC0FFEE;
  in.enc_offset_i = 0x9876'5432'10FE;
  in.enc_pid_i = 0x1357'9BDF;
  in.enc_counter_i = 0x2468'ACE0'1234;
  in.enc_tag_hi_i = 0x1111'2222'3333'4444;
  in.enc_tag_lo_i = 0x5555'6666'7777'8888;
  return in;
}
/// The table of the README with these values, written down by hand.
const std::vector<std::uint64_t> kWords = {0x0123'4567'89AB'CDEF, 0xC0FF'EEBE'EF12'345A,
                                           0x9BDF'9876'5432'10FE, 0x2468'ACE0'1234'1357,
                                           0x5555'6666'7777'8888, 0x1111'2222'3333'4444};

In word(unsigned n, unsigned length, std::uint64_t value, unsigned type) {
  In in;
  in.rx_valid_i = true;
  in.rx_word_i = value;
  in.rx_first_i = n == 0;
  in.rx_last_i = n + 1 == length;
  in.rx_type_i = n == 0 ? type : 0xF;  // it counts with the first word
  return in;
}

class RequestCodecTest : public ::testing::Test {
 protected:
  RequestCodecTest() { codec_.reset({}); }
  /// The result of a cell of `length` words with this word 1.
  Out decoded(unsigned type, std::uint64_t first, unsigned length = 6) {
    for (unsigned n = 0; n < length; ++n) {
      EXPECT_FALSE(codec_.out().dec_valid_o);
      codec_.tick(word(n, length, n == 1 ? first : 0, type));
    }
    const Out out = codec_.out();
    EXPECT_TRUE(out.dec_valid_o);
    codec_.tick({});
    EXPECT_FALSE(codec_.out().dec_valid_o);
    EXPECT_EQ(codec_.out().dec_type_o, 0u);
    return out;
  }
  unsigned error(unsigned type, std::uint64_t first, unsigned length = 6) {
    const Out out = decoded(type, first, length);
    EXPECT_EQ(out.dec_type_o, type);
    if (out.dec_error_o != 0) {
      EXPECT_EQ(out.dec_op_o, 0u);
    }
    return static_cast<unsigned>(out.dec_error_o);
  }

  RequestCodec codec_;
};

TEST_F(RequestCodecTest, SendsSixWordsWithEveryFieldInItsPlace) {
  EXPECT_TRUE(codec_.out().enc_ready_o);
  EXPECT_FALSE(codec_.out().word_valid_o);
  codec_.tick(request());
  for (unsigned n = 0; n < 6; ++n) {
    const Out out = codec_.out();
    EXPECT_TRUE(out.word_valid_o);
    EXPECT_FALSE(out.enc_ready_o);
    EXPECT_EQ(out.word_o, kWords[n]) << n;
    EXPECT_EQ(out.word_first_o, n == 0);
    EXPECT_EQ(out.word_last_o, n == 5);
    codec_.tick({});  // it stays
    EXPECT_EQ(codec_.out().word_o, kWords[n]);
    In take;
    take.word_ready_i = true;
    codec_.tick(take);
  }
  EXPECT_TRUE(codec_.out().enc_ready_o);
  EXPECT_FALSE(codec_.out().word_valid_o);
  EXPECT_EQ(codec_.out().word_o, 0u);
}

TEST_F(RequestCodecTest, IgnoresARequestWhileItIsBusy) {
  In other = request();
  other.enc_header_i = 1;
  codec_.tick(request());
  codec_.tick(other);
  EXPECT_EQ(codec_.out().word_o, kWords[0]);
}

TEST_F(RequestCodecTest, FindsEveryFieldInItsPlace) {
  auto words = kWords;
  words[1] = (words[1] & ~std::uint64_t{0xF}) | 3;  // a PULL for a CAS, with flags
  for (unsigned n = 0; n < 6; ++n) {
    codec_.tick({});
    codec_.tick(word(n, 6, words[n], 6));
  }
  const Out out = codec_.out();
  EXPECT_TRUE(out.dec_valid_o);
  EXPECT_EQ(out.dec_error_o, 0u);
  EXPECT_EQ(out.dec_type_o, 6u);
  EXPECT_EQ(out.dec_op_o, 3u);
  EXPECT_EQ(out.dec_flags_o, 0x5u);
  EXPECT_EQ(out.dec_size_o, 0x1234u);
  EXPECT_EQ(out.dec_slot_o, 0xBEEFu);
  EXPECT_EQ(out.dec_region_o, 0xC0FFEEu);
  EXPECT_EQ(out.dec_offset_o, 0x9876'5432'10FEu);
  EXPECT_EQ(out.dec_pid_o, 0x1357'9BDFu);
  EXPECT_EQ(out.dec_counter_o, 0x2468'ACE0'1234u);
  EXPECT_EQ(out.dec_tag_hi_o, 0x1111'2222'3333'4444u);
  EXPECT_EQ(out.dec_tag_lo_o, 0x5555'6666'7777'8888u);
}

TEST_F(RequestCodecTest, DecodesThreeTypes) {
  for (unsigned type = 0; type < 16; ++type) {
    const bool known = type >= 4 && type <= 6;
    EXPECT_EQ(error(type, type == 4 ? 0 : 1), known ? 0u : 1u) << type;
  }
}

TEST_F(RequestCodecTest, RequiresSixWords) {
  for (unsigned length : {1, 2, 5, 7, 8, 9, 12, 14, 20, 22, 70, 262})
    EXPECT_EQ(error(4, 0, length), 2u) << length;
  EXPECT_EQ(error(3, 0, 5), 1u);
}

TEST_F(RequestCodecTest, RequiresAnOpOfTheType) {
  for (unsigned op = 0; op < 16; ++op) {
    EXPECT_EQ(error(4, op), op == 0 ? 0u : 3u) << op;
    EXPECT_EQ(error(5, op), op >= 1 && op <= 4 ? 0u : 3u) << op;
    EXPECT_EQ(error(6, op), op >= 1 && op <= 4 ? 0u : 3u) << op;
  }
}

TEST_F(RequestCodecTest, RefusesFlagsExceptInAPull) {
  for (unsigned bit = 4; bit < 8; ++bit) {
    EXPECT_EQ(error(4, 1u << bit), 4u);
    EXPECT_EQ(error(5, 1u << bit | 1), 4u);
    EXPECT_EQ(error(6, 1u << bit | 1), 0u);
  }
  EXPECT_EQ(error(4, 0x11), 3u);
}

TEST_F(RequestCodecTest, RestartsWithAFirstWord) {
  for (unsigned n = 0; n < 4; ++n) codec_.tick(word(n, 6, 0xFF, 9));
  EXPECT_EQ(error(4, 0), 0u);
}

TEST_F(RequestCodecTest, IgnoresWordsOutsideACell) {
  codec_.tick(word(5, 6, 0, 4));
  EXPECT_FALSE(codec_.out().dec_valid_o);
  EXPECT_EQ(error(4, 0), 0u);
  codec_.tick(word(5, 6, 0, 4));
  EXPECT_FALSE(codec_.out().dec_valid_o);
}

/// The README with cells as lists of words, and fields cut out bit by bit.
class NaiveCodec {
 public:
  Corners corners{{"error 0", 0},  {"error 1", 0}, {"error 2", 0},         {"error 3", 0},
                  {"error 4", 0},  {"sent", 0},    {"begins anew", 0},     {"outside a cell", 0},
                  {"one word", 0}, {"ignored", 0}, {"pull with flags", 0}, {"longer than 64", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    sending_.clear();
    received_.clear();
    out_ = {};
    out_.enc_ready_o = true;
  }
  void tick(const In& in) {
    const bool ready = sending_.empty();
    corners["ignored"] += in.enc_valid_i && !ready;
    if (!ready && in.word_ready_i) {
      sending_.erase(sending_.begin());
      corners["sent"] += sending_.empty();
    }
    if (ready && in.enc_valid_i) sending_ = words_of(in);
    out_ = {};
    out_.enc_ready_o = sending_.empty();
    if (!sending_.empty()) {
      out_.word_valid_o = true;
      out_.word_o = sending_.front();
      out_.word_first_o = sending_.size() == 6;
      out_.word_last_o = sending_.size() == 1;
    }
    if (in.rx_valid_i) receive(in);
  }

 private:
  using Words = std::vector<std::uint64_t>;

  /// Appends the bits of `value`, lowest first.
  static void add(std::vector<bool>& bits, std::uint64_t value, unsigned width) {
    for (unsigned n = 0; n < width; ++n) bits.push_back(value >> n & 1);
  }
  static Words words_of(const In& in) {
    std::vector<bool> bits;
    add(bits, in.enc_header_i, 64);
    add(bits, in.enc_op_i, 4);
    add(bits, in.enc_flags_i, 4);
    add(bits, in.enc_size_i, 16);
    add(bits, in.enc_slot_i, 16);
    add(bits, in.enc_region_i, 24);
    add(bits, in.enc_offset_i, 48);
    add(bits, in.enc_pid_i, 32);
    add(bits, in.enc_counter_i, 48);
    add(bits, in.enc_tag_lo_i, 64);
    add(bits, in.enc_tag_hi_i, 64);
    Words words(6);
    for (unsigned n = 0; n < bits.size(); ++n) words[n / 64] |= std::uint64_t{bits[n]} << (n % 64);
    return words;
  }
  /// `width` bits of the coming cell's words from `at` on; moves `at`.
  std::uint64_t cut(unsigned& at, unsigned width) const {
    std::uint64_t value = 0;
    for (unsigned n = 0; n < width; ++n, ++at) value |= (received_[at / 64] >> (at % 64) & 1) << n;
    return value;
  }
  void receive(const In& in) {
    if (in.rx_first_i) {
      corners["begins anew"] += !received_.empty();
      received_.clear();
      type_ = static_cast<unsigned>(in.rx_type_i);
    } else if (received_.empty()) {
      ++corners["outside a cell"];
      return;
    }
    received_.push_back(in.rx_word_i);
    if (!in.rx_last_i) return;
    corners["one word"] += received_.size() == 1;
    corners["longer than 64"] += received_.size() > 64;
    show();
    received_.clear();
  }
  void show() {
    out_.dec_valid_o = true;
    out_.dec_type_o = type_;
    const unsigned error = judge();
    ++corners["error " + std::to_string(error)];
    out_.dec_error_o = error;
    if (error != 0) return;
    unsigned at = 64;
    out_.dec_op_o = cut(at, 4);
    out_.dec_flags_o = cut(at, 4);
    out_.dec_size_o = cut(at, 16);
    out_.dec_slot_o = cut(at, 16);
    out_.dec_region_o = cut(at, 24);
    out_.dec_offset_o = cut(at, 48);
    out_.dec_pid_o = cut(at, 32);
    out_.dec_counter_o = cut(at, 48);
    out_.dec_tag_lo_o = cut(at, 64);
    out_.dec_tag_hi_o = cut(at, 64);
    corners["pull with flags"] += out_.dec_flags_o != 0;
  }
  unsigned judge() const {
    if (type_ < 4 || type_ > 6) return 1;
    if (received_.size() != 6) return 2;
    const std::uint64_t op = received_[1] % 16, flags = received_[1] / 16 % 16;
    if (type_ == 4 ? op != 0 : op == 0 || op > 4) return 3;
    return type_ != 6 && flags != 0 ? 4 : 0;
  }

  Words sending_, received_;
  unsigned type_ = 0;
  Out out_;
};

TEST(RequestCodecRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<RequestCodec, NaiveCodec, RequestCodecStimulus>(150'000, 5000);
}

TEST(RequestCodecRandom, TheComparisonNoticesAWrongBit) {
  expect_fault_noticed<RequestCodec, NaiveCodec, RequestCodecStimulus>(
      [](In& in) { in.enc_pid_i = in.enc_pid_i ^ 0x10000; });
}

}  // namespace
}  // namespace tinsim
