// SPDX-License-Identifier: Apache-2.0
// Traces of chips that other ranks simulate: their events are sent to the first rank.
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "platform/build/platform.h"
#include "platform/ranks/exchange.h"
#include "platform/trace/trace.h"

namespace tinsim {

/// At the first rank it calls the observers of the traces; at the others it observes the chips. The
/// events of a chip are reported in their order. Traces put chips in order of time themselves, so
/// the files are the same for any partition.
class TraceRelay final : public Relay {
 public:
  /// Collective. `traces` is empty but at the first rank, and outlives the relay.
  TraceRelay(Platform& platform, const std::vector<std::unique_ptr<Trace>>& traces);
  ~TraceRelay() override;

  void pack(Bytes& to) override;
  void unpack(unsigned rank, ByteReader& from) override;

  /// Collective: transfers the events since the last window.
  void flush();
  /// Throws what an observer threw; it was called inside a SystemC process. At the first rank.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  enum class Kind : uint8_t {
    kMatched,
    kCreditSent,
    kCellStarted,
    kSetSent,
    kCellReceived,
    kCreditReceived,
    kCreditTaken,
    kPins,
  };
  /// A call of an observer; the fields that the kind needs.
  struct Event {
    uint16_t chip = 0;
    Kind kind = Kind::kMatched;
    uint8_t port = 0;
    uint8_t vc = 0;  ///< of a match; code of an ordered set
    uint8_t out = 0;
    Credit credit;
    Cycle cycle = 0;
    uint32_t number = 0;  ///< of a bundle of pins
    uint64_t value = 0;   ///< of the pins; body of an ordered set
    Cell cell;
  };
  /// The events of a chip that the traces require.
  struct Subscription {
    bool events = false;
    uint64_t pins = 0;  ///< mask of ports
  };
  /// The arguments of PinObserver::add_pins, by number.
  struct Pins {
    uint16_t chip = 0;
    uint8_t port = 0;
    bool is_output = false;
    uint16_t width = 0;
    char name[32] = {};
  };
  /// The traces' side of one chip, at the first rank.
  struct Chip {
    ObserverList observers;
    PinObserver* pins = nullptr;
    std::vector<unsigned> numbers;  ///< of its pins, by the numbers of its rank
  };
  class Tap;

  std::vector<Subscription> subscriptions_of(const std::vector<std::unique_ptr<Trace>>& traces);
  Bytes tap_chips(const std::vector<Subscription>& subscriptions);
  void declare_pins(const Bytes& declared);
  void report(const Event& event);

  Platform& platform_;
  std::vector<std::unique_ptr<Tap>> taps_;
  std::vector<Event> events_;
  std::vector<Chip> chips_;  ///< by chip
  std::exception_ptr failure_;
};

}  // namespace tinsim
