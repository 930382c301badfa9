// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: arriving DATA cells, and packets that stay incomplete.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/errors.h"
#include "base/prefetch.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/tin/ip/egress.h"

namespace tinsim {

namespace {
/// A packet with at most so many missing cells is about to be complete.
constexpr unsigned kNearlyWhole = 8;
}  // namespace

/// A cell that names a packet's context, and is not stored, must have the length of its index.
inline void Egress::check_length(Cycle now, const DataWord& cell) const {
  const unsigned bytes = buffer_.bytes(cell.eptr);
  if (cell.vbytes != vbytes_of(bytes, cell.idx)) fail_length(now, cell);
}

/// The buffer has stored a cell that arrives in cycle `at`.
inline void Egress::store(Cycle at, const Cell& cell, const DataWord& word,
                          const CellArrival& arrival) {
  rules_.stored(at, word, cell.src);
  PacketContext& packet = fetched(word.eptr);
  if (params_.carried) {
    const auto from = packet.packet->data.begin() + word.idx * kDataCellBytes;
    std::copy(from, from + word.vbytes,
              data_[kFormat.context(word.eptr)].begin() + word.idx * kDataCellBytes);
  }
  packet.whole = std::max(packet.whole, at);  // ports are not in order of time
  if (buffer_.missing(word.eptr) == std::min(kNearlyWhole, packet.cells - 1u))
    prefetch_departure(word.eptr);
  if (!arrival.complete) return;
  packet.aborted = arrival.aborted;
  events_.push(packet.whole + params_.egress.data_cycles, IpEvent::kComplete, word.eptr);
}

/// Precondition: a packet has the eptr. Before it is complete only its timeout reads which of its
/// cells have arrived. A decider sees all cells in the order of their cycles.
inline bool Egress::is_certain(Cycle at, uint16_t eptr) const {
  return decider_ == nullptr &&
         (params_.egress.fetch_timeout == 0 ||
          at < fetched_[kFormat.context(eptr)].granted + params_.egress.fetch_timeout);
}

/// A cell that is not stored waits for its cycle: its eptr may be another packet's by then.
bool Egress::data(Cycle at, const Cell& cell, Timing timing) {
  const DataWord word = unpack_data(word_1(cell));
  const bool is_taken = buffer_.is_taken(word.eptr);
  if (!is_due(timing) && !(is_taken && is_certain(at, word.eptr))) return false;
  CellArrival arrival;
  if (is_taken) arrival = buffer_.store_taken(word.eptr, word.idx, word.vbytes);
  if (!arrival.stored && is_taken) check_length(at, word);
  if (!arrival.stored && !is_due(timing)) return false;
  if (decider_ != nullptr)
    arrival = decider_->stored(at, word.eptr, word.idx, word.vbytes, arrival);
  if (!arrival.stored) {
    rules_.unexpected(at, word);
    ++counters_.late_cells;
    return true;
  }
  store(at, cell, word, arrival);
  return true;
}

/// The packet is nearly complete, or the next to depart: begins to prefetch state not used since
/// its RTS.
void Egress::prefetch_departure(uint16_t eptr) const {
  const PacketContext& packet = fetched_[kFormat.context(eptr)];
  prefetch_soon(packet.packet.get(), sizeof(Packet));
  rules_.prefetch_departure(eptr);
}

/// A cell without bytes aborts its packet, and one beyond the last cell belongs to none: neither is
/// an error.
void Egress::fail_length(Cycle now, const DataWord& cell) const {
  const unsigned bytes = buffer_.bytes(cell.eptr);
  if (cell.vbytes == 0 || cell.idx >= cells_of(bytes)) return;
  throw InvariantError(
      fmt::format("{} cycle {}: DATA cell {} of a packet of {} bytes has {}; "
                  "expected {}",
                  params_.name, now, cell.idx, bytes, cell.vbytes, vbytes_of(bytes, cell.idx)));
}

/// The packet of `context`, granted now, is given up if it is incomplete after the timeout.
void Egress::watch(Cycle now, uint16_t context) {
  if (params_.egress.fetch_timeout == 0) return;
  fetched_[context].before = newest_;
  (newest_ == kNoContext ? oldest_ : fetched_[newest_].after) = context;
  newest_ = context;
  if (is_watching_) return;
  is_watching_ = true;
  events_.push(now + params_.egress.fetch_timeout, IpEvent::kTimeout, kIpInterfaces);
}

void Egress::unwatch(uint16_t context) {
  if (params_.egress.fetch_timeout == 0) return;
  const PacketContext& packet = fetched_[context];
  (packet.before == kNoContext ? oldest_ : fetched_[packet.before].after) = packet.after;
  (packet.after == kNoContext ? newest_ : fetched_[packet.after].before) = packet.before;
}

void Egress::time_out(Cycle now) {
  is_watching_ = false;
  for (uint16_t context = oldest_; context != kNoContext;) {
    const PacketContext& packet = fetched_[context];
    if (packet.granted + params_.egress.fetch_timeout > now) {
      is_watching_ = true;
      return events_.push(packet.granted + params_.egress.fetch_timeout, IpEvent::kTimeout,
                          kIpInterfaces);
    }
    const uint16_t eptr = order_of(packet.eport, packet.cos).tag(packet.entry);
    context = packet.after;
    if (buffer_.is_complete(eptr)) continue;
    ++counters_.lost_by(IpLoss::kFetchTimeout);
    drop(now, eptr);
  }
}

}  // namespace tinsim
