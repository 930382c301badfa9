// SPDX-License-Identifier: Apache-2.0
// The chip's side of packets on their way from the IP path to host memory.
#include "tlm/nic/nic_receiver.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace tinsim {

void NicReceiver::receive(Cycle now, const PacketPtr& packet, uint8_t ecn) {
  ++counters_.rx_arrived;
  held_bytes_ += nic_bytes(*packet);
  waiting_.push_back({packet, ecn});
  write_packets(now);
}

void NicReceiver::write_packets(Cycle now) {
  while (!waiting_.empty() && outstanding_bytes_ < params_.outstanding_bytes) {
    if (!fetcher_.has_next()) {
      if (fetcher_.is_exhausted() && !is_waiting_) {
        is_waiting_ = true;
        ++counters_.rx_ring_empty;
      }
      return;
    }
    const NicRings::Received received = std::move(waiting_.front());
    waiting_.pop_front();
    write_packet(now, received);
  }
}

void NicReceiver::write_packet(Cycle now, const NicRings::Received& received) {
  const uint32_t count = fetcher_.next(), place = count % params_.rx_ring;
  const uint32_t bytes = nic_bytes(*received.packet);
  Descriptor descriptor{params_.map.rx_packet(place), kPacketPlace};
  if (params_.carried) descriptor = fetcher_.content();
  if (bytes > descriptor.bytes)
    throw InvariantError(
        fmt::format("{} cycle {}: {} bytes for a buffer of {}; expected one that holds them",
                    params_.name, now, bytes, descriptor.bytes));
  fetcher_.pop(now);
  std::vector<uint8_t> frame;
  if (params_.carried) frame = nic_frame(*received.packet);
  rings_.rx_at(count) = received;
  outstanding_bytes_ += bytes;
  written_.push_back(bytes);
  counters_.bytes_written += bytes;
  ++counters_.completions;
  dma_.write(now, descriptor.address, {frame.empty() ? nullptr : frame.data(), bytes},
             nic_cookie(NicAccess::kRxPacket, count), false);
  const auto entry = CompletionEntry{count + 1, bytes, received.ecn}.octets();
  dma_.write(now, params_.map.rx_done + uint64_t{place} * kCompletionEntryBytes,
             {entry.data(), kCompletionEntryBytes}, nic_cookie(NicAccess::kRxDone, count + 1),
             true);
  moderator_.completed(now);
}

void NicReceiver::landed(Cycle now) {
  held_bytes_ -= written_.front();
  outstanding_bytes_ -= written_.front();
  written_.pop_front();
  write_packets(now);
}

}  // namespace tinsim
