// SPDX-License-Identifier: Apache-2.0
// A PCIe link with a host's memory behind it and a client that records all reports.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {

/// 400 MHz, Gen3 x16, credits that do not limit, and no spread of latencies: each test changes the
/// parameters that it examines.
inline PcieParams bench_params(uint32_t mps = 256, uint32_t completion_bytes = 256) {
  PcieParams params;
  params.rate = pcie_rate(8, 16, mps, 400);
  params.mps = mps;
  params.completion_bytes = completion_bytes;
  params.of_host = {64, 1024, 64, 64, 0, 0};
  params.of_chip = {32, 128, 8, 8, 0, 0};
  params.read_sigma = 0;
  params.carried = true;
  return params;
}

struct PcieBench : DmaClient, MmioTarget, MmioClient {
  struct Piece {
    uint64_t cookie;
    uint32_t offset;
    std::vector<uint8_t> bytes;
    uint32_t size;
    bool last, error;
    Cycle at;
  };
  struct CompletedWrite {
    uint64_t cookie;
    bool error;
    Cycle at;
  };
  struct Atomic {
    uint64_t cookie, old_value;
    bool error;
    Cycle at;
  };
  struct Mmio {
    unsigned host;
    uint32_t offset;
    std::vector<uint8_t> bytes;
    Cycle at;
  };

  explicit PcieBench(const PcieParams& params, uint64_t memory_bytes = 1 << 20)
      : memory(memory_bytes), plain(memory), link(params, plain) {
    link.attach(static_cast<MmioTarget&>(*this));
    link.attach(static_cast<MmioClient&>(*this));
  }

  /// Runs until no transfer is in progress, or to cycle `to` (excluded).
  void run(Cycle to = kNoCycle) {
    for (; link.next() < to; ++steps) {
      now = link.next();
      link.run(now, *this);
    }
    if (to != kNoCycle) now = to;
  }

  void read_piece(const DmaPiece& p, Cycle at) override {
    std::vector<uint8_t> bytes;
    if (p.bytes.data != nullptr) bytes.assign(p.bytes.data, p.bytes.data + p.bytes.size);
    pieces.push_back({p.cookie, p.offset, std::move(bytes), p.bytes.size, p.last, p.error, at});
  }
  void write_landed(uint64_t cookie, bool error, Cycle at) override {
    completed.push_back({cookie, error, at});
  }
  void atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) override {
    atomics.push_back({cookie, old_value, error, at});
  }
  void store(unsigned host, uint32_t offset, ByteView bytes, Cycle at) override {
    stores.push_back({host, offset, {bytes.data, bytes.data + bytes.size}, at});
  }
  /// Registers read as their offset, octet by octet; registers from 0x100 on do not exist.
  bool load(unsigned, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle) override {
    if (offset >= 0x100) return false;
    for (uint32_t n = 0; n < bytes; ++n) out[n] = static_cast<uint8_t>(offset + n);
    return true;
  }
  void loaded(uint64_t cookie, ByteView bytes, bool error, Cycle at) override {
    loads[cookie] = {0, error, {bytes.data, bytes.data + bytes.size}, at};
  }

  HostMemory memory;
  PlainDmaMemory plain;
  PcieLink link;
  Cycle now = 0;
  uint64_t steps = 0;
  std::vector<Piece> pieces;
  std::vector<CompletedWrite> completed;
  std::vector<Atomic> atomics;
  std::vector<Mmio> stores;
  std::map<uint64_t, Mmio> loads;  ///< `offset` is 1 of an error
};

}  // namespace tinsim
