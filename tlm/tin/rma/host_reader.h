// SPDX-License-Identifier: Apache-2.0
// Reads of host memory for remote chips: each PCIe completion becomes RESP cells at once.
#pragma once

#include <vector>

#include "tlm/tin/rma/rma_core.h"

namespace tinsim {

/// The contexts and segments of block response_segmenter, and the cipher behind it.
class HostReader {
 public:
  explicit HostReader(RmaCore& core)
      : core_(core), contexts_(core.params.read_contexts, core.params.memory) {
    free_ = contexts_.size() < 64 ? (uint64_t{1} << contexts_.size()) - 1 : ~uint64_t{0};
  }

  bool has_space() const { return open_ + reserved_ < contexts_.size(); }
  /// Reserves a context for a request that is being checked. Precondition: has_space().
  void reserve() { ++reserved_; }
  void cancel_reservation() { --reserved_; }
  unsigned open_contexts() const { return open_; }
  /// Reads `size` bytes at `address`, and sends them in RESP cells. Precondition: has_space().
  void open(Cycle now, const RmaGrant& grant, uint64_t address, unsigned size, const RmaReturn& to);
  void prefetch() const {
    prefetch_lines(this, sizeof *this);
    for (unsigned number = 0, left = open_; left != 0; ++number) {
      if (free_ >> number & 1) continue;
      prefetch_lines(&contexts_[number], sizeof(Context));
      --left;
    }
  }
  /// A completion of context `number`. True: the context is free again.
  bool piece(unsigned number, const DmaPiece& piece, Cycle at);

 private:
  struct Context {
    unsigned size = 0;
    RmaReturn to;
  };
  void send_cells(const Context& context, const DmaPiece& piece, Cycle at);
  void send_cell(const Context& context, const DmaPiece& piece, const RmaSegment& cell, Cycle at);
  unsigned open_decided(Cycle now, unsigned id, unsigned size, unsigned own);
  void send_decided(unsigned number, const DmaPiece& piece, Cycle at);

  RmaCore& core_;
  std::pmr::vector<Context> contexts_;  ///< 64 at most
  uint64_t free_;                       ///< bit per context
  unsigned open_ = 0, reserved_ = 0;
};

}  // namespace tinsim
