// SPDX-License-Identifier: Apache-2.0
// Link plan: the configuration of each direction of each link, in cycles.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/network/topology/link_selector.h"
#include "platform/network/topology/topology.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// Cycles from <= c < to, from the start of the run, where a line ends: at the receiver's gearbox.
struct CycleInterval {
  Cycle from = 0;
  Cycle to = 0;

  bool operator==(const CycleInterval& o) const { return from == o.from && to == o.to; }
};

/// One direction of a link: the words that a port sends, and its transmit side.
struct LinkSpec {
  struct Stuck {
    Cycle from = 0;
    Cycle to = 0;
    bool value = false;  ///< of every bit

    bool operator==(const Stuck& o) const {
      return from == o.from && to == o.to && value == o.value;
    }
  };

  bool wire = false;         ///< bit by bit; the same for both directions of a link
  bool fec = false;          ///< RS(70,66): global links, unless fec_cycles is 0
  bool full_rate = false;    ///< 70 slots in 66 cycles (full_rate.h)
  Cycle wire_cycles = 0;     ///< propagation alone
  Cycle latency = 0;         ///< transmit pins to receive pins: both port pipelines, wire, FEC
  Cycle fc_hold = 0;         ///< fc_sender `hold_cycles_i`
  Cycle refresh_period = 0;  ///< fc_sender `refresh_cycles_i`
  Cycle refresh_phase = 0;   ///< fc_sender `refresh_phase_i`, spread over the ports
  Cycle timesync = 0;        ///< cycles from one TIMESYNC of the port to the next; 0: none
  Cycle measure = 0;         ///< cycles from one PING of the port to the next; 0: none
  double ber = 0;            ///< probability that a bit is wrong
  double burst_rate = 0;     ///< bursts that begin per bit
  unsigned burst_bits = 0;
  std::vector<CycleInterval> dark;  ///< ascending, apart from each other
  std::vector<Stuck> stuck;         ///< ascending, apart; where dark as well, it is dark
  std::vector<Cycle> drop_fc;       ///< ascending; each takes the first FC set sent from then on
  bool fails = false;               ///< routing depends on the state of the link
  bool trained = true;              ///< up from the start
  uint64_t noise_seed = 0;          ///< a stream of its own for each direction

  bool noisy() const { return ber > 0 || burst_rate > 0; }
  bool faulty() const { return fails || !dark.empty() || !stuck.empty() || !drop_fc.empty(); }
};

/// Numbers of links of one kind, by property.
struct LinkCensus {
  unsigned links = 0;
  unsigned wire = 0;
  unsigned noisy = 0;
  unsigned faulty = 0;
  unsigned forced = 0;  ///< at wire fidelity only because of noise, faults or failures
};

class LinkPlan {
 public:
  /// Precondition: validate() found no error; the topology was made from the configuration.
  LinkPlan(const PlatformConfig& config, const Topology& topology);

  /// The direction in which this port sends. Throws std::out_of_range for a port without link.
  LinkSpec spec(unsigned chip, unsigned port) const;

  /// Links, not directions, of one kind.
  LinkCensus census(PortKind kind) const;

  /// That links are at wire fidelity against `link.fidelity`, because of noise, faults or
  /// failures; empty when none are. For the notes of a result.
  std::string note() const;

  /// Credits travel in FC sets, which take slots.
  bool ordered_sets() const { return ordered_sets_; }

  /// Ports measure the delay of their links.
  bool measures() const { return measures_; }

  /// Specs that are stored: directions that differ only by phase and seed share one.
  std::size_t stored() const { return specs_.size(); }

 private:
  struct Shared {
    LinkSpec spec;
    bool forced = false;
  };

  const Topology& topology_;
  uint64_t seed_;
  bool ordered_sets_, measures_;
  std::vector<Shared> specs_;
  std::vector<uint32_t> spec_of_;  ///< [chip * ports + port]
};

/// Cycles of the configured router beyond the chip's own pipeline.
Cycle slower_router_cycles(const PlatformConfig& config);

/// Propagation over a link of this kind, and the cycles of the router at its end beyond the chip's
/// own pipeline.
Cycle wire_cycles(const PlatformConfig& config, PortKind kind);

/// Length of the link on this port, and what a signal passes in a cycle, in metres.
double length_metres(const PlatformConfig& config, const PortInfo& port);
double metres_per_cycle(const PlatformConfig& config);

/// Words per cycle of links of this kind, where FEC has its share of the line.
Ratio link_rate(const PlatformConfig& config, PortKind kind);

/// Cycles that the error correction of a link of this kind takes.
Cycle fec_cycles(const PlatformConfig& config, PortKind kind);

/// Links of this kind carry 70 slots in 66 cycles (full_rate.h).
bool is_full_rate(const PlatformConfig& config, PortKind kind);

/// Transmit pins to receive pins of a link of this kind, in cycles.
Cycle link_cycles(const PlatformConfig& config, PortKind kind);

/// The same of the link on this port, which may have a length of its own.
Cycle wire_cycles(const PlatformConfig& config, const PortInfo& port);
Cycle link_cycles(const PlatformConfig& config, const PortInfo& port);

/// Cycles by which a chip on pins shortens the window of a link at wire fidelity; a link of no more
/// cycles leaves no window.
constexpr Cycle kWireToPins = 7;

/// Cycles of the slowest link in the network; 0 without links.
Cycle longest_link(const PlatformConfig& config, const Topology& topology);

/// Refresh sets of a port until every VC has had one of both kinds (fc_sender).
unsigned refresh_sets(const PlatformConfig& config);

/// Cycles from one refresh set of a port to the next, such that every VC has one of both kinds
/// within fc_refresh_us, and at most the 4095 of fc_sender; 0 when there are none, or when
/// fc_refresh_us is too short, which validate() refuses.
Cycle refresh_period(const PlatformConfig& config);

/// When a fault holds, in order: `times` intervals, or single cycles for drop_fc.
std::vector<CycleInterval> times_of(const LinkFaultConfig& fault, unsigned core_mhz);

/// The directions that a fault hits, by their sending ends, ascending.
std::vector<LinkEnd> directions_of(const Topology& topology, const LinkFaultConfig& fault);

}  // namespace tinsim
