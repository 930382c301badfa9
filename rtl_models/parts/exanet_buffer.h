// SPDX-License-Identifier: Apache-2.0
// Buffer of 128-bit words in order, up to a size.
#pragma once

#include <vector>

#include "rtl_models/parts/exanet_word.h"

namespace tinsim {

/// Words in order, up to a size.
class ExanetBuffer {
 public:
  void reset(unsigned size) {
    words_.assign(size, {});
    first_ = count_ = 0;
  }
  const ExanetWord& front() const { return words_[first_]; }
  unsigned count() const { return count_; }
  unsigned size() const { return static_cast<unsigned>(words_.size()); }
  bool empty() const { return count_ == 0; }
  void push(const ExanetWord& word) { words_[(first_ + count_++) % words_.size()] = word; }
  ExanetWord pop() {
    const ExanetWord word = words_[first_];
    first_ = (first_ + 1) % static_cast<unsigned>(words_.size());
    --count_;
    return word;
  }

 private:
  std::vector<ExanetWord> words_;
  unsigned first_ = 0, count_ = 0;
};

}  // namespace tinsim
