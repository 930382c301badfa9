// SPDX-License-Identifier: Apache-2.0
// Credits of an InfiniBand link: blocks of 64 octets, counters of 12 bits (InfiniBand Architecture
// Specification, volume 1, 7.9.4).
#pragma once

#include <algorithm>
#include <cstdint>

#include "tlm/wan/wan_config.h"

namespace tinsim {

constexpr unsigned kCreditBlockBytes = 64;
constexpr unsigned kCreditModulus = 1u << 12;
/// A counter of 12 bits is compared modulo its range, so half of it can be granted.
constexpr unsigned kMaxCreditBlocks = kCreditModulus / 2;

constexpr unsigned credit_blocks(uint64_t bytes) {
  return static_cast<unsigned>((bytes + kCreditBlockBytes - 1) / kCreditBlockBytes);
}

/// Sending end of a link. The initial permission is none.
class CreditSender {
 public:
  explicit CreditSender(CreditRule rule) : rule_(rule) {}

  /// A flow control packet with its credit limit. With CreditRule::interval the advance of the
  /// limit is what may be sent until the next packet; what the last one permitted expires.
  void receive(uint16_t fccl) {
    const unsigned advance = (fccl - fccl_) % kCreditModulus;
    fccl_ = fccl;
    if (rule_ == CreditRule::interval)
      limit_ = (total_ + advance) % kCreditModulus;
    else
      limit_ = fccl;
  }
  bool may_send(unsigned blocks) const {
    return (limit_ - (total_ + blocks)) % kCreditModulus <= kMaxCreditBlocks;
  }
  /// Precondition: may_send().
  void send(unsigned blocks) { total_ = (total_ + blocks) % kCreditModulus; }
  /// Blocks sent, FCTBS.
  uint16_t total() const { return static_cast<uint16_t>(total_); }

 private:
  CreditRule rule_;
  unsigned total_ = 0, limit_ = 0, fccl_ = 0;
};

/// Receiving end of a link.
class CreditReceiver {
 public:
  explicit CreditReceiver(CreditRule rule) : rule_(rule) {}

  /// Blocks that arrived, also those for which there was no room.
  void receive(unsigned blocks) { received_ = (received_ + blocks) % kCreditModulus; }
  /// The credit limit, FCCL, of the next flow control packet: `granted` is the share of the largest
  /// grant, `free_blocks` the room in the buffer; each rule uses one of them.
  uint16_t limit(double granted, uint64_t free_blocks) {
    if (rule_ == CreditRule::interval) {
      fccl_ = (fccl_ + static_cast<unsigned>(granted * kMaxCreditBlocks)) % kCreditModulus;
    } else {
      const auto room = static_cast<unsigned>(std::min<uint64_t>(free_blocks, kMaxCreditBlocks));
      fccl_ = (received_ + room) % kCreditModulus;
    }
    return static_cast<uint16_t>(fccl_);
  }

 private:
  CreditRule rule_;
  unsigned received_ = 0, fccl_ = 0;
};

}  // namespace tinsim
