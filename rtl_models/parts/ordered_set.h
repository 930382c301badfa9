// SPDX-License-Identifier: Apache-2.0
// The 8-byte ordered sets: code, body and CRC, and the bodies of the six kinds.
#pragma once

#include <array>
#include <cstdint>

namespace tinsim {

/// 0x1 is a cell header; the codes that are not here are errors.
enum class OrderedSetCode : std::uint8_t {
  Fc = 0x2,
  TimeSync = 0x3,
  Mos = 0x4,
  Phy = 0x5,
  Lat = 0x6,
  Idle = 0x7,
};

/// "FC", "IDLE" and so on; "unknown" for a code that is not there.
const char* ordered_set_name(std::uint8_t code);

/// Layout in rtl_models/ordered_set_codec/README.md. The body's 52 bits start at bit 0.
struct OrderedSet {
  std::uint8_t code = 0;
  std::uint64_t body = 0;
};
struct OrderedSetErrors {
  bool code = false, crc = false;
  bool any() const { return code || crc; }
};

/// The control word with the correct CRC. Code and body are cut to their width.
std::uint64_t encode_ordered_set(OrderedSet set);
inline std::uint64_t encode_ordered_set(OrderedSetCode code, std::uint64_t body) {
  return encode_ordered_set({static_cast<std::uint8_t>(code), body});
}
/// Code and body of the word, independent of check_ordered_set.
OrderedSet decode_ordered_set(std::uint64_t word);
OrderedSetErrors check_ordered_set(std::uint64_t word);

/// Flow control: a VC's cumulative limit in words, modulo 4096.
struct CreditLimit {
  std::uint8_t vc = 0;
  std::uint16_t limit = 0;
};
struct FcBody {
  std::array<CreditLimit, 3> limits{};
  bool init = false;
};
/// `count` limits, 1 to 3; the last one fills the rest.
FcBody make_fc(const CreditLimit* limits, unsigned count, bool init);

struct TimeSyncBody {
  std::uint8_t status = 0;
  std::uint64_t time = 0;  ///< 48 bits, in core cycles
};

struct MosBody {
  std::uint8_t sub = 0;
  std::uint64_t payload = 0;  ///< 48 bits
};

enum class PhyState : std::uint8_t { Down, Train, Up, LocalFault, RemoteFault, Idle };
struct PhyBody {
  PhyState state = PhyState::Down;
  std::uint8_t port = 0;
  std::uint16_t addr = 0;
  std::uint32_t caps = 0;  ///< 24 bits
};

enum class LatSub : std::uint8_t { Ping, Pong };
struct LatBody {
  LatSub sub = LatSub::Ping;
  std::uint64_t residence = 0;  ///< 48 bits, in core cycles
};

/// The 52 bits of a body. Fields are cut to their width.
std::uint64_t pack_body(const FcBody& body);
std::uint64_t pack_body(const TimeSyncBody& body);
std::uint64_t pack_body(const MosBody& body);
std::uint64_t pack_body(const PhyBody& body);
std::uint64_t pack_body(const LatBody& body);

/// An enumerated field may hold a value that has no name.
FcBody unpack_fc(std::uint64_t body);
TimeSyncBody unpack_timesync(std::uint64_t body);
MosBody unpack_mos(std::uint64_t body);
PhyBody unpack_phy(std::uint64_t body);
LatBody unpack_lat(std::uint64_t body);

}  // namespace tinsim
