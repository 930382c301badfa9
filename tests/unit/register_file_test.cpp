// SPDX-License-Identifier: Apache-2.0
// register_file: every plain register by its description, latencies, side effects, illegal
// addresses.
#include "rtl_models/register_file/register_file.h"

#include <deque>

#include "testbench/stimulus/register_file_stimulus.h"
#include "tests/unit/naive_bench.h"

namespace tinsim {
namespace {

using registers::Access;
using registers::kPlain;
using In = RegisterFile::In;
using Out = RegisterFile::Out;

struct Answer {
  std::uint32_t data = 0;
  bool error = false;
};

constexpr unsigned plain(std::uint32_t address) { return registers::plain_at(address); }
constexpr std::uint32_t kScratch = 0x0C, kBusStatus = 0x14, kErrorAddress = 0x18;
constexpr std::uint32_t kChanged0 = 0x2000, kMeasure1 = 0x200C;

class RegisterFileTest : public ::testing::Test {
 protected:
  RegisterFileTest() { file_.reset({}); }

  /// Sends a request, and waits three cycles for its answer.
  Answer access(bool write, std::uint32_t address, std::uint32_t data, In in = {}) {
    in.request_valid_i = true;
    in.request_write_i = write;
    in.request_address_i = address;
    in.request_data_i = data;
    file_.tick(in);
    in.request_valid_i = false;
    for (int cycle = 1; cycle < 3; ++cycle) {
      EXPECT_FALSE(file_.out().response_valid_o) << cycle;
      file_.tick(in);
    }
    EXPECT_TRUE(file_.out().response_valid_o);
    return {static_cast<std::uint32_t>(file_.out().response_data_o), file_.out().response_error_o};
  }
  Answer read(std::uint32_t address, const In& in = {}) { return access(false, address, 0, in); }
  Answer write(std::uint32_t address, std::uint32_t data, const In& in = {}) {
    return access(true, address, data, in);
  }
  void set(std::uint32_t address, std::uint32_t bits) {
    In in;
    in.hw_set_i[plain(address)] = bits;
    file_.tick(in);
  }

  RegisterFile file_;
};

TEST_F(RegisterFileTest, EveryRegisterReadsItsResetValue) {
  for (const registers::PlainRegister& each : kPlain) {
    for (const std::uint32_t shown : {0u, ~0u}) {
      In in;
      for (auto& word : in.hw_value_i) word = shown;
      const Answer answer = read(each.address, in);
      EXPECT_FALSE(answer.error);
      std::uint32_t wanted = 0;
      for (const registers::Field& field : each.reg->all_fields()) {
        const bool constant = field.access == Access::rw || field.access == Access::fixed;
        if (constant) wanted |= field.reset << field.lsb;
        if (field.access == Access::ro && each.address != kErrorAddress)
          wanted |= shown & field.mask();
      }
      EXPECT_EQ(answer.data, wanted) << each.reg->name;
    }
  }
}

TEST_F(RegisterFileTest, EveryRegisterStoresItsWritableBitsAlone) {
  for (const registers::PlainRegister& each : kPlain) {
    const std::uint32_t fixed = each.reg->reset() & each.reg->mask(Access::fixed);
    for (const std::uint32_t word : {~0u, 0x5A5AA5A5u, 0u}) {
      EXPECT_FALSE(write(each.address, word).error);
      EXPECT_EQ(read(each.address).data, (word & each.reg->mask(Access::rw)) | fixed)
          << each.reg->name;
    }
  }
}

TEST_F(RegisterFileTest, AWriteTakesEffectTwoCyclesLater) {
  In in;
  in.request_valid_i = in.request_write_i = true;
  in.request_address_i = kScratch;
  in.request_data_i = 77;
  file_.tick(in);
  EXPECT_EQ(file_.out().value_o[plain(kScratch)], 0u);
  file_.tick({});
  EXPECT_EQ(file_.out().value_o[plain(kScratch)], 77u);
}

TEST_F(RegisterFileTest, AReadClearsWhatItReturns) {
  set(kChanged0, 0xF0);
  EXPECT_EQ(read(kChanged0).data, 0xF0u);
  EXPECT_EQ(read(kChanged0).data, 0u);
  set(kChanged0, 0x0F);
  EXPECT_FALSE(write(kChanged0, ~0u).error);
  EXPECT_EQ(read(kChanged0).data, 0x0Fu);
}

TEST_F(RegisterFileTest, BitsSetDuringTheReadStay) {
  In in;
  in.hw_set_i[plain(kChanged0)] = 0x100;
  EXPECT_EQ(read(kChanged0, in).data, 0x100u);  // set in the cycles before, too
  EXPECT_EQ(read(kChanged0).data, 0x100u);
  EXPECT_EQ(read(kChanged0).data, 0u);
}

TEST_F(RegisterFileTest, WriteOnlyBitsShowForOneCycle) {
  In in;
  in.request_valid_i = in.request_write_i = true;
  in.request_address_i = kMeasure1;
  in.request_data_i = ~0u;
  file_.tick(in);
  file_.tick({});
  EXPECT_EQ(file_.out().value_o[plain(kMeasure1)], 0x3FFFFu);
  file_.tick({});
  EXPECT_EQ(file_.out().value_o[plain(kMeasure1)], 0u);
  EXPECT_EQ(read(kMeasure1).data, 0u);
}

TEST_F(RegisterFileTest, ErrorsAreRecordedAndClearedByOnes) {
  EXPECT_TRUE(write(0x1C, 1).error);
  EXPECT_EQ(read(kErrorAddress).data, 0x1Cu);
  EXPECT_TRUE(read(kScratch + 2).error);
  EXPECT_EQ(read(kErrorAddress).data, kScratch + 2);
  EXPECT_EQ(read(kBusStatus).data, 3u);
  EXPECT_FALSE(write(kBusStatus, 1).error);
  EXPECT_EQ(read(kBusStatus).data, 2u);
  EXPECT_FALSE(write(kBusStatus, 2).error);
  EXPECT_EQ(read(kBusStatus).data, 0u);
}

TEST_F(RegisterFileTest, AddressesOfNoRegisterAreErrors) {
  for (std::uint32_t address = 0; address < 1u << registers::kAddressBits;
       address += address < 0x40     ? 1
                  : address < 0x3000 ? 3
                                     : 0xFFD) {
    const bool is_known = address % 4 == 0 && (plain(address) != registers::kPlainRegisters ||
                                               registers::window_at(address) < registers::kWindows);
    ASSERT_EQ(read(address).error, !is_known) << address;
    ASSERT_EQ(write(address, 0).error, !is_known) << address;
  }
}

TEST_F(RegisterFileTest, AWindowAnswersInTheCycleAfterItsRequest) {
  In in;
  in.request_valid_i = in.request_write_i = true;
  in.request_address_i = 0x30000;  // route.entry[0].minimal_0
  in.request_data_i = 5;
  file_.tick(in);
  const Out out = file_.out();
  EXPECT_TRUE(out.array_valid_o);
  EXPECT_TRUE(out.array_write_o);
  EXPECT_EQ(out.array_address_o, 0x30000u);
  EXPECT_EQ(out.array_wdata_o, 5u);
  EXPECT_EQ(registers::kWindowList[out.array_window_o].first, 0x30000u);
  in = {};
  in.array_rdata_i = 9;  // a cycle too early
  file_.tick(in);
  EXPECT_FALSE(file_.out().array_valid_o);
  in.array_rdata_i = 0;
  in.array_error_i = true;
  file_.tick(in);
  EXPECT_TRUE(file_.out().response_error_o);
  EXPECT_EQ(read(kBusStatus).data, 2u);
}

/// The README bit by bit: what each request does is decided when it is answered or takes effect.
class NaiveFile {
 public:
  Corners corners{{"illegal", 0}, {"window", 0},   {"window error", 0},   {"rc read", 0},
                  {"w1c", 0},     {"wo pulse", 0}, {"set while read", 0}, {"not aligned", 0}};

  const Out& out() const { return out_; }
  void reset(const In&) {
    requests_.assign(2, {});
    value_ = {};
    error_address_ = 0;
    out_ = {};
    for (unsigned n = 0; n < RegisterFile::kPlain; ++n)
      for_bits(n, [&](Access access, std::uint32_t bit, bool reset) {
        if (access == Access::rw && reset) value_[n] |= bit;
      });
    show();
  }
  void tick(const In& in) {
    const In old = requests_.front(), newer = requests_.back();
    out_ = {};
    answer(old, in);
    const bool error = out_.response_error_o;
    for (unsigned n = 0; n < RegisterFile::kPlain; ++n) {
      const std::uint32_t address = kPlain[n].address;
      std::uint32_t set = static_cast<std::uint32_t>(in.hw_set_i[n]);
      if (address == kBusStatus) set = error ? (old.request_write_i ? 2 : 1) : 0;
      const bool written =
          newer.request_valid_i && newer.request_write_i && newer.request_address_i == address;
      const bool read =
          old.request_valid_i && !old.request_write_i && old.request_address_i == address;
      next(n, set, written, static_cast<std::uint32_t>(newer.request_data_i), read);
    }
    if (error) error_address_ = static_cast<std::uint32_t>(old.request_address_i);
    requests_.pop_front();
    requests_.push_back(in);
    const unsigned window = window_of(in);
    if (window < registers::kWindows) {
      out_.array_valid_o = true;
      out_.array_write_o = in.request_write_i;
      out_.array_window_o = window;
      out_.array_address_o = in.request_address_i;
      out_.array_wdata_o = in.request_data_i;
    }
    show();
  }

 private:
  template <class F>
  static void for_bits(unsigned n, F&& fn) {
    for (const registers::Field& field : kPlain[n].reg->all_fields())
      for (unsigned bit = field.lsb; bit <= field.msb; ++bit)
        fn(field.access, 1u << bit, field.reset >> (bit - field.lsb) & 1);
  }
  static unsigned window_of(const In& in) {
    if (!in.request_valid_i || in.request_address_i % 4 != 0) return registers::kWindows;
    return registers::window_at(static_cast<std::uint32_t>(in.request_address_i));
  }
  void show() {
    for (unsigned n = 0; n < RegisterFile::kPlain; ++n) out_.value_o[n] = value_[n];
  }
  void answer(const In& old, const In& in) {
    if (!old.request_valid_i) return;
    out_.response_valid_o = true;
    const unsigned n = registers::plain_at(static_cast<std::uint32_t>(old.request_address_i));
    corners["not aligned"] += old.request_address_i % 4 != 0;
    if (window_of(old) < registers::kWindows) {
      ++corners["window"];
      corners["window error"] += in.array_error_i;
      out_.response_error_o = in.array_error_i;
      if (!in.array_error_i && !old.request_write_i) out_.response_data_o = in.array_rdata_i;
      return;
    }
    if (n == RegisterFile::kPlain) {
      ++corners["illegal"];
      out_.response_error_o = true;
      return;
    }
    if (old.request_write_i) return;
    std::uint32_t data = 0;
    const auto shown = kPlain[n].address == kErrorAddress
                           ? error_address_
                           : static_cast<std::uint32_t>(in.hw_value_i[n]);
    for_bits(n, [&](Access access, std::uint32_t bit, bool reset) {
      const bool one = access == Access::ro      ? (shown & bit) != 0
                       : access == Access::fixed ? reset
                       : access == Access::wo    ? false
                                                 : (value_[n] & bit) != 0;
      if (one) data |= bit;
      if (access == Access::rc) {
        corners["rc read"] += one;
        corners["set while read"] += (in.hw_set_i[n] & bit) != 0;
      }
    });
    out_.response_data_o = data;
  }
  void next(unsigned n, std::uint32_t set, bool written, std::uint32_t word, bool read) {
    for_bits(n, [&](Access access, std::uint32_t bit, bool) {
      bool one = value_[n] & bit;
      const bool one_written = written && (word & bit), sets = set & bit;
      if (access == Access::rw && written) one = one_written;
      if (access == Access::wo) one = one_written;
      if (access == Access::w1c) {
        corners["w1c"] += one && one_written;
        one = sets || (one && !one_written);
      }
      if (access == Access::rc) one = sets || (one && !read);
      corners["wo pulse"] += access == Access::wo && one;
      value_[n] = one ? value_[n] | bit : value_[n] & ~bit;
    });
  }

  std::deque<In> requests_;  ///< of the cycle before the last, and of the last
  std::array<std::uint32_t, RegisterFile::kPlain> value_{};
  std::uint32_t error_address_ = 0;
  Out out_;
};

TEST(RegisterFileRandom, AgreesWithTheReadmeReadNaively) {
  expect_as_naive<RegisterFile, NaiveFile, RegisterFileStimulus>(24'000, 2000);
}

TEST(RegisterFileRandom, TheComparisonNoticesAWrongAddress) {
  expect_fault_noticed<RegisterFile, NaiveFile, RegisterFileStimulus>(
      [](In& in) { in.request_address_i = in.request_address_i ^ 4; });
}

}  // namespace
}  // namespace tinsim
