// SPDX-License-Identifier: Apache-2.0
// The parts connected to the terminal ports of one chip.
#pragma once

#include <memory_resource>
#include <vector>

#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/cell_trace/trace_filter.h"

namespace tinsim {

/// Work that several engines of a chip share, such as a PCIe link: it is run in the cycles in which
/// it is due, before the engines, which are called in the same cycle.
class SharedWork {
 public:
  virtual ~SharedWork() = default;
  /// First cycle in which run() has work. Calls of the engines change it.
  virtual Cycle next() const = 0;
  virtual void run(Cycle now) = 0;
};

/// The terminal side of a chip: each engine has ports of its own, raw cells have the others.
class ChipEndpoints final : public Endpoints {
 public:
  // Before the first cycle.

  /// Raw cells, before any engine. `has_sources`: some are sent somewhere in the network.
  void add_raw_cells(Endpoints& raw, bool has_sources) {
    has_raw_cells_ = has_sources;
    parts_.push_back(Part(raw, ~uint64_t{0}));
  }
  /// An engine with these switch ports.
  void add(Endpoints& engine, uint64_t ports) {
    parts_.back().ports &= ~ports;
    parts_.insert(parts_.end() - 1, Part(engine, ports));
  }

  /// The engines share `work`. Their events have no slack then.
  void share(SharedWork& work) { shared_ = &work; }

  /// The cells of all parts pass `filter` on their way to the switch.
  void add_filter(TraceFilter& filter) { filter_ = &filter; }

  /// The endpoints that the switch calls: all parts, or the only one with work.
  Endpoints& of_switch() {
    const std::size_t busy = parts_.size() - (has_raw_cells_ ? 0 : 1);
    Endpoints& sources = busy > 1 || shared_ != nullptr ? *this : *parts_[0].endpoints;
    return filter_ != nullptr ? filter_->in_front_of(sources) : sources;
  }
  /// The state of a part has changed between two cycles: all due times are queried again.
  void recheck() {
    for (Part& part : parts_) part.due.next = 0;
    others_.next = 0;
  }

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due inject_ahead(Cycle now, Cycle until, ReturningCredits& credits, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override;
  void take_credits(ReturningCredits& credits, Cycle upto) override;
  void prefetch() const override {
    for (const Part& part : parts_) part.endpoints->prefetch();
  }
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;
  /// Words of credit that the port's part has not taken yet.
  unsigned returning(unsigned port, unsigned vc) const;

 private:
  struct Part {
    Part(Endpoints& part, uint64_t of_part) : endpoints(&part), ports(of_part) {}

    Endpoints* endpoints;
    uint64_t ports;
    Due due{0, 0, 0};
    ReturningCredits credits{std::pmr::get_default_resource()};
  };
  Part& of(unsigned port) {
    unsigned i = 0;
    while (i + 1 < parts_.size() && !(parts_[i].ports >> port & 1)) ++i;
    return parts_[i];
  }
  Due due();
  template <class Call>
  Due inject_with_shared(Cycle now, Call&& call);
  void share(ReturningCredits& credits);
  static void expect_credit(Part& part);
  void update_others();

  bool has_raw_cells_ = false;
  TraceFilter* filter_ = nullptr;  ///< null: no cell is traced
  SharedWork* shared_ = nullptr;   ///< null: none
  std::vector<Part> parts_;        ///< raw cells last; only the work of the first may be late
  Due others_{0, 0, 0};            ///< of all but the first together
  Cycle slack_ = 0;                ///< that was returned to the switch
};

}  // namespace tinsim
