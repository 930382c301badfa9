// SPDX-License-Identifier: Apache-2.0
// ExaNet credit words: waits that are longer than what 16 bits can count, model and RTL in
// lockstep. The other runs are reset long before.
#include "Vexanet_credit_manager.h"
#include "Vexanet_credit_manager_mlong.h"
#include "rtl_models/exanet_credit_manager/exanet_credit_manager.h"
#include "testbench/lockstep_run.h"
#include "testbench/random_stall.h"

namespace tinsim {
namespace {

constexpr unsigned kWrap = 65536;
constexpr unsigned kPeriod = kWrap + 4000;
constexpr unsigned kRun = 2 * kPeriod;

/// A credit word is sent, then none until the count of cycles has stopped. The refresh is one of
/// the longest there are, at the end any.
class LongRefreshes {
 public:
  using In = ExanetCreditManager::In;
  using Out = ExanetCreditManager::Out;

  explicit LongRefreshes(std::uint64_t seed) : random_(seed) {}

  In restart() {
    cycle_ = 0;
    return straps();
  }

  In next(const Out&) {
    const unsigned at = cycle_++ % kPeriod;
    if (at == 0) refresh_ = random_.range(0xFFFD, 0xFFFF);
    In in = straps();
    in.sent_i = at == random_.below(2);
    in.refresh_i = at < kWrap + 2000 ? refresh_ : random_.range(0, 0xFFFF);
    return in;
  }

 private:
  static In straps() {
    In in;
    in.header_words_i.fill(128);
    in.payload_words_i.fill(2047);
    return in;
  }

  Random random_;
  unsigned cycle_ = 0;
  unsigned refresh_ = 0;
};

/// As good as never reset.
LockstepPlan plan(const char* verilated) { return {verilated, 4 * kRun, 4, 0xFFFFFFFF}; }

TEST(ExanetCreditManagerLockstep, LongWaits) {
  expect_lockstep<ExanetCreditManager, Vexanet_credit_manager, LongRefreshes>(
      plan("Vexanet_credit_manager"));
}

TEST(MutantLockstep, ExanetCreditManagerThatIsDueOnce) {
  expect_caught<ExanetCreditManager, Vexanet_credit_manager_mlong, LongRefreshes>(
      plan("Vexanet_credit_manager_mlong"));
}

}  // namespace
}  // namespace tinsim
