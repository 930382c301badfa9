// SPDX-License-Identifier: Apache-2.0
// Virtual cut-through at one output of the ExaNet router: which packets have space behind it.
#include "rtl_models/exanet_vct_gate/exanet_vct_gate.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/exanet_space.h"
#include "rtl_models/parts/exanet_word.h"

namespace tinsim {

template <unsigned kRequests>
typename ExanetVctGate<kRequests>::Out ExanetVctGate<kRequests>::eval(const In& in) const {
  Out out;
  for (unsigned q = 0; q < kRequests; ++q) {
    if (!in.request_valid_i[q]) continue;
    const unsigned vc = in.request_vc_i[q];
    out.fits_o[q] =
        exanet_fits(header_space_[vc], payload_space_[vc], unsigned(in.request_words_i[q]));
  }
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    out.header_space_o[vc] = header_space_[vc];
    out.payload_space_o[vc] = payload_space_[vc];
  }
  return out;
}

template <unsigned kRequests>
void ExanetVctGate<kRequests>::tick(const In& in) {
  for (unsigned q = 0; q < kRequests; ++q)
    TIN_CHECK(WordsAreLegal, !in.request_valid_i[q] || in.request_words_i[q] <= kExanetMaxWords,
              fmt::format("request {} of {} words", q, unsigned(in.request_words_i[q])));
  if (in.take_valid_i) {
    const unsigned vc = in.take_vc_i, words = unsigned(in.take_words_i);
    TIN_CHECK(WordsAreLegal, words <= kExanetMaxWords, fmt::format("take of {} words", words));
    TIN_CHECK(TakeFits, exanet_fits(header_space_[vc], payload_space_[vc], words),
              fmt::format("VC {}: {} words of payload, space for {}, and for {} header words", vc,
                          words, payload_space_[vc], header_space_[vc]));
    header_space_[vc] = static_cast<std::uint16_t>(header_space_[vc] - kExanetFrameWords);
    payload_space_[vc] = static_cast<std::uint16_t>(payload_space_[vc] - words);
  }
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    header_space_[vc] = static_cast<std::uint16_t>(header_space_[vc] + in.freed_header_i[vc]);
    payload_space_[vc] = static_cast<std::uint16_t>(payload_space_[vc] + in.freed_payload_i[vc]);
    TIN_CHECK(
        SpaceWithinSize,
        header_space_[vc] <= header_words_[vc] && payload_space_[vc] <= payload_words_[vc],
        fmt::format("VC {}: space for {} header and {} payload words of {} and {}", vc,
                    header_space_[vc], payload_space_[vc], header_words_[vc], payload_words_[vc]));
  }
}

template <unsigned kRequests>
void ExanetVctGate<kRequests>::reset(const In& straps) {
  for (unsigned vc = 0; vc < kExanetVcs; ++vc) {
    header_words_[vc] = static_cast<std::uint16_t>(straps.header_words_i[vc]);
    payload_words_[vc] = static_cast<std::uint16_t>(straps.payload_words_i[vc]);
  }
  header_space_ = header_words_;
  payload_space_ = payload_words_;
}

template <unsigned kRequests>
void ExanetVctGate<kRequests>::list_state(StateList& state) const {
  state.add("header_space", header_space_);
  state.add("payload_space", payload_space_);
}

template class ExanetVctGate<7>;
template class ExanetVctGate<15>;

}  // namespace tinsim
