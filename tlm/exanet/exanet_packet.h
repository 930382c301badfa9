// SPDX-License-Identifier: Apache-2.0
// A packet of ExaNet as a whole, and as words of the bus.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/parts/exanet_header.h"

namespace tinsim {

/// Kinds of packets that the network interface distinguishes.
enum class ExanetUse : std::uint8_t { kMessage = 0, kWrite = 1, kCompletion = 2, kRead = 3 };

struct ExanetPacket {
  ExanetHeader header;  ///< the port that sends fills in the source and `bytes`
  std::vector<std::uint8_t> payload;
  bool last = true;          ///< of its message
  std::uint16_t number = 0;  ///< within its message
};

struct ExanetBusWord {
  ExanetKind kind = ExanetKind::kHeader;
  ExanetWord word;
};

/// Header with check bits, payload padded with zeros, footer: CRC-32/ISO-HDLC of the payload in
/// bits 31:0, tag 47:32, last 48, number 64:49.
std::vector<ExanetBusWord> exanet_bus_words(const ExanetPacket& packet);

/// Takes the words of one packet in order.
class ExanetAssembler {
 public:
  enum class State : std::uint8_t { kIncomplete, kGood, kBad };

  /// kBad: CRC or tag of the footer are wrong; the packet is not to be used.
  State add(const ExanetBusWord& word);
  const ExanetPacket& packet() const { return packet_; }

 private:
  ExanetPacket packet_;
};

}  // namespace tinsim
