// SPDX-License-Identifier: Apache-2.0
// Chip core of the cell switch: moves whole cells, every event on the cycle at which the pins of
// rtl_models/cell_switch would show it, and skips the cycles in which nothing can change.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tlm/tin/cell_switch/core_parts.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/route_edits.h"
#include "tlm/tin/cell_switch/settings_edits.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// Runs the parts of the core (core_parts.h) cycle by cycle; step() is the order within a cycle.
class CellSwitchCore final : public SwitchEngine, public EditableRoutes, public EditableSettings {
 public:
  CellSwitchCore(const SwitchParams& params, RouteUnit route, unsigned ring_cycles)
      : parts_(params, std::move(route), ring_cycles) {}

  const SwitchParams& params() const override { return parts_.params(); }
  Mailbox& mailbox() override { return parts_.mailbox(); }
  void join(unsigned port, const PortWire& wire) override { links().join(port, wire); }
  void join_driver(unsigned port, LinkDriver& driver) override {
    links().join_driver(port, driver);
  }
  void join_mos(unsigned port, MosPort& mos) override { links().join_mos(port, mos); }
  LinkDriver* link_driver(unsigned port) override { return links().driver(port); }
  void attach(Endpoints* endpoints) override { terminals().attach(endpoints); }
  void attach_sets(OrderedSetUnit& unit) override { links().attach_sets(unit); }
  void add_due_set(unsigned port, Cycle due, TimeSyncBody /*body*/) override {
    links().add_due_set(port, due);
  }
  void prefetch(Cycle from, Cycle to) const override;
  void prefetch_index(Cycle from, Cycle to) const override;
  void prefetch_entries(Cycle from, Cycle to) const override;
  void schedule_failures(unsigned chip, ChipFailures plan) override;
  uint64_t lost_in_queue(unsigned port) const override { return routes().lost_in_queue(port); }
  FailureCounters failure_counters() const override { return routes().failure_counters(); }
  void advance(Cycle from, Cycle to) override;
  const RouteUnit& route_unit() const override { return routes().unit(); }
  bool can_edit_routes() const override { return routes().can_edit(); }
  void edit_routes(Cycle at, const RouteEdit& edit) override;
  void edit_settings(Cycle at, const SwitchSettings& settings) override;
  std::string finish(Cycle end) override;

  uint64_t cell_hops() const override { return observation().cell_hops(); }
  VcCounters counters(unsigned port, unsigned vc) const override {
    return observation().counters(port, vc);
  }
  void clear_counters(Cycle now) override;

  unsigned occupancy(unsigned port, unsigned vc) const override;
  unsigned available(unsigned port, unsigned vc) const override;
  unsigned staged(unsigned port, unsigned vc) const override { return links().staged(port, vc); }
  unsigned unadvertised(unsigned port, unsigned vc) const override {
    return links().unadvertised(port, vc);
  }
  void add_received(unsigned port, VcWords& words) const override;
  void add_sendable(unsigned port, VcWords& words) const override;
  unsigned returning(unsigned port, unsigned vc) const override {
    return terminals().returning(port, vc);
  }
  unsigned begun() const override { return links().begun(); }
  LinkUse link_use(unsigned port, Cycle end) const override { return links().link_use(port, end); }
  VcHead head(unsigned port, unsigned vc) const override { return inputs().head(port, vc); }

  void observe(SwitchObserver* observer) override;
  /// For benches: links hold cells back.
  void stall_links(const LinkStalls* stalls) { links().stall(stalls); }

 private:
  /// Changes by registers that wait for their cycles.
  struct Edits {
    std::optional<RouteEdits> routes;  ///< once there has been one
    SettingsEdits settings;            ///< by the first cycle in which the arbiter uses them
  };
  Edits& edits_for(Cycle at);
  Cycle apply_edits(Cycle now);
  // Plain: nothing fails, and no link is run cycle by cycle.
  void advance_until_edit(Cycle from);
  template <bool kPlain>
  void run(Cycle from);
  [[gnu::cold]] [[noreturn]] void fail_late_edit(Cycle simulated) const;
  template <bool kPlain>
  Cycle next_step(Cycle from, Cycle to);
  template <bool kPlain>
  [[gnu::always_inline]] void step(Cycle now);
  [[gnu::always_inline]] uint32_t take_due(Cycle now);
  template <bool kPlain>
  [[gnu::always_inline]] PortMask route_arrivals(Cycle now, uint32_t list);
  template <bool kPlain>
  [[gnu::always_inline]] void admit(Cycle now, uint32_t list, PortMask contested);
  bool is_plain() const {
    return !routes().may_fail() && links().driven() == 0 && arbiter().is_unslotted();
  }

  Arbiter& arbiter() { return parts_; }
  InputQueues& inputs() { return parts_; }
  LinkSlots& links() { return parts_; }
  Observation& observation() { return parts_; }
  Routes& routes() { return parts_; }
  CoreTerminals& terminals() { return parts_; }
  WakeWheel& wheel() { return parts_; }
  const Arbiter& arbiter() const { return parts_; }
  const InputQueues& inputs() const { return parts_; }
  const LinkSlots& links() const { return parts_; }
  const Observation& observation() const { return parts_; }
  const Routes& routes() const { return parts_; }
  const CoreTerminals& terminals() const { return parts_; }

  CoreParts parts_;
  Cycle until_ = 0;               ///< end of the cycles being simulated: of the window, or a change
  std::unique_ptr<Edits> edits_;  ///< once there has been one
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
