// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: credit of output VCs, output queues, and what each slot of the links
// carries: cells, flow-control (FC) sets, TIMESYNC.
#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

#include "base/masks.h"
#include "rtl_models/parts/qos.h"
#include "tlm/tin/cell_switch/core_part.h"
#include "tlm/tin/cell_switch/core_records.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/cell_switch/link_stalls.h"
#include "tlm/tin/cell_switch/mos_port.h"
#include "tlm/tin/cell_switch/ordered_set_unit.h"
#include "tlm/tin/cell_switch/shared_credit.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// MOS words of one link port, and the next TIMESYNC, which then is only a part of
/// LinkTx::timed_due. Apart from LinkTx, for the path of a cell does not touch it.
struct MosSlots {
  MosPort* port = nullptr;
  Cycle mos_due = kNoCycle;
  Cycle timesync_due = kNoCycle;
  Cycle allowed = 0;  ///< first cycle in which tx_scheduler may choose the next MOS
  uint32_t sent = 0;
};

class LinkSlots : public CorePart<LinkSlots>, private MosPort::Link {
 public:
  explicit LinkSlots(const SwitchParams& params);

  // Connections of ports.
  /// Call once the records exist.
  void reset_credit();
  void add_memory_input();
  void join(unsigned port, const PortWire& wire);
  void join_driver(unsigned port, LinkDriver& driver);
  /// Null: the link has none.
  LinkDriver* driver(unsigned port) {
    return driven_ >> port & 1 ? &drivers_[port]->driver() : nullptr;
  }
  void join_mos(unsigned port, MosPort& mos);
  void stall(const LinkStalls* stalls);
  void observe_drivers(SwitchObserver* observer);

  // Credit of output VCs.
  unsigned credit(unsigned out, unsigned vc) const { return records().vc(out, vc).credit.words; }
  /// Without regard to words that VCs share: what the VC may hold at the far end and does not.
  unsigned credit_of_vc(unsigned out, unsigned vc) const {
    return shares_words(out) ? shared_->of_vc(out, vc) : credit(out, vc);
  }
  void take_credit(unsigned out, unsigned vc, unsigned words);
  /// Takes the credits that are due up to cycle `upto` from the mailbox.
  void take_credits(Cycle upto);
  void drain_credits(Cycle upto);

  // Output queues.
  /// Cells of this output may have to wait for the link.
  bool is_queued(unsigned out) const { return queued_ >> out & 1; }
  /// Nothing waits, and the last cell has begun to leave.
  bool is_queue_empty(Cycle now, unsigned out) const;
  [[gnu::always_inline]] bool has_space(Cycle now, unsigned out, unsigned vc, unsigned words) const;
  /// The same where is_queued().
  [[gnu::always_inline]] bool has_queue_space(Cycle now, unsigned out, unsigned vc,
                                              unsigned words) const;
  /// Schedules `out` for the cycles in which departures that are decided free space of `vc`.
  void schedule_departures(Cycle now, unsigned out, unsigned vc);
  /// Hands over a matched cell, whose node this is: to its link or to the output queue.
  [[gnu::always_inline]] void send(Cycle now, unsigned out, uint32_t index, CellPool::Node& node);
  /// The link is down: the cells of its output queue are lost. They have not left, so their credit
  /// is there again. Returns how many they were.
  unsigned flush(Cycle now, unsigned out);

  /// The words of a cell matched now, on `vc` of input `in`, are free again.
  [[gnu::always_inline]] void return_credit(Cycle now, unsigned in, unsigned vc, unsigned words,
                                            VcRecord& q);

  /// Output queues choose by the weights and strict VCs that the parameters have now.
  void follow_settings();

  // Slots.
  void add_links(PortMask links) { to_decide_ |= links; }
  bool has_work() const { return to_decide_ != 0; }
  /// Links choose the content of slot now + 5.
  void decide(Cycle now);
  PortMask driven() const { return driven_; }
  void run_drivers(Cycle now);
  /// Links whose failures matter to routing and that are not up.
  PortMask links_not_up() const;
  void apply_all_deferred_updates(Cycle slot);
  void report_timed_sets(Cycle slot);
  bool sends_mos() const { return !mos_.empty(); }
  /// MOS words up to `slot` for which links were free leave, so that they arrive in time.
  void send_mos_before(Cycle slot);

  // Sets of a unit of the chip.
  void attach_sets(OrderedSetUnit& unit);
  bool has_set_unit() const { return set_unit_ != nullptr; }
  void add_due_set(unsigned port, Cycle due);
  void send_awaited_sets(Cycle slot);

  // For audits and results.
  unsigned staged(unsigned port, unsigned vc) const;
  unsigned unadvertised(unsigned port, unsigned vc) const;
  void add_sendable(unsigned port, VcWords& words) const;
  unsigned begun() const;
  LinkUse link_use(unsigned port, Cycle end) const;
  void prefetch(unsigned vc) const;

 private:
  LinkTx& tx(unsigned port) { return records().port(port).link.tx; }
  const LinkTx& tx(unsigned port) const { return records().port(port).link.tx; }
  PortWire& wire(unsigned port) { return records().port(port).link.wire; }
  const PortWire& wire(unsigned port) const { return records().port(port).link.wire; }
  Cycle& update_at(unsigned port) { return records().port(port).update.at; }
  CellPool& pool() { return records().mailbox().pool(); }
  const CellPool& pool() const { return records().mailbox().pool(); }

  void add_credit(unsigned out, unsigned vc, unsigned words);
  bool shares_words(unsigned out) const { return sharing_ >> out & 1; }
  void load_shared_credit(unsigned out);

  [[gnu::always_inline]] unsigned reserved(Cycle now, unsigned out, unsigned vc) const;
  unsigned queued_words(const LinkTx& tx, unsigned vc) const;
  void count_queued(unsigned out, const CellPool::Node& node, int sign);
  void enqueue(Cycle now, unsigned out, uint32_t index);
  bool can_start_now(Cycle now, unsigned out) const;
  [[gnu::always_inline]] void start_cell(Cycle slot, unsigned port, LinkTx& tx, uint32_t index,
                                         CellPool::Node& node);
  [[gnu::always_inline]] void depart(Cycle slot, unsigned out, uint32_t index,
                                     CellPool::Node& node);

  void schedule_decision(Cycle now, unsigned port);
  void decide_one(Cycle now, unsigned port);
  bool is_urgent(Cycle decided, const LinkTx& tx) const;
  uint32_t next_cell(unsigned port, const LinkTx& tx, uint32_t& before);
  void start_queued_cell(Cycle slot, unsigned port, LinkTx& tx);

  [[gnu::always_inline]] void schedule_update(unsigned port, const LinkTx& tx);
  void apply_deferred_updates(Cycle slot, unsigned port, LinkTx& tx);
  void send_deferred_sets(Cycle slot, unsigned port, LinkTx& tx);
  bool take_refresh_before(Cycle first, LinkTx& tx) const;
  void send_timed_sets(Cycle slot, unsigned port, LinkTx& tx);
  void send_timesync(Cycle slot, unsigned port, LinkTx& tx);
  Cycle send_set_of_unit(Cycle slot, unsigned port, const LinkTx& tx);
  void set_timesync_due(unsigned port, LinkTx& tx, Cycle due);
  void send_refresh(Cycle slot, unsigned port, LinkTx& tx);
  void send_mos(Cycle slot, unsigned port, LinkTx& tx);
  bool update_precedes_mos(Cycle slot, const LinkTx& tx) const;
  Cycle timesync_due(unsigned port, const LinkTx& tx) const;
  Cycle mos_due(unsigned port) const { return mos_.empty() ? kNoCycle : mos_[port].mos_due; }
  void mos_written(unsigned port) override;
  void send_mos_until(unsigned port, Cycle slot) override;
  void add_update_entry(Cycle slot, unsigned port, unsigned vc, unsigned entry, LinkTx& tx);
  void send_update(Cycle slot, unsigned port, LinkTx& tx);
  static void finish_update(Cycle slot, LinkTx& tx);

  /// Credit that is not counted: a match need not find out whether an output is a terminal.
  static constexpr uint16_t kUnlimited = 0xffff;

  PortMask driven_ = 0;                   ///< ports whose link a LinkDriver runs cycle by cycle
  PortMask sharing_;                      ///< outputs at whose far ends VCs share words
  std::unique_ptr<SharedCredit> shared_;  ///< of these
  PortMask queued_;                       ///< ports whose cells may have to wait for the link
  PortMask to_decide_ = 0;                ///< links that choose the content of a slot in this step
  PortMask deferred_ = 0;                 ///< links with a deferred update (apply_deferred_updates)
  PortMask failing_ = 0;                  ///< driven links that can fail
  const LinkStalls* stalls_ = nullptr;
  OrderedSetUnit* set_unit_ = nullptr;  ///< null: TIMESYNCs are periodic, if there are any
  /// Words of each VC of an output queue, [vc * kCorePorts + port]; only where the crossbar is
  /// faster than links.
  std::pmr::vector<uint8_t> queued_words_;
  QosPlan qos_;
  std::pmr::vector<BasicQosPicker<kCoreVcs>> pickers_;  ///< by port
  std::vector<std::optional<CellLinkDriver>> drivers_;  ///< by port
  std::vector<MosSlots> mos_;  ///< by port; empty where no control processor sends MOS
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
