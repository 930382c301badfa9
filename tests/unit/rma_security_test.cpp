// SPDX-License-Identifier: Apache-2.0
// Which bytes 1RMA signs: docs/reference/rma.md, "Security", byte by byte.
#include <gtest/gtest.h>

#include <vector>

#include "tlm/tin/rma/security.h"

namespace tinsim {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes bytes(const AdditionalData& data) {
  return {data.bytes.begin(), data.bytes.begin() + data.size};
}

const RmaIv kIv = {0x34, 0x12, 0, 0, 0, 0, 0xBC, 0x9A, 0x78, 0x56, 0x34, 0x12};
constexpr std::array<uint64_t, 3> kWords = {0x0706050403020100, 0x0F0E0D0C0B0A0908,
                                            0x1716151413121110};

Bytes request_bytes() {
  Bytes all = {0x05};
  for (uint8_t i = 0; i < 0x18; ++i) all.push_back(i);
  for (uint8_t byte : {0xCD, 0xAB, 0x01, 0xEF}) all.push_back(byte);
  return all;
}

Bytes joined(Bytes front, const RmaIv& iv) {
  front.insert(front.end(), iv.begin(), iv.end());
  return front;
}

TEST(RmaSecurity, IvIsSenderZerosCounter) {
  EXPECT_EQ(rma_iv(0x1234, 0x123456789ABC), kIv);
  EXPECT_EQ(rma_iv(0xFFFF, 0xFFFFFFFFFFFF),
            (RmaIv{0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}));
}

TEST(RmaSecurity, DerivationBlockIsInitiatorPidOpTargetZeros) {
  EXPECT_EQ(derivation_block(0x1234, 0x89ABCDEF, 4, 0x5678),
            (CipherKey{0x34, 0x12, 0xEF, 0xCD, 0xAB, 0x89, 0x04, 0x78, 0x56}));
}

TEST(RmaSecurity, DerivedKeyIsTheBlockUnderTheRegionsKey) {
  // Which block goes in; that aes_128() is AES, the test Aes128 shows.
  const CipherKey key = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                         0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
  EXPECT_EQ(derived_key(key, 7, 8, 2, 9), aes_128(key, {7, 0, 8, 0, 0, 0, 2, 9}));
  // All zero: the hash key H of test case 1 of GCM's specification.
  EXPECT_EQ(derived_key({}, 0, 0, 0, 0),
            (CipherKey{0x66, 0xe9, 0x4b, 0xd4, 0xef, 0x8a, 0x2c, 0x3b, 0x88, 0x4c, 0xfa, 0x59, 0xca,
                       0x34, 0x2b, 0x2e}));
}

TEST(RmaSecurity, RequestIsTypeWordsSourceDestination) {
  EXPECT_EQ(bytes(request_data(5, kWords, 0xABCD, 0xEF01)), request_bytes());
}

TEST(RmaSecurity, PullAddsTheIvItAnswers) {
  EXPECT_EQ(bytes(pull_data(5, kWords, 0xABCD, 0xEF01, kIv)), joined(request_bytes(), kIv));
}

TEST(RmaSecurity, ResponseIsTypeMetaDataAndTheIvItAnswers) {
  // slot 0x1234, offset 0xABC, length 0x80, status 5, from bit 0 up: 0x5'80'ABC'1234
  EXPECT_EQ(bytes(response_data({9, 0x1234, 0xABC, 0x80, 5}, kIv)),
            joined({0x09, 0x34, 0x12, 0xBC, 0x0A, 0x58}, kIv));
}

TEST(RmaSecurity, HalvesOfKeysAreLittleEndian) {
  const CipherKey key = bytes_of(0x0F0E0D0C0B0A0908, 0x0706050403020100);
  for (uint8_t i = 0; i < 16; ++i) EXPECT_EQ(key[i], i);
  EXPECT_EQ(low_half(key), 0x0706050403020100U);
  EXPECT_EQ(high_half(key), 0x0F0E0D0C0B0A0908U);
}

}  // namespace
}  // namespace tinsim
