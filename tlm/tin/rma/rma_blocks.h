// SPDX-License-Identifier: Apache-2.0
// The blocks attached to a chip's 1RMA engine: compared with its decisions, or making them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "rtl_models/command_slots/command_slots.h"
#include "rtl_models/region_table/region_table.h"
#include "rtl_models/request_codec/request_codec.h"
#include "rtl_models/response_segmenter/response_segmenter.h"
#include "rtl_models/solicitation/solicitation.h"
#include "rtl_models/timeout_wheel/timeout_wheel.h"
#include "tlm/tin/decision_block.h"
#include "tlm/tin/rma/rma_decider.h"
#include "tlm/tin/rma/rma_params.h"

namespace tinsim {

/// The blocks of a 1RMA engine, each with its parameters.
struct RmaBlockTypes {
  using Slots = CommandSlots<CommandSlotState::kMaxSlots>;
  using Regions = RegionTable<4096>;
  using Window = Solicitation<SolicitationState::kMaxDepth>;
  using Segmenter = ResponseSegmenter<64>;
  using Wheel = TimeoutWheel<CommandSlotState::kMaxSlots>;
};

/// Drives each block with the inputs of the chip's decision. The latency of a block differs from
/// the chip's, so decisions are matched in order, not by cycles. A difference throws
/// LockstepMismatch, which names chip, block, cycle and field, unless the block decides.
class RmaBlocks final : public RmaDecider, private RmaBlockTypes {
 public:
  enum Block {
    kCommandSlots,
    kRegionTable,
    kSolicitation,
    kRequestCodec,
    kResponseSegmenter,
    kTimeoutWheel,
    kBlocks
  };

  /// The implementations; a block without one takes no part.
  struct Set {
    DecisionChoice<Slots> slots;
    DecisionChoice<Regions> regions;
    DecisionChoice<Window> windows;
    DecisionChoice<RequestCodec> codec;
    DecisionChoice<Segmenter> segmenter;
    DecisionChoice<Wheel> wheel;
    static Set models();
  };

  /// `params` outlives the object. Precondition: it has kMaxSlots command slots, and a completion
  /// has at most 256 bytes.
  RmaBlocks(const RmaParams& params, const Set& set);

  /// A remark on each block that takes part.
  std::vector<std::string> notes() const;
  /// Decisions made or compared so far.
  uint64_t compared(Block block) const { return compared_[block]; }

  unsigned free_slot(unsigned host, unsigned own) const override;
  void allocated(Cycle now, unsigned host) override;
  SlotError stored(Cycle now, unsigned host, unsigned slot, unsigned part, SlotError own) override;
  unsigned ready(Cycle now, unsigned own) override;
  void freed(Cycle now, unsigned slot) override;

  void region_written(uint32_t number, const RmaRegion& region) override;
  RegionVerdict judged(Cycle now, const RegionAccess& access, const RegionVerdict& own) override;

  void waits(Cycle now, SolicitedBy by, unsigned cls,
             const SolicitationState::Waiting& op) override;
  SolicitationState::Decision solicited(Cycle now, SolicitedBy by, const SolicitationLimits& limits,
                                        const SolicitationState::Decision& own) override;
  void refunded(Cycle now, SolicitedBy by, uint32_t bytes) override;

  RmaRequestPayload encoded(Cycle now, const RmaRequest& request,
                            const RmaRequestPayload& own) override;
  DecodedRequest decoded(Cycle now, unsigned type, unsigned words, const RmaRequestPayload& payload,
                         const DecodedRequest& own) override;

  unsigned opened(Cycle now, unsigned id, unsigned size, unsigned own) override;
  std::vector<RmaSegment> segmented(Cycle now, unsigned context, unsigned offset, unsigned bytes,
                                    bool error, bool last) override;

  void timer_started(Cycle now, unsigned slot, Cycle cycles) override;
  void timer_stopped(Cycle now, unsigned slot) override;
  bool expired(Cycle now, unsigned slot, bool own) override;

 private:
  /// The block counts cycles that it is given, one for each call, so that the age of an operation
  /// differs from the chip's. The limit is changed accordingly, and separates the same operations.
  struct Solicited {
    struct Waiting {
      Cycle since = 0;
      uint64_t since_tick = 0;
    };
    DecisionBlock<Window> block;
    uint64_t ticks = 0;
    std::array<std::deque<Waiting>, kRmaClasses> waiting;
    uint32_t used = 0;              ///< bytes in service
    SolicitationLimits straps;      ///< turns between the classes, since the reset
    bool has_other_straps = false;  ///< the chip's have changed: the block takes no part
    bool is_idle() const { return waiting[0].empty() && waiting[1].empty() && used == 0; }
  };
  struct Timer {
    uint64_t due = 0;  ///< the block's cycle
    bool has_fired = false;
  };
  static Window::In window_inputs(const SolicitationLimits& limits);
  void reset_window(Cycle now, Solicited& of);
  bool takes_part(Cycle now, Solicited& of);
  void tick_window(Cycle now, Solicited& of, const Window::In& in);
  static uint32_t limit_in_ticks(Cycle now, const Solicited& of, const SolicitationLimits& limits);
  SolicitationState::Decision departures(Cycle now, const Solicited& of,
                                         const SolicitationState::Decision& own);

  void run_wheel(Cycle now);
  void tick_wheel(Cycle now, const Wheel::In& in);

  const RmaParams& params_;
  std::array<uint64_t, kBlocks> compared_{};
  Cycle latest_ = 0;  ///< cycle of the latest call
  DecisionBlock<Slots> slots_;
  DecisionBlock<Regions> regions_;
  std::unordered_map<uint32_t, RmaRegion> written_;  ///< by number
  std::array<Solicited, kRmaWindows> windows_;
  DecisionBlock<RequestCodec> codec_;
  DecisionBlock<Segmenter> segmenter_;
  Segmenter::In segmenter_straps_;
  std::array<unsigned, 64> ids_{};  ///< slot fields, by read context
  DecisionBlock<Wheel> wheel_;
  uint64_t wheel_at_ = 0;  ///< the block's cycle
  std::array<Timer, CommandSlotState::kMaxSlots> timers_{};
};

}  // namespace tinsim
