// SPDX-License-Identifier: Apache-2.0
// Credits of one end of an APElink, with threshold and health bits.
#include "rtl_models/exanet_credit_manager/exanet_credit_manager.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/exanet_space.h"

namespace tinsim {
namespace {

constexpr std::uint64_t kBodyMask = (std::uint64_t{1} << 48) - 1;
constexpr std::uint16_t kLongestWait = 0xffff;

std::uint16_t add(std::uint16_t count, unsigned by, unsigned modulus) {
  return static_cast<std::uint16_t>((count + by) % modulus);
}

}  // namespace

unsigned ExanetCreditManager::header_credit(unsigned vc, const ExanetCredits& reported) const {
  return (header_words_[vc] + reported.header[vc] - header_taken_[vc] + kExanetHeaderModulus) %
         kExanetHeaderModulus;
}

unsigned ExanetCreditManager::payload_credit(unsigned vc, const ExanetCredits& reported) const {
  return (payload_words_[vc] + reported.payload[vc] - payload_taken_[vc] + kExanetPayloadModulus) %
         kExanetPayloadModulus;
}

void ExanetCreditManager::tick(const In& in) {
  out_.error_o = false;
  if (in.rx_valid_i) receive(in);
  if (in.take_valid_i) take(in);
  show_credits(in);
  report(in);
}

void ExanetCreditManager::take(const In& in) {
  const unsigned vc = in.take_vc_i, words = unsigned(in.take_words_i);
  TIN_CHECK(WordsAreLegal, words <= kExanetMaxWords, fmt::format("take of {} words", words));
  TIN_CHECK(
      TakeWithinCredit,
      exanet_fits(unsigned(out_.header_credit_o[vc]), unsigned(out_.payload_credit_o[vc]), words),
      fmt::format("VC {}: {} words of payload, credit for {}, and for {} header words", vc, words,
                  unsigned(out_.payload_credit_o[vc]), unsigned(out_.header_credit_o[vc])));
  header_taken_[vc] = add(header_taken_[vc], kExanetFrameWords, kExanetHeaderModulus);
  payload_taken_[vc] = add(payload_taken_[vc], words, kExanetPayloadModulus);
}

void ExanetCreditManager::receive(const In& in) {
  const std::uint64_t word{in.rx_word_i};
  const ExanetCredits received = exanet_credits(word);
  bool accepted = exanet_credit_intact(word);
  for (unsigned vc = 0; vc < kExanetVcs; ++vc)
    accepted &= header_credit(vc, received) <= header_words_[vc] &&
                payload_credit(vc, received) <= payload_words_[vc];
  const unsigned taker = in.take_vc_i;
  accepted &=
      !in.take_valid_i || exanet_fits(header_credit(taker, received),
                                      payload_credit(taker, received), unsigned(in.take_words_i));
  out_.error_o = !accepted;
  if (!accepted) return;
  reported_ = received;
  out_.neighbour_health_o = received.health;
}

void ExanetCreditManager::show_credits(const In& in) {
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    out_.header_credit_o[vc] = header_credit(vc, reported_);
    out_.payload_credit_o[vc] = payload_credit(vc, reported_);
    out_.suspended_o[vc] =
        out_.header_credit_o[vc] < kExanetFrameWords || out_.payload_credit_o[vc] < in.tred_i;
  }
}

void ExanetCreditManager::report(const In& in) {
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    freed_.header[vc] =
        add(freed_.header[vc], unsigned(in.freed_header_i[vc]), kExanetHeaderModulus);
    freed_.payload[vc] =
        add(freed_.payload[vc], unsigned(in.freed_payload_i[vc]), kExanetPayloadModulus);
  }
  freed_.health = static_cast<std::uint8_t>(in.health_i);
  if (in.sent_i) {
    sent_body_ = before_body_;
    since_sent_ = 0;
  }
  if (since_sent_ < kLongestWait) ++since_sent_;
  before_body_ = out_.word_o & kBodyMask;
  const std::uint64_t body = exanet_credit_body(freed_);
  out_.word_o = exanet_credit_word(body);
  out_.pending_o = body != sent_body_ || (in.refresh_i != 0 && since_sent_ >= in.refresh_i);
}

void ExanetCreditManager::reset(const In& straps) {
  *this = {};
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    const unsigned header = unsigned(straps.header_words_i[vc]);
    const unsigned payload = unsigned(straps.payload_words_i[vc]);
    TIN_CHECK(SizesAreLegal,
              header >= kExanetFrameWords && header <= 128 && payload >= kExanetMaxWords &&
                  payload < kExanetPayloadModulus / 2,
              fmt::format("VC {}: buffers of {} header and {} payload words", vc, header, payload));
    header_words_[vc] = static_cast<std::uint16_t>(header);
    payload_words_[vc] = static_cast<std::uint16_t>(payload);
  }
  show_credits(straps);
  out_.word_o = exanet_credit_word(0);
}

void ExanetCreditManager::list_state(StateList& state) const {
  state.add("header_taken", header_taken_);
  state.add("payload_taken", payload_taken_);
  state.add("header_reported", reported_.header);
  state.add("payload_reported", reported_.payload);
  state.add("header_freed", freed_.header);
  state.add("payload_freed", freed_.payload);
  state.add("sent_body", sent_body_);
  state.add("since_sent", since_sent_);
}

}  // namespace tinsim
