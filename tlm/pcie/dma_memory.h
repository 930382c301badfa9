// SPDX-License-Identifier: Apache-2.0
// Memory of the host that serves a chip's requests: at once or after a time of its own.
#pragma once

#include "tlm/pcie/dma.h"
#include "tlm/pcie/host_memory.h"

namespace tinsim {

struct MemoryAccess {
  enum class Kind : uint8_t { kRead, kWrite, kAtomic };
  Kind kind = Kind::kRead;
  uint64_t address = 0;
  uint32_t bytes = 0;
  uint8_t* data = nullptr;  ///< to read into, or written from
  DmaAtomic atomic;         ///< kAtomic
  bool counted = false;     ///< nothing is to be moved
};

enum class MemoryReply : uint8_t { kDone, kError, kWait };

class DmaMemory {
 public:
  virtual ~DmaMemory() = default;
  /// An announcement has no effect, and each answer is ready when it is requested. So announcements
  /// may be made as early as their times are known; those of writes without carried octets may be
  /// omitted.
  virtual bool is_passive() const { return false; }
  /// Size of passive memory: octets from address 0 on.
  virtual uint64_t extent() const { return 0; }
  /// A request has reached the host in cycle `at`; requests are numbered from 0 in order of
  /// arrival. Its answer is requested in cycle `due`. `access.data` is valid during the call only.
  virtual void announce(uint64_t number, const MemoryAccess& access, Cycle at, Cycle due) = 0;
  /// Its answer is due. kWait: it is not ready, and the port requests it again in the next cycle.
  /// `old_value` is that of an atomic operation. After any other reply the number is not used
  /// again.
  virtual MemoryReply answer(uint64_t number, MemoryAccess& access, uint64_t& old_value) = 0;
};

/// Value in memory after an AtomicOp on `old_value`.
uint64_t atomic_result(const DmaAtomic& atomic, uint64_t old_value);

/// Plain memory, which is accessed when the answer is due.
class PlainDmaMemory final : public DmaMemory {
 public:
  explicit PlainDmaMemory(HostMemory& memory) : memory_(memory) {}
  bool is_passive() const override { return true; }
  uint64_t extent() const override { return memory_.bytes(); }
  void announce(uint64_t, const MemoryAccess&, Cycle, Cycle) override {}
  MemoryReply answer(uint64_t number, MemoryAccess& access, uint64_t& old_value) override;

 private:
  bool apply(const DmaAtomic& atomic, uint64_t& old_value);
  HostMemory& memory_;
};

}  // namespace tinsim
