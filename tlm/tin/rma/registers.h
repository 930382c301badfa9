// SPDX-License-Identifier: Apache-2.0
// The registers of a 1RMA engine below the command windows of the BAR (docs/rma.md).
#pragma once

#include "tlm/pcie/byte_view.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {

/// Each register has 8 bytes and is read and written whole.
class Registers {
 public:
  enum : uint32_t {
    kIdentification = 0x0,
    kAddress = 0x8,
    kAllocate = 0x10,  ///< + 8 h
    kRegionBase = 0x100,
    kRegionLength = 0x108,
    kRegionPerms = 0x110,  ///< bits 3..0 permissions, bit 4 the host
    kRegionKeyLow = 0x118,
    kRegionKeyHigh = 0x120,
    kRegionNumber = 0x128,
    kRegionCommit = 0x130,  ///< kind: 0 register, 1 rekey, 2 revoke
    kParameters = 0x200,
    kPids = 0x1000,  ///< + 8 slot
    kCounters = 0x400
  };
  static constexpr uint64_t kName = 0x4D525431'004E6954;  ///< "TiN" and "1TRM", little endian

  Registers(RmaCore& core, Initiator& initiator) : core_(core), initiator_(initiator) {}

  void store(unsigned host, uint32_t offset, ByteView bytes);
  bool load(uint32_t offset, uint8_t* out, uint32_t bytes);
  /// What load() would give; no slot is taken.
  bool peek(uint32_t offset, uint8_t* out, uint32_t bytes) const;

 private:
  bool write_parameter(unsigned index, uint64_t value);
  bool read_parameter(unsigned index, uint64_t& value) const;
  bool read_counter(unsigned index, uint64_t& value) const;
  /// A region that is being written; each host has its own.
  struct Staged {
    RmaRegion region;
    uint32_t number = 0;
  };
  bool commit(unsigned host, uint64_t kind);

  RmaCore& core_;
  Initiator& initiator_;
  std::array<Staged, kRmaHosts> staged_;  ///< by host
};

}  // namespace tinsim
