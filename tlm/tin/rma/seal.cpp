// SPDX-License-Identifier: Apache-2.0
// Signatures and encryption of one chip's messages.
#include "tlm/tin/rma/seal.h"

#include <algorithm>

#include "tlm/tin/rma/crypto.h"
#include "tlm/tin/rma/security.h"

namespace tinsim {
namespace {

constexpr uint64_t kCounterMask = 0xFFFF'FFFF'FFFF;
constexpr uint16_t kChipMask = 0xFFC0;  // of an address, without the endpoint

CipherKey bytes(const RegionKey& key) { return bytes_of(key.hi, key.lo); }

RmaIv iv_of(uint64_t name) {
  return rma_iv(static_cast<uint16_t>(name >> 48), name & kCounterMask);
}
RmaIv iv_of(uint16_t from, uint64_t counter) { return rma_iv(from & kChipMask, counter); }

AdditionalData data_of(RmaCell type, const RmaRequest& request, uint16_t from, uint16_t to,
                       uint64_t answers) {
  const auto code = static_cast<uint8_t>(type);
  const RmaRequestPayload words = pack_words(request);
  const std::array<uint64_t, 3> first = {words[0], words[1], words[2]};
  return answers == 0 ? request_data(code, first, from, to)
                      : pull_data(code, first, from, to, iv_of(answers));
}

AdditionalData data_of(RmaCell type, const RmaMeta& meta, uint64_t answers) {
  return response_data(
      {static_cast<uint8_t>(type), meta.slot, meta.offset, meta.length, meta.status},
      iv_of(answers));
}

}  // namespace

Seal::Seal(const RmaParams& params)
    : hmac_(params.mac_mode == RmaMacMode::hmac),
      region_keys_(params.key_mode == RmaKeyMode::region),
      cipher_(params.is_carried() ? std::make_unique<RmaCipher>() : nullptr) {}

Seal::~Seal() = default;

RegionKey Seal::derive(const RegionKey& region, uint16_t initiator, uint32_t pid, unsigned op,
                       uint16_t target) const {
  if (cipher_ == nullptr || region_keys_) return region;
  const CipherKey key =
      derived_key(bytes(region), initiator, pid, static_cast<uint8_t>(op), target);
  return {high_half(key), low_half(key)};
}

void Seal::sign(RmaCell type, RmaRequest& request, const RegionKey& key, uint16_t from, uint16_t to,
                uint64_t answers) {
  if (cipher_ == nullptr) return;
  const RequestTag tag =
      cipher_->sign(hmac_ ? MacMode::kHmac : MacMode::kGmac, bytes(key),
                    iv_of(from, request.counter), data_of(type, request, from, to, answers).view());
  request.tag = {high_half(tag), low_half(tag)};
}

bool Seal::is_signed(RmaCell type, const RmaRequest& request, const RegionKey& key, uint16_t from,
                     uint16_t to, uint64_t answers, uint64_t claimed) {
  if (cipher_ == nullptr) return answers == claimed;
  return cipher_->is_signed(
      hmac_ ? MacMode::kHmac : MacMode::kGmac, bytes(key), iv_of(from, request.counter),
      data_of(type, request, from, to, answers).view(), bytes_of(request.tag.hi, request.tag.lo));
}

void Seal::close(RmaCell type, RmaMeta& meta, const RegionKey& key, uint16_t from, uint64_t answers,
                 std::vector<uint8_t>& data) {
  if (cipher_ == nullptr) return;
  const DataTag tag =
      cipher_->seal(bytes(key), iv_of(from, meta.counter), data_of(type, meta, answers).view(),
                    {data.data(), data.size()}, data.data());
  CipherKey wide{};
  std::copy(tag.begin(), tag.end(), wide.begin());
  meta.tag = {high_half(wide), low_half(wide)};
}

bool Seal::decrypt(RmaCell type, const RmaMeta& meta, const RegionKey& key, uint16_t from,
                   uint64_t answers, std::vector<uint8_t>& data) {
  if (data.size() != meta.length) return false;
  const CipherKey wide = bytes_of(meta.tag.hi, meta.tag.lo);
  DataTag tag;
  std::copy(wide.begin(), wide.begin() + tag.size(), tag.begin());
  return cipher_->open(bytes(key), iv_of(from, meta.counter), data_of(type, meta, answers).view(),
                       {data.data(), data.size()}, tag, data.data());
}

}  // namespace tinsim
