// SPDX-License-Identifier: Apache-2.0
// Traces of chips that other ranks simulate.
#include "platform/run/trace_relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/errors.h"

namespace tinsim {

/// Observes one chip for the first rank.
class TraceRelay::Tap final : public SwitchObserver, public PinObserver {
 public:
  Tap(unsigned chip, std::vector<Event>& events)
      : chip_(static_cast<uint16_t>(chip)), to_(events) {}

  void matched(Cycle cycle, unsigned in, unsigned vc, unsigned out, const Cell& cell) override {
    Event& event = add(Kind::kMatched, cycle, in);
    event.vc = static_cast<uint8_t>(vc);
    event.out = static_cast<uint8_t>(out);
    event.cell = cell;
  }
  void credit_sent(Cycle cycle, unsigned in, Credit credit) override {
    add(Kind::kCreditSent, cycle, in).credit = credit;
  }
  void cell_started(Cycle cycle, unsigned out, const Cell& cell) override {
    add(Kind::kCellStarted, cycle, out).cell = cell;
  }
  void set_sent(Cycle cycle, unsigned port, uint8_t code, uint64_t body) override {
    Event& event = add(Kind::kSetSent, cycle, port);
    event.vc = code;
    event.value = body;
  }
  void cell_received(Cycle cycle, unsigned in, const Cell& cell) override {
    add(Kind::kCellReceived, cycle, in).cell = cell;
  }
  void credit_received(Cycle cycle, unsigned out, Credit credit) override {
    add(Kind::kCreditReceived, cycle, out).credit = credit;
  }
  void credit_taken(Cycle cycle, unsigned out, Credit credit) override {
    add(Kind::kCreditTaken, cycle, out).credit = credit;
  }

  unsigned add_pins(unsigned port, const char* name, unsigned width, bool is_output) override {
    Pins pins;
    pins.chip = chip_;
    pins.port = static_cast<uint8_t>(port);
    pins.is_output = is_output;
    pins.width = static_cast<uint16_t>(width);
    if (std::strlen(name) >= sizeof pins.name) {
      throw InvariantError(fmt::format("trace: pin name {} is too long for another rank", name));
    }
    std::strcpy(pins.name, name);
    put(declared, pins);
    return declared_++;
  }
  void pins_changed(Cycle cycle, unsigned number, uint64_t value) override {
    Event& event = add(Kind::kPins, cycle, 0);
    event.number = number;
    event.value = value;
  }

  Bytes declared;

 private:
  Event& add(Kind kind, Cycle cycle, unsigned port) {
    Event& event = to_.emplace_back();
    event.chip = chip_;
    event.kind = kind;
    event.port = static_cast<uint8_t>(port);
    event.cycle = cycle;
    return event;
  }

  uint16_t chip_;
  std::vector<Event>& to_;
  unsigned declared_ = 0;
};

TraceRelay::TraceRelay(Platform& platform, const std::vector<std::unique_ptr<Trace>>& traces)
    : platform_(platform), chips_(platform.chips()) {
  Ranks& ranks = platform.ranks();
  Bytes required;
  if (ranks.is_first()) put(required, subscriptions_of(traces));
  required = ranks.broadcast(std::move(required));
  Bytes declared;
  if (!ranks.is_first()) declared = tap_chips(ByteReader(required).take_all<Subscription>());
  for (const Bytes& bytes : ranks.gather(std::move(declared))) declare_pins(bytes);
  platform.exchange()->relay_with(*this);
}

TraceRelay::~TraceRelay() = default;

std::vector<TraceRelay::Subscription> TraceRelay::subscriptions_of(
    const std::vector<std::unique_ptr<Trace>>& traces) {
  std::vector<Subscription> subscriptions(chips_.size());
  for (unsigned chip = 0; chip < chips_.size(); ++chip) {
    if (platform_.has(chip)) continue;
    for (const auto& trace : traces) {
      if (SwitchObserver* observer = trace->observer(chip)) {
        chips_[chip].observers.add(*observer);
        subscriptions[chip].events = true;
      }
      const PinWatch watch = trace->pins(chip);
      if (watch.observer == nullptr) continue;
      chips_[chip].pins = watch.observer;
      subscriptions[chip].pins = watch.ports;
    }
  }
  return subscriptions;
}

Bytes TraceRelay::tap_chips(const std::vector<Subscription>& subscriptions) {
  Bytes declared;
  for (std::size_t chip : platform_.own_chips()) {
    const Subscription& subscription = subscriptions[chip];
    if (!subscription.events && subscription.pins == 0) continue;
    Tap& tap = *taps_.emplace_back(std::make_unique<Tap>(static_cast<unsigned>(chip), events_));
    if (subscription.events) platform_.observe(chip, tap);
    if (subscription.pins != 0)
      platform_.tin(chip).cell_switch().watch_pins(tap, subscription.pins);
    declared.insert(declared.end(), tap.declared.begin(), tap.declared.end());
  }
  return declared;
}

void TraceRelay::declare_pins(const Bytes& declared) {
  for (ByteReader reader(declared); !reader.at_end();) {
    const auto pins = reader.take<Pins>();
    Chip& chip = chips_[pins.chip];
    chip.numbers.push_back(chip.pins->add_pins(pins.port, pins.name, pins.width, pins.is_output));
  }
}

void TraceRelay::pack(Bytes& to) {
  put(to, events_);
  events_.clear();
}

void TraceRelay::unpack(unsigned, ByteReader& from) {
  const auto events = from.take_all<Event>();
  if (failure_) return;
  try {
    for (const Event& event : events) report(event);
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void TraceRelay::flush() {
  Bytes own;
  Ranks& ranks = platform_.ranks();
  if (!ranks.is_first()) pack(own);
  const std::vector<Bytes> all = ranks.gather(std::move(own));
  for (unsigned rank = 1; rank < all.size(); ++rank) {
    ByteReader reader(all[rank]);
    unpack(rank, reader);
  }
}

void TraceRelay::report(const Event& e) {
  Chip& chip = chips_[e.chip];
  if (e.kind == Kind::kPins)
    return chip.pins->pins_changed(e.cycle, chip.numbers[e.number], e.value);
  SwitchObserver& to = *chip.observers.observer();
  switch (e.kind) {
    case Kind::kMatched:
      return to.matched(e.cycle, e.port, e.vc, e.out, e.cell);
    case Kind::kCreditSent:
      return to.credit_sent(e.cycle, e.port, e.credit);
    case Kind::kCellStarted:
      return to.cell_started(e.cycle, e.port, e.cell);
    case Kind::kSetSent:
      return to.set_sent(e.cycle, e.port, e.vc, e.value);
    case Kind::kCellReceived:
      return to.cell_received(e.cycle, e.port, e.cell);
    case Kind::kCreditReceived:
      return to.credit_received(e.cycle, e.port, e.credit);
    case Kind::kCreditTaken:
      return to.credit_taken(e.cycle, e.port, e.credit);
    case Kind::kPins:
      return;
  }
}

}  // namespace tinsim
