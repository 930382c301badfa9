// SPDX-License-Identifier: Apache-2.0
// A received stream for link_rx: cells, sets, every kind of broken word, losses, link failures.
#pragma once

#include "rtl_models/link_rx/link_rx.h"
#include "rtl_models/parts/ordered_set.h"
#include "testbench/stimulus/random_header.h"

namespace tinsim {

/// Follows the stream closely enough to fill cells with data; it need not be exact.
template <unsigned kVcs>
class LinkRxStimulus {
 public:
  using In = typename LinkRx<kVcs>::In;
  using Out = typename LinkRx<kVcs>::Out;

  explicit LinkRxStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    left_ = profile_left_ = 0;
    return {};
  }

  In next(const Out&) {
    if (profile_left_-- == 0) change_profile();
    In in;
    in.enable_i = enable_ != random_.chance(2);
    in.lock_i = lock_;
    const bool data = left_ > 0 ? !random_.chance(bad_percent_) : random_.chance(3);
    in.control_i = !data;
    in.word_i = data ? random_.bits() : control_word();
    in.valid_i = lock_ ? !random_.chance(bad_percent_) : random_.chance(2);
    in.violation_i = !in.valid_i && random_.chance(lock_ ? 60 : 5);
    in.bad_i = random_.chance(bad_percent_);
    follow(in);
    return in;
  }

 private:
  void change_profile() {
    constexpr std::array<unsigned, 5> kBadPercent = {0, 1, 5, 15, 40};
    profile_left_ = random_.range(1, 150);
    enable_ = random_.chance(80);
    lock_ = random_.chance(90);
    bad_percent_ = kBadPercent[random_.below(kBadPercent.size())];
  }

  std::uint64_t control_word() {
    const unsigned kind = random_.below(100);
    if (kind < 40) return header();
    if (kind < 55) return broken_header();
    if (kind < 60) return encode_ordered_set(OrderedSetCode::Idle, 0);
    if (kind < 65) return encode_ordered_set(OrderedSetCode::Idle, random_.bits());
    if (kind < 70) return random_.bits();
    // Every code, undefined ones too; 1 makes headers of random fields.
    const std::uint64_t word = with_crc(random_.bits() << 4 | random_.below(16));
    return random_.chance(80) ? word : flipped(word);
  }
  std::uint64_t header() {
    CellHeader header = random_header(random_);
    header.vc = static_cast<std::uint8_t>(random_.below(kVcs));
    return encode_header(header);
  }
  /// A header with one fault, now and then with two.
  std::uint64_t broken_header() {
    constexpr std::array<std::uint8_t, 6> kLengths = {0, 1, 21, 22, 30, 31};
    CellHeader header = random_header(random_);
    header.vc = static_cast<std::uint8_t>(random_.below(kVcs));
    bool flip = false;
    for (unsigned faults = random_.chance(20) ? 2 : 1; faults > 0; --faults) {
      switch (random_.below(5)) {
        case 0:
          header.len = kLengths[random_.below(kLengths.size())];
          break;
        case 1:
          header.cell_type = static_cast<std::uint8_t>(random_.range(10, 14));
          break;
        case 2:
          header.vc = static_cast<std::uint8_t>(random_.range(kVcs, 32) % 32);
          break;
        case 3:
          header.hop = 0;
          break;
        default:
          flip = true;
      }
    }
    const std::uint64_t word = encode_header(header);
    return flip ? flipped(word) : word;
  }
  std::uint64_t flipped(std::uint64_t word) { return word ^ std::uint64_t{1} << random_.below(64); }

  void follow(const In& in) {
    if (left_ > 0)
      --left_;
    else if (in.enable_i && in.valid_i && !in.bad_i && in.control_i &&
             !check_header(in.word_i).any())
      left_ = header_len(in.word_i) - 1;
  }

  Random random_;
  bool enable_ = false, lock_ = false;  ///< of this profile
  unsigned bad_percent_ = 0, profile_left_ = 0;
  unsigned left_ = 0;  ///< slots that still belong to the cell begun, about
};

}  // namespace tinsim
