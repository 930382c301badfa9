// SPDX-License-Identifier: Apache-2.0
// The core in time: slices without events, sleep, and what happens between instructions.
#include "tlm/tin/ecp/armv6m_core.h"

#include <algorithm>
#include <utility>

namespace tinsim {

Armv6mCore::Armv6mCore(std::shared_ptr<const EcpImage> image, EcpBus& bus,
                       const Armv6mTiming& timing)
    : bus_(bus), timing_(timing), sram_(std::move(image)) {
  reset();
}

void Armv6mCore::reset() {
  registers_ = {};
  registers_.r[kLrRegister] = 0xffffffff;
  registers_.set_msp(sram_.load<uint32_t>(0));
  system_ = {};
  sleep_ = Sleep::kNo;
  event_ = locked_up_ = reset_requested_ = false;
  stop_ = Stop::kNone;
  const auto entry = sram_.load<uint32_t>(4);
  registers_.pc = entry & ~1u;
  registers_.thumb = (entry & 1) != 0;
}

uint64_t Armv6mCore::run(uint64_t budget) {
  const uint64_t begin = instructions_;
  while (instructions_ - begin < budget && can_execute()) slice(budget - (instructions_ - begin));
  return instructions_ - begin;
}

void Armv6mCore::run_until(uint64_t until) {
  const uint64_t per_instruction = timing_.cycles_per_instruction;
  while (cycle_ < until && !requests_reset()) {
    if (can_execute()) {
      slice((until - cycle_ + per_instruction - 1) / per_instruction);
    } else if (!requests_reset()) {
      pass_time(until);
    }
  }
}

/// A core that sleeps wakes here.
bool Armv6mCore::can_execute() {
  if (locked_up_ || requests_reset()) return false;
  if (sleep_ == Sleep::kNo) return true;
  update();
  if (system_.pending_is_event() && system_.exceptions().has_pending()) event_ = true;
  const bool has_event = sleep_ == Sleep::kWfe && event_;
  if (!has_event && !system_.exceptions().wakes()) return false;
  if (has_event) event_ = false;
  sleep_ = Sleep::kNo;
  return true;
}

void Armv6mCore::pass_time(uint64_t until) {
  const uint64_t event = locked_up_ ? EcpBus::kNever : next_event();
  cycle_ = std::min(until, std::max(event, cycle_ + 1));
}

void Armv6mCore::update() { system_.update(cycle_, bus_.lines(cycle_)); }

uint64_t Armv6mCore::next_event() const {
  return std::min(system_.tick().next(), bus_.next_event());
}

/// Executes instructions until something may interrupt them, at least one and at most
/// `instructions`; none if an exception locks the core up.
void Armv6mCore::slice(uint64_t instructions) {
  update();
  const unsigned exception = system_.exceptions().to_take(registers_.primask);
  if (exception != 0) enter(exception);
  if (locked_up_) return;
  const uint64_t per_instruction = timing_.cycles_per_instruction;
  const uint64_t event = next_event();
  const uint64_t free = event > cycle_ ? event - cycle_ : 1;
  const uint64_t most = std::min(instructions, (free - 1) / per_instruction + 1);
  const uint64_t executed = execute(most);
  instructions_ += executed;
  cycle_ += executed * per_instruction + std::exchange(stall_, 0);
  handle(std::exchange(stop_, Stop::kNone));
}

}  // namespace tinsim
