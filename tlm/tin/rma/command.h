// SPDX-License-Identifier: Apache-2.0
// A command of 64 bytes, and the completion of 32 that it ends with (docs/reference/rma.md).
#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/parts/rma_region.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

constexpr unsigned kCommandBytes = 64, kQuarterBytes = 16, kCompletionBytes = 32;
constexpr uint32_t kCommandWindow = 0x10000;  ///< BAR offset of the window of slot 0

constexpr bool is_atomic(unsigned op) {
  return op == static_cast<unsigned>(RmaOp::Faa) || op == static_cast<unsigned>(RmaOp::Cas);
}

struct RmaCommand {
  uint8_t op = 0;
  uint8_t cls = 0;      ///< 0 H, 1 L
  uint16_t size = 0;    ///< bytes
  uint16_t remote = 0;  ///< GNet address of the far chip
  uint32_t remote_region = 0, local_region = 0;
  uint64_t remote_offset = 0, local_offset = 0;
  uint32_t queue_region = 0;
  uint64_t cookie = 0;
  RegionKey key;
};

using CommandBytes = std::array<uint8_t, kCommandBytes>;
/// Reserved bytes are zero.
CommandBytes encode_command(const RmaCommand& command);
RmaCommand decode_command(const CommandBytes& bytes);
/// All reserved bytes are zero: 6, 7 and 36 to 39.
bool is_reserved_zero(const CommandBytes& bytes);

struct RmaCompletion {
  RmaStatus status = RmaStatus::kOk;
  bool phase = false;  ///< of the ring
  uint8_t op = 0, cls = 0;
  uint16_t slot = 0;
  uint32_t bytes = 0;
  Cycle issue = 0, total = 0;  ///< cycles
  uint64_t cookie = 0, old_value = 0;
};

using CompletionBytes = std::array<uint8_t, kCompletionBytes>;
/// Delays are in ns, rounded down.
CompletionBytes encode_completion(const RmaCompletion& completion, unsigned core_mhz);

}  // namespace tinsim
