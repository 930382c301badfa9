// SPDX-License-Identifier: Apache-2.0
// Frames of ExaNet ports, from words made by hand after rtl_models/exanet_apelink_framer/README.md.
#include "platform/trace/exanet_frame.h"

#include <gtest/gtest.h>

#include <optional>

namespace tinsim {
namespace {

constexpr uint64_t kMagic = 0x4558414E45544D47;

uint64_t start_word(uint64_t words, uint64_t vc) {
  const uint64_t low = words | vc << 6;
  return low | (~low & 0xffffffff) << 32;
}

ExanetPacket packet_of(std::size_t bytes) {
  ExanetPacket packet;
  packet.header.dst = {1, 2, 3};
  packet.header.src = {3, 2, 1};
  packet.header.dst_port = 2;
  packet.header.bytes = static_cast<uint16_t>(bytes);
  packet.header.tag = 0xBEEF;
  for (std::size_t i = 0; i < bytes; ++i) packet.payload.push_back(static_cast<uint8_t>(7 * i));
  return packet;
}

/// Magic, Start and the words of a packet on channel 1.
std::vector<uint64_t> line_words(const ExanetPacket& packet) {
  std::vector<uint64_t> words = {kMagic, start_word((packet.payload.size() + 15) / 16, 1)};
  for (const ExanetBusWord& bus : exanet_bus_words(packet))
    words.insert(words.end(), {bus.word.low, bus.word.high});
  return words;
}

/// The frames that the words are, one word for each cycle from `cycle` on.
std::vector<ExanetFrame> frames_of(const std::vector<uint64_t>& words, Cycle cycle = 100) {
  ExanetFrameReader reader(true);
  std::vector<ExanetFrame> frames;
  for (const uint64_t word : words) {
    reader.add(cycle++, {ExanetKind::kHeader, {word, 0}});
    if (reader.ended() != nullptr) frames.push_back(*reader.ended());
  }
  return frames;
}

TEST(ExanetFrame, APacketOfALineHasItsHeaderItsTimesAndAllItsWords) {
  const std::vector<uint64_t> words = line_words(packet_of(40));
  ASSERT_EQ(words.size(), 2u + 2 * (3 + 2));
  const std::vector<ExanetFrame> frames = frames_of(words);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].kind, ExanetFrameKind::kPacket);
  EXPECT_EQ(frames[0].first, 100u);
  EXPECT_EQ(frames[0].last, 100u + 11);
  EXPECT_EQ(frames[0].vc, 1);
  EXPECT_FALSE(frames[0].is_damaged);
  EXPECT_EQ(frames[0].header.tag, 0xBEEF);
  EXPECT_EQ(frames[0].header.dst, (ExanetPlace{1, 2, 3}));
  EXPECT_EQ(frames[0].words, std::vector<uint64_t>(words.begin() + 2, words.end()));
}

TEST(ExanetFrame, EachWordHasItsPlaceInTheFrame) {
  ExanetFrameReader reader(true);
  std::vector<ExanetPart> parts;
  for (const uint64_t word : line_words(packet_of(16)))
    parts.push_back(reader.add(0, {ExanetKind::kHeader, {word, 0}}));
  using P = ExanetPart;
  EXPECT_EQ(parts, (std::vector<P>{P::kMagic, P::kStart, P::kHeader, P::kHeader, P::kPayload,
                                   P::kPayload, P::kFooter, P::kFooter}));
}

TEST(ExanetFrame, OneWrongBitOfAHeaderIsCorrectedTwoAreDamage) {
  std::vector<uint64_t> words = line_words(packet_of(16));
  words[2] ^= 1;
  EXPECT_FALSE(frames_of(words)[0].is_damaged);
  EXPECT_EQ(frames_of(words)[0].header.dst, (ExanetPlace{1, 2, 3}));
  words[2] ^= 2;
  EXPECT_TRUE(frames_of(words)[0].is_damaged);
}

TEST(ExanetFrame, EachWrongBitOfPayloadAndFooterIsDamage) {
  const std::vector<uint64_t> words = line_words(packet_of(16));
  for (std::size_t word = 4; word < words.size(); ++word)
    for (unsigned bit = 0; bit < 64; ++bit) {
      std::vector<uint64_t> wrong = words;
      wrong[word] ^= uint64_t{1} << bit;
      EXPECT_TRUE(frames_of(wrong)[0].is_damaged) << word << "." << bit;
    }
}

TEST(ExanetFrame, WithoutMagicAllWordsAreStray) {
  std::vector<uint64_t> words = line_words(packet_of(16));
  words[0] ^= 1;
  const std::vector<ExanetFrame> frames = frames_of(words);
  ASSERT_EQ(frames.size(), words.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(frames[i].kind, ExanetFrameKind::kStray);
    EXPECT_EQ(frames[i].words, std::vector<uint64_t>{words[i]});
    EXPECT_EQ(frames[i].first, 100 + i);
  }
}

TEST(ExanetFrame, APacketBeginsWithTheLastOfTwoMagics) {
  std::vector<uint64_t> words = line_words(packet_of(0));
  words.insert(words.begin(), kMagic);
  const std::vector<ExanetFrame> frames = frames_of(words);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].kind, ExanetFrameKind::kStray);
  EXPECT_EQ(frames[0].first, 101u);
  EXPECT_EQ(frames[1].kind, ExanetFrameKind::kPacket);
  EXPECT_EQ(frames[1].first, 101u);
  EXPECT_FALSE(frames[1].is_damaged);
}

TEST(ExanetFrame, ACreditWordIsIntactOrDamaged) {
  std::optional<uint64_t> intact;
  for (uint64_t crc = 0; crc < 256; ++crc) {
    const std::vector<ExanetFrame> frames = frames_of({uint64_t{0xC7} << 56 | crc << 48});
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].kind, ExanetFrameKind::kCredit);
    if (frames[0].is_damaged) continue;
    EXPECT_FALSE(intact) << "two CRCs are right";
    intact = crc;
  }
  uint8_t crc = 0xFF;
  for (int bit = 0; bit < 48; ++bit)
    crc = static_cast<uint8_t>(crc >> 1 ^ ((crc & 1) != 0 ? 0xE0 : 0));
  EXPECT_EQ(intact, crc);
}

TEST(ExanetFrame, APacketOfTheBusHasKindsAndNoChannel) {
  ExanetFrameReader reader(false);
  Cycle cycle = 5;
  std::size_t frames = 0;
  for (const ExanetBusWord& bus : exanet_bus_words(packet_of(512))) {
    EXPECT_EQ(reader.add(cycle++, bus), static_cast<ExanetPart>(bus.kind));
    frames += reader.ended() != nullptr;
  }
  ASSERT_EQ(frames, 1u);
  ASSERT_NE(reader.ended(), nullptr);
  EXPECT_EQ(reader.ended()->first, 5u);
  EXPECT_EQ(reader.ended()->last, 5u + 33);
  EXPECT_EQ(reader.ended()->words.size(), 68u);
  EXPECT_FALSE(reader.ended()->is_damaged);
}

}  // namespace
}  // namespace tinsim
