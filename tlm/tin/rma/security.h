// SPDX-License-Identifier: Apache-2.0
// Data that 1RMA signs, and its IVs: docs/reference/rma.md, "Security". Pure functions.
#pragma once

#include <array>
#include <cstdint>

#include "tlm/tin/rma/crypto.h"

namespace tinsim {

/// Additional data of a message: authenticated, not encrypted.
struct AdditionalData {
  std::array<uint8_t, 41> bytes{};
  uint8_t size = 0;
  Octets view() const { return {bytes.data(), size}; }
};

/// Authenticated part of a data cell's header and meta-data: its type, and the 40 bits before its
/// counter.
struct DataMeta {
  uint8_t type = 0;
  uint16_t slot = 0;
  uint16_t offset = 0;  ///< 12 bits
  uint8_t length = 0;   ///< bytes of data
  uint8_t status = 0;   ///< 4 bits
};

/// Numbers stand in it with the least significant byte first, here and below: sender's address
/// (bytes 0, 1), zeros, sender's counter (bytes 6..11, 48 bits).
RmaIv rma_iv(uint16_t sender, uint64_t counter);

/// Block that a region's key encrypts to Kd: initiator's address (bytes 0, 1), PID (2..5), op (low
/// half of 6), target's address (7, 8), zeros.
CipherKey derivation_block(uint16_t initiator, uint32_t pid, uint8_t op, uint16_t target);

/// Kd, the key of one initiator's process for one kind of operation on a region of one target.
CipherKey derived_key(const CipherKey& region_key, uint16_t initiator, uint32_t pid, uint8_t op,
                      uint16_t target);

/// Of a REQ or WREQ: type (1 byte) and words 1..3 of the cell, then source and destination: 29
/// bytes.
AdditionalData request_data(uint8_t type, const std::array<uint64_t, 3>& words, uint16_t source,
                            uint16_t destination);

/// Of a PULL: as of a request, then the IV of the request that it answers: 41 bytes.
AdditionalData pull_data(uint8_t type, const std::array<uint64_t, 3>& words, uint16_t source,
                         uint16_t destination, const RmaIv& answered);

/// Of a RESP, ACK or NACK: type (1 byte), meta-data as in the cell, then the IV of the request or
/// PULL that it answers: 18 bytes.
AdditionalData response_data(const DataMeta& meta, const RmaIv& answered);

}  // namespace tinsim
