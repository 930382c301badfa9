// SPDX-License-Identifier: Apache-2.0
// Frames of an ExaNet port from its words: packets, credit words, and words that belong to neither.
#pragma once

#include <cstdint>
#include <vector>

#include "tlm/exanet/exanet_packet.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// A word at a port of a node: 128 bits with a kind at an intra-tile port, 64 bits in `word.low` on
/// a line.
struct ExanetPortWord {
  Cycle cycle = 0;
  uint32_t port = 0;  ///< number of the traced port
  bool is_received = false;
  ExanetBusWord bus;

  /// The order in files.
  bool operator<(const ExanetPortWord& o) const {
    if (cycle != o.cycle) return cycle < o.cycle;
    return port != o.port ? port < o.port : is_received < o.is_received;
  }
};

/// Place of a word in its frame. The numbers are those of `part` in waves.
enum class ExanetPart : uint8_t { kHeader, kPayload, kFooter, kMagic, kStart, kCredit, kStray };

/// The numbers are those of `kind` in a capture.
enum class ExanetFrameKind : uint8_t { kPacket, kCredit, kStray };

struct ExanetFrame {
  ExanetFrameKind kind = ExanetFrameKind::kStray;
  Cycle first = 0, last = 0;  ///< cycles of its first word, Magic on a line, and of its last one
  uint8_t vc = 0;             ///< of a packet on a line
  /// Header with more than one wrong bit, wrong CRC, or a credit word that is not intact.
  bool is_damaged = false;
  ExanetHeader header;          ///< of a packet, corrected
  std::vector<uint64_t> words;  ///< without Magic and Start; two for each word of the bus
};

/// Reads one direction of a port as the receiver of exanet_apelink_framer does.
class ExanetFrameReader {
 public:
  explicit ExanetFrameReader(bool is_line) : is_line_(is_line) {}

  /// Returns the place of the word in its frame; half a word of the bus has that of the whole one.
  ExanetPart add(Cycle cycle, const ExanetBusWord& bus);
  /// The frame that the last word ended, or null.
  const ExanetFrame* ended() const { return has_ended_ ? &frame_ : nullptr; }

 private:
  enum class State : uint8_t { kHunt, kStart, kLow, kHigh };

  ExanetPart add_line_word(Cycle cycle, uint64_t word);
  ExanetPart add_start(Cycle cycle, uint64_t word);
  ExanetPart end_single(Cycle cycle, uint64_t word, ExanetFrameKind kind);
  void begin(Cycle cycle);
  void add_bus_word(Cycle cycle, const ExanetBusWord& bus);
  ExanetKind kind_of_next() const;

  bool is_line_;
  State state_ = State::kHunt;
  Cycle magic_ = 0;  ///< cycle of the last Magic
  bool is_first_ = false;
  unsigned left_ = 0;  ///< words of the bus
  uint64_t low_ = 0;
  bool has_ended_ = false, is_header_bad_ = false;
  ExanetAssembler assembler_;
  ExanetFrame frame_;
};

}  // namespace tinsim
