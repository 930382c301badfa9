// SPDX-License-Identifier: Apache-2.0
// The engine's access to host memory; each access is checked against its grant.
#pragma once

#include <array>
#include <string>

#include "rtl_models/parts/rma_region.h"
#include "tlm/pcie/dma.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

/// Bytes of one host's memory that judge_region() has granted, and the kinds of access. Initially
/// empty.
struct RmaGrant {
  uint64_t first = 0, end = 0;  ///< PCIe addresses; `end` is behind the last
  uint8_t host = 0;
  bool reads = false, writes = false;
};

/// Access of operation `op` to `size` bytes from `first` on.
RmaGrant grant_of(unsigned op, uint64_t first, unsigned size, uint8_t host);
/// As judge_region(); if the result is Granted, sets `grant`.
RmaRefusal judge_and_grant(const RmaRegion* region, unsigned op, uint64_t offset, unsigned size,
                           RmaGrant& grant);

/// Forwards accesses to PCIe. An access that its grant does not cover throws InvariantError: the
/// engine derives addresses and grants independently.
class GrantedDma {
 public:
  explicit GrantedDma(const RmaParams& params) : params_(params) {}

  void attach(unsigned host, DmaPort& port) { ports_[host] = &port; }
  const std::array<DmaPort*, kRmaHosts>& ports() const { return ports_; }

  void read(Cycle now, const RmaGrant& grant, uint64_t address, uint32_t bytes, uint64_t cookie);
  void write(Cycle now, const RmaGrant& grant, uint64_t address, ByteView bytes, uint64_t cookie,
             bool notify);
  void atomic(Cycle now, const RmaGrant& grant, const DmaAtomic& atomic, uint64_t cookie);
  bool withdraw_atomic(Cycle now, const RmaGrant& grant, uint64_t cookie) {
    return ports_[grant.host]->withdraw_atomic(now, cookie);
  }
  /// DmaPort::write_at_once(), if the grant covers it.
  bool write_at_once(Cycle now, const RmaGrant& grant, uint64_t address, uint32_t bytes) {
    return grant.writes && covers(grant, address, bytes) &&
           ports_[grant.host]->write_at_once(now, address, bytes);
  }

 private:
  static bool covers(const RmaGrant& grant, uint64_t address, uint64_t bytes) {
    return address >= grant.first && address <= grant.end && bytes <= grant.end - address;
  }
  void require(bool allowed, const char* what, Cycle now, const RmaGrant& grant, uint64_t address,
               uint64_t bytes) const;

  const RmaParams& params_;
  std::array<DmaPort*, kRmaHosts> ports_{};
};

}  // namespace tinsim
