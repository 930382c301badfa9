// SPDX-License-Identifier: Apache-2.0
// A transaction layer packet on its way between a chip and its host.
#pragma once

#include <cstdint>

#include "rtl_models/parts/pcie_tlp.h"

namespace tinsim {

/// Kinds of credit.
enum TlpClass : uint8_t { kPosted, kNonPosted, kCompletion, kTlpClasses };

struct Tlp {
  enum class Kind : uint8_t { kWrite, kRead, kAtomic, kAnswer };

  Kind kind = Kind::kWrite;
  bool last = false;        ///< the last of the packets of a request or answer
  bool error = false;       ///< answers: unsupported request; no data for any of `bytes`
  bool unreported = false;  ///< its arrival is not reported
  uint16_t tag = 0;         ///< of the request, and of its answers
  uint32_t op = 0;          ///< the operation at its initiator
  uint32_t bytes = 0;       ///< requested or carried
  uint32_t offset = 0;      ///< in the operation
  uint32_t payload = 0;     ///< octets on the link besides header and framing
  uint64_t address = 0;     ///< in host memory, or offset in the BAR
  uint32_t data = 0;        ///< its octets, in the link's TlpData; 0: none, payload is counted
  uint32_t begin = 0;       ///< the first of them there

  TlpClass credit_class() const {
    return kind == Kind::kWrite ? kPosted : kind == Kind::kAnswer ? kCompletion : kNonPosted;
  }
  uint32_t wire_bytes() const {
    return (kind == Kind::kAnswer ? kTlpCompletionBytes : kTlpRequestBytes) + payload;
  }
};

}  // namespace tinsim
