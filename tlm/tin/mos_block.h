// SPDX-License-Identifier: Apache-2.0
// The block mos_mailbox attached to a mailbox of the chip: compared with it, or deciding.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "rtl_models/mos_mailbox/mos_mailbox.h"
#include "tlm/tin/cell_switch/mos_port.h"
#include "tlm/tin/decision_block.h"

namespace tinsim {

/// Each direction is an instance of the block, with a clock of its own: the slots of a link are
/// decided earlier or later than the words of the same cycles arrive, and no output of a direction
/// depends on the other's inputs. Calls of each direction are in the order of MosPort, whose cycles
/// they have.
class MosBlock final : public MosDecider {
 public:
  static constexpr unsigned kTxWords = 16, kRxWords = 64;
  /// Cycles from one read to the next, at least: a read acts on what the previous one left.
  static constexpr Cycle kReadsApart = 5;
  using Block = MosMailbox<kTxWords, kRxWords>;

  /// `place`: chip and port. Precondition: the chip's mailbox has the depths of the block.
  MosBlock(const DecisionChoice<Block>& choice, const std::string& place);

  bool has_place(Cycle now, bool own) override;
  void written(Cycle now, const MosBody& word) override {
    writes_.push_back({now + kWriteBus, word});
  }
  MosBody offered(Cycle slot, const MosBody& own) override;
  void left(Cycle slot) override { slots_.push_back(slot); }
  void arrives(Cycle due, const MosBody& word) override {
    sets_.push_back({due - kSetToRead, word});
  }
  bool admitted(Cycle due, bool own) override;
  std::optional<MosBody> read(Cycle now, const std::optional<MosBody>& own) override;

  /// Decisions made or compared.
  uint64_t decisions() const { return decisions_; }

 private:
  static constexpr Cycle kWriteBus = 7;   ///< to the mailbox
  static constexpr Cycle kReadBus = 2;    ///< either way
  static constexpr Cycle kSetToRead = 3;  ///< mailbox 1, bus 2
  static constexpr Cycle kSlotToPlace = 8;

  struct Timed {
    Cycle at = 0;  ///< in the mailbox
    MosBody word;
  };

  void run_transmit(Cycle until);
  void run_receive(Cycle until);

  DecisionBlock<Block> transmit_, receive_;
  Cycle transmit_at_ = 0, receive_at_ = 0;  ///< cycles whose outputs are shown
  std::deque<Timed> writes_, sets_;         ///< not in the block yet
  std::deque<Cycle> slots_, reads_;         ///< likewise
  std::deque<Cycle> freed_;                 ///< slots of words that have left the block
  uint64_t decisions_ = 0;
};

}  // namespace tinsim
