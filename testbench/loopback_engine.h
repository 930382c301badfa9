// SPDX-License-Identifier: Apache-2.0
// In a chip's place: takes 1RMA commands at the BAR and reads from the same host's memory, as if it
// were the remote one. No keys, no network.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "tlm/pcie/dma.h"
#include "tlm/pcie/mmio.h"

namespace tinsim {

/// Commands and completions as in docs/rma.md; READ only, one completion per queue. Region r begins
/// at address r * kRegionBytes.
class LoopbackEngine final : public MmioTarget, public DmaClient {
 public:
  static constexpr uint32_t kCommands = 0x10000;
  static constexpr uint64_t kRegionBytes = 0x10000;

  void attach(DmaPort& dma) { dma_ = &dma; }

  void store(unsigned, uint32_t offset, ByteView bytes, Cycle at) override {
    if (offset < kCommands || bytes.size != 16 || offset % 16 != 0) return;
    const uint32_t slot = (offset - kCommands) / 64;
    Slot& s = slots_[slot];
    std::copy_n(bytes.data, 16, s.command.data() + offset % 64);
    s.parts |= 1u << offset % 64 / 16;
    if (s.parts != 0xf) return;
    s.parts = 0;
    s.begin = at;
    dma_->read(at, field(s, 8, 4) * kRegionBytes + field(s, 16, 8), size(s), slot);
  }
  bool load(unsigned, uint32_t, uint8_t*, uint32_t, Cycle) override { return false; }

  void read_piece(const DmaPiece& piece, Cycle at) override {
    Slot& s = slots_.at(static_cast<uint32_t>(piece.cookie));
    const uint64_t local = field(s, 12, 4) * kRegionBytes + field(s, 24, 8);
    if (!piece.error) dma_->write(at, local + piece.offset, piece.bytes, 0, false);
    if (piece.last) complete(s, static_cast<uint32_t>(piece.cookie), piece.error, at);
  }
  void write_landed(uint64_t, bool, Cycle) override {}
  void atomic_done(uint64_t, uint64_t, bool, Cycle) override {}

 private:
  struct Slot {
    std::array<uint8_t, 64> command{};
    unsigned parts = 0;  ///< quarters that have been written
    Cycle begin = 0;
  };
  static uint64_t field(const Slot& s, unsigned first, unsigned bytes) {
    return load_little(s.command.data() + first, bytes);
  }
  static uint32_t size(const Slot& s) { return static_cast<uint32_t>(field(s, 2, 2)); }

  void complete(const Slot& s, uint32_t slot, bool error, Cycle at) {
    constexpr uint8_t kPhase = 0x80, kLocalError = 5;
    std::array<uint8_t, 32> completion{};
    completion[0] = static_cast<uint8_t>(kPhase | (error ? kLocalError : 0));
    store_little(&completion[2], 2, slot);
    store_little(&completion[4], 4, error ? 0 : size(s));
    store_little(&completion[12], 4, (at - s.begin) * 5 / 2);  // cycles of 2.5 ns
    store_little(&completion[16], 8, field(s, 40, 8));
    dma_->write(at, field(s, 32, 4) * kRegionBytes, {completion.data(), 32}, 0, false);
  }

  DmaPort* dma_ = nullptr;
  std::map<uint32_t, Slot> slots_;
};

}  // namespace tinsim
