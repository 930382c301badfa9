// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: iSLIP among the heads of the inputs, which heads are blocked on credit or
// on output queue space, and the transfers that occupy ports of the crossbar.
#pragma once

#include <array>
#include <memory_resource>
#include <vector>

#include "base/masks.h"
#include "tlm/tin/cell_switch/core_part.h"
#include "tlm/tin/cell_switch/core_records.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class Arbiter : public CorePart<Arbiter> {
 public:
  explicit Arbiter(const SwitchParams& params);
  /// Call once the records exist.
  void reset_pointers();
  /// Parked cells are an input, too.
  void add_memory_input();

  // Requests.
  /// The head of `q`, on `vc` of input `in`, requests its output from cycle `since` on.
  void add_head(Cycle since, unsigned in, unsigned vc, VcRecord& q);
  void add_request(unsigned in, unsigned out);
  void remove_request_without_head(unsigned in, unsigned out);
  /// The head has a new route and is no longer blocked.
  void unblock_head(Cycle now, unsigned in, VcRecord& q);
  /// Inputs with a head for this output, blocked or not.
  PortMask requests(unsigned out) const { return port(out).requests; }

  // When outputs arbitrate.
  /// `out` arbitrates when it and the input, which has a new head for it, are both free.
  void schedule_arbitration(Cycle now, unsigned in, unsigned out);
  /// Schedules the outputs for which an input has unblocked heads.
  void schedule_requests_of(unsigned in, Cycle at);
  /// These outputs arbitrate in this cycle.
  void add_outputs(PortMask outputs) { to_arbitrate_ |= outputs; }
  bool has_work() const { return to_arbitrate_ != 0; }
  /// Arbitrates in each cycle, not only in those at the end of a slot.
  bool is_unslotted() const { return records().params().arbitration_cycles == 1; }
  bool is_slot(Cycle now) const { return now % records().params().arbitration_cycles == 0; }
  /// Cycle `now` is within a slot: the outputs arbitrate at its end.
  void wait_for_slot(Cycle now);

  // Blocked heads.
  bool is_blocked_on_credit() const { return blocked_on_credit_ != 0; }
  void credit_arrived(Cycle due, unsigned out, unsigned vc);
  /// A cell has left the output queue of `out`; its space is free from `slot` on.
  [[gnu::always_inline]] void space_freed(Cycle slot, unsigned out, unsigned vc);

  // One cycle.
  void arbitrate(Cycle now);
  /// A cell that has just arrived is matched in this cycle as the only request of its output, and
  /// the only one of its input that an output may grant.
  bool can_bypass(Cycle now, const CellPool::Node& node) const;
  /// Matches it: has the effect of enqueue() and match().
  [[gnu::always_inline]] void bypass(Cycle now, uint32_t index);

  // Transfers.
  /// Cycles up to `now` in which the input was transferring.
  uint32_t busy_cycles(unsigned in, Cycle now) const {
    const ArbiterPort& p = port(in);
    return p.in_busy_cycles - (p.in_free_at > now ? p.in_free_at - now : 0);
  }
  unsigned last_vc(unsigned in) const { return port(in).last_vc; }
  /// Those of these inputs that are free.
  PortMask free_inputs(Cycle now, PortMask inputs) const;
  /// An input is read without a match.
  void occupy_input(Cycle now, unsigned in, unsigned vc, unsigned words);
  /// An input is not free before cycle `until`. True: it was to be free earlier.
  bool hold_input(unsigned in, Cycle until);

  void prefetch(unsigned vc) const;

 private:
  /// Heads that an output cannot take. Their inputs are not checked again before credit or queue
  /// space that one of them waits for has arrived.
  struct Blocked {
    PortMask inputs = 0;    ///< all of whose heads for this output are blocked
    VcMask credit_vcs = 0;  ///< output VCs without credit for one of the heads
    VcMask space_vcs = 0;   ///< output VCs without queue space for one of the heads
  };
  /// The grants of one round. Entries are valid where a mask says so.
  struct Grants {
    PortMask offers[kCorePorts];     ///< by input: outputs that grant it
    VcMask offered_vcs[kCorePorts];  ///< by output: eligible VCs behind its grant
    PortMask moved = 0;              ///< outputs whose pointers move with each grant; of these:
    uint8_t first[kCorePorts];       ///< the input that the first round granted
  };

  /// Candidates of arbiters other than iSLIP: heads that fit, between free ports.
  struct Candidates {
    PortMask outputs = 0;                ///< with an input below; of these the entries are valid
    PortMask inputs[kCorePorts];         ///< by output
    VcMask vcs[kCorePorts][kCorePorts];  ///< by output and input: VCs of the heads
  };

  ArbiterPort& port(unsigned port) { return records().port(port).arbiter; }
  const ArbiterPort& port(unsigned port) const { return records().port(port).arbiter; }

  PortMask unblocked_requests(unsigned out) const;
  void block_input(unsigned in, unsigned out);
  void block_on_space(Cycle now, unsigned out, const VcRecord& q);
  void unblock(Cycle now, unsigned out);
  void clear_blocked(unsigned out);
  void renew_blocked(Cycle now, unsigned out);
  bool has_space_for_blocked(Cycle now, unsigned out) const;
  bool find_space_for_blocked(Cycle now, unsigned out) const;

  [[gnu::always_inline]] void arbitrate_rounds(Cycle now, PortMask outs, PortMask recheck);
  [[gnu::always_inline]] void arbitrate_alone(Cycle now, unsigned out, bool recheck);
  bool grant_only_head(Cycle now, unsigned out, bool recheck, unsigned& in, VcMask& vcs);
  [[gnu::always_inline]] bool grant(Cycle now, unsigned out, bool recheck, unsigned& in,
                                    VcMask& vcs);
  [[gnu::always_inline]] bool grant_among(Cycle now, unsigned out, bool recheck,
                                          PortMask candidates, VcMask among, unsigned& in,
                                          VcMask& vcs);
  void end_recheck(Cycle now, unsigned out, bool granted);
  void arbitrate_candidates(Cycle now, PortMask outs, PortMask recheck);
  PortMask collect(Cycle now, unsigned out, bool recheck, Candidates& found);
  void match_wave_front(Cycle now, Candidates& found, bool strict);
  void match_rounds(Cycle now, Candidates& found);
  void match_round(Cycle now, unsigned round, Candidates& found);
  unsigned choose(Cycle now, unsigned round, bool accepts, unsigned port, PortMask peers,
                  const Candidates& found) const;
  VcMask served(VcMask vcs) const;
  unsigned heaviest(Cycle now, unsigned in, VcMask vcs) const;
  uint32_t weight(Cycle now, unsigned in, unsigned vc) const;
  void match_candidate(Cycle now, unsigned in, unsigned out, Candidates& found);
  VcMask eligible(Cycle now, unsigned in, unsigned out, VcMask among);
  bool fits(Cycle now, unsigned in, unsigned out, VcRecord& q);
  bool recheck_blocked_head(Cycle now, unsigned in, unsigned out, VcRecord& q);
  bool can_bypass_waiting_heads(Cycle now, const CellPool::Node& node) const;

  void set_pointers(unsigned in, unsigned out);
  void match(Cycle now, unsigned in, unsigned out, VcMask offered_vcs);
  [[gnu::always_inline]] Cycle begin_transfer(Cycle now, uint32_t index,
                                              const CellPool::Node& node);
  Cycle transfer_cycles(Cycle now, unsigned in, uint32_t index, unsigned words) const;

  PortMask all_ports_;
  PortMask to_arbitrate_ = 0;                  ///< outputs whose arbitration may have a new result
  PortMask blocked_on_credit_ = 0;             ///< outputs without credit for a head
  std::array<Blocked, kCorePorts> blocked_{};  ///< by output
  /// Where the crossbar is faster than links and Blocked::space_vcs has the VC: words of the
  /// shortest cell that is blocked, [vc * kCorePorts + port].
  std::pmr::vector<uint8_t> blocked_words_;
  std::pmr::vector<uint8_t> matched_vc_;  ///< VC of the last match, [in * ports + out]
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
