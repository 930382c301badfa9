// SPDX-License-Identifier: Apache-2.0
// Memory of the host that serves a chip's requests: plain memory.
#include "tlm/pcie/dma_memory.h"

#include <array>

namespace tinsim {

uint64_t atomic_result(const DmaAtomic& atomic, uint64_t old_value) {
  const uint64_t mask = atomic.bytes == 8 ? ~uint64_t{0} : 0xffffffffu;
  switch (atomic.op) {
    case AtomicOp::kFetchAdd:
      return (old_value + atomic.operand) & mask;
    case AtomicOp::kSwap:
      return atomic.operand & mask;
    case AtomicOp::kCompareSwap:
      return old_value == (atomic.compare & mask) ? atomic.operand & mask : old_value;
  }
  return old_value;
}

MemoryReply PlainDmaMemory::answer(uint64_t, MemoryAccess& access, uint64_t& old_value) {
  if (!memory_.has(access.address, access.bytes)) return MemoryReply::kError;
  if (access.counted) return MemoryReply::kDone;
  bool good = true;
  if (access.kind == MemoryAccess::Kind::kRead) {
    good = memory_.read(access.address, access.data, access.bytes);
  } else if (access.kind == MemoryAccess::Kind::kWrite) {
    good = memory_.write(access.address, access.data, access.bytes);
  } else {
    good = apply(access.atomic, old_value);
  }
  return good ? MemoryReply::kDone : MemoryReply::kError;
}

bool PlainDmaMemory::apply(const DmaAtomic& atomic, uint64_t& old_value) {
  std::array<uint8_t, 8> octets{};
  if (!memory_.read(atomic.address, octets.data(), atomic.bytes)) return false;
  old_value = load_little(octets.data(), atomic.bytes);
  store_little(octets.data(), atomic.bytes, atomic_result(atomic, old_value));
  return memory_.write(atomic.address, octets.data(), atomic.bytes);
}

}  // namespace tinsim
