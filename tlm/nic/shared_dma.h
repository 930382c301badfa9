// SPDX-License-Identifier: Apache-2.0
// One PCIe link of a host with two users: 1RMA and the NIC.
#pragma once

#include "tlm/nic/nic.h"
#include "tlm/pcie/pcie_link.h"

namespace tinsim {

/// Requests of both users enter the link in the order in which they are made, and each gets the
/// reports of its own. The link is run here, and not by the users.
class SharedDma final : private DmaClient, private MmioTarget {
 public:
  /// `link` outlives it. Stores and loads below `nic_base` of the BAR are those of 1RMA.
  SharedDma(PcieLink& link, uint32_t nic_base);
  SharedDma(const SharedDma&) = delete;
  SharedDma& operator=(const SharedDma&) = delete;

  /// Where 1RMA makes its requests. It has no work of its own to run.
  DmaPort& of_rma() { return rma_port_; }
  PcieLink& link() { return link_; }
  void attach_rma(DmaClient& client, MmioTarget& registers) {
    rma_ = &client;
    rma_registers_ = &registers;
  }
  void attach(Nic& nic) { nic_ = &nic; }

  Cycle next() const { return link_.next(); }
  void run(Cycle now) { link_.run(now, *this); }

 private:
  class RmaPort final : public DmaPort {
   public:
    explicit RmaPort(PcieLink& link) : link_(link) {}
    void read(Cycle now, uint64_t address, uint32_t bytes, uint64_t cookie) override {
      link_.read(now, address, bytes, cookie);
    }
    void write(Cycle now, uint64_t address, ByteView bytes, uint64_t cookie, bool notify) override {
      link_.write(now, address, bytes, cookie, notify);
    }
    void atomic(Cycle now, const DmaAtomic& atomic, uint64_t cookie) override {
      link_.atomic(now, atomic, cookie);
    }
    bool withdraw_atomic(Cycle now, uint64_t cookie) override {
      return link_.withdraw_atomic(now, cookie);
    }
    void run(Cycle, DmaClient&) override {}

   private:
    PcieLink& link_;
  };

  DmaClient& client_of(uint64_t cookie);
  void read_piece(const DmaPiece& piece, Cycle at) override;
  void write_landed(uint64_t cookie, bool error, Cycle at) override;
  void atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) override;
  void store(unsigned host, uint32_t offset, ByteView bytes, Cycle at) override;
  bool load(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle at) override;
  bool peek(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) const override;

  PcieLink& link_;
  const uint32_t nic_base_;
  RmaPort rma_port_;
  DmaClient* rma_ = nullptr;
  MmioTarget* rma_registers_ = nullptr;
  Nic* nic_ = nullptr;  ///< null: no host uses it
};

}  // namespace tinsim
