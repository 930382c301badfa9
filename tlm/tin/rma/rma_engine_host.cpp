// SPDX-License-Identifier: Apache-2.0
// The 1RMA engine of one chip: completions and stores from PCIe.
#include <fmt/format.h>

#include "base/errors.h"
#include "tlm/tin/rma/rma_engine.h"

namespace tinsim {

void RmaEngine::read_piece(const DmaPiece& piece, Cycle at) {
  if (!reader_.piece(static_cast<unsigned>(piece.cookie & 0xFF), piece, at)) return;
  initiator_.read_context_freed(at);
  target_.schedule_intake(at);
}

void RmaEngine::write_landed(uint64_t cookie, bool, Cycle at) {
  is_completed_ = true;
  initiator_.completion_written(cookie & 0xFFFF'FFFF, at);
}

void RmaEngine::atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) {
  target_.atomic_done(at, static_cast<unsigned>(cookie & 0xFF), old_value, error);
}

void RmaEngine::store(unsigned host, uint32_t offset, ByteView bytes, Cycle at) {
  if (offset < kCommandWindow) return registers_.store(host, offset, bytes);
  const uint32_t window = offset - kCommandWindow;
  const bool whole = window % kQuarterBytes == 0 && bytes.size % kQuarterBytes == 0;
  if (!whole || bytes.data == nullptr) return core_.counters.add(&RmaCounters::bad_stores, host);
  for (uint32_t done = 0; done < bytes.size; done += kQuarterBytes) {
    const uint32_t place = window + done;
    initiator_.store(at, host, place / kCommandBytes, place % kCommandBytes / kQuarterBytes,
                     bytes.data + done);
  }
}

void RmaEngine::edit(Cycle at, unsigned host, uint32_t offset, uint64_t value) {
  if (at != 0 && at <= worked_until_)
    throw InvariantError(
        fmt::format("{}: a register of 1RMA changes in cycle {}, which is over; expected a "
                    "cycle after {}",
                    core_.params.name, at, worked_until_));
  if (edits_.empty() || edits_.back().at != at) core_.events.push(at, RmaEvent::kRegisters, 0);
  edits_.push_back({at, host, offset, value});
  find_next();
}

void RmaEngine::apply_edits(Cycle now) {
  for (; !edits_.empty() && edits_.front().at <= now; edits_.pop_front())
    registers_.store(edits_.front().host, edits_.front().offset, edits_.front().value);
}

std::optional<uint64_t> RmaEngine::written(unsigned host, uint32_t offset) const {
  for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit)
    if (edit->host == host && edit->offset == offset) return edit->value;
  return registers_.value(host, offset);
}

bool RmaEngine::load(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle at) {
  return registers_.load(at, host, offset, out, bytes);
}

bool RmaEngine::peek(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) const {
  return registers_.peek(host, offset, out, bytes);
}

}  // namespace tinsim
