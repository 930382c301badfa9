// SPDX-License-Identifier: Apache-2.0
// Traffic endpoints on the terminal ports of one chip: generators as sources, the delivery log as
// sink.
#pragma once

#include <array>
#include <memory>
#include <memory_resource>
#include <vector>

#include "base/histogram.h"
#include "platform/services/delivery_log.h"
#include "platform/services/due_times.h"
#include "platform/services/source_credits.h"
#include "platform/traffic/traffic.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/endpoints.h"

namespace tinsim {

struct TerminalParams {
  unsigned chip = 0;
  unsigned depth = 0;  ///< words of each VC FIFO behind a terminal port
  Cycle batch_cycles = 0;
  uint8_t initial_hop = kInitialHop;  ///< hop count of new cells
  Cycle sink_delay = 0;               ///< of a delivery, after the cycle that the switch reports
  Cycle inject_to_request = timing::kInjectToRequest;  ///< from a first word to its cell's request
};

/// Numbers of sources and generators at one chip.
struct SourceCount {
  std::size_t sources = 0;
  std::size_t generators = 0;
  uint64_t vcs = 0;  ///< that their cells start on
};

/// Each port sends one word per cycle, cells whole, round robin among its generators whose next
/// cell is born and has credit. Born cells wait without limit in the generator (open loop): a
/// cell's birth, not its injection, starts its latency. Sinks take a word per cycle and never
/// refuse.
class TerminalPorts final : public Endpoints {
 public:
  TerminalPorts(const TerminalParams& params, DeliveryLog* log,
                std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  /// Of the chip. Cells for others that are delivered here are counted.
  void set_address(uint16_t address, unsigned endpoint_bits) {
    address_ = address;
    address_bits_ = static_cast<uint16_t>(0xffffu << std::max(endpoint_bits, kEndpointBits));
  }
  uint64_t misrouted() const { return misrouted_; }

  /// The addresses are contiguous.
  void reserve(const SourceCount& count);
  void add_source(unsigned port, const std::vector<Generator>& generators);
  /// Exchanges the sources for those of other traffic between two cycles; `now` is the next one.
  /// Cells that are born and have not entered are discarded. The switch is to be attached again.
  void replace_sources(std::vector<PortTraffic>::iterator begin,
                       std::vector<PortTraffic>::iterator end, Cycle now);
  /// Keeps a latency histogram for every terminal port that receives.
  void keep_port_histograms() { port_histograms_.resize(PortSet::kPorts); }

  Due inject(Cycle now, Mailbox& mailbox) override { return send_until(now, now, mailbox); }
  bool sends_ahead() const override { return true; }
  Due inject_ahead(Cycle now, Cycle until, ReturningCredits& credits, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override {
    take_credit(port, credit, due);
    return due_;
  }
  void take_credits(ReturningCredits& credits, Cycle upto) override;
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;

  uint64_t injected() const { return injected_; }
  /// Age of the oldest cell that is born and has not entered, summed over sources, before they
  /// inject in `now`: the next cycle, or an earlier one that keep_ages() named.
  uint64_t waiting_age(Cycle now);
  /// Stores the ages of this cycle and of the ends of all batches that follow, until waiting_age()
  /// returns them; kNoCycle: no longer.
  void keep_ages(Cycle first) { next_age_ = first; }
  /// The sources' number.
  unsigned sources() const { return static_cast<unsigned>(ports_.size()); }
  /// Cells and words born before `until`, by batch, whether they entered or not. Copies and runs
  /// the generators of waiting cells: for the end of a run.
  std::vector<BornCount> births(Cycle until) const;
  bool has_source(unsigned port) const { return source_mask_ >> port & 1; }
  unsigned source_credit(unsigned port, unsigned vc) const;
  const PortHistogram* port_histogram(unsigned port) const {
    return port_histograms_.empty() ? nullptr : port_histograms_[port].get();
  }

 private:
  struct alignas(32) Source {
    uint64_t oldest = kNever;  ///< birth of its next cell, wherever it stands among its generators
    Cycle free_at = 0;         ///< the last cell's words have left
    uint32_t seq = 0;
    uint32_t first = 0;  ///< of its generators, which stand together
    uint32_t count = 0;
    uint32_t turn = 0;  ///< generator that is served first
    uint8_t port = 0;
  };
  static_assert(sizeof(Source) == 32, "two to a cache line");

  /// A source's next births.
  struct Births {
    uint64_t first = kNever;
    uint64_t second = kNever;
    uint32_t of = 0;  ///< generator of the first one
  };
  void add_generators(unsigned index, const std::vector<Generator>& generators);
  Due send_until(Cycle now, Cycle until, Mailbox& mailbox);
  void take_credit(unsigned port, Credit credit, Cycle due);
  Births births_of(const Source& source) const;
  uint64_t age_at(Cycle cycle) const;
  /// In cycle `at`, sends one cell of a source if it can; stores when to check again, or that one
  /// waits for credit only. All of the credit is known up to cycle `now`; false, and nothing done,
  /// if more of it by `at` may change what is sent.
  [[gnu::always_inline]] bool serve(unsigned index, Cycle at, Cycle now, Mailbox& mailbox);
  bool serve_in_turn(unsigned index, Cycle at, Cycle now, Mailbox& mailbox);
  void defer(unsigned index, Cycle now);
  [[gnu::always_inline]] void send(Source& source, uint32_t which, uint16_t& credit, Cycle now,
                                   Mailbox& mailbox);
  void schedule_next(unsigned index, Source& source, uint64_t birth);

  /// Births that are not in births_ yet.
  struct BornBatch {
    Cycle begin = 0;
    BornCount count;
  };
  /// Counts an injected cell by its birth.
  void set_waits(const Source& source, bool waits);
  void set_waits_of_many(const Source& source, bool waits);
  bool waits(unsigned port) const;
  void count_birth(Cycle birth, unsigned words);
  void change_batch(Cycle birth);
  void add_batch(const BornBatch& batch, std::vector<BornCount>& births) const;
  void keep_ages_until(Cycle now);
  Cycle deliver_first(unsigned port, const Cell& cell, Cycle at);
  Cycle add_to_port(unsigned port, Cycle latency);

  // Members used for every cell come first.
  DeliveryLog* log_;
  TerminalParams params_;
  uint16_t address_ = 0;
  uint16_t address_bits_ = 0;  ///< that a delivered cell's address shares with it; none: any may
  Due due_;
  Cycle next_age_ = kNoCycle;  ///< the next whose ages are kept
  BornBatch born_;             ///< that of the last birth
  BornBatch born_before_;      ///< another, that births are counted in near its end
  uint64_t injected_ = 0;
  uint64_t misrouted_ = 0;
  DueTimes next_;  ///< by source: when it is checked again
  SourceCredits credits_;
  std::pmr::vector<Source> ports_;
  std::pmr::vector<Generator> generators_;  ///< of all sources
  std::array<uint8_t, PortSet::kPorts> source_of_{};
  PortSet source_mask_;
  /// Where switch ports above 63 have sources: by source, whether it waits for credit, and how many
  /// of those that share a bit of Due::waiting do.
  std::vector<bool> waits_;
  std::array<uint8_t, 64> waiting_of_bit_{};
  std::vector<BornCount> births_;    ///< of injected cells, by batch of birth
  std::vector<uint64_t> kept_ages_;  ///< of the ends of batches before
  std::vector<std::unique_ptr<PortHistogram>> port_histograms_;  ///< by port, or none are kept
};

}  // namespace tinsim
