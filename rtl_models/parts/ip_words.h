// SPDX-License-Identifier: Apache-2.0
// The payload word of RTS, CTS and CTD cells, and the first one of a DATA cell.
#pragma once

#include <cstdint>

#include "rtl_models/parts/bit_slice.h"

namespace tinsim {

/// Request to send: a packet waits at an ingress. Fields from bit 0 up, in this order; the last
/// bit is reserved.
struct RtsWord {
  std::uint16_t len = 0;    ///< 14 bits: bytes of the packet
  std::uint8_t cos = 0;     ///< 3 bits: class of service
  std::uint8_t eport = 0;   ///< 2 bits: egress port, 0 NIC0, 1 NIC1, 2 MAC, 3 CPU
  std::uint32_t iptr = 0;   ///< 18 bits: where the packet lies in the ingress buffer
  std::uint8_t usage = 0;   ///< 8 bits: how full the ingress buffer is
  std::uint16_t fhash = 0;  ///< 16 bits: hash of the flow
  std::uint8_t ect = 0;     ///< 2 bits: ECN field of the packet
};

/// Clear to send: the egress has reserved space. 17 bits are reserved.
struct CtsWord {
  std::uint32_t iptr = 0;  ///< 18 bits, from the RTS
  std::uint16_t eptr = 0;  ///< place of the packet in the reassembly buffer
  std::uint8_t eport = 0;  ///< 2 bits, from the RTS
  std::uint8_t cos = 0;    ///< 3 bits, from the RTS
  /// A bit for each of the first 8 terminal ports of the egress port's interface: no DATA to it.
  std::uint8_t avoid = 0;
};

/// Clear to drop: the egress refuses the packet. 42 bits are reserved.
struct CtdWord {
  std::uint32_t iptr = 0;   ///< 18 bits, from the RTS
  std::uint8_t reason = 0;  ///< 4 bits: one of the reasons below
};
inline constexpr std::uint8_t kCtdQueue = 1;    ///< the queue is beyond its threshold
inline constexpr std::uint8_t kCtdCrowded = 2;  ///< … and the port is congested by RTSs

/// Descriptor of a DATA cell and, with it in one word, the first bytes of the packet.
struct DataWord {
  std::uint16_t eptr = 0;   ///< from the CTS
  std::uint8_t idx = 0;     ///< number of the cell within the packet, from 0
  std::uint8_t vbytes = 0;  ///< bytes of the packet in the cell; 0: the packet is given up
  std::uint32_t first = 0;  ///< the first four of them, the first one in bits 7:0
};

/// The word; fields are cut to their width, reserved bits are zero.
std::uint64_t pack_word(const RtsWord& rts);
std::uint64_t pack_word(const CtsWord& cts);
std::uint64_t pack_word(const CtdWord& ctd);

/// The fields of a word; reserved bits are ignored.
RtsWord unpack_rts(std::uint64_t word);
CtsWord unpack_cts(std::uint64_t word);
CtdWord unpack_ctd(std::uint64_t word);

// Fields of every DATA cell, in place.
namespace data_word {
inline constexpr BitSlice kEptr{0, 16}, kIdx{16, 8}, kVbytes{24, 8}, kFirst{32, 32};
}
inline std::uint64_t pack_word(const DataWord& data) {
  using namespace data_word;
  return kEptr.with(data.eptr) | kIdx.with(data.idx) | kVbytes.with(data.vbytes) |
         kFirst.with(data.first);
}
inline DataWord unpack_data(std::uint64_t word) {
  using namespace data_word;
  return {static_cast<std::uint16_t>(kEptr.of(word)), static_cast<std::uint8_t>(kIdx.of(word)),
          static_cast<std::uint8_t>(kVbytes.of(word)), static_cast<std::uint32_t>(kFirst.of(word))};
}

}  // namespace tinsim
