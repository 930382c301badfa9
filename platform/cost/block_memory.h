// SPDX-License-Identifier: Apache-2.0
// Memory bits of the blocks, and area of memories as macros.
#pragma once

#include <cstdint>
#include <string_view>

#include "platform/config/cost_config.h"
#include "platform/cost/block_formula.h"

namespace tinsim {

constexpr uint64_t kBlockWordBits = 64;  ///< words of the SystemVerilog
constexpr uint64_t kFifoSideBits = 8;    ///< half of the length and metadata of a cell
/// Of a VC FIFO, for each word.
constexpr uint64_t kFifoWordBits = kBlockWordBits + kFifoSideBits;
constexpr uint64_t kExanetWordBits = 128;

/// Bits of the arrays that synthesis keeps as memories; 0 for a block without. Parameters are those
/// of rtl_models/blocks.cmake, and for output_queue its words per VC as well. The SystemVerilog has
/// the next power of two of VCs; only those that exist count here.
uint64_t block_memory_bits(std::string_view block, const BlockShape& shape);

/// A memory, or several equal ones.
struct MemoryArea {
  uint64_t macros = 0;
  double mm2 = 0;
};

/// Of `count` memories of `bits` each; a memory larger than a macro has several. `two_port`: they
/// are read and written in one cycle.
MemoryArea memory_area(const CostAreaConfig& area, uint64_t bits, uint64_t count, bool two_port);

}  // namespace tinsim
