// SPDX-License-Identifier: Apache-2.0
// Consecutive numbers through a PCS chain: the received ones must be consecutive too.
#pragma once

#include <optional>
#include <utility>

#include "testbench/bench.h"
#include "testbench/pcs_chain.h"

namespace tinsim {

/// Events since the last `counts = {}`.
struct PcsStreamCounts {
  std::uint64_t line_words = 0, sent = 0;          ///< formed, and blocks taken for them
  std::uint64_t blocks = 0, words = 0, wrong = 0;  ///< cut; received; not the expected ones
  std::uint64_t violations = 0, slips = 0;
};

/// A violation takes the place of one number; any number is right as the first after lock.
template <class Chain>
class PcsStream {
 public:
  explicit PcsStream(Chain chain = Chain()) : bench_({}, std::move(chain)) {}

  /// Set `in().flips_i` or `in().lost_i` before. Without `enable` the line pauses.
  void clock(bool enable = true) {
    in().enable_i = enable;
    for (unsigned n = 0; n < 2; ++n) {
      in().valid_i[n] = true;
      in().control_i[n] = is_control(next_ + n);
      in().word_i[n] = next_ + n;
    }
    const unsigned take = enable ? static_cast<unsigned>(out().take_o) : 0;
    counts.line_words += enable;
    counts.sent += take;
    next_ += take;
    bench_.clock();
    check_outputs();
  }
  void run(unsigned cycles) {
    for (; cycles > 0; --cycles) clock();
  }
  void reset() {
    bench_.reset();
    counts = {};
    next_ = 0;
    last_.reset();
  }
  PcsChainIn& in() { return bench_.in; }
  const PcsChainOut& out() const { return bench_.out(); }
  std::uint64_t cycle() const { return bench_.cycle(); }
  /// The last received number.
  std::optional<std::uint64_t> last() const { return last_; }

  PcsStreamCounts counts;

 private:
  void check_outputs() {
    counts.blocks += static_cast<unsigned>(out().count_o);
    counts.slips += out().slip_o;
    for (unsigned n = 0; n < 2; ++n) {
      if (out().violation_o[n]) {
        ++counts.violations;
        if (last_) ++*last_;
      } else if (out().valid_o[n]) {
        check_word(out().word_o[n], out().control_o[n]);
      }
    }
    if (!out().lock_o) last_.reset();
  }
  void check_word(std::uint64_t word, bool control) {
    ++counts.words;
    counts.wrong += (last_ && word != *last_ + 1) || control != is_control(word);
    last_ = word;
  }
  static bool is_control(std::uint64_t word) { return word % 3 == 0; }

  Bench<Chain> bench_;
  std::uint64_t next_ = 0;
  std::optional<std::uint64_t> last_;
};

}  // namespace tinsim
