// SPDX-License-Identifier: Apache-2.0
// Receives every event of one switch, for lockstep and traces.
#pragma once

#include <vector>

#include "tlm/tin/cell_switch/mailbox.h"

namespace tinsim {

/// All cycles are those in which the pins of rtl_models/cell_switch show the event, but for a
/// match, whose cycle is that of the arbitration. Events of one kind and port are in order of
/// time.
class SwitchObserver {
 public:
  virtual ~SwitchObserver() = default;
  /// Output 63 (kDiscard): the cell is dropped; 61 (kPark): it is parked, and enters again by input
  /// 61, which no link or terminal has.
  virtual void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) = 0;
  virtual void credit_sent(Cycle cycle, unsigned in, Credit credit) = 0;
  /// `cell` as it stands in the header on the link.
  virtual void cell_started(Cycle cycle, unsigned out, const Cell& cell) = 0;
  /// An ordered set takes the slot of `cycle` on the link of `port`; `body` as in
  /// rtl_models/ordered_set_codec. Links that are delays alone send none.
  virtual void set_sent(Cycle /*cycle*/, unsigned /*port*/, uint8_t /*code*/, uint64_t /*body*/) {}

  /// `cell` as it stands in the header on the receive pins.
  virtual void cell_received(Cycle /*cycle*/, unsigned /*in*/, const Cell& /*cell*/) {}
  /// On the flow-control pins of an output that needs credit; may be used a cycle later.
  virtual void credit_received(Cycle /*cycle*/, unsigned /*out*/, Credit /*credit*/) {}
  /// A match of this cycle takes credit of an output that needs it; the credit decreases in the
  /// next.
  virtual void credit_taken(Cycle /*cycle*/, unsigned /*out*/, Credit /*credit*/) {}
};

/// Receives the pins of a switch that has some, cycle by cycle.
class PinObserver {
 public:
  virtual ~PinObserver() = default;
  /// Adds a pin or a bundle of pins of `port`, at most 64 bits wide. Returns its number.
  virtual unsigned add_pins(unsigned port, const char* name, unsigned width, bool is_output) = 0;
  /// They have this value from `cycle` on.
  virtual void pins_changed(Cycle cycle, unsigned number, uint64_t value) = 0;
};

/// The latest report of an event: when its switch has been advanced to this many cycles after
/// it. A switch on pins lags behind, and a match shows there a cycle later still.
constexpr Cycle kObserverLag = 16;

/// Presents the observers of a switch as the single one that it calls. A single observer is called
/// directly, several through one call more.
class ObserverList {
 public:
  void add(SwitchObserver& observer) { fan_out_.to.push_back(&observer); }
  /// Null when there is none. Valid as long as the list, which must not be moved.
  SwitchObserver* observer() {
    if (fan_out_.to.empty()) return nullptr;
    return fan_out_.to.size() == 1 ? fan_out_.to.front() : &fan_out_;
  }

 private:
  struct FanOut final : SwitchObserver {
    void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) override {
      for (SwitchObserver* o : to) o->matched(cycle, in, vc, out, cell);
    }
    void credit_sent(Cycle cycle, unsigned in, Credit credit) override {
      for (SwitchObserver* o : to) o->credit_sent(cycle, in, credit);
    }
    void cell_started(Cycle cycle, unsigned out, const Cell& cell) override {
      for (SwitchObserver* o : to) o->cell_started(cycle, out, cell);
    }
    void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override {
      for (SwitchObserver* o : to) o->set_sent(cycle, port, code, body);
    }
    void cell_received(Cycle cycle, unsigned in, const Cell& cell) override {
      for (SwitchObserver* o : to) o->cell_received(cycle, in, cell);
    }
    void credit_received(Cycle cycle, unsigned out, Credit credit) override {
      for (SwitchObserver* o : to) o->credit_received(cycle, out, credit);
    }
    void credit_taken(Cycle cycle, unsigned out, Credit credit) override {
      for (SwitchObserver* o : to) o->credit_taken(cycle, out, credit);
    }
    std::vector<SwitchObserver*> to;
  };
  FanOut fan_out_;
};

}  // namespace tinsim
