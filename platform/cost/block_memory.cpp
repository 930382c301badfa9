// SPDX-License-Identifier: Apache-2.0
// Memory bits of the blocks, from what their SystemVerilog stores.
#include "platform/cost/block_memory.h"

#include <array>

namespace tinsim {
namespace {

/// `bits` for each element; elements are counted by the product, or the sum, of parameters.
struct StoredArray {
  std::string_view block;
  uint64_t bits;
  uint64_t (*elements)(const BlockShape& shape);
};

uint64_t one(const BlockShape&) { return 1; }
uint64_t first(const BlockShape& shape) { return shape[0]; }
uint64_t second(const BlockShape& shape) { return shape[1]; }
uint64_t product(const BlockShape& shape) { return uint64_t{shape[0]} * shape[1]; }

/// Intra-tile ports have one queue, inter-tile ports two.
uint64_t exanet_router_words(const BlockShape& shape) {
  const uint64_t intra = shape[0], inter = uint64_t{2} * shape[1];
  return shape[2] * (intra + inter) + shape[3] * intra + shape[4] * inter;
}

constexpr std::array<StoredArray, 15> kStored = {{
    {"vc_fifo", kFifoWordBits, product},
    {"output_queue", 64, product},
    {"mos_mailbox", 4 + 48, first},
    {"mos_mailbox", 4 + 48, second},
    {"ip_lookup", 128 + 128 + 33, first},  // prefix, mask, and length, punt, base, count
    {"ip_lookup", 16, second},
    {"cellifier", 64 * 32, one},
    {"reassembly_buffer", 15 + 119, first},  // a packet, and what of it has arrived
    {"reorder_queue", 32 + 16, first},       // flow and tag
    {"command_slots", 8, first},
    {"region_table", 117 + 128, first},      // region and key
    {"solicitation", 2 * 37, first},         // of two classes: stamp, slot, size
    {"response_segmenter", 16 + 13, first},  // slot, bytes that are left
    {"timeout_wheel", 16, first},
    {"exanet_router", kExanetWordBits, exanet_router_words},
}};

}  // namespace

uint64_t block_memory_bits(std::string_view block, const BlockShape& shape) {
  uint64_t bits = 0;
  for (const StoredArray& stored : kStored)
    if (stored.block == block) bits += stored.bits * stored.elements(shape);
  return bits;
}

MemoryArea memory_area(const CostAreaConfig& area, uint64_t bits, uint64_t count, bool two_port) {
  if (bits == 0 || count == 0) return {};
  const uint64_t most = uint64_t{area.macro_kbits} * 1024;
  const uint64_t macros = count * ((bits + most - 1) / most);
  const double cells_um2 = static_cast<double>(bits) * static_cast<double>(count) *
                           area.sram_bit_um2 * (two_port ? area.two_port_factor : 1);
  const double um2 =
      cells_um2 / area.sram_efficiency + static_cast<double>(macros) * area.macro_um2;
  return {macros, um2 / 1e6};
}

}  // namespace tinsim
