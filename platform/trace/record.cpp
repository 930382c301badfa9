// SPDX-License-Identifier: Apache-2.0
// The bytes of one captured cell or ordered set.
#include "platform/trace/record.h"

#include "tlm/gnet/cell_words.h"

namespace tinsim {
namespace {

void put(RecordBytes& record, uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    record.bytes[record.count++] = static_cast<uint8_t>(value >> 8 * i);
  }
}

RecordBytes begin(const RecordPlace& place) {
  RecordBytes record;
  put(record, kRecordVersion, 1);
  put(record, static_cast<uint8_t>(place.kind), 1);
  put(record, static_cast<uint8_t>(place.direction), 1);
  put(record, place.flags, 1);
  put(record, place.chip, 2);
  put(record, place.port, 1);
  put(record, 0, 1);
  put(record, place.cycle, 8);
  return record;
}

}  // namespace

RecordBytes cell_record(RecordPlace place, const Cell& cell) {
  place.kind = RecordKind::kCell;
  place.flags |= kFlagStandIn;
  RecordBytes record = begin(place);
  // The lowest byte of a word is the first on the wire.
  for (unsigned n = 0; n < cell.words; ++n) put(record, word_of(cell, n), 8);
  return record;
}

RecordBytes set_record(RecordPlace place, uint64_t word) {
  place.kind = RecordKind::kOrderedSet;
  RecordBytes record = begin(place);
  put(record, word, 8);
  return record;
}

}  // namespace tinsim
