// SPDX-License-Identifier: Apache-2.0
// Signed requests and sealed responses of 1RMA, and receivers that judge them, for tests.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "testbench/bench_random.h"
#include "tlm/tin/rma/security.h"

namespace tinsim {

/// Signed data and their IV; tests plant bugs here.
struct RmaScheme {
  MacMode mode = MacMode::kGmac;
  std::function<RmaIv(uint16_t, uint64_t)> iv = rma_iv;
  std::function<AdditionalData(uint8_t, const std::array<uint64_t, 3>&, uint16_t, uint16_t)>
      request = request_data;
  std::function<AdditionalData(uint8_t, const std::array<uint64_t, 3>&, uint16_t, uint16_t,
                               const RmaIv&)>
      pull = pull_data;
  std::function<AdditionalData(const DataMeta&, const RmaIv&)> response = response_data;
  unsigned tag_bytes = 16;  ///< that a receiver of requests compares
};

/// REQ, WREQ or PULL: words 1..3 of its cell as in the page of request_codec.
struct SignedRequest {
  uint8_t type = 0;
  std::array<uint64_t, 3> words{};
  uint16_t source = 0, destination = 0;
  RequestTag tag{};

  uint8_t op() const { return words[0] & 0xF; }
  uint32_t region() const { return static_cast<uint32_t>(words[0] >> 40); }
  uint32_t pid() const { return static_cast<uint32_t>(words[1] >> 48 | (words[2] & 0xFFFF) << 16); }
  uint64_t counter() const { return words[2] >> 16; }
};

struct SealedResponse {
  uint16_t source = 0;
  uint64_t counter = 0;
  DataMeta meta;
  DataTag tag{};
  std::vector<uint8_t> cipher;
};

/// Both sides of the wire: signs and seals, and judges as a receiver that knows the keys.
class RmaPeers {
 public:
  explicit RmaPeers(const RmaScheme& scheme) : scheme_(scheme) {}

  /// Kd of a request, as the target derives it from what the cell says.
  CipherKey key_of(const SignedRequest& request) const {
    const CipherKey region = aes_128(master_, derivation_block(0, request.region(), 0, 0));
    return derived_key(region, request.source, request.pid(), request.op(),
                       request.destination & 0xFFC0);  // its chip
  }
  RmaIv iv_of(const SignedRequest& request) const {
    return scheme_.iv(request.source, request.counter());
  }

  void sign(SignedRequest& request) { request.tag = tag(key_of(request), request, data(request)); }
  bool accepts(const SignedRequest& request) {
    return is_right(key_of(request), request, data(request));
  }
  /// A PULL is signed with the operation's key, which both sides have; its own words name none.
  void sign_pull(SignedRequest& pull, const CipherKey& key, const RmaIv& answered) {
    pull.tag = tag(key, pull, data(pull, answered));
  }
  bool accepts_pull(const SignedRequest& pull, const CipherKey& key, const RmaIv& answered) {
    return is_right(key, pull, data(pull, answered));
  }
  void seal(SealedResponse& response, const CipherKey& key, const RmaIv& answered,
            const std::vector<uint8_t>& plain) {
    response.cipher.resize(plain.size());
    const AdditionalData data = scheme_.response(response.meta, answered);
    response.tag = cipher_.seal(key, scheme_.iv(response.source, response.counter), data.view(),
                                {plain.data(), plain.size()}, response.cipher.data());
  }
  bool accepts(const SealedResponse& response, const CipherKey& key, const RmaIv& answered) {
    std::vector<uint8_t> plain(response.cipher.size());
    const AdditionalData data = scheme_.response(response.meta, answered);
    return cipher_.open(key, scheme_.iv(response.source, response.counter), data.view(),
                        {response.cipher.data(), response.cipher.size()}, response.tag,
                        plain.data());
  }

 private:
  AdditionalData data(const SignedRequest& r) const {
    return scheme_.request(r.type, r.words, r.source, r.destination);
  }
  AdditionalData data(const SignedRequest& r, const RmaIv& answered) const {
    return scheme_.pull(r.type, r.words, r.source, r.destination, answered);
  }
  RequestTag tag(const CipherKey& key, const SignedRequest& request, const AdditionalData& data) {
    return cipher_.sign(scheme_.mode, key, iv_of(request), data.view());
  }
  bool is_right(const CipherKey& key, const SignedRequest& request, const AdditionalData& data) {
    if (scheme_.tag_bytes == request.tag.size()) {
      return cipher_.is_signed(scheme_.mode, key, iv_of(request), data.view(), request.tag);
    }
    const RequestTag right = tag(key, request, data);
    return std::equal(right.begin(), right.begin() + scheme_.tag_bytes, request.tag.begin());
  }

  RmaScheme scheme_;
  CipherKey master_ = {0x42};
  RmaCipher cipher_;
};

inline SignedRequest random_request(Random& random) {
  SignedRequest request;
  for (uint64_t& word : request.words) word = random.bits();
  request.words[0] = (request.words[0] & ~uint64_t{0xF}) | random.below(5);
  request.type = static_cast<uint8_t>(random.range(4, 6));
  request.source = static_cast<uint16_t>(random.bits());
  request.destination = static_cast<uint16_t>(random.bits());
  return request;
}

/// Of 0 to 128 bytes of data, which `plain` gets.
inline SealedResponse random_response(Random& random, std::vector<uint8_t>& plain) {
  SealedResponse response;
  response.source = static_cast<uint16_t>(random.bits());
  response.counter = random.bits() >> 16;
  plain.resize(random.chance(50) ? 128 : random.below(129));
  for (uint8_t& byte : plain) byte = static_cast<uint8_t>(random.bits());
  response.meta = {static_cast<uint8_t>(random.range(7, 9)), static_cast<uint16_t>(random.bits()),
                   static_cast<uint16_t>(random.below(4096)), static_cast<uint8_t>(plain.size()),
                   static_cast<uint8_t>(random.below(16))};
  return response;
}

}  // namespace tinsim
