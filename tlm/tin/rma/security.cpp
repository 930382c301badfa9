// SPDX-License-Identifier: Apache-2.0
// Data that 1RMA signs, and its IVs: docs/reference/rma.md, "Security".
#include "tlm/tin/rma/security.h"

#include <algorithm>

namespace tinsim {
namespace {

/// Writes the low `size` bytes of `number`, least significant first; gives the place behind.
uint8_t* put(uint8_t* to, uint64_t number, unsigned size) {
  for (unsigned i = 0; i < size; ++i) *to++ = static_cast<uint8_t>(number >> (8 * i));
  return to;
}

void append(AdditionalData& data, uint64_t number, unsigned size) {
  put(data.bytes.data() + data.size, number, size);
  data.size = static_cast<uint8_t>(data.size + size);
}

void append(AdditionalData& data, const RmaIv& iv) {
  std::copy(iv.begin(), iv.end(), data.bytes.begin() + data.size);
  data.size = static_cast<uint8_t>(data.size + iv.size());
}

}  // namespace

RmaIv rma_iv(uint16_t sender, uint64_t counter) {
  RmaIv iv{};
  put(put(put(iv.data(), sender, 2), 0, 4), counter, 6);
  return iv;
}

CipherKey derivation_block(uint16_t initiator, uint32_t pid, uint8_t op, uint16_t target) {
  CipherKey block{};
  put(put(put(put(block.data(), initiator, 2), pid, 4), op & 0xFU, 1), target, 2);
  return block;
}

CipherKey derived_key(const CipherKey& region_key, uint16_t initiator, uint32_t pid, uint8_t op,
                      uint16_t target) {
  return aes_128(region_key, derivation_block(initiator, pid, op, target));
}

AdditionalData request_data(uint8_t type, const std::array<uint64_t, 3>& words, uint16_t source,
                            uint16_t destination) {
  AdditionalData data;
  append(data, type, 1);
  for (uint64_t word : words) append(data, word, 8);
  append(data, source, 2);
  append(data, destination, 2);
  return data;
}

AdditionalData pull_data(uint8_t type, const std::array<uint64_t, 3>& words, uint16_t source,
                         uint16_t destination, const RmaIv& answered) {
  AdditionalData data = request_data(type, words, source, destination);
  append(data, answered);
  return data;
}

AdditionalData response_data(const DataMeta& meta, const RmaIv& answered) {
  AdditionalData data;
  append(data, meta.type, 1);
  append(data,
         meta.slot | uint64_t{meta.offset} << 16 | uint64_t{meta.length} << 28 |
             uint64_t{meta.status} << 36,
         5);
  append(data, answered);
  return data;
}

}  // namespace tinsim
