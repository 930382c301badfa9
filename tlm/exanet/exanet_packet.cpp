// SPDX-License-Identifier: Apache-2.0
// A packet of ExaNet as a whole, and as words of the bus.
#include "tlm/exanet/exanet_packet.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "rtl_models/parts/exanet_ecc.h"
#include "tlm/ethernet/checksum.h"

namespace tinsim {
namespace {

constexpr std::size_t kFooterFieldBytes = 12;  // bits 127:32

/// CRC-32/ISO-HDLC, which is the frame check sequence of Ethernet, of the payload and the fields.
std::uint32_t crc_of(const std::vector<std::uint8_t>& payload, const ExanetWord& fields) {
  std::array<std::uint8_t, kExanetMaxBytes + kFooterFieldBytes> bytes;
  std::copy(payload.begin(), payload.end(), bytes.begin());
  std::memcpy(bytes.data() + payload.size(),
              reinterpret_cast<const std::uint8_t*>(&fields) + sizeof(std::uint32_t),
              kFooterFieldBytes);
  return frame_check_sequence(bytes.data(), payload.size() + kFooterFieldBytes);
}

ExanetWord footer(const ExanetPacket& packet) {
  ExanetWord word;
  word.low = std::uint64_t{packet.header.tag} << 32 | std::uint64_t{packet.last} << 48 |
             std::uint64_t{packet.number} << 49;
  word.high = packet.number >> 15;
  word.low |= crc_of(packet.payload, word);
  return word;
}

}  // namespace

std::vector<ExanetBusWord> exanet_bus_words(const ExanetPacket& packet) {
  std::vector<ExanetBusWord> words{
      {ExanetKind::kHeader, exanet_encode(pack_exanet_header(packet.header))}};
  for (std::size_t from = 0; from < packet.payload.size(); from += kExanetWordBytes) {
    ExanetWord word;
    std::memcpy(&word, packet.payload.data() + from,
                std::min<std::size_t>(kExanetWordBytes, packet.payload.size() - from));
    words.push_back({ExanetKind::kPayload, word});
  }
  words.push_back({ExanetKind::kFooter, footer(packet)});
  return words;
}

ExanetAssembler::State ExanetAssembler::add(const ExanetBusWord& word) {
  switch (word.kind) {
    case ExanetKind::kHeader:
      packet_ = {};
      packet_.header = unpack_exanet_header(exanet_decode(word.word).info);
      return State::kIncomplete;
    case ExanetKind::kPayload: {
      const std::size_t from = packet_.payload.size();
      const std::size_t bytes =
          std::min<std::size_t>(kExanetWordBytes, packet_.header.bytes - from);
      packet_.payload.resize(from + bytes);
      std::memcpy(packet_.payload.data() + from, &word.word, bytes);
      return State::kIncomplete;
    }
    case ExanetKind::kFooter:
      break;
  }
  packet_.last = word.word.low >> 48 & 1;
  packet_.number = static_cast<std::uint16_t>(word.word.low >> 49 | word.word.high << 15);
  return footer(packet_) == word.word ? State::kGood : State::kBad;
}

}  // namespace tinsim
