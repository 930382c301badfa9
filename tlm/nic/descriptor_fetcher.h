// SPDX-License-Identifier: Apache-2.0
// Reads the descriptors of one ring, in batches and ahead of their use.
#pragma once

#include <vector>

#include "tlm/nic/descriptor.h"
#include "tlm/nic/nic_cookie.h"
#include "tlm/nic/nic_counters.h"
#include "tlm/pcie/dma.h"

namespace tinsim {

/// Descriptors are counted from the first on; their place in the ring is the count modulo its size,
/// a power of two.
class DescriptorFetcher {
 public:
  DescriptorFetcher(const NicParams& params, DmaPort& dma, NicCounters& counters, uint64_t ring,
                    uint32_t entries, NicAccess access)
      : params_(params),
        dma_(dma),
        counters_(counters),
        ring_(ring),
        entries_(entries),
        access_(access),
        is_here_(entries),
        octets_(params.carried ? entries * kDescriptorBytes : 0) {}

  /// A doorbell: `tail` descriptors have been made so far.
  void announce(Cycle now, uint32_t tail);
  /// A completion of a read.
  void piece(const DmaPiece& piece);

  /// The next descriptor has been read.
  bool has_next() const { return next_ != requested_ && is_here_[next_ % entries_]; }
  uint32_t next() const { return next_; }
  /// Its content; only if octets are carried. Precondition: has_next().
  Descriptor content() const {
    return Descriptor::from(&octets_[std::size_t{next_ % entries_} * kDescriptorBytes]);
  }
  /// The next descriptor is used up.
  void pop(Cycle now);
  /// The host has made no descriptor that is not used up.
  bool is_exhausted() const { return next_ == tail_; }
  uint32_t tail() const { return tail_; }

 private:
  void fetch(Cycle now);

  const NicParams& params_;
  DmaPort& dma_;
  NicCounters& counters_;
  const uint64_t ring_;
  const uint32_t entries_;
  const NicAccess access_;
  std::vector<bool> is_here_;    ///< by place
  std::vector<uint8_t> octets_;  ///< by place
  uint32_t tail_ = 0, requested_ = 0, next_ = 0;
};

}  // namespace tinsim
