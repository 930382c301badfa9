// SPDX-License-Identifier: Apache-2.0
// The bytes of one captured cell or ordered set: a pseudo header, then the words as on the wire.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "rtl_models/parts/cell_header.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Layout in docs/reference/traces.md; scripts/wireshark/gnet.lua reads it.
constexpr uint8_t kRecordVersion = 1;
constexpr std::size_t kPseudoHeaderBytes = 16;

enum class RecordKind : uint8_t { kCell = 0, kOrderedSet = 1 };
enum class RecordDirection : uint8_t { kSent = 0, kReceived = 1 };

/// Bits of the pseudo header's flags.
constexpr uint8_t kFlagDamaged = 1;  ///< the cell lost words and will be discarded
constexpr uint8_t kFlagStandIn = 2;  ///< the payload is tlm/gnet/cell_words.h, not user data

/// Where and when the record was taken.
struct RecordPlace {
  RecordKind kind = RecordKind::kCell;
  RecordDirection direction = RecordDirection::kSent;
  uint8_t flags = 0;
  uint8_t port = 0;
  uint16_t chip = 0;
  Cycle cycle = 0;
};

struct RecordBytes {
  std::array<uint8_t, kPseudoHeaderBytes + kMaxCellWords * 8> bytes;
  std::size_t count = 0;
};

/// `cell` with all its words. Sets kFlagStandIn besides the flags given.
RecordBytes cell_record(RecordPlace place, const Cell& cell);
/// One 8-byte control word.
RecordBytes set_record(RecordPlace place, uint64_t word);

}  // namespace tinsim
