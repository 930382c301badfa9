// SPDX-License-Identifier: Apache-2.0
// 1RMA: waits that are longer than what 16 bits can count, model and RTL in lockstep. The other
// runs are reset long before.
#include "Vsolicitation_4.h"
#include "Vsolicitation_mlong.h"
#include "Vtimeout_wheel_8.h"
#include "Vtimeout_wheel_mlong.h"
#include "rtl_models/solicitation/solicitation.h"
#include "rtl_models/timeout_wheel/timeout_wheel.h"
#include "testbench/lockstep_run.h"
#include "testbench/random_stall.h"

namespace tinsim {
namespace {

constexpr unsigned kWrap = 65536;
/// Of one wait and what follows; a run has two.
constexpr unsigned kPeriod = 2 * kWrap + 8000;
constexpr unsigned kRun = 2 * kPeriod;

/// Class 1 waits while class 0, which has priority, expires in every cycle. Then both wait for the
/// longest limits there are.
class LongSolicitations {
 public:
  using In = Solicitation<4>::In;
  using Out = Solicitation<4>::Out;

  explicit LongSolicitations(std::uint64_t seed) : random_(seed) {}

  In restart() {
    cycle_ = 0;
    return straps();
  }

  In next(const Out& out) {
    if (cycle_ % kPeriod == 0) wrapped_ = kWrap + random_.range(100, 2000);
    const unsigned at = cycle_++ % kPeriod;
    In in = straps();
    in.hold_i = true;
    if (at < wrapped_) {
      in.dispatch_limit_i = at <= 10 ? 0xFFFF : 1;
      push(in, out, at < 10 ? 1 : 0);
    } else if (at < wrapped_ + 100) {
      in.dispatch_limit_i = random_.range(2500, 60000);
    } else if (at < wrapped_ + 200) {
      in.dispatch_limit_i = limit_ = random_.chance(50) ? 0xFFFF : 0xFFFE;
      if (random_.chance(10)) push(in, out, random_.below(2));
    } else {
      in.dispatch_limit_i = limit_;
    }
    return in;
  }

 private:
  static In straps() {
    In in;
    in.weight_i.fill(1);
    return in;
  }
  void push(In& in, const Out& out, unsigned cls) {
    in.push_valid_i = !out.full_o[cls];
    in.push_class_i = cls;
    in.push_slot_i = random_.bits();
  }

  Random random_;
  unsigned cycle_ = 0, wrapped_ = 0, limit_ = 0;
};

/// Timers that are due are held back for longer than the longest timer runs, while some are stopped
/// or restarted. Then all run for the longest times there are.
class LongTimeouts {
 public:
  using In = TimeoutWheel<8>::In;
  using Out = TimeoutWheel<8>::Out;

  explicit LongTimeouts(std::uint64_t seed) : random_(seed) {}

  In restart() {
    cycle_ = 0;
    return {};
  }

  In next(const Out&) {
    if (cycle_ % kPeriod == 0) held_ = kWrap + random_.range(100, 2000);
    const unsigned at = cycle_++ % kPeriod;
    In in;
    in.hold_i = at < held_;
    in.start_id_i = random_.below(8);
    in.stop_id_i = random_.below(8);
    if (at < 100) {
      in.start_valid_i = random_.chance(30);
      in.start_cycles_i = random_.range(1, 50);
    } else if (at >= held_ + 100 && at < held_ + 200) {
      in.start_valid_i = true;
      in.start_cycles_i = random_.range(0xFFFE, 0xFFFF);
    } else {
      in.stop_valid_i = random_.below(20000) == 0;
      in.start_valid_i = at < held_ && random_.below(20000) == 0;
      in.start_cycles_i = random_.range(1, 60000);
    }
    return in;
  }

 private:
  Random random_;
  unsigned cycle_ = 0, held_ = 0;
};

/// As good as never reset.
LockstepPlan plan(const char* verilated) { return {verilated, 4 * kRun, 4, 0xFFFFFFFF}; }

TEST(SolicitationLockstep, LongWaits) {
  expect_lockstep<Solicitation<4>, Vsolicitation_4, LongSolicitations>(plan("Vsolicitation_4"));
}

TEST(TimeoutWheelLockstep, LongWaits) {
  expect_lockstep<TimeoutWheel<8>, Vtimeout_wheel_8, LongTimeouts>(plan("Vtimeout_wheel_8"));
}

TEST(MutantLockstep, SolicitationWithoutLongWaits) {
  expect_caught<Solicitation<4>, Vsolicitation_mlong, LongSolicitations>(
      plan("Vsolicitation_mlong"));
}

TEST(MutantLockstep, TimeoutWheelThatIsDueTwice) {
  expect_caught<TimeoutWheel<8>, Vtimeout_wheel_mlong, LongTimeouts>(plan("Vtimeout_wheel_mlong"));
}

}  // namespace
}  // namespace tinsim
