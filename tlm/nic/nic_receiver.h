// SPDX-License-Identifier: Apache-2.0
// The chip's side of packets on their way from the IP path to host memory.
#pragma once

#include <deque>

#include "tlm/nic/descriptor_fetcher.h"
#include "tlm/nic/interrupt_moderator.h"
#include "tlm/nic/nic_rings.h"

namespace tinsim {

/// A packet is written to the buffer of the next descriptor, then its completion is. Packets wait
/// in the chip's buffer for descriptors; when it is full the IP path holds them.
class NicReceiver {
 public:
  NicReceiver(const NicParams& params, DmaPort& dma, NicRings& rings, NicCounters& counters,
              InterruptModerator& moderator)
      : params_(params),
        dma_(dma),
        rings_(rings),
        counters_(counters),
        moderator_(moderator),
        fetcher_(params, dma, counters, params.map.rx_ring, params.rx_ring,
                 NicAccess::kRxDescriptors) {}

  void doorbell(Cycle now, uint32_t tail) {
    fetcher_.announce(now, tail);
    is_waiting_ = false;
  }
  void descriptors_in(const DmaPiece& piece, Cycle at) {
    fetcher_.piece(piece);
    write_packets(at);
  }
  /// The last bit of a packet arrives.
  void receive(Cycle now, const PacketPtr& packet, uint8_t ecn);
  /// The first completion that was not is in memory, and its packet before it.
  void landed(Cycle now);
  /// Packets in the buffer that have no descriptor yet.
  std::size_t waiting() const { return waiting_.size(); }
  /// No space for two packets of any length: one may be on the wire, and another begin.
  bool is_full() const { return held_bytes_ + 2 * kPacketPlace > params_.buffer_bytes; }

 private:
  void write_packets(Cycle now);
  void write_packet(Cycle now, const NicRings::Received& received);

  const NicParams& params_;
  DmaPort& dma_;
  NicRings& rings_;
  NicCounters& counters_;
  InterruptModerator& moderator_;
  DescriptorFetcher fetcher_;
  std::deque<NicRings::Received> waiting_;
  std::deque<uint32_t> written_;  ///< bytes of packets that have been written and are not in memory
  bool is_waiting_ = false;       ///< for a descriptor that the host has not made
  uint64_t held_bytes_ = 0;
  uint32_t outstanding_bytes_ = 0;
};

}  // namespace tinsim
