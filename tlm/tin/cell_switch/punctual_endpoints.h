// SPDX-License-Identifier: Apache-2.0
// Endpoints of the pins in a lockstep: they send nothing, and check that no call is late.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/errors.h"
#include "tlm/tin/cell_switch/endpoints.h"

namespace tinsim {

/// The engines of a chip in lockstep are attached to its core, so no result depends on the calls
/// from the pins. These endpoints are called in each cycle. They throw an InvariantError where a
/// cell or a credit is due in a cycle that is over: an engine would act too late on it.
class PunctualEndpoints final : public Endpoints {
 public:
  /// `name`: of the switch.
  explicit PunctualEndpoints(std::string name) : name_(std::move(name)) {}

  Due inject(Cycle now, Mailbox& /*mailbox*/) override {
    next_ = now + 1;
    return {next_};
  }
  Due credit(unsigned port, Credit credit, Cycle due) override {
    if (due < next_) fail(port, credit.vc, due, "credit returns");
    return {next_};
  }
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override {
    if (at < next_) fail(port, cell.vc, at, "a cell arrives");
    return kNoCycle;
  }

 private:
  [[noreturn]] void fail(unsigned port, unsigned vc, Cycle at, const char* what) const {
    throw InvariantError(
        fmt::format("{} port {} vc {} cycle {}: {} at a terminal port in a cycle that is over; "
                    "expected cycle {} or later",
                    name_, port, vc, at, what, next_));
  }

  std::string name_;
  Cycle next_ = 0;  ///< the first for which they have not been called
};

}  // namespace tinsim
