// SPDX-License-Identifier: Apache-2.0
// The 8-byte ordered sets: code, body and CRC, and the bodies of the six kinds.
#include "rtl_models/parts/ordered_set.h"

#include "rtl_models/parts/bit_slice.h"
#include "rtl_models/parts/crc8.h"

namespace tinsim {
namespace {

constexpr BitSlice kCode{0, 4}, kBody{4, 52}, kCrc{56, 8};
constexpr unsigned kCrcBytes = 7;

// Positions in the body; in the word, and in the README, they are four bits higher.
constexpr BitSlice kInit{51, 1};
constexpr BitSlice vc_of_entry(unsigned n) { return {17 * n, 5}; }
constexpr BitSlice limit_of_entry(unsigned n) { return {17 * n + 5, 12}; }
constexpr BitSlice kSub{0, 4}, kRest{4, 48};
constexpr BitSlice kPort{4, 8}, kAddr{12, 16}, kCaps{28, 24};

std::uint64_t pack_sub(unsigned sub, std::uint64_t rest) {
  return kSub.with(sub) | kRest.with(rest);
}

}  // namespace

std::uint64_t encode_ordered_set(OrderedSet set) {
  const std::uint64_t covered = kCode.with(set.code) | kBody.with(set.body);
  return covered | kCrc.with(crc8_rohc(covered, kCrcBytes));
}

OrderedSet decode_ordered_set(std::uint64_t word) {
  return {static_cast<std::uint8_t>(kCode.of(word)), kBody.of(word)};
}

OrderedSetErrors check_ordered_set(std::uint64_t word) {
  const auto code = static_cast<OrderedSetCode>(kCode.of(word));
  OrderedSetErrors errors;
  errors.code = code < OrderedSetCode::Fc || code > OrderedSetCode::Idle;
  errors.crc = kCrc.of(word) != crc8_rohc(word, kCrcBytes);
  return errors;
}

FcBody make_fc(const CreditLimit* limits, unsigned count, bool init) {
  FcBody body;
  for (unsigned n = 0; n < body.limits.size(); ++n)
    body.limits[n] = limits[n < count ? n : count - 1];
  body.init = init;
  return body;
}

std::uint64_t pack_body(const FcBody& body) {
  std::uint64_t bits = kInit.with(body.init);
  for (unsigned n = 0; n < body.limits.size(); ++n)
    bits |= vc_of_entry(n).with(body.limits[n].vc) | limit_of_entry(n).with(body.limits[n].limit);
  return bits;
}
std::uint64_t pack_body(const TimeSyncBody& body) { return pack_sub(body.status, body.time); }
std::uint64_t pack_body(const MosBody& body) { return pack_sub(body.sub, body.payload); }
std::uint64_t pack_body(const PhyBody& body) {
  return kSub.with(static_cast<unsigned>(body.state)) | kPort.with(body.port) |
         kAddr.with(body.addr) | kCaps.with(body.caps);
}
std::uint64_t pack_body(const LatBody& body) {
  return pack_sub(static_cast<unsigned>(body.sub), body.residence);
}

FcBody unpack_fc(std::uint64_t bits) {
  FcBody body;
  for (unsigned n = 0; n < body.limits.size(); ++n)
    body.limits[n] = {static_cast<std::uint8_t>(vc_of_entry(n).of(bits)),
                      static_cast<std::uint16_t>(limit_of_entry(n).of(bits))};
  body.init = kInit.of(bits);
  return body;
}
TimeSyncBody unpack_timesync(std::uint64_t bits) {
  return {static_cast<std::uint8_t>(kSub.of(bits)), kRest.of(bits)};
}
MosBody unpack_mos(std::uint64_t bits) {
  return {static_cast<std::uint8_t>(kSub.of(bits)), kRest.of(bits)};
}
PhyBody unpack_phy(std::uint64_t bits) {
  return {static_cast<PhyState>(kSub.of(bits)), static_cast<std::uint8_t>(kPort.of(bits)),
          static_cast<std::uint16_t>(kAddr.of(bits)), static_cast<std::uint32_t>(kCaps.of(bits))};
}
LatBody unpack_lat(std::uint64_t bits) {
  return {static_cast<LatSub>(kSub.of(bits)), kRest.of(bits)};
}

const char* ordered_set_name(std::uint8_t code) {
  switch (static_cast<OrderedSetCode>(code)) {
    case OrderedSetCode::Fc:
      return "FC";
    case OrderedSetCode::TimeSync:
      return "TIMESYNC";
    case OrderedSetCode::Mos:
      return "MOS";
    case OrderedSetCode::Phy:
      return "PHY";
    case OrderedSetCode::Lat:
      return "LAT";
    case OrderedSetCode::Idle:
      return "IDLE";
  }
  return "unknown";
}

}  // namespace tinsim
