// SPDX-License-Identifier: Apache-2.0
// The chip's side of packets on their way from host memory to the IP path.
#pragma once

#include <deque>
#include <vector>

#include "tlm/nic/descriptor_fetcher.h"
#include "tlm/nic/interrupt_moderator.h"
#include "tlm/nic/nic_rings.h"

namespace tinsim {

/// Packets are read in the order of their descriptors, several at a time, and leave in that order.
class NicTransmitter {
 public:
  NicTransmitter(const NicParams& params, DmaPort& dma, NicRings& rings, NicCounters& counters,
                 InterruptModerator& moderator)
      : params_(params),
        dma_(dma),
        rings_(rings),
        counters_(counters),
        moderator_(moderator),
        fetcher_(params, dma, counters, params.map.tx_ring, params.tx_ring,
                 NicAccess::kTxDescriptors) {}

  void doorbell(Cycle now, uint32_t tail) { fetcher_.announce(now, tail); }
  void descriptors_in(const DmaPiece& piece, Cycle at) {
    fetcher_.piece(piece);
    read_packets(at);
  }
  /// Octets of a packet. True: the next packet is whole with them.
  bool packet_in(const DmaPiece& piece, Cycle at);

  /// The next packet is in the buffer as a whole.
  bool has_packet() const { return !reads_.empty() && reads_.front().left == 0; }
  /// Precondition: has_packet().
  PacketPtr take(Cycle now);

 private:
  /// A packet in the buffer, or on its way there.
  struct Read {
    uint32_t bytes, left;
    std::vector<uint8_t> octets;
  };
  void read_packets(Cycle now);
  void complete(Cycle now);

  const NicParams& params_;
  DmaPort& dma_;
  NicRings& rings_;
  NicCounters& counters_;
  InterruptModerator& moderator_;
  DescriptorFetcher fetcher_;
  std::deque<Read> reads_;
  uint32_t taken_ = 0;      ///< packets; the count of the first of reads_
  uint32_t completed_ = 0;  ///< of them, covered by a completion
  uint32_t held_bytes_ = 0, outstanding_bytes_ = 0;
};

}  // namespace tinsim
