// SPDX-License-Identifier: Apache-2.0
// The chip's side of packets on their way from host memory to the IP path.
#include "tlm/nic/nic_transmitter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.h"

namespace tinsim {

void NicTransmitter::read_packets(Cycle now) {
  while (fetcher_.has_next() && outstanding_bytes_ < params_.outstanding_bytes) {
    const uint32_t count = fetcher_.next();
    Descriptor descriptor{params_.map.tx_packet(count % params_.tx_ring),
                          nic_bytes(*rings_.tx_at(count))};
    if (params_.carried) descriptor = fetcher_.content();
    if (descriptor.bytes == 0 || descriptor.bytes > kPacketPlace)
      throw InvariantError(
          fmt::format("{} cycle {}: descriptor {} is of {} bytes; expected 1 to {}", params_.name,
                      now, count, descriptor.bytes, kPacketPlace));
    if (held_bytes_ + descriptor.bytes > params_.buffer_bytes) return;
    held_bytes_ += descriptor.bytes;
    outstanding_bytes_ += descriptor.bytes;
    counters_.bytes_read += descriptor.bytes;
    reads_.push_back({descriptor.bytes, descriptor.bytes, {}});
    if (params_.carried) reads_.back().octets.resize(descriptor.bytes);
    dma_.read(now, descriptor.address, descriptor.bytes, nic_cookie(NicAccess::kTxPacket, count));
    fetcher_.pop(now);
  }
}

bool NicTransmitter::packet_in(const DmaPiece& piece, Cycle at) {
  const uint32_t place = count_of(piece.cookie) - taken_;
  Read& read = reads_[place];
  const uint32_t bytes = piece.error ? read.left : piece.bytes.size;
  if (!read.octets.empty() && piece.bytes.data != nullptr)
    std::copy_n(piece.bytes.data, bytes, read.octets.begin() + piece.offset);
  read.left -= bytes;
  outstanding_bytes_ -= bytes;
  const bool is_next_whole = place == 0 && read.left == 0;
  read_packets(at);
  return is_next_whole;
}

PacketPtr NicTransmitter::take(Cycle now) {
  PacketPtr packet = rings_.tx_at(taken_);
  Read& read = reads_.front();
  if (params_.carried) packet = with_octets(packet, read.octets);
  held_bytes_ -= read.bytes;
  reads_.pop_front();
  ++taken_;
  ++counters_.tx_sent;
  complete(now);
  read_packets(now);
  return packet;
}

/// One completion covers a batch, or all packets that have been announced.
void NicTransmitter::complete(Cycle now) {
  if (taken_ - completed_ < params_.descriptor_batch && taken_ != fetcher_.tail()) return;
  completed_ = taken_;
  ++counters_.completions;
  const auto entry = CompletionEntry{taken_, 0, 0}.octets();
  dma_.write(now, params_.map.tx_done, {entry.data(), kCompletionEntryBytes},
             nic_cookie(NicAccess::kTxDone, taken_), true);
  moderator_.completed(now);
}

}  // namespace tinsim
