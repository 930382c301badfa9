// SPDX-License-Identifier: Apache-2.0
// Part of the chip core: when it calls the endpoints on its terminal ports, and the credit that is
// on its way back to them.
#pragma once

#include <algorithm>

#include "tlm/tin/cell_switch/core_part.h"
#include "tlm/tin/cell_switch/endpoints.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

class CoreTerminals : public CorePart<CoreTerminals> {
 public:
  explicit CoreTerminals(const SwitchParams& params) : credits_(params.dense) {}

  void attach(Endpoints* endpoints);
  /// Cycle in which the endpoints are called next; kNoCycle: none.
  Cycle next() const { return due_.next; }

  /// A window without failures begins: sources may send ahead up to its end.
  void begin_window(Cycle from, Cycle to);
  /// The calls and credits that are due before the window ends in cycle `to`.
  void inject_before(Cycle to);
  void take_credits_before(Cycle to) {
    if (credits_.next() < to) endpoints_->take_credits(credits_, to - 1);
  }
  void inject(Cycle now);

  /// The words of a cell matched now, from terminal `port`, are free again.
  [[gnu::always_inline]] void return_credit(Cycle now, unsigned port, unsigned vc, unsigned words);
  /// The last word of a cell reaches the endpoint of `port` in cycle `at`.
  void deliver(unsigned port, const Cell& cell, Cycle at) {
    due_.next = std::min(due_.next, endpoints_->deliver(port, cell, at));
  }

  /// Words that are on their way back to the source of this port and VC.
  unsigned returning(unsigned port, unsigned vc) const { return credits_.words(port, vc); }
  void prefetch() const {
    if (endpoints_ != nullptr) endpoints_->prefetch();
  }

 private:
  void schedule_next_credit();

  Endpoints::Due due_;
  Cycle inject_until_ = 0;
  Endpoints* endpoints_ = nullptr;
  bool sends_ahead_ = false;  ///< the endpoints do, where nothing fails
  ReturningCredits credits_;
};

inline void CoreTerminals::return_credit(Cycle now, unsigned port, unsigned vc, unsigned words) {
  const Cycle due = now + records().delays().match_to_source_credit();
  credits_.push(
      {due, static_cast<uint16_t>(words), static_cast<uint8_t>(vc), static_cast<uint8_t>(port)});
  const bool waits = due_.may_wait(port);
  due_.next = std::min(due_.next, waits ? due + due_.slack : kNoCycle);
}

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
