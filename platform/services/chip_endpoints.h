// SPDX-License-Identifier: Apache-2.0
// What hangs on the terminal ports of one chip, where that is more than one thing.
#pragma once

#include <array>
#include <memory_resource>

#include "tlm/tin/cell_switch/endpoints.h"

namespace tinsim {

/// The terminal side of a chip with an IP path or 1RMA: each has ports of its own, raw cells have
/// the others.
class ChipEndpoints final : public Endpoints {
 public:
  ChipEndpoints(Endpoints& raw, bool has_raw_cells) : has_raw_cells_(has_raw_cells) {
    parts_[count_++] = {&raw, ~uint64_t{0}};
  }

  /// To be called before the first cycle.
  void add(Endpoints& part, uint64_t ports) {
    Part raw = parts_[count_ - 1];
    raw.ports &= ~ports;
    parts_[count_ - 1] = {&part, ports};
    parts_[count_++] = raw;
  }
  /// What the switch is to call: all, or without raw cells an engine that is alone.
  Endpoints& of_switch() { return has_raw_cells_ || count_ != 2 ? *this : *parts_[0].endpoints; }
  /// Something has happened to a part between two cycles: it is asked again when it is due.
  void look_again() {
    for (unsigned i = 0; i < count_; ++i) parts_[i].due.next = 0;
    others_.next = 0;
  }

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due inject_ahead(Cycle now, Cycle until, ReturningCredits& credits, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle due) override;
  void take_credits(ReturningCredits& credits, Cycle upto) override;
  void prefetch() const override {
    for (unsigned i = 0; i < count_; ++i) parts_[i].endpoints->prefetch();
  }
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;
  /// Words of credit that its part has not taken yet.
  unsigned returning(unsigned port, unsigned vc) const;

 private:
  struct Part {
    Endpoints* endpoints = nullptr;
    uint64_t ports = 0;
    Due due{0, 0, 0};
    ReturningCredits credits{std::pmr::get_default_resource()};
  };
  Part& of(unsigned port) {
    unsigned i = 0;
    while (!(parts_[i].ports >> port & 1) && i + 1 < count_) ++i;
    return parts_[i];
  }
  Due due();
  void share(ReturningCredits& credits);
  static void expect_credit(Part& part);
  void look_at_others();

  static constexpr unsigned kMost = 3;  ///< IP path, 1RMA, raw cells
  bool has_raw_cells_;
  unsigned count_ = 0;
  std::array<Part, kMost> parts_{};  ///< raw cells last; only the first one's work may be late
  Due others_{0, 0, 0};              ///< of all but the first together
  Cycle slack_ = 0;                  ///< that the switch has been told
};

}  // namespace tinsim
