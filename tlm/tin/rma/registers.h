// SPDX-License-Identifier: Apache-2.0
// The registers of a 1RMA engine below the command windows of the BAR (docs/reference/rma.md).
#pragma once

#include <optional>

#include "tlm/pcie/byte_view.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {

/// Each register has 8 bytes, which are read and written at once. A host reads its own state; only
/// the privileged host writes that of the whole chip (docs/reference/rma.md, "Two hosts on one
/// chip").
class Registers {
 public:
  enum : uint32_t {
    kIdentification = 0x0,
    kAddress = 0x8,
    kAllocate = 0x10,  ///< + 8 h, of host h
    kRegionBase = 0x100,
    kRegionLength = 0x108,
    kRegionPerms = 0x110,  ///< bits 3..0 permissions, bit 4 the host
    kRegionKeyLow = 0x118,
    kRegionKeyHigh = 0x120,
    kRegionNumber = 0x128,
    kRegionCommit = 0x130,  ///< kind: 0 register, 1 rekey, 2 revoke
    kParameters = 0x200,    ///< written by the privileged host
    kCounters = 0x400,      ///< the host's own, and those of the chip for the privileged host
    kPids = 0x1000          ///< + 8 slot, of the slot's owner
  };
  static constexpr uint64_t kName = 0x4D525431'004E6954;  ///< "TiN" and "1TRM", little endian

  Registers(RmaCore& core, Initiator& initiator) : core_(core), initiator_(initiator) {}

  void store(unsigned host, uint32_t offset, ByteView bytes);
  /// A store of 8 bytes that holds `value`.
  void store(unsigned host, uint32_t offset, uint64_t value);
  /// The value of a register; nothing where the host may not read it.
  std::optional<uint64_t> value(unsigned host, uint32_t offset) const { return read(host, offset); }
  /// False: a store would be dropped whatever the state of the engine is.
  bool takes(unsigned host, uint32_t offset, uint64_t value) const;
  bool load(Cycle now, unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes);
  /// As load(), but no slot is allocated.
  bool peek(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) const;

 private:
  /// Written values of the registers from kRegionBase on.
  using Staged = std::array<uint64_t, (kRegionCommit - kRegionBase) / 8>;
  enum Kind : uint64_t { kAdd, kRekey, kRevoke };

  static constexpr unsigned kPrivileged = 0;  ///< host
  static bool is_parameter(unsigned index, uint64_t value);
  bool owns_slot(unsigned host, unsigned slot) const {
    return slot < core_.params.slots && initiator_.owner(slot) == host;
  }
  bool write(unsigned host, uint32_t offset, uint64_t value);
  bool write_parameter(unsigned index, uint64_t value);
  bool commit(unsigned host, uint64_t kind);
  bool add_region(unsigned host, uint32_t number);
  std::optional<uint64_t> read(unsigned host, uint32_t offset) const;
  std::optional<uint64_t> parameter(unsigned index) const;
  std::optional<uint64_t> counter(unsigned host, unsigned index) const;

  RmaCore& core_;
  Initiator& initiator_;
  std::array<Staged, kRmaHosts> staged_{};  ///< by host
};

}  // namespace tinsim
