// SPDX-License-Identifier: Apache-2.0
// Ciphers of 1RMA against published vectors: the GCM specification, NIST's validation programme
// (CAVP), FIPS 197, NIST SP 800-38A and RFC 4231.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tlm/tin/rma/crypto.h"

namespace tinsim {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes hex(const std::string& digits) {
  Bytes bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

/// The first bytes of `digits`; zeros where there are none.
template <class Array>
Array first_of(const std::string& digits) {
  const Bytes bytes = hex(digits);
  Array array{};
  std::copy_n(bytes.begin(), std::min(array.size(), bytes.size()), array.begin());
  return array;
}

Octets view(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }
Octets view(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

struct GcmVector {
  const char *key, *iv, *plain, *additional, *cipher, *tag;
};

// McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 1 to 4.
constexpr std::array<GcmVector, 4> kSpecification = {{
    {"00000000000000000000000000000000", "000000000000000000000000", "", "", "",
     "58e2fccefa7e3061367f1d57a4e7455a"},
    {"00000000000000000000000000000000", "000000000000000000000000",
     "00000000000000000000000000000000", "", "0388dace60b6a392f328c2b971b2fe78",
     "ab6e47d42cec13bdf53a67b21257bddf"},
    {"feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
     "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
     "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
     "",
     "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
     "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985",
     "4d5c2af327cd64a62cf35abd2ba6fab4"},
    {"feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
     "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
     "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
     "feedfacedeadbeeffeedfacedeadbeefabaddad2",
     "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
     "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091",
     "5bc94fbc3221a5db94fae95ae7121a47"},
}};

// NIST CAVP, gcmEncryptExtIV128: 13 bytes of text; GMAC; GMAC with tags of 104 bits.
constexpr std::array<GcmVector, 5> kValidation = {{
    {"fe9bb47deb3a61e423c2231841cfd1fb", "4d328eb776f500a2f7fb47aa", "f1cc3818e421876bb6b8bbd6c9",
     "", "b88c5c1977b35b517b0aeae967", "43fd4727fe5cdb4b5b42818dea7ef8c9"},
    {"77be63708971c4e240d1cb79e8d77feb", "e0e00f19fed7ba0136a797f3", "",
     "7a43ec1d9c0a5a78a0b16533a6213cab", "", "209fcc8d3675ed938e9c7166709dd946"},
    {"7680c5d3ca6154758e510f4d25b98820", "f8f105f9c3df4965780321f8", "",
     "c94c410194c765e3dcc7964379758ed3", "", "94dca8edfcf90bb74b153c8d48a17930"},
    {"7674e09a02011df80cb66abf646c4448", "c9191abd553ca614e09b3784", "",
     "3911e9620a863cb435a74305be2d104d569a6e4ef796de23e8ec3b79b0132447"
     "13dd4a2b1d3310de6ca74ecf51c44a2c3de573c8dfb6cf8c3c2763aa0add823b"
     "4426374591869ab5a5c08252d81dad73384d8965eb4a810be4e1",
     "", "92cf1e6b89d22b456bd8e1d63d"},
    {"6bf4fdce82926dcdfc52616ed5f23695", "cc0f5899a10615567e1193ed", "",
     "3340655592374c1da2f05aac3ee111014986107f", "", "8ad3385cce3b5e7c985908192c"},
}};

std::vector<GcmVector> all_vectors() {
  std::vector<GcmVector> all(kSpecification.begin(), kSpecification.end());
  all.insert(all.end(), kValidation.begin(), kValidation.end());
  return all;
}

/// How many of the vectors `cipher` does not reproduce, sealing and opening.
unsigned failures(RmaCipher& cipher, const std::vector<GcmVector>& vectors) {
  unsigned failed = 0;
  for (const GcmVector& vector : vectors) {
    const CipherKey key = first_of<CipherKey>(vector.key);
    const RmaIv iv = first_of<RmaIv>(vector.iv);
    const Bytes additional = hex(vector.additional), plain = hex(vector.plain);
    const auto tag = first_of<DataTag>(vector.tag);
    Bytes text(plain.size());
    bool good = cipher.seal(key, iv, view(additional), view(plain), text.data()) == tag &&
                text == hex(vector.cipher);
    good = cipher.open(key, iv, view(additional), view(text), tag, text.data()) && text == plain &&
           good;
    if (plain.empty() && std::string(vector.tag).size() == 32) {
      const auto whole = first_of<RequestTag>(vector.tag);
      good = good && cipher.sign(MacMode::kGmac, key, iv, view(additional)) == whole &&
             cipher.is_signed(MacMode::kGmac, key, iv, view(additional), whole);
    }
    failed += good ? 0 : 1;
  }
  return failed;
}

TEST(RmaCipherTest, GivesThePublishedTextsAndTags) {
  RmaCipher cipher;
  EXPECT_EQ(failures(cipher, all_vectors()), 0U);
}

TEST(RmaCipherTest, ContextsThatKeysShareGiveTheSame) {
  RmaCipher one(1), many(1024);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(failures(one, all_vectors()), 0U);
    EXPECT_EQ(failures(many, all_vectors()), 0U);
  }
}

TEST(RmaCipherTest, AWrongVectorIsNoticed) {
  RmaCipher cipher;
  for (auto field : {&GcmVector::key, &GcmVector::iv, &GcmVector::plain, &GcmVector::additional,
                     &GcmVector::cipher, &GcmVector::tag}) {
    GcmVector wrong = kSpecification[3];
    std::string digits = wrong.*field;
    digits.front() = digits.front() == '0' ? '1' : '0';
    wrong.*field = digits.c_str();
    EXPECT_EQ(failures(cipher, {kSpecification[0], wrong}), 1U);
  }
}

TEST(RmaCipherTest, ARefusedTextIsNotShown) {
  RmaCipher cipher;
  const CipherKey key = {1};
  const RmaIv iv = {2};
  const Bytes plain(128, 0xA5);
  Bytes text(plain.size());
  DataTag tag = cipher.seal(key, iv, {nullptr, 0}, view(plain), text.data());
  tag[12] ^= 0x80;
  Bytes shown(plain.size(), 0xFF);
  EXPECT_FALSE(cipher.open(key, iv, {nullptr, 0}, view(text), tag, shown.data()));
  EXPECT_EQ(shown, Bytes(plain.size(), 0));
  tag[12] ^= 0x80;
  EXPECT_TRUE(cipher.open(key, iv, {nullptr, 0}, view(text), tag, shown.data()));
  EXPECT_EQ(shown, plain);
}

TEST(Aes128, GivesThePublishedBlocks) {
  // FIPS 197, appendix C.1
  EXPECT_EQ(aes_128(first_of<CipherKey>("000102030405060708090a0b0c0d0e0f"),
                    first_of<CipherKey>("00112233445566778899aabbccddeeff")),
            first_of<CipherKey>("69c4e0d86a7b0430d8cdb78070b4c55a"));
  // NIST SP 800-38A, F.1.1
  const auto key = first_of<CipherKey>("2b7e151628aed2a6abf7158809cf4f3c");
  EXPECT_EQ(aes_128(key, first_of<CipherKey>("6bc1bee22e409f96e93d7e117393172a")),
            first_of<CipherKey>("3ad77bb40d7a3660a89ecaf32466ef97"));
  EXPECT_EQ(aes_128(key, first_of<CipherKey>("ae2d8a571e03ac9c9eb76fac45af8e51")),
            first_of<CipherKey>("f5d3d58503b9699de785895a96fdbaaf"));
}

struct HmacVector {
  Bytes key;
  std::string data;
  const char* tag;  ///< its first 128 bits
};

// RFC 4231, test cases 1 to 7; the fifth is about truncation to 128 bits.
std::vector<HmacVector> hmac_vectors() {
  Bytes counted(25);
  for (size_t i = 0; i < counted.size(); ++i) counted[i] = static_cast<uint8_t>(i + 1);
  return {
      {Bytes(20, 0x0b), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b"},
      {{'J', 'e', 'f', 'e'}, "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c7"},
      {Bytes(20, 0xaa), std::string(50, '\xdd'), "773ea91e36800e46854db8ebd09181a7"},
      {counted, std::string(50, '\xcd'), "82558a389a443c0ea4cc819899f2083a"},
      {Bytes(20, 0x0c), "Test With Truncation", "a3b6167473100ee06e0c796c2955552b"},
      {Bytes(131, 0xaa), "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f"},
      {Bytes(131, 0xaa),
       "This is a test using a larger than block-size key and a larger than block-size data. The "
       "key needs to be hashed before being used by the HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944"},
  };
}

TEST(HmacSha256, GivesThePublishedTagsWhereverTheDataIsCut) {
  for (const HmacVector& vector : hmac_vectors()) {
    const auto tag = first_of<RequestTag>(vector.tag);
    for (size_t cut : {size_t{0}, vector.data.size() / 3, vector.data.size()}) {
      EXPECT_EQ(hmac_sha256_128(view(vector.key), view(vector.data.substr(0, cut)),
                                view(vector.data.substr(cut))),
                tag)
          << vector.data;
    }
  }
}

TEST(HmacSha256, SignsIvAndAdditionalDataUnderThePaddedKey) {
  // HMAC pads a short key with zeros, so RFC 4231's "Jefe" is a key of 128 bits too.
  const std::string data = "what do ya want for nothing?";
  const CipherKey key = {'J', 'e', 'f', 'e'};
  RmaIv iv;
  std::copy_n(data.begin(), iv.size(), iv.begin());
  const std::string rest = data.substr(iv.size());
  const auto tag = first_of<RequestTag>("5bdcc146bf60754e6a042426089575c7");
  RmaCipher cipher;
  EXPECT_EQ(cipher.sign(MacMode::kHmac, key, iv, view(rest)), tag);
  EXPECT_TRUE(cipher.is_signed(MacMode::kHmac, key, iv, view(rest), tag));
  EXPECT_FALSE(cipher.is_signed(MacMode::kGmac, key, iv, view(rest), tag));
  iv[0] ^= 1;
  EXPECT_FALSE(cipher.is_signed(MacMode::kHmac, key, iv, view(rest), tag));
}

}  // namespace
}  // namespace tinsim
