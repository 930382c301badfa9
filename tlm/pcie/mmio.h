// SPDX-License-Identifier: Apache-2.0
// The host's way into the chip: stores and loads in the chip's BAR.
#pragma once

#include "tlm/gnet/cell.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

/// A write-combining buffer holds 64 octets; no store or load is longer or crosses a multiple of
/// it.
constexpr uint32_t kMaxMmioBytes = 64;

/// The chip's registers and command windows. Offsets are in the BAR of host `host` of the chip and
/// have been checked against its size; order is that of arrival at the chip.
class MmioTarget {
 public:
  virtual ~MmioTarget() = default;
  /// The last octet of a store (1 to kMaxMmioBytes) has arrived in cycle `at`. An invalid store is
  /// dropped: a posted write has no answer.
  virtual void store(unsigned host, uint32_t offset, ByteView bytes, Cycle at) = 0;
  /// Fills `out`, which has `bytes` octets. False: nothing can be read there; the host receives an
  /// error.
  virtual bool load(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle at) = 0;
  /// Access of a debugger: as load(), but without side effects and in no time.
  virtual bool peek(unsigned /*host*/, uint32_t /*offset*/, uint8_t* /*out*/,
                    uint32_t /*bytes*/) const {
    return false;
  }
};

/// Observer of the answers to loads.
class MmioClient {
 public:
  virtual ~MmioClient() = default;
  /// `bytes` is empty with `error`.
  virtual void loaded(uint64_t cookie, ByteView bytes, bool error, Cycle at) = 0;
};

/// The chip, seen by one host. Times as in DmaPort.
class MmioPort {
 public:
  virtual ~MmioPort() = default;
  /// Posted; the octets are copied. Stores arrive in the order in which they are made.
  virtual void store(Cycle now, uint32_t offset, ByteView bytes) = 0;
  /// Does not overtake a store.
  virtual void load(Cycle now, uint32_t offset, uint32_t bytes, uint64_t cookie) = 0;
};

}  // namespace tinsim
