// SPDX-License-Identifier: Apache-2.0
// A link that carries management ordered sets, with bit errors on its line and lost words.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <random>

#include "firmware_stub/pmos.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim::firmware_test {

/// One direction. A word arrives a fixed time after it was sent, in order, unless it is lost.
///
/// The self-synchronous scrambler x^58 + x^39 + 1 descrambles each bit from three line bits, so an
/// error on the line damages the payload in three places, 39 and 58 bits apart (IEEE 802.3, clause
/// 49). A damaged sync header, a failed CRC-8 and a changed code lose the word, as in block
/// link_rx.
class NoisyMos {
 public:
  NoisyMos(double bit_error_rate, double word_loss, std::uint32_t delay_us, std::uint64_t seed)
      : ber_(bit_error_rate), loss_(word_loss), delay_(delay_us), random_(seed) {
    draw_gap();
  }

  void send(std::uint32_t now_us, pmos_word word) {
    ++sent;
    const std::uint64_t damage = line_errors();
    if ((loss_ > 0 && uniform() < loss_) || header_hit_ ||
        (damage != 0 && !damaged(word, damage))) {
      ++lost;
      return;
    }
    in_flight_.push_back({now_us + delay_, word});
  }

  /// Takes the next word that has arrived at `now_us`.
  bool receive(std::uint32_t now_us, pmos_word& word) {
    if (in_flight_.empty() || wait(now_us) > 0) return false;
    word = in_flight_.front().word;
    in_flight_.pop_front();
    return true;
  }
  /// Microseconds until the next arrival; `otherwise` if no word is on the way.
  std::uint32_t next_arrival(std::uint32_t now_us, std::uint32_t otherwise) const {
    return in_flight_.empty() ? otherwise : static_cast<std::uint32_t>(std::max(wait(now_us), 0));
  }

  /// Probability that a word is lost: 64 bits of payload, 58 before them, 2 of the sync header.
  static double loss_of(double ber, double word_loss) {
    return 1 - (1 - word_loss) * std::pow(1 - ber, kPayload + kScrambler + kHeader);
  }

  std::uint64_t sent = 0, lost = 0, undetected = 0;

 private:
  static constexpr int kPayload = 64, kScrambler = 58, kHeader = 2;
  struct Arrival {
    std::uint32_t due;
    pmos_word word;
  };

  std::int32_t wait(std::uint32_t now_us) const {
    return static_cast<std::int32_t>(in_flight_.front().due - now_us);
  }
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  void draw_gap() {
    gap_ = ber_ > 0 ? static_cast<std::int64_t>(std::log1p(-uniform()) / std::log1p(-ber_))
                    : INT64_MAX;
  }
  static bool survives(std::uint64_t word) {
    const OrderedSetErrors errors = check_ordered_set(word);
    return !errors.crc && !errors.code &&
           decode_ordered_set(word).code == static_cast<std::uint8_t>(OrderedSetCode::Mos);
  }
  static std::uint64_t payload_bit(int position) {
    return position >= 0 && position < kPayload ? std::uint64_t{1} << position : 0;
  }
  /// The word as it arrives with wrong bits; false if the receiver drops it.
  bool damaged(pmos_word& word, std::uint64_t damage) {
    const MosBody sent_body{word.sub, word.payload};
    const std::uint64_t set =
        encode_ordered_set(OrderedSetCode::Mos, pack_body(sent_body)) ^ damage;
    if (!survives(set)) return false;
    const MosBody body = unpack_mos(decode_ordered_set(set).body);
    word = {body.payload, body.sub};
    ++undetected;
    return true;
  }

  /// Bits of the descrambled word that are wrong.
  std::uint64_t line_errors() {
    constexpr int kBits = kScrambler + kPayload + kHeader;
    std::uint64_t damage = 0;
    header_hit_ = false;
    while (gap_ < kBits) {
      const int position = static_cast<int>(gap_) - kScrambler;
      header_hit_ |= position >= kPayload;
      if (position < kPayload)
        damage ^= payload_bit(position) ^ payload_bit(position + 39) ^ payload_bit(position + 58);
      const std::int64_t at = gap_;
      draw_gap();
      gap_ += at + 1;
    }
    if (gap_ != INT64_MAX) gap_ -= kBits;
    return damage;
  }

  double ber_, loss_;
  std::uint32_t delay_;
  std::mt19937_64 random_;
  std::int64_t gap_ = 0;
  bool header_hit_ = false;
  std::deque<Arrival> in_flight_;
};

}  // namespace tinsim::firmware_test
