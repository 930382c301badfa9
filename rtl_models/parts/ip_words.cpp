// SPDX-License-Identifier: Apache-2.0
// The payload word of RTS, CTS and CTD cells.
#include "rtl_models/parts/ip_words.h"

#include "rtl_models/parts/bit_slice.h"

namespace tinsim {
namespace {

namespace rts {
constexpr BitSlice kLen{0, 14}, kCos{14, 3}, kEport{17, 2}, kIptr{19, 18}, kUsage{37, 8},
    kFhash{45, 16}, kEct{61, 2};
}
namespace cts {
constexpr BitSlice kIptr{0, 18}, kEptr{18, 16}, kEport{34, 2}, kCos{36, 3}, kAvoid{39, 8};
}
namespace ctd {
constexpr BitSlice kIptr{0, 18}, kReason{18, 4};
}

template <class T>
T field(BitSlice slice, std::uint64_t word) {
  return static_cast<T>(slice.of(word));
}

}  // namespace

std::uint64_t pack_word(const RtsWord& w) {
  return rts::kLen.with(w.len) | rts::kCos.with(w.cos) | rts::kEport.with(w.eport) |
         rts::kIptr.with(w.iptr) | rts::kUsage.with(w.usage) | rts::kFhash.with(w.fhash) |
         rts::kEct.with(w.ect);
}
std::uint64_t pack_word(const CtsWord& w) {
  return cts::kIptr.with(w.iptr) | cts::kEptr.with(w.eptr) | cts::kEport.with(w.eport) |
         cts::kCos.with(w.cos) | cts::kAvoid.with(w.avoid);
}
std::uint64_t pack_word(const CtdWord& w) {
  return ctd::kIptr.with(w.iptr) | ctd::kReason.with(w.reason);
}

RtsWord unpack_rts(std::uint64_t word) {
  return {field<std::uint16_t>(rts::kLen, word),  field<std::uint8_t>(rts::kCos, word),
          field<std::uint8_t>(rts::kEport, word), field<std::uint32_t>(rts::kIptr, word),
          field<std::uint8_t>(rts::kUsage, word), field<std::uint16_t>(rts::kFhash, word),
          field<std::uint8_t>(rts::kEct, word)};
}
CtsWord unpack_cts(std::uint64_t word) {
  return {field<std::uint32_t>(cts::kIptr, word), field<std::uint16_t>(cts::kEptr, word),
          field<std::uint8_t>(cts::kEport, word), field<std::uint8_t>(cts::kCos, word),
          field<std::uint8_t>(cts::kAvoid, word)};
}
CtdWord unpack_ctd(std::uint64_t word) {
  return {field<std::uint32_t>(ctd::kIptr, word), field<std::uint8_t>(ctd::kReason, word)};
}

}  // namespace tinsim
