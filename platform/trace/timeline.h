// SPDX-License-Identifier: Apache-2.0
// Timeline of a run: cells, ordered sets, occupancy and credit of ports in the trace-event format,
// which Perfetto and chrome://tracing show.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "platform/trace/held_limit.h"
#include "platform/trace/time_sorter.h"
#include "platform/trace/timeline_file.h"
#include "platform/trace/trace.h"

namespace tinsim {

/// A process per chip and two threads per port: transmit and receive. Events are written in order
/// of time, chip and port during the run; memory use depends on the distance in time of the chips,
/// not on the run. Layout in docs/reference/traces.md.
class Timeline final : public Trace {
 public:
  /// Opens the file and names the tracks. `setup` is copied.
  explicit Timeline(const TraceSetup& setup);
  ~Timeline() override;

  SwitchObserver* observer(unsigned chip) override;
  void advance(Cycle horizon) override;
  void close(Cycle end) override;

 private:
  enum class Kind : uint8_t { kOccupancy, kAvailable, kSet, kReceived, kSent };
  struct Event {
    Cycle cycle = 0;
    uint32_t port = 0;  ///< index in ports_
    Kind kind = Kind::kSent;
    uint8_t vc_or_code = 0;
    int change = 0;  ///< of a counter, in words
    Cell cell;
    uint64_t body = 0;  ///< of an ordered set
    bool operator<(const Event& o) const {
      if (cycle != o.cycle) return cycle < o.cycle;
      return port != o.port ? port < o.port : kind < o.kind;
    }
  };
  class Tap;
  /// Words of one VC over time, as a counter track.
  struct Counter {
    unsigned words = 0;
    bool shown = false;
  };
  struct Port {
    PortRef ref;
    std::vector<Counter> occupancy, available;  ///< by VC
  };

  void add_port(PortRef ref);
  void take(const Event& event);
  void write_before(Cycle cycle);
  void write(const Event& event);
  void write_cell(const Event& event);
  void write_set(const Event& event);
  void write_counter(const Event& event, Counter& counter);
  void put_counter(Cycle cycle, const Event& event, unsigned words);
  std::string microseconds(Cycle from, Cycle to) const;

  TraceSetup setup_;
  Cycle from_;
  Cycle to_;
  std::vector<Port> ports_;
  std::vector<std::unique_ptr<Tap>> tap_of_chip_;
  TimelineFile file_;
  TimeSorter<Event> events_;
  HeldLimit limit_;
};

}  // namespace tinsim
