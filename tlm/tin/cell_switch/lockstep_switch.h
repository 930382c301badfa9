// SPDX-License-Identifier: Apache-2.0
// The chip core in a network, with a switch on pins that receives the same inputs. Every match,
// credit and cell start must fall on the same cycle in both.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "base/errors.h"
#include "tlm/tin/cell_switch/core.h"
#include "tlm/tin/cell_switch/event_match.h"
#include "tlm/tin/cell_switch/on_pins.h"
#include "tlm/tin/cell_switch/punctual_endpoints.h"

namespace tinsim {

/// `Pins` is a SwitchOnPins<…>. Windows must not exceed timing::kInjectToRequest cycles, so that a
/// window's arrivals are known when it begins.
template <class Pins>
class LockstepSwitch final : public SwitchEngine, public EditableRoutes, public EditableSettings {
 public:
  using Block = typename Pins::BlockType;

  /// `block` is reset first; a bench may reuse one for several runs.
  LockstepSwitch(const SwitchParams& params, const RouteUnit& route, unsigned ring_cycles,
                 std::unique_ptr<Block> block = std::make_unique<Block>())
      : core_(params, route, ring_cycles),
        pins_(params, route, ring_cycles, std::move(block)),
        events_(params.name),
        endpoints_of_pins_(params.name) {
    observe(nullptr);
    pins_.observe(&events_.pins());
    pins_.attach(&endpoints_of_pins_);
  }

  const SwitchParams& params() const override { return core_.params(); }
  Mailbox& mailbox() override { return core_.mailbox(); }
  void join(unsigned port, const PortWire& wire) override { core_.join(port, wire); }
  /// The pins have their own link driver, which sends nothing. The core needs one with a wire, or
  /// to measure the delay of the link.
  void join_driver(unsigned port, LinkDriver& driver) override {
    LinkDriverParams silent = driver.params();
    silent.wire.reset();
    silent.to = {};
    silent_drivers_.push_back(std::make_unique<LinkDriver>(silent));
    driver_of_pins_[port] = silent_drivers_.back().get();
    driver.mirror(*silent_drivers_.back());
    pins_.join_driver(port, *silent_drivers_.back());
    if (driver.params().wire || silent.port.latency_interval != 0) core_.join_driver(port, driver);
  }
  /// The pins get a copy of the words, whose slots must be those of the core.
  void join_mos(unsigned port, MosPort& mos) override {
    copies_of_mos_.push_back(std::make_unique<MosPort>(mos.params()));
    mos.copy_to(*copies_of_mos_.back());
    core_.join_mos(port, mos);
    pins_.join_mos(port, *copies_of_mos_.back());
  }
  LinkDriver* link_driver(unsigned port) override { return core_.link_driver(port); }
  void attach(Endpoints* endpoints) override { core_.attach(endpoints); }
  void attach_sets(OrderedSetUnit& unit) override { core_.attach_sets(unit); }
  void add_due_set(unsigned port, Cycle due, TimeSyncBody body) override {
    core_.add_due_set(port, due, body);
    driver_of_pins_[port]->port().send_timesync(due, body);
  }
  void schedule_failures(unsigned chip, ChipFailures plan) override {
    pins_.schedule_failures(chip, plan);
    core_.schedule_failures(chip, std::move(plan));
  }
  FailureCounters failure_counters() const override { return core_.failure_counters(); }
  const RouteUnit& route_unit() const override { return core_.route_unit(); }
  bool can_edit_routes() const override { return core_.can_edit_routes(); }
  void edit_routes(Cycle at, const RouteEdit& edit) override {
    pins_.edit_routes(at, edit);
    core_.edit_routes(at, edit);
  }
  void edit_settings(Cycle at, const SwitchSettings& settings) override {
    pins_.edit_settings(at, settings);
    core_.edit_settings(at, settings);
  }
  uint64_t lost_in_queue(unsigned port) const override { return core_.lost_in_queue(port); }
  /// The core's events, which the pins must repeat.
  void observe(SwitchObserver* observer) override {
    both_ = {};
    both_.add(events_.core());
    if (observer != nullptr) both_.add(*observer);
    core_.observe(both_.observer());
  }
  void watch_pins(PinObserver& observer, uint64_t ports) override {
    pins_.watch_pins(observer, ports);
  }
  void stall_links(const LinkStalls* stalls) {
    core_.stall_links(stalls);
    pins_.stall_links(stalls);
  }

  void advance(Cycle from, Cycle to) override {
    core_.mailbox().peek(
        from, to,
        [&](unsigned port, Cycle due, const Cell& cell) {
          pins_.mailbox().push_cell(port, due, cell);
        },
        [&](unsigned port, Cycle due, Credit credit) {
          if (core_.params().terminal_ports >> port & 1) return;  // returns to the source
          pins_.mailbox().push_credit(port, due, credit);
        });
    core_.advance(from, to);
    pins_.advance(from, to);
    for (const auto& copy : copies_of_mos_) copy->apply_until(to);
    seen_until_ = to;
    // A match shows on the pins one cycle later, and they lag.
    if (to > Pins::kLag + 2) events_.check_none_missing(to - Pins::kLag - 2);
  }

  std::string finish(Cycle end) override {
    core_.finish(end);
    if (events_.compared() == 0) {
      throw InvariantError(params().name + ": lockstep compared nothing");
    }
    return fmt::format("{}: lockstep compared {} events in {} cycles, all on the same cycle",
                       params().name, events_.compared(), seen_until_);
  }

  std::unique_ptr<Block> take_block() { return pins_.take_block(); }
  uint64_t compared() const { return events_.compared(); }
  uint64_t cell_hops() const override { return core_.cell_hops(); }
  VcCounters counters(unsigned port, unsigned vc) const override {
    return core_.counters(port, vc);
  }
  void clear_counters(Cycle now) override { core_.clear_counters(now); }
  unsigned occupancy(unsigned port, unsigned vc) const override {
    return core_.occupancy(port, vc);
  }
  unsigned available(unsigned port, unsigned vc) const override {
    return core_.available(port, vc);
  }
  unsigned staged(unsigned port, unsigned vc) const override { return core_.staged(port, vc); }
  unsigned unadvertised(unsigned port, unsigned vc) const override {
    return core_.unadvertised(port, vc);
  }
  unsigned returning(unsigned port, unsigned vc) const override {
    return core_.returning(port, vc);
  }
  unsigned begun() const override { return core_.begun(); }
  LinkUse link_use(unsigned port, Cycle end) const override { return core_.link_use(port, end); }
  VcHead head(unsigned port, unsigned vc) const override { return core_.head(port, vc); }

 private:
  CellSwitchCore core_;
  Pins pins_;
  EventMatch events_;
  PunctualEndpoints endpoints_of_pins_;
  ObserverList both_;
  Cycle seen_until_ = 0;
  std::vector<std::unique_ptr<LinkDriver>> silent_drivers_;
  std::vector<std::unique_ptr<MosPort>> copies_of_mos_;
  std::array<LinkDriver*, kMaxPorts> driver_of_pins_{};
};

}  // namespace tinsim
