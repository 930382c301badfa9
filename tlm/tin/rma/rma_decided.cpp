// SPDX-License-Identifier: Apache-2.0
// Decisions of blocks attached to a 1RMA engine, which must name what exists.
#include <fmt/format.h>

#include "base/errors.h"
#include "tlm/tin/rma/host_reader.h"
#include "tlm/tin/rma/initiator.h"
#include "tlm/tin/rma/rma_core.h"

namespace tinsim {

void RmaCore::fail_decision(Cycle now, std::string_view block, const std::string& what) const {
  throw InvariantError(fmt::format("{} cycle {}: {}: {}", params.name, now, block, what));
}

/// The grant is that of the verdict: an address that differs is accessed.
RegionVerdict RmaCore::judge_decided(Cycle now, const RegionAccess& access,
                                     const RegionVerdict& own, RmaGrant& grant) const {
  const RegionVerdict verdict = decider->judged(now, access, own);
  if (verdict.refusal != RmaRefusal::Granted) return verdict;
  if (dma.ports()[verdict.host] == nullptr)
    fail_decision(now, "region_table",
                  fmt::format("grants memory of host {}, which does not exist", verdict.host));
  grant = grant_of(access.op, verdict.address, access.size, verdict.host);
  return verdict;
}

SolicitationState::Decision RmaCore::solicit_decided(Cycle now, SolicitedBy by,
                                                     const SolicitationLimits& limits,
                                                     SolicitationState& waiting,
                                                     const SolicitationState::Decision& own) const {
  const auto decision = decider->solicited(now, by, limits, own);
  const auto differ = [](const auto& a, const auto& b) {
    return a.valid != b.valid || (a.valid && (a.cls != b.cls || a.op.slot != b.op.slot));
  };
  if (!differ(decision.grant, own.grant) && !differ(decision.expired, own.expired)) return own;
  if (!waiting.replace(own, decision))
    fail_decision(now, "solicitation", "grants or gives up an operation that is not the first");
  return decision;
}

SlotError Initiator::store_decided(Cycle now, unsigned host, unsigned slot, unsigned part,
                                   SlotError own) {
  const SlotError error = core_.decider->stored(now, host, slot, part, own);
  if (error == SlotError::None && slot >= operations_.size())
    core_.fail_decision(now, "command_slots",
                        fmt::format("accepts a store to slot {}, which does not exist", slot));
  return error;
}

/// Whether the timer of `slot` has expired; `own`: by the chip's own account.
bool Initiator::expired_decided(Cycle now, unsigned slot, bool own) {
  const bool has_expired = core_.decider->expired(now, slot, own);
  if (has_expired && !own && find(id_of(slot)) == nullptr)
    core_.fail_decision(now, "timeout_wheel",
                        fmt::format("timer {} expires, whose slot has no operation", slot));
  return has_expired;
}

/// An operation in service ends.
void Initiator::stop_decided(Cycle now, unsigned slot, unsigned bytes) {
  core_.decider->refunded(now, SolicitedBy::kOperations, bytes);
  core_.decider->timer_stopped(now, slot);
}

unsigned HostReader::open_decided(Cycle now, unsigned id, unsigned size, unsigned own) {
  const unsigned number = core_.decider->opened(now, id, size, own);
  if (number >= contexts_.size() || !(free_ >> number & 1))
    core_.fail_decision(now, "response_segmenter",
                        fmt::format("opens context {}, which is not free", number));
  return number;
}

/// The cells lie within the completion.
void HostReader::send_decided(unsigned number, const DmaPiece& piece, Cycle at) {
  const Context& context = contexts_[number];
  const std::vector<RmaSegment> cells =
      core_.decider->segmented(at, number, piece.offset, piece.bytes.size, piece.error, piece.last);
  const unsigned end = piece.offset + piece.bytes.size;
  for (const RmaSegment& cell : cells) {
    const bool is_inside = cell.offset >= piece.offset && cell.offset + cell.length <= end;
    if (!is_inside || cell.words != rma_cell_words(cell.length))
      core_.fail_decision(
          at, "response_segmenter",
          fmt::format("a cell of {} words has bytes {} to {} of a completion of {} "
                      "to {}",
                      cell.words, cell.offset, cell.offset + cell.length, piece.offset, end));
  }
  if (!core_.params.is_carried() && !piece.error) return core_.send_counted(at, cells, context.to);
  for (const RmaSegment& cell : cells) send_cell(context, piece, cell, at);
}

}  // namespace tinsim
