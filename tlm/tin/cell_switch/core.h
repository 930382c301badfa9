// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: moves whole cells, every event on the cycle at which the pins of
// rtl_models/cell_switch would show it, and skips the cycles in which nothing can change.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

#include "base/masks.h"
#include "rtl_models/parts/qos.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/cell_switch/link_stalls.h"
#include "tlm/tin/cell_switch/link_tx.h"
#include "tlm/tin/cell_switch/observer.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/cell_switch/switch_params.h"
#include "tlm/tin/cell_switch/told_sets.h"

namespace tinsim {

class CellSwitchCore final : public SwitchEngine {
 public:
  CellSwitchCore(const SwitchParams& params, RouteUnit route, unsigned ring_cycles);

  const SwitchParams& params() const override { return params_; }
  Mailbox& mailbox() override { return mailbox_; }
  void join(unsigned port, const PortWire& wire) override;
  void join_driver(unsigned port, LinkDriver& driver) override;
  void attach(Endpoints* endpoints) override;
  void prefetch(Cycle from, Cycle to) const override;
  void expect_failures(unsigned chip, ChipFailures plan) override;
  uint64_t lost_in_queue(unsigned port) const override;
  FailureCounters failure_counters() const override;
  void advance(Cycle from, Cycle to) override;
  /// Counts the stalls of the heads that still wait.
  std::string finish(Cycle end) override;
  uint64_t cell_hops() const override { return cell_hops_; }
  VcCounters counters(unsigned port, unsigned vc) const override;
  void clear_counters(Cycle now) override;
  unsigned occupancy(unsigned port, unsigned vc) const override { return at(port, vc).occupancy; }
  unsigned available(unsigned port, unsigned vc) const override {
    const bool terminal = params_.terminal_ports >> port & 1;
    return terminal ? params_.tx_limit[port] : avail_of(vc, port);
  }
  unsigned staged(unsigned port, unsigned vc) const override;
  unsigned unadvertised(unsigned port, unsigned vc) const override;
  void add_received(unsigned port, VcWords& words) const override;
  void add_sendable(unsigned port, VcWords& words) const override;
  unsigned returning(unsigned port, unsigned vc) const override;
  unsigned begun() const override;
  LinkUse link_use(unsigned port, Cycle end) const override;
  VcHead head(unsigned port, unsigned vc) const override;

  void observe(SwitchObserver* observer) override;
  /// For benches: links hold cells back.
  void stall_links(const LinkStalls* stalls);

 private:
  enum class LinkKind : uint8_t {
    kNone,    ///< terminal, or unused
    kDelay,   ///< cells and credits arrive after a time
    kSets,    ///< the same, and credits travel in FC sets, which take slots
    kDriven,  ///< run cycle by cycle
    kParked,  ///< none: cells that a chip has in memory
  };
  enum class Cause : uint8_t { kNone, kCredit, kQueue };
  /// One VC FIFO: its cells, its head's request, its counters. One cache line; empty when all zero.
  struct alignas(64) VcQueue {
    uint32_t head = kNil;
    uint32_t tail = kNil;
    Cycle since = 0;              ///< first cycle the head could be matched
    uint32_t busy_then = 0;       ///< the input's busy cycles up to `since`
    Cycle blocked_since = 0;      ///< when blocked != kNone: the arbitration that found it so
    uint32_t blocked_busy = 0;    ///< the input's busy cycles up to `blocked_since`
    uint32_t blocked_cycles = 0;  ///< of this head, so far
    uint8_t out = 0;
    uint8_t out_vc = 0;
    uint8_t words = 0;
    Cause blocked = Cause::kNone;
    uint16_t occupancy = 0;
    uint16_t peak = 0;
    uint32_t cells = 0;
    uint32_t words_total = 0;
    uint32_t stall_input = 0;
    uint32_t stall_credit = 0;
    uint32_t stall_queue = 0;
    uint32_t stall_output = 0;
    uint16_t freed = 0;  ///< words taken from the FIFO since the last FC set that told of them
  };
  static_assert(sizeof(VcQueue) == 64, "one cache line");
  /// State of one port, as input and as output. Two cache lines that are fetched as a pair.
  struct alignas(128) Port {
    uint64_t requests = 0;  ///< as output: inputs with a head for it
    uint64_t wanted = 0;    ///< as input: outputs its heads ask for, but for those of Refused
    PortWire wire;
    uint32_t nonempty = 0;  ///< as input: VCs with a head
    Cycle in_free_at = 0;
    Cycle out_free_at = 0;
    uint32_t in_busy_total = 0;  ///< cycles of all transfers begun
    uint8_t granted = 0;         ///< as output: input of the last match of a first round
    uint8_t accepted = 0;        ///< as input: output of the last match of a first round
    uint8_t last_vc = 0;         ///< as input: VC of the last transfer
    LinkKind kind = LinkKind::kNone;
    Cycle update_at = kNoCycle;  ///< slot in which settle() has a credit update to send
    LinkTx link;
  };
  static_assert(sizeof(Port) == 128, "two cache lines");
  /// One VC of a port.
  struct PortVc {
    uint16_t avail = 0;  ///< as output: credit in words; of terminals kEndless
    uint16_t queue = 0;  ///< as input: its place in queues_
  };
  /// As input: the cell that came last, of which words may still be missing.
  struct Arrival {
    uint32_t index = kNil;
    Cycle complete_at = 0;
  };
  /// As output: heads that it has refused. Nothing changes that before what they lack comes, so
  /// nobody looks at them until then.
  struct Refused {
    uint64_t inputs = 0;      ///< all of whose heads for this output have been refused
    uint32_t credit_vcs = 0;  ///< VCs that lack credit for one of them
    uint32_t queue_vcs = 0;   ///< VCs whose queue has no room for one of them
  };
  /// Of one VC of an output queue, where the crossbar is faster than links.
  struct Waiting {
    uint8_t words = 0;   ///< in the queue
    uint8_t needed = 0;  ///< where Refused::queue_vcs has it: of the shortest cell that was refused
  };
  /// The grants of one round. Entries are valid where a mask says so.
  struct Grants {
    uint64_t offers[kMaxPorts];       ///< by input: outputs that grant it
    uint32_t offered_vcs[kMaxPorts];  ///< by output: eligible VCs behind its grant
  };

  /// Precondition: a cell has come on this VC of this port.
  VcQueue& at(unsigned port, unsigned vc) { return queues_[vcs_[vc * kMaxPorts + port].queue]; }
  const VcQueue& at(unsigned port, unsigned vc) const {
    return queues_[vcs_[vc * kMaxPorts + port].queue];
  }
  uint16_t& avail_of(unsigned vc, unsigned port) { return vcs_[vc * kMaxPorts + port].avail; }
  uint16_t avail_of(unsigned vc, unsigned port) const { return vcs_[vc * kMaxPorts + port].avail; }
  VcQueue& open(unsigned port, unsigned vc);

  // Each is called once, in every step. Plain: nothing fails, and no link is run cycle by cycle.
  template <bool kPlain>
  void run(Cycle from, Cycle to);
  template <bool kPlain>
  Cycle next_step(Cycle from, Cycle to);
  template <bool kPlain>
  [[gnu::always_inline]] void step(Cycle now);
  template <bool kPlain>
  [[gnu::always_inline]] uint64_t route_arrivals(Cycle now, uint32_t list);
  template <bool kPlain>
  [[gnu::always_inline]] void route(Cycle now, CellPool::Node& node);
  template <bool kPlain>
  [[gnu::always_inline]] void admit(Cycle now, uint32_t list, uint64_t contested);
  bool goes_at_once(Cycle now, const CellPool::Node& node) const;
  bool goes_beside_others(Cycle now, const CellPool::Node& node) const;
  [[gnu::always_inline]] void pass(Cycle now, uint32_t index);
  void take_credits(Cycle upto);
  void drain_credits(Cycle upto);
  void enqueue(Cycle now, uint32_t index);
  void add_head(unsigned port, unsigned vc);
  void set_head(Cycle since, unsigned port, VcQueue& q, CellPool::Node& node);
  void retry(Cycle at, uint64_t outs);
  void retry_if_any(Cycle at, uint64_t outs);
  void ask(unsigned port, unsigned out);
  uint64_t asking(unsigned out) const;
  void refuse(unsigned in, unsigned out);
  void ask_again(Cycle now, unsigned out);
  void forget_refused(unsigned out);
  void refuse_again(Cycle now, unsigned out);
  void lack_room(Cycle now, unsigned out, const VcQueue& q);
  bool has_room_again(Cycle now, unsigned out) const;
  bool has_room_for_refused(Cycle now, unsigned out) const;
  void request(Cycle now, unsigned port, const VcQueue& q);
  // core_failures.cpp
  void run_failures(Cycle now);
  Route route_around_failures(CellPool::Node& node);
  void arbitrate_and_discard(Cycle now);
  uint64_t free_inputs(Cycle now, uint64_t of) const;
  void discard(Cycle now, uint64_t ins);
  void park(Cycle now, unsigned in, unsigned vc, uint32_t index);
  void leave_memory(unsigned words);
  [[noreturn]] void fail_memory(Cycle now, unsigned in, unsigned vc) const;
  void flush_queue(Cycle now, unsigned out);
  void rebind_heads(Cycle now, unsigned out);
  void rebind(Cycle now, unsigned in, unsigned vc);
  void reroute(uint32_t index);
  void unbind_output(unsigned in, unsigned out);

  void inject(Cycle now);
  void expect_source_credit();
  void stage(Cycle now, unsigned out, uint32_t index);
  bool link_takes(Cycle now, unsigned out) const;
  [[gnu::always_inline]] void leave(Cycle slot, unsigned port, LinkTx& tx, uint32_t index,
                                    CellPool::Node& node);
  void look_at_link(Cycle now, unsigned port);
  void look_again(Cycle at, unsigned port);
  unsigned reserved(Cycle now, unsigned out, unsigned vc) const;
  void count_waiting(unsigned out, const CellPool::Node& node, int sign);
  unsigned waiting_words(const LinkTx& tx, unsigned vc) const;
  bool queue_has_room(Cycle now, unsigned out, unsigned vc, unsigned words) const;
  [[gnu::always_inline]] void time_update(unsigned port, const LinkTx& tx);
  void settle(Cycle slot, unsigned port, LinkTx& tx);
  bool refreshed_before(Cycle first, LinkTx& tx) const;
  void send_settled_sets(Cycle slot, unsigned port, LinkTx& tx);
  void settle_all(Cycle slot);
  void run_links(Cycle now);
  void run_link(Cycle now, unsigned port);
  void run_link_drivers(Cycle now);
  bool is_urgent(Cycle decided, const LinkTx& tx) const;
  void send_timed_sets(Cycle slot, unsigned port, LinkTx& tx);
  void tell_timed_sets(Cycle slot);
  void put_update(Cycle slot, unsigned port, unsigned vc, unsigned entry, LinkTx& tx);
  void send_update(Cycle slot, unsigned port, LinkTx& tx);
  static void end_update(Cycle slot, LinkTx& tx);
  uint32_t next_cell(unsigned port, const LinkTx& tx, uint32_t& before);
  void send_cell(Cycle slot, unsigned port, LinkTx& tx);
  void arbitrate(Cycle now);
  [[gnu::always_inline]] void arbitrate_one(Cycle now, unsigned out, bool again);
  bool grant_only(Cycle now, unsigned out, bool again, unsigned& in, uint32_t& vcs);
  [[gnu::always_inline]] bool grant(Cycle now, unsigned out, bool again, unsigned& in,
                                    uint32_t& vcs);
  [[gnu::always_inline]] bool grant(Cycle now, unsigned out, bool again, uint64_t candidates,
                                    uint32_t among, unsigned& in, uint32_t& vcs);
  uint32_t eligible(Cycle now, unsigned in, unsigned out, uint32_t among);
  bool fits(Cycle now, unsigned in, unsigned out, VcQueue& q);
  bool fits_after_all(Cycle now, unsigned in, unsigned out, VcQueue& q);
  void match(Cycle now, unsigned in, unsigned out, uint32_t offered_vcs);
  Cycle begin_transfer(Cycle now, uint32_t index, const CellPool::Node& node);
  [[gnu::always_inline]] void send(Cycle now, unsigned out, uint32_t index, CellPool::Node& node);
  Cycle transfer_cycles(Cycle now, unsigned in, uint32_t index, unsigned words) const;
  void count_match(VcQueue& q, unsigned words);
  void count_blocked(Cycle until, unsigned in, VcQueue& q);
  void count_stalls(Cycle until, unsigned in, VcQueue& q);
  void pop_head(Cycle now, unsigned in, unsigned vc, VcQueue& q);
  [[gnu::always_inline]] void return_credit(Cycle now, unsigned in, unsigned vc, unsigned words,
                                            VcQueue& q);
  [[gnu::always_inline]] void depart(Cycle tx, unsigned out, uint32_t index, CellPool::Node& node);
  uint32_t busy_cycles(unsigned in, Cycle now) const {
    const Port& p = ports_[in];
    return p.in_busy_total - (p.in_free_at > now ? p.in_free_at - now : 0);
  }
  // What an observer is told: out of the way of switches that have none.
  [[gnu::cold, gnu::noinline]] void tell_received(Cycle now, const CellPool::Node& node) const;
  [[gnu::cold, gnu::noinline]] void tell_matched(Cycle now, unsigned in, unsigned out,
                                                 const CellPool::Node& node) const;
  [[gnu::cold, gnu::noinline]] void tell_freed(Cycle now, unsigned in, unsigned vc,
                                               unsigned words) const;
  [[gnu::cold, gnu::noinline]] void tell_started(Cycle tx, unsigned out, const Cell& cell) const;
  [[gnu::cold, gnu::noinline]] void tell_credited(Cycle use, unsigned out, unsigned vc,
                                                  unsigned words) const;
  [[gnu::cold, gnu::noinline]] [[noreturn]] void fail_overrun(Cycle now,
                                                              const CellPool::Node& node) const;
  [[gnu::cold, gnu::noinline]] [[noreturn]] void fail_route(Cycle now,
                                                            const CellPool::Node& node) const;
  [[noreturn]] void fail(Cycle now, unsigned port, unsigned vc, const std::string& what) const;

  /// Credit that is not counted, so that nobody has to ask whether an output is a terminal.
  static constexpr uint16_t kEndless = 0xffff;
  /// What is to be looked at in a cycle to come.
  struct Slot {
    uint64_t outputs = 0;  ///< that a head waits for, and it or its input is free from then on
    uint64_t links = 0;    ///< that decide then
  };

  // Hot scalars first: what every step looks at.
  uint64_t all_ports_;
  uint64_t dirty_ = 0;    ///< outputs whose arbitration may have a new result
  uint64_t blocked_ = 0;  ///< outputs that lack credit for a head
  Endpoints::Due due_;
  Cycle inject_until_ = 0;      ///< sources may send ahead, up to the end of the window
  uint64_t on_wire_ = 0;        ///< ports whose link is run cycle by cycle
  uint64_t staged_ = 0;         ///< ports whose cells may have to wait for the link
  uint64_t dead_ = 0;           ///< outputs that no head may be bound to; see failure_unit.h
  uint64_t touched_ = 0;        ///< links that can decide in this step
  uint64_t strict_inputs_ = 0;  ///< with a head on a strict VC
  uint64_t sets_waiting_ = 0;   ///< links that have an update to send; see settle
  uint32_t vcs_used_ = 0;       ///< VCs on which a cell has come
  uint64_t cell_hops_ = 0;
  Endpoints* endpoints_ = nullptr;
  bool sends_ahead_ = false;  ///< they do, where nothing fails
  SwitchObserver* observer_ = nullptr;
  const LinkStalls* stalls_ = nullptr;

  alignas(64) std::array<Slot, 32> wheel_{};  ///< by cycle modulo 32; each of them wakes the chip
  std::array<Refused, kMaxPorts> refused_{};
  SwitchParams params_;
  std::pmr::vector<PortVc> vcs_;  ///< [vc * 64 + port]
  /// Of the VCs on which cells have come, in the order of their first ones, so that a window
  /// fetches no others. The first stays empty: that is what all others look like.
  std::pmr::vector<VcQueue> queues_;
  std::pmr::vector<Arrival> arrivals_;  ///< by port; empty where the crossbar is as fast as links
  std::pmr::vector<Waiting> waiting_;   ///< [vc * 64 + port]; the same
  ReturningCredits source_credits_;
  RouteUnit routes_;
  std::unique_ptr<FailureUnit> failures_;  ///< where links or chips fail
  uint64_t failing_ = 0;                   ///< ports whose links do
  QosPlan qos_;
  std::unique_ptr<ToldSets> told_;                      ///< while observed
  std::pmr::vector<QosPicker> pickers_;                 ///< by port
  std::vector<std::optional<CellLinkDriver>> drivers_;  ///< by port
  Mailbox mailbox_;
  std::pmr::vector<uint8_t> last_vc_;  ///< of a match, [in * ports + out]
  std::array<Port, kMaxPorts> ports_{};
};

}  // namespace tinsim
