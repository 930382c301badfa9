// SPDX-License-Identifier: Apache-2.0
// The driver of a NIC: software on the host, between its transport and the rings.
#include "tlm/nic/nic_driver.h"

#include <algorithm>
#include <array>

#include "tlm/nic/descriptor.h"

namespace tinsim {

Cycle NicDriver::next() const {
  if (!is_started_) return 0;
  if (is_tx_full()) return handler_at_;
  const Cycle host = host_.next();
  return std::min(handler_at_, host == kNoCycle ? host : std::max(host, sent_at_ + 1));
}

void NicDriver::run(Cycle now) {
  if (!is_started_) {
    is_started_ = true;
    make_buffers(now, params_.rx_ring);
  }
  if (handler_at_ <= now) handle(now);
  send(now);
}

void NicDriver::tx_landed(uint32_t count, Cycle at) {
  tx_done_ = count;
  notice_by_polling(at);
}

void NicDriver::rx_landed(uint32_t count, Cycle at) {
  rx_done_ = count;
  notice_by_polling(at);
}

void NicDriver::notice_by_polling(Cycle at) {
  if (params_.notice != NicNotice::poll) return;
  const Cycle period = params_.poll_cycles;
  notice((at + period - 1) / period * period);
}

/// All completions in memory, sent packets first: the host may send again in the same cycle.
void NicDriver::handle(Cycle now) {
  handler_at_ = kNoCycle;
  if (is_tx_full() && !is_full_counted_ && host_.next() < now) ++counters_.tx_ring_full;
  if (tx_freed_ != tx_done_) is_full_counted_ = false;
  counters_.tx_completed += tx_done_ - tx_freed_;
  for (; tx_freed_ != tx_done_; ++tx_freed_) rings_.tx_at(tx_freed_).reset();
  for (; rx_delivered_ != rx_done_; ++rx_delivered_) deliver(now, rx_delivered_);
  const uint32_t free = rx_delivered_ - rx_returned_;
  if (free >= params_.descriptor_batch) {
    rx_returned_ = rx_delivered_;
    make_buffers(now, free);
  }
}

void NicDriver::deliver(Cycle now, uint32_t count) {
  NicRings::Received received = std::move(rings_.rx_at(count));
  if (params_.carried) {
    const uint32_t place = count % params_.rx_ring;
    std::array<uint8_t, kCompletionEntryBytes> octets{};
    memory_.read(params_.map.rx_done + uint64_t{place} * kCompletionEntryBytes, octets.data(),
                 octets.size());
    const CompletionEntry entry = CompletionEntry::from(octets.data());
    std::vector<uint8_t> frame(entry.bytes);
    memory_.read(params_.map.rx_packet(place), frame.data(), frame.size());
    received.packet = with_octets(received.packet, frame);
    received.ecn = entry.ecn;
  }
  ++counters_.rx_delivered;
  host_.receive(received.packet, received.ecn, now);
}

void NicDriver::make_buffers(Cycle now, uint32_t count) {
  for (; count > 0; --count, ++rx_made_) {
    const uint32_t place = rx_made_ % params_.rx_ring;
    if (!params_.carried) continue;
    const auto octets = Descriptor{params_.map.rx_packet(place), kPacketPlace}.octets();
    memory_.write(params_.map.rx_ring + uint64_t{place} * kDescriptorBytes, octets.data(),
                  octets.size());
  }
  ring(now, kRxDoorbell, rx_made_);
}

void NicDriver::send(Cycle now) {
  sent_at_ = now;
  const uint32_t before = tx_made_;
  while (!is_tx_full() && host_.next() <= now) {
    const PacketPtr packet = host_.take(now);
    if (packet == nullptr) break;
    post(packet);
  }
  if (tx_made_ != before) ring(now, kTxDoorbell, tx_made_);
  if (is_tx_full() && !is_full_counted_ && host_.next() <= now) {
    is_full_counted_ = true;
    ++counters_.tx_ring_full;
  }
}

void NicDriver::post(const PacketPtr& packet) {
  ++counters_.tx_posted;
  const uint32_t place = tx_made_ % params_.tx_ring;
  rings_.tx_at(tx_made_++) = packet;
  if (!params_.carried) return;
  const std::vector<uint8_t> frame = nic_frame(*packet);
  const uint64_t address = params_.map.tx_packet(place);
  const auto octets = Descriptor{address, static_cast<uint32_t>(frame.size())}.octets();
  memory_.write(address, frame.data(), frame.size());
  memory_.write(params_.map.tx_ring + uint64_t{place} * kDescriptorBytes, octets.data(),
                octets.size());
}

void NicDriver::ring(Cycle now, uint32_t doorbell, uint32_t count) {
  ++counters_.doorbells;
  std::array<uint8_t, kDoorbellBytes> octets{};
  store_little(octets.data(), kDoorbellBytes, count);
  mmio_.store(now, params_.bar_base + doorbell, {octets.data(), kDoorbellBytes});
}

}  // namespace tinsim
