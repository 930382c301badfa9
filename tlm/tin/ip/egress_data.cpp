// SPDX-License-Identifier: Apache-2.0
// Packets on their way out of the fabric: the cells that come in, and packets of which some do not.
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
/// A packet that lacks so many cells is whole soon.
constexpr unsigned kNearlyWhole = 8;
}  // namespace

/// A cell that claims to belong to a packet, and is not stored, has the bytes that it should.
inline void Egress::check_length(Cycle now, const DataWord& cell) const {
  const unsigned bytes = buffer_.bytes(cell.eptr);
  if (cell.vbytes != vbytes_of(bytes, cell.idx)) fail_length(now, cell);
}

/// A cell that comes in cycle `at` is in the books of its packet.
inline void Egress::store(Cycle at, const Cell& cell, const DataWord& word,
                          const CellArrival& arrival) {
  rules_.stored(at, word, cell.src);
  Fetched& packet = fetched(word.eptr);
  if (params_.carried) {
    const auto from = packet.packet->data.begin() + word.idx * kDataCellBytes;
    std::copy(from, from + word.vbytes,
              data_[kFormat.context(word.eptr)].begin() + word.idx * kDataCellBytes);
  }
  packet.whole = std::max(packet.whole, at);  // cells of several ports, not in order of time
  if (buffer_.missing(word.eptr) == std::min(kNearlyWhole, packet.cells - 1u))
    expect_leaving(word.eptr);
  if (!arrival.complete) return;
  packet.aborted = arrival.aborted;
  events_.push(packet.whole + params_.data_cycles, IpEvent::kComplete, word.eptr);
}

void Egress::data(Cycle now, const Cell& cell) {
  const DataWord word = unpack_data(word_1(cell));
  const CellArrival arrival = buffer_.store(word.eptr, word.idx, word.vbytes);
  if (!arrival.stored && buffer_.is_taken(word.eptr)) check_length(now, word);
  if (observer_ != nullptr) observer_->stored(now, word.eptr, word.idx, word.vbytes, arrival);
  if (!arrival.stored) {
    rules_.stray(now, word);
    ++counters_.late_cells;
    return;
  }
  store(now, cell, word, arrival);
}

/// Before the packet is complete, nobody but a timeout looks at which of its cells have come.
bool Egress::data_ahead(Cycle at, const Cell& cell) {
  const DataWord word = unpack_data(word_1(cell));
  if (observer_ != nullptr || !buffer_.is_taken(word.eptr)) return false;
  if (params_.fetch_timeout != 0 && at >= fetched(word.eptr).granted + params_.fetch_timeout) {
    return false;
  }
  const CellArrival arrival = buffer_.store_taken(word.eptr, word.idx, word.vbytes);
  if (!arrival.stored) {
    check_length(at, word);
    return false;
  }
  store(at, cell, word, arrival);
  return true;
}

/// The packet is nearly whole, or next: begins to fetch what has lain still since its RTS came.
void Egress::expect_leaving(uint16_t eptr) const {
  const Fetched& packet = fetched_[kFormat.context(eptr)];
  prefetch_soon(packet.packet.get(), sizeof(Packet));
  rules_.expect_leaving(eptr);
}

/// … unless its packet is given up, or it belongs to none.
void Egress::fail_length(Cycle now, const DataWord& cell) const {
  const unsigned bytes = buffer_.bytes(cell.eptr);
  if (cell.vbytes == 0 || cell.idx >= cells_of(bytes)) return;
  throw InvariantError(
      fmt::format("{} cycle {}: DATA cell {} of a packet of {} bytes has {}; "
                  "expected {}",
                  params_.name, now, cell.idx, bytes, cell.vbytes, vbytes_of(bytes, cell.idx)));
}

// ---- packets that do not arrive

/// The packet of `context`, granted now, is given up unless it is complete in time.
void Egress::watch(Cycle now, uint16_t context) {
  if (params_.fetch_timeout == 0) return;
  fetched_[context].before = newest_;
  (newest_ == kNoContext ? oldest_ : fetched_[newest_].after) = context;
  newest_ = context;
  if (is_watching_) return;
  is_watching_ = true;
  events_.push(now + params_.fetch_timeout, IpEvent::kTimeout, kIpInterfaces);
}

void Egress::forget(uint16_t context) {
  if (params_.fetch_timeout == 0) return;
  const Fetched& packet = fetched_[context];
  (packet.before == kNoContext ? oldest_ : fetched_[packet.before].after) = packet.after;
  (packet.after == kNoContext ? newest_ : fetched_[packet.after].before) = packet.before;
}

void Egress::time_out(Cycle now) {
  is_watching_ = false;
  for (uint16_t context = oldest_; context != kNoContext;) {
    const Fetched& packet = fetched_[context];
    if (packet.granted + params_.fetch_timeout > now) {
      is_watching_ = true;
      return events_.push(packet.granted + params_.fetch_timeout, IpEvent::kTimeout, kIpInterfaces);
    }
    const uint16_t eptr = order_of(packet.eport, packet.cos).tag(packet.entry);
    context = packet.after;
    if (buffer_.is_complete(eptr)) continue;
    ++counters_.lost_by(IpLoss::kFetchTimeout);
    drop(now, eptr);
  }
}

}  // namespace tinsim
