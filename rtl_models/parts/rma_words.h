// SPDX-License-Identifier: Apache-2.0
// The payload words of the cells of 1RMA: requests, and the meta-data of their answers.
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/bit_slice.h"

namespace tinsim {

/// The operation of a request, in the field `op`.
enum class RmaOp : std::uint8_t { Read = 0, Write = 1, Faa = 2, Cas = 3, Rekey = 4 };
constexpr unsigned kRmaOps = 5;

/// Cell types of 1RMA (docs/reference/assumptions.md), in the header's field `type`.
enum class RmaCell : std::uint8_t { Req = 4, Wreq = 5, Pull = 6, Resp = 7, Ack = 8, Nack = 9 };

/// A tag of up to 128 bits.
struct RmaTag {
  std::uint64_t hi = 0, lo = 0;

  friend bool operator==(const RmaTag& a, const RmaTag& b) { return a.hi == b.hi && a.lo == b.lo; }
};

/// Words 1 to 5 of a REQ, WREQ or PULL cell (docs/reference/assumptions.md).
struct RmaRequest {
  std::uint8_t op = 0;        ///< 4 bits
  std::uint8_t flags = 0;     ///< 4 bits
  std::uint16_t size = 0;     ///< bytes
  std::uint16_t slot = 0;     ///< the initiator's command slot
  std::uint32_t region = 0;   ///< 24 bits
  std::uint64_t offset = 0;   ///< 48 bits, in the region
  std::uint32_t pid = 0;      ///< of the initiator's process
  std::uint64_t counter = 0;  ///< 48 bits, of the sender
  RmaTag tag;
};
constexpr unsigned kRmaRequestWords = 6;  ///< with the header

/// Words 1 to 3 of a RESP, ACK or NACK cell (docs/reference/assumptions.md).
struct RmaMeta {
  std::uint16_t slot = 0;
  std::uint16_t offset = 0;   ///< 12 bits
  std::uint8_t length = 0;    ///< bytes of data that follow
  std::uint8_t status = 0;    ///< 4 bits
  std::uint64_t counter = 0;  ///< 48 bits, of the sender
  RmaTag tag;                 ///< 104 bits
};
constexpr unsigned kRmaMetaWords = 3;  ///< without the header

using RmaRequestPayload = std::array<std::uint64_t, kRmaRequestWords - 1>;
using RmaMetaPayload = std::array<std::uint64_t, kRmaMetaWords>;

/// The words behind the header; fields are cut to their width.
RmaRequestPayload pack_words(const RmaRequest& request);
inline RmaMetaPayload pack_words(const RmaMeta& meta);
/// The fields of the words behind the header.
RmaRequest unpack_request(const RmaRequestPayload& words);
inline RmaMeta unpack_meta(const RmaMetaPayload& words);

/// The slot field in the first of them.
constexpr std::uint16_t meta_slot(std::uint64_t first) { return first & 0xFFFF; }

/// Words of a cell that carries meta-data and `bytes` of data, with the header.
constexpr unsigned rma_cell_words(unsigned bytes) { return 1 + kRmaMetaWords + (bytes + 7) / 8; }

/// Why a cell is no request; the codes of request_codec (its README).
enum class RmaCellError : std::uint8_t { None = 0, Type = 1, Length = 2, Op = 3, Flags = 4 };

/// Judges a cell of type `type` (docs/reference/assumptions.md) with `words` words, whose first
/// word behind the header is `first`.
RmaCellError judge_request_cell(unsigned type, unsigned words, std::uint64_t first);

/// Counter and tag run across the ends of words: 48 bits as 24 + 24, 104 as 40 + 64.
namespace rma_meta {
constexpr BitSlice kSlot{0, 16}, kOffset{16, 12}, kLength{28, 8}, kStatus{36, 4};
constexpr BitSlice kCounterLow{40, 24};                   // of word 1, the rest
constexpr BitSlice kCounterHigh{0, 24}, kTagLow{24, 40};  // 2
constexpr unsigned kLowCounterBits = 24, kLowTagBits = 40;
}  // namespace rma_meta

inline RmaMetaPayload pack_words(const RmaMeta& m) {
  using namespace rma_meta;
  return {kSlot.with(m.slot) | kOffset.with(m.offset) | kLength.with(m.length) |
              kStatus.with(m.status) | kCounterLow.with(m.counter),
          kCounterHigh.with(m.counter >> kLowCounterBits) | kTagLow.with(m.tag.lo),
          m.tag.lo >> kLowTagBits | m.tag.hi << (64 - kLowTagBits)};
}

inline RmaMeta unpack_meta(const RmaMetaPayload& words) {
  using namespace rma_meta;
  RmaMeta m;
  m.slot = static_cast<std::uint16_t>(kSlot.of(words[0]));
  m.offset = static_cast<std::uint16_t>(kOffset.of(words[0]));
  m.length = static_cast<std::uint8_t>(kLength.of(words[0]));
  m.status = static_cast<std::uint8_t>(kStatus.of(words[0]));
  m.counter = kCounterLow.of(words[0]) | kCounterHigh.of(words[1]) << kLowCounterBits;
  m.tag.lo = kTagLow.of(words[1]) | words[2] << kLowTagBits;
  m.tag.hi = words[2] >> (64 - kLowTagBits);
  return m;
}

}  // namespace tinsim
