// SPDX-License-Identifier: Apache-2.0
// The NIC of one host: reports of PCIe, conservation of packets.
#include "tlm/nic/nic.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace tinsim {

void Nic::read_piece(const DmaPiece& piece, Cycle at) {
  switch (access_of(piece.cookie)) {
    case NicAccess::kTxDescriptors:
      return transmitter_.descriptors_in(piece, at);
    case NicAccess::kRxDescriptors:
      return receiver_.descriptors_in(piece, at);
    default:
      if (transmitter_.packet_in(piece, at)) ip_.wake(at);
  }
}

void Nic::write_landed(uint64_t cookie, bool, Cycle at) {
  switch (access_of(cookie)) {
    case NicAccess::kTxDone:
      return driver_.tx_landed(count_of(cookie), at);
    case NicAccess::kRxDone:
      receiver_.landed(at);
      driver_.rx_landed(count_of(cookie), at);
      return check_space(at);
    case NicAccess::kInterrupt:
      return driver_.interrupt_landed(at);
    default:
      return;
  }
}

void Nic::doorbell(uint32_t offset, ByteView bytes, Cycle at) {
  if (bytes.size != kDoorbellBytes || bytes.data == nullptr) return;
  const auto count = static_cast<uint32_t>(load_little(bytes.data, kDoorbellBytes));
  if (offset == kTxDoorbell) transmitter_.doorbell(at, count);
  if (offset == kRxDoorbell) receiver_.doorbell(at, count);
}

void Nic::check(Cycle now) const {
  const NicCounters& c = counters_;
  const auto expect = [&](const char* packets, uint64_t counted, uint64_t held) {
    if (counted != held)
      throw InvariantError(fmt::format("{} cycle {}: {} {} packets by counters, {} held",
                                       params_.name, now, counted, packets, held));
  };
  expect("posted", c.tx_posted - c.tx_completed, rings_.tx_held());
  expect("received", c.rx_arrived - c.rx_delivered, rings_.rx_held() + receiver_.waiting());
}

void Nic::check_space(Cycle now) {
  if (receiver_.is_full() == is_stopped_) return;
  is_stopped_ = receiver_.is_full();
  if (is_stopped_) ++counters_.rx_stops;
  ip_.stop(now, is_stopped_);
}

}  // namespace tinsim
