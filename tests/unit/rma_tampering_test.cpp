// SPDX-License-Identifier: Apache-2.0
// More than 10^5 tampered requests and responses of 1RMA: none is taken for a right one.
#include <gtest/gtest.h>

#include "rma_messages.h"
#include "tlm/tin/rma/replay_window.h"

namespace tinsim {
namespace {

/// Outcome of a series of mutants. Each of its messages was accepted untampered, before and after.
struct Verdict {
  uint64_t mutants = 0;
  uint64_t accepted = 0;
  bool originals_accepted = true;

  void mutant(bool taken) {
    ++mutants;
    accepted += taken ? 1 : 0;
  }
};

template <class Number, class Accepts>
void flip_number(Number& number, unsigned bits, Verdict& verdict, const Accepts& accepts) {
  const Number original = number;
  for (unsigned i = 0; i < bits; ++i) {
    number = static_cast<Number>(original ^ (uint64_t{1} << i));
    verdict.mutant(accepts());
  }
  number = original;
}

template <class Bytes, class Accepts>
void flip_bytes(Bytes& bytes, Verdict& verdict, const Accepts& accepts) {
  for (uint8_t& byte : bytes) flip_number(byte, 8, verdict, accepts);
}

template <class Accepts>
void flip_request(SignedRequest& request, Verdict& verdict, const Accepts& accepts) {
  flip_number(request.type, 4, verdict, accepts);
  for (uint64_t& word : request.words) flip_number(word, 64, verdict, accepts);
  flip_number(request.source, 16, verdict, accepts);
  flip_number(request.destination, 16, verdict, accepts);
  flip_bytes(request.tag, verdict, accepts);
}

/// REQ and WREQ: every bit, and the parts of another request.
Verdict tamper_with_requests(const RmaScheme& scheme, unsigned count) {
  Random random(1);
  RmaPeers peers(scheme);
  Verdict verdict;
  SignedRequest other = random_request(random);
  peers.sign(other);
  for (unsigned i = 0; i < count; ++i) {
    SignedRequest request = random_request(random);
    peers.sign(request);
    const auto accepts = [&] { return peers.accepts(request); };
    verdict.originals_accepted &= accepts();
    flip_request(request, verdict, accepts);
    const SignedRequest original = request;
    request.tag = other.tag;
    verdict.mutant(accepts());
    request = other;
    request.tag = original.tag;
    verdict.mutant(accepts());
    for (size_t word = 0; word < 3; ++word) {
      request = original;
      request.words[word] = other.words[word];
      verdict.mutant(accepts());
    }
    request = original;
    std::swap(request.source, request.destination);
    verdict.mutant(accepts());
    request = original;
    std::fill(request.tag.begin() + 8, request.tag.end(), uint8_t{0});  // truncated
    verdict.mutant(accepts());
    request = original;
    verdict.originals_accepted &= accepts();
    other = original;
  }
  return verdict;
}

/// PULL: every bit, every bit of key and of the IV that it answers, and a request in its place.
Verdict tamper_with_pulls(const RmaScheme& scheme, unsigned count) {
  Random random(2);
  RmaPeers peers(scheme);
  Verdict verdict;
  for (unsigned i = 0; i < count; ++i) {
    SignedRequest request = random_request(random);
    peers.sign(request);
    SignedRequest pull = random_request(random);
    CipherKey key = peers.key_of(request);
    RmaIv answered = peers.iv_of(request);
    peers.sign_pull(pull, key, answered);
    const auto accepts = [&] { return peers.accepts_pull(pull, key, answered); };
    verdict.originals_accepted &= accepts();
    flip_request(pull, verdict, accepts);
    flip_bytes(key, verdict, accepts);
    flip_bytes(answered, verdict, accepts);
    verdict.mutant(peers.accepts(pull));
    verdict.mutant(peers.accepts_pull(request, key, answered));
    verdict.originals_accepted &= accepts();
  }
  return verdict;
}

void truncate_response(SealedResponse& response, Verdict& verdict,
                       const std::function<bool()>& accepts) {
  const SealedResponse original = response;
  while (!response.cipher.empty()) {
    response.cipher.pop_back();
    response.meta.length = original.meta.length;
    verdict.mutant(accepts());
    response.meta.length = static_cast<uint8_t>(response.cipher.size());
    verdict.mutant(accepts());
  }
  response = original;
  response.cipher.push_back(0);
  verdict.mutant(accepts());
  ++response.meta.length;
  verdict.mutant(accepts());
  response = original;
}

/// RESP, ACK, NACK: every bit of cell, key and answered IV, every length, and parts of another one.
Verdict tamper_with_responses(const RmaScheme& scheme, unsigned count) {
  Random random(3);
  RmaPeers peers(scheme);
  Verdict verdict;
  for (unsigned i = 0; i < count; ++i) {
    const SignedRequest request = random_request(random);
    CipherKey key = peers.key_of(request);
    RmaIv answered = peers.iv_of(request);
    std::vector<uint8_t> plain;
    SealedResponse response = random_response(random, plain);
    SealedResponse next = response;  // the next cell of the same read
    ++next.counter;
    next.meta.offset = (response.meta.offset + plain.size()) & 0xFFF;
    peers.seal(response, key, answered, plain);
    peers.seal(next, key, answered, plain);
    const auto accepts = [&] { return peers.accepts(response, key, answered); };
    verdict.originals_accepted &= accepts();
    flip_number(response.source, 16, verdict, accepts);
    flip_number(response.counter, 48, verdict, accepts);
    flip_number(response.meta.type, 4, verdict, accepts);
    flip_number(response.meta.slot, 16, verdict, accepts);
    flip_number(response.meta.offset, 12, verdict, accepts);
    flip_number(response.meta.length, 8, verdict, accepts);
    flip_number(response.meta.status, 4, verdict, accepts);
    flip_bytes(response.tag, verdict, accepts);
    flip_bytes(response.cipher, verdict, accepts);
    flip_bytes(key, verdict, accepts);
    flip_bytes(answered, verdict, accepts);
    truncate_response(response, verdict, accepts);
    std::swap(response.tag, next.tag);
    verdict.mutant(accepts());
    std::swap(response.meta, next.meta);
    verdict.mutant(accepts());
    std::swap(response.tag, next.tag);
    std::swap(response.meta, next.meta);
    verdict.originals_accepted &= accepts();
  }
  return verdict;
}

void expect_none(const Verdict& verdict, uint64_t mutants) {
  EXPECT_EQ(verdict.accepted, 0U);
  EXPECT_TRUE(verdict.originals_accepted);
  EXPECT_GE(verdict.mutants, mutants);
}

/// A scheme with a bug takes mutants, and is else as good as the right one.
void expect_some(const Verdict& verdict) {
  EXPECT_GT(verdict.accepted, 0U);
  EXPECT_TRUE(verdict.originals_accepted);
}

TEST(RmaTampering, NoMutantIsAccepted) {
  for (MacMode mode : {MacMode::kGmac, MacMode::kHmac}) {
    RmaScheme scheme;
    scheme.mode = mode;
    expect_none(tamper_with_requests(scheme, 100), 35000);
    expect_none(tamper_with_pulls(scheme, 60), 34000);
  }
  expect_none(tamper_with_responses({}, 60), 50000);
}

TEST(RmaTampering, RequestsThatLeaveSomethingUnsignedAreNoticed) {
  RmaScheme scheme;
  scheme.request = [](uint8_t type, auto& words, uint16_t source, uint16_t) {
    return request_data(type, words, source, 0);
  };
  expect_some(tamper_with_requests(scheme, 2));
  scheme.request = [](uint8_t type, auto& words, uint16_t source, uint16_t destination) {
    return request_data(type, {words[0], words[1] >> 48, words[2]}, source, destination);
  };  // no offset
  expect_some(tamper_with_requests(scheme, 2));
  scheme.request = [](uint8_t, auto& words, uint16_t source, uint16_t destination) {
    return request_data(0, words, source, destination);
  };
  expect_some(tamper_with_requests(scheme, 2));
  scheme = {};
  scheme.tag_bytes = 8;
  expect_some(tamper_with_requests(scheme, 2));
  scheme = {};
  scheme.pull = [](uint8_t type, auto& words, uint16_t source, uint16_t destination, const RmaIv&) {
    return request_data(type, words, source, destination);
  };
  expect_some(tamper_with_pulls(scheme, 2));
}

TEST(RmaTampering, ResponsesThatLeaveSomethingUnsignedAreNoticed) {
  RmaScheme scheme;
  scheme.response = [](DataMeta meta, const RmaIv& answered) {
    meta.status = 0;
    return response_data(meta, answered);
  };
  expect_some(tamper_with_responses(scheme, 2));
  scheme.response = [](DataMeta meta, const RmaIv& answered) {
    meta.type = 0;
    return response_data(meta, answered);
  };
  expect_some(tamper_with_responses(scheme, 2));
  scheme.response = [](const DataMeta& meta, const RmaIv&) { return response_data(meta, {}); };
  expect_some(tamper_with_responses(scheme, 2));
  scheme = {};
  scheme.iv = [](uint16_t, uint64_t counter) { return rma_iv(0, counter); };
  expect_some(tamper_with_responses(scheme, 2));
}

/// As a target does: the tag first, then the counter is kept.
class Target {
 public:
  bool takes(RmaPeers& peers, const SignedRequest& request) {
    if (!window_.is_new(request.counter()) || !peers.accepts(request)) return false;
    window_.keep(request.counter());
    return true;
  }

 private:
  ReplayWindow window_;
};

TEST(RmaTampering, ReorderedRequestsAreTakenOnceEach) {
  Random random(4);
  RmaPeers peers(RmaScheme{});
  std::vector<SignedRequest> requests;
  for (uint64_t counter = 1; counter <= 1000; ++counter) {
    SignedRequest request = random_request(random);
    request.source = 7;
    request.words[2] = (request.words[2] & 0xFFFF) | counter << 16;
    peers.sign(request);
    requests.push_back(request);
  }
  for (size_t i = requests.size(); i-- > 1;) {
    std::swap(requests[i], requests[random.below(static_cast<unsigned>(i + 1))]);
  }
  Target target;
  unsigned taken = 0, replayed = 0, forged = 0;
  for (const SignedRequest& request : requests) {
    SignedRequest forgery = request;  // comes first, and must not use the counter up
    forgery.tag[0] ^= 1;
    forged += target.takes(peers, forgery) ? 1 : 0;
    taken += target.takes(peers, request) ? 1 : 0;
    replayed += target.takes(peers, request) ? 1 : 0;
  }
  for (const SignedRequest& request : requests) replayed += target.takes(peers, request) ? 1 : 0;
  EXPECT_EQ(taken, requests.size());
  EXPECT_EQ(replayed, 0U);
  EXPECT_EQ(forged, 0U);
}

}  // namespace
}  // namespace tinsim
