// SPDX-License-Identifier: Apache-2.0
// Operations of 1RMA in each of which one thing is wrong, and what must become of them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "rma_engine_pair.h"
#include "testbench/bench_random.h"

namespace tinsim {

/// The error of an operation: in its command, or in one of its messages.
enum class Wrong {
  kNothing,
  kKey,         ///< a bit of the key
  kOwner,       ///< the key of another process, initiator, operation, region or target
  kBounds,      ///< beyond the region's end
  kRevoked,     ///< a region that is not there any more
  kPermission,  ///< one that does not allow the operation
  kAlignment,   ///< of an atomic operation
  kBit,         ///< any bit of words and data
  kType,        ///< of the cell
  kAddress,     ///< of the cell's sender, and of a request's receiver
  kTruncated,   ///< words or data are missing
  kTag,         ///< that of an earlier message
  kReplaced,    ///< an earlier message stands in its place
  kReplayed,    ///< it comes again, when the operation has ended
  kRepeated,    ///< … at once
  kReordered,   ///< all messages of its type come in any order
  kCount
};
inline bool in_command(Wrong wrong) { return wrong >= Wrong::kKey && wrong <= Wrong::kAlignment; }

/// Changes `flight` as `wrong` says; `earlier` is a message of its type, of an operation that has
/// ended.
class Mutator {
 public:
  explicit Mutator(Random& random) : random_(random) {}

  static bool is_request(const Cell& cell) {
    return cell.type <= static_cast<unsigned>(RmaCell::Pull);
  }

  void mutate(Wrong wrong, Flight& flight, const Flight& earlier) {
    switch (wrong) {
      case Wrong::kBit:
        return flip_bit(flight);
      case Wrong::kType:
        flight.cell.type = (flight.cell.type + random_.range(1, 15)) & 15u;
        return;
      case Wrong::kAddress:
        return change_address(flight.cell);
      case Wrong::kTruncated:
        return is_request(flight.cell) ? truncate_request(flight) : truncate_answer(flight);
      case Wrong::kTag:
        return take_tag(flight, earlier);
      case Wrong::kReplaced:
        flight.cell = earlier.cell;
        flight.message = earlier.message;
        return;
      default:
        return;
    }
  }
  /// The bit of a request's words that was changed last.
  unsigned bit() const { return bit_; }

 private:
  void flip_bit(Flight& flight) {
    RmaMessage& message = flight.message;
    const unsigned words = is_request(flight.cell) ? kRmaRequestWords - 1 : kRmaMetaWords;
    bit_ = random_.below(static_cast<unsigned>(64 * words + 8 * message.data.size()));
    if (bit_ < 64 * words) {
      message.words[bit_ / 64] ^= uint64_t{1} << (bit_ % 64);
    } else {
      const unsigned place = bit_ - 64 * words;
      message.data[place / 8] = static_cast<uint8_t>(message.data[place / 8] ^ 1u << (place % 8));
    }
  }
  /// Of answers only the sender's chip is signed: with the slot it identifies the possible sender.
  void change_address(Cell& cell) {
    const bool request = is_request(cell);
    const unsigned bit = request ? random_.below(32) : random_.range(6, 15);
    uint16_t& address = bit < 16 ? cell.src : cell.dst;
    address = static_cast<uint16_t>(address ^ 1u << (bit % 16));
    bit_ = bit;
  }
  void truncate_request(Flight& flight) {
    flight.cell.words = static_cast<uint8_t>(random_.range(1, kRmaRequestWords - 1));
    for (unsigned n = flight.cell.words - 1u; n < flight.message.words.size(); ++n)
      flight.message.words[n] = 0;
  }
  /// The cell is shorter; half of the time its meta-data say so, too.
  void truncate_answer(Flight& flight) {
    RmaMessage& message = flight.message;
    if (message.data.empty()) {
      flight.cell.words = static_cast<uint8_t>(random_.range(1, 3));
      return;
    }
    message.data.resize(random_.below(static_cast<unsigned>(message.data.size())));
    RmaMeta meta = unpack_meta({message.words[0], message.words[1], message.words[2]});
    const unsigned whole = rma_cell_words(meta.length);
    flight.cell.words =
        static_cast<uint8_t>(rma_cell_words(static_cast<unsigned>(message.data.size())));
    if (flight.cell.words == whole || random_.chance(50)) {
      meta.length = static_cast<uint8_t>(message.data.size());
      put(meta, message);
    }
  }
  static void put(const RmaMeta& meta, RmaMessage& message) {
    const RmaMetaPayload words = pack_words(meta);
    std::copy(words.begin(), words.end(), message.words.begin());
  }
  static void take_tag(Flight& flight, const Flight& earlier) {
    RmaMessage& message = flight.message;
    const auto& from = earlier.message.words;
    if (is_request(flight.cell)) {
      std::copy(from.begin() + 3, from.end(), message.words.begin() + 3);
      return;
    }
    RmaMeta meta = unpack_meta({message.words[0], message.words[1], message.words[2]});
    meta.tag = unpack_meta({from[0], from[1], from[2]}).tag;
    put(meta, message);
  }

  Random& random_;
  unsigned bit_ = 0;
};

/// The required outcome of a REQ or WREQ of `op` with this error: it is refused with the right
/// status if the refusal can find the operation, and else dropped, or refused without a receiver.
inline RmaStatus status_of_mutant(Wrong wrong, unsigned bit, unsigned op) {
  switch (wrong) {
    case Wrong::kBit: {  // places of the fields: docs/reference/assumptions.md
      if (bit < 4) {     // op: one that the cell's type allows
        const unsigned other = op ^ 1u << bit;
        const bool read = op == static_cast<unsigned>(RmaOp::Read);
        return !read && other >= 1 && other < kRmaOps ? RmaStatus::kAuthentication
                                                      : RmaStatus::kTimeout;
      }
      const bool flags = bit < 8, slot = bit >= 24 && bit < 40, counter = bit >= 144 && bit < 192;
      return flags || slot || counter ? RmaStatus::kTimeout : RmaStatus::kAuthentication;
    }
    case Wrong::kAddress:  // the answer to another chip's request goes there
      return bit >= 6 && bit < 16 ? RmaStatus::kTimeout : RmaStatus::kAuthentication;
    case Wrong::kTag:
      return RmaStatus::kAuthentication;
    default:
      return RmaStatus::kTimeout;
  }
}

}  // namespace tinsim
