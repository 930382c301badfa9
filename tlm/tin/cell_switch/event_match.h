// SPDX-License-Identifier: Apache-2.0
// Compares the events of two implementations of a switch, each on its cycle.
#pragma once

#include <array>
#include <deque>
#include <string>

#include "base/port_set.h"
#include "tlm/tin/cell_switch/observer.h"

namespace tinsim {

/// The chip core runs ahead and is recorded; each event of the pins must be the next recorded one
/// of its kind and port, and no recorded event may be left behind. Throws InvariantError on a
/// mismatch, naming switch, port, VC and cycle and printing the last events that agreed.
class EventMatch {
 public:
  explicit EventMatch(std::string name) : name_(std::move(name)) {}

  SwitchObserver& core() { return core_; }
  SwitchObserver& pins() { return pins_; }
  /// All events of cycles up to `cycle` have been seen on the pins.
  void check_none_missing(Cycle cycle) const;
  uint64_t compared() const { return compared_; }

 private:
  enum Kind : unsigned { kMatch, kCredit, kStart, kSet, kKinds };
  struct Event {
    Cycle cycle = 0;
    unsigned vc = 0;
    unsigned other = 0;  ///< match: output; credit: words; set: code
    Cell cell;
    uint64_t body = 0;  ///< of an ordered set
    bool operator==(const Event& e) const {
      return cycle == e.cycle && vc == e.vc && other == e.other && cell == e.cell && body == e.body;
    }
  };
  /// Translates observer calls to events.
  class Face : public SwitchObserver {
   public:
    Face(EventMatch& owner, bool recorded) : owner_(owner), recorded_(recorded) {}
    void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) override {
      owner_.take(kMatch, in, {cycle, vc, out, cell}, recorded_);
    }
    void credit_sent(Cycle cycle, unsigned in, Credit credit) override {
      owner_.take(kCredit, in, {cycle, credit.vc, credit.words, {}}, recorded_);
    }
    void cell_started(Cycle cycle, unsigned out, const Cell& cell) override {
      owner_.take(kStart, out, {cycle, cell.vc, 0, cell}, recorded_);
    }
    void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override {
      owner_.take(kSet, port, {cycle, 0, code, {}, body}, recorded_);
    }

   private:
    EventMatch& owner_;
    bool recorded_;
  };

  void take(Kind kind, unsigned port, const Event& event, bool recorded);
  [[noreturn]] void fail(Kind kind, unsigned port, const Event* core, const Event* pins) const;
  static std::string describe(Kind kind, unsigned port, const Event& event);

  std::string name_;
  Face core_{*this, true};
  Face pins_{*this, false};
  uint64_t compared_ = 0;
  std::array<std::array<std::deque<Event>, PortSet::kPorts>, kKinds> recorded_;
  std::deque<std::string> history_;  ///< the last events that agreed
};

}  // namespace tinsim
