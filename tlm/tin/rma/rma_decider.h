// SPDX-License-Identifier: Apache-2.0
// Decisions of a 1RMA engine that blocks attached to it may replace.
#pragma once

#include <vector>

#include "rtl_models/parts/rma_region.h"
#include "rtl_models/parts/rma_segment.h"
#include "rtl_models/parts/rma_slots.h"
#include "rtl_models/parts/rma_solicitation.h"
#include "rtl_models/parts/rma_words.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// A request for bytes of a region …
struct RegionAccess {
  uint32_t region = 0;
  unsigned op = 0;
  uint64_t offset = 0;
  unsigned size = 0;
};
/// … and the verdict: a code of RmaRefusal, and, if it is Granted, where the bytes are. Key and
/// host are those of any live region.
struct RegionVerdict {
  RmaRefusal refusal = RmaRefusal::NoRegion;
  uint64_t address = 0;  ///< PCIe
  uint8_t host = 0;
  RegionKey key;
};

/// Fields of a received request, or why it is none.
struct DecodedRequest {
  RmaCellError error = RmaCellError::None;
  RmaRequest fields;
};

/// The windows of a chip: that of its operations, and that of its PULLs.
enum class SolicitedBy : uint8_t { kOperations, kPulls };
constexpr unsigned kRmaWindows = 2;

/// Called in the order of the decisions. A decision arrives with the chip's own result, `own`; the
/// chip uses the result that is returned. Cycles are absolute.
class RmaDecider {
 public:
  virtual ~RmaDecider() = default;

  // Command slots.
  /// The slot that the allocation register of `host` shows; CommandSlotState::kNone: none.
  virtual unsigned free_slot(unsigned host, unsigned own) const = 0;
  /// A host reads that register.
  virtual void allocated(Cycle now, unsigned host) = 0;
  virtual SlotError stored(Cycle now, unsigned host, unsigned slot, unsigned part,
                           SlotError own) = 0;
  /// The slot whose command is whole, which is taken; kNone: none.
  virtual unsigned ready(Cycle now, unsigned own) = 0;
  virtual void freed(Cycle now, unsigned slot) = 0;

  // Region table.
  /// An entry has been written by software or by a REKEY.
  virtual void region_written(uint32_t number, const RmaRegion& region) = 0;
  virtual RegionVerdict judged(Cycle now, const RegionAccess& access, const RegionVerdict& own) = 0;

  // Solicitation.
  virtual void waits(Cycle now, SolicitedBy by, unsigned cls,
                     const SolicitationState::Waiting& op) = 0;
  virtual SolicitationState::Decision solicited(Cycle now, SolicitedBy by,
                                                const SolicitationLimits& limits,
                                                const SolicitationState::Decision& own) = 0;
  virtual void refunded(Cycle now, SolicitedBy by, uint32_t bytes) = 0;

  // Requests as words.
  virtual RmaRequestPayload encoded(Cycle now, const RmaRequest& request,
                                    const RmaRequestPayload& own) = 0;
  /// A cell of type `type` with `words` words.
  virtual DecodedRequest decoded(Cycle now, unsigned type, unsigned words,
                                 const RmaRequestPayload& payload, const DecodedRequest& own) = 0;

  // Reads of host memory.
  /// The context of a read of `size` bytes for slot field `id`.
  virtual unsigned opened(Cycle now, unsigned id, unsigned size, unsigned own) = 0;
  /// The cells of a completion. An `error` has no bytes; `last` is the read's last completion.
  virtual std::vector<RmaSegment> segmented(Cycle now, unsigned context, unsigned offset,
                                            unsigned bytes, bool error, bool last) = 0;

  // Timers of command slots.
  virtual void timer_started(Cycle now, unsigned slot, Cycle cycles) = 0;
  virtual void timer_stopped(Cycle now, unsigned slot) = 0;
  /// Whether the timer of `slot` has expired in cycle `now`, in which it was due once.
  virtual bool expired(Cycle now, unsigned slot, bool own) = 0;
};

}  // namespace tinsim
