// SPDX-License-Identifier: Apache-2.0
// Records of the chip core that every hop touches: of a port, of a VC of a port, of a VC FIFO. They
// fill whole cache lines, so one record serves several parts of the core. Each field of a record
// belongs to the one class that its type names as a friend; other classes read it at most.
#pragma once

#include <array>
#include <memory_resource>
#include <string>
#include <vector>

#include "base/masks.h"
#include "base/prefetch.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/cell_switch/cell_pool.h"
#include "tlm/tin/cell_switch/link_tx.h"
#include "tlm/tin/cell_switch/settings_edits.h"
#include "tlm/tin/cell_switch/shape.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class Arbiter;
class InputQueues;
class LinkSlots;
class Observation;

/// The cells of one VC FIFO, and the request of its head. Empty when all zero.
class InputFifo {
 public:
  bool empty() const { return head_ == kNil; }
  /// Precondition of all that follow but occupancy() and peak(): not empty.
  uint32_t head() const { return head_; }
  unsigned out() const { return out_; }
  unsigned out_vc() const { return out_vc_; }
  unsigned words() const { return words_; }

  unsigned occupancy() const { return occupancy_; }
  unsigned peak() const { return peak_; }

 private:
  friend class InputQueues;
  uint32_t head_ = kNil;
  uint32_t tail_ = kNil;
  uint8_t out_ = 0;         ///< output port of the head
  uint8_t out_vc_ = 0;      ///< output VC of the head
  uint8_t words_ = 0;       ///< of the head
  uint16_t occupancy_ = 0;  ///< in words
  uint16_t peak_ = 0;       ///< highest occupancy
};

/// Words taken from a VC FIFO since the last flow-control (FC) set that granted some of it again.
class FreedWords {
 public:
  unsigned words() const { return words_; }

 private:
  friend class LinkSlots;
  uint16_t words_ = 0;
};

/// The resource on which a head was blocked when its output was free.
class HeadBlock {
 public:
  enum class Cause : uint8_t { kNone, kCredit, kSpace };
  Cause cause() const { return cause_; }

 private:
  friend class Arbiter;
  Cause cause_ = Cause::kNone;
};

/// Counters of one VC FIFO, and the cycles from which its head's stalls are counted.
class StallCounts {
  friend class Observation;
  Cycle since = 0;              ///< first cycle in which the head could be matched
  uint32_t busy_at_since = 0;   ///< busy cycles of the input up to `since`
  Cycle blocked_since = 0;      ///< arbitration that found the head blocked, where it is
  uint32_t busy_at_block = 0;   ///< busy cycles of the input up to `blocked_since`
  uint32_t blocked_cycles = 0;  ///< of this head, so far
  uint32_t cells = 0;
  uint32_t words = 0;
  uint32_t stall_input = 0;
  uint32_t stall_credit = 0;
  uint32_t stall_queue = 0;
  uint32_t stall_output = 0;
};

/// One VC FIFO.
struct alignas(64) VcRecord {
  InputFifo fifo;
  FreedWords freed;
  HeadBlock block;
  StallCounts counts;
};
static_assert(sizeof(VcRecord) == 64, "one cache line");

/// Requests, round-robin pointers and transfers of one port.
class ArbiterPort {
  friend class Arbiter;
  PortMask requests = 0;   ///< as output: inputs with a head for it
  PortMask unblocked = 0;  ///< as input: outputs for which it has heads that are not all blocked
  Cycle in_free_at = 0;
  Cycle out_free_at = 0;
  uint32_t in_busy_cycles = 0;       ///< of all transfers begun
  uint8_t granted = kCorePorts - 1;  ///< as output: input of the last match of a first round
  uint8_t accepted = 0;              ///< as input: output of the last match of a first round
  uint8_t last_vc = 0;               ///< as input: VC of the last transfer
};

/// VCs of one input that have a head.
class InputHeads {
  friend class InputQueues;
  VcMask vcs = 0;
};

/// Slot in which an idle link sends a deferred credit update (LinkSlots::apply_deferred_updates).
class DeferredUpdate {
  friend class LinkSlots;
  Cycle at = kNoCycle;
};

/// Both directions of a port's link.
class LinkRecord {
  friend class LinkSlots;
  PortWire wire;
  LinkTx tx;
};

/// One port, as input and as output. Two cache lines that are fetched as a pair; the second one is
/// that of the link's transmit side.
struct alignas(128) PortRecord {
  ArbiterPort arbiter;
  InputHeads heads;
  DeferredUpdate update;
  LinkRecord link;
};
static_assert(kIsVariantCore || sizeof(PortRecord) == 128, "two cache lines");

/// Place of an input's VC FIFO among those in use; 0: no cell has arrived on it.
class FifoPlace {
  friend class InputQueues;
  uint16_t place = 0;
};

/// Credit of an output VC in words.
class OutputCredit {
  friend class LinkSlots;
  uint16_t words = 0;
};

/// One VC of a port.
struct PortVc {
  OutputCredit credit;
  FifoPlace fifo;
};
static_assert(sizeof(PortVc) == 4, "sixteen to a cache line");

/// The crossbar may be faster than a link, so that output queues fill. The variant core always
/// counts their words.
constexpr bool buffers_words(const SwitchParams& params) {
  return kIsVariantCore || params.crossbar_speedup.num > 1;
}

/// The records by port, the parameters of the switch, and its mailbox.
class CoreRecords {
 public:
  CoreRecords(const SwitchParams& params, unsigned ring_cycles)
      : params_(params),
        vcs_(kCoreVcs * kCorePorts, params.memory),
        mailbox_(ring_cycles, params.dense, params.memory, params.cells) {}

  const SwitchParams& params() const { return params_; }
  PipelineDelays delays() const {
    if constexpr (kIsVariantCore) return params_.delays;
    return {};
  }
  void set_settings(const SwitchSettings& settings) { settings.apply_to(params_); }
  Mailbox& mailbox() { return mailbox_; }
  const Mailbox& mailbox() const { return mailbox_; }

  PortRecord& port(unsigned port) { return ports_[port]; }
  const PortRecord& port(unsigned port) const { return ports_[port]; }
  PortVc& vc(unsigned port, unsigned vc) { return vcs_[vc * kCorePorts + port]; }
  const PortVc& vc(unsigned port, unsigned vc) const { return vcs_[vc * kCorePorts + port]; }

  void prefetch(unsigned vc) const {
    prefetch_lines(&vcs_[vc * kCorePorts], params_.ports * sizeof(PortVc));
  }
  /// Throws an InvariantError that names switch, port, VC and cycle.
  [[noreturn]] void fail(Cycle now, unsigned port, unsigned vc, const std::string& what) const;

 private:
  SwitchParams params_;
  std::pmr::vector<PortVc> vcs_;  ///< [vc * kCorePorts + port]
  Mailbox mailbox_;
  std::array<PortRecord, kCorePorts> ports_{};
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
