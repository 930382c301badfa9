// SPDX-License-Identifier: Apache-2.0
// Runtime checks of 1RMA: accesses to memory against grants, operations against the longest time.
// Each check is shown a bug.
#include <gtest/gtest.h>

#include <string>

#include "base/errors.h"
#include "testbench/bench_random.h"
#include "tlm/tin/rma/initiator.h"

namespace tinsim {
namespace {

/// Counts requests to it.
class CountingDma final : public DmaPort {
 public:
  unsigned asked = 0;

  void read(Cycle, uint64_t, uint32_t, uint64_t) override { ++asked; }
  void write(Cycle, uint64_t, ByteView, uint64_t, bool) override { ++asked; }
  void atomic(Cycle, const DmaAtomic&, uint64_t) override { ++asked; }
  bool withdraw_atomic(Cycle, uint64_t) override { return false; }
  bool write_at_once(Cycle, uint64_t, uint32_t) override { return ++asked != 0; }
  void run(Cycle, DmaClient&) override {}
};

template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const InvariantError& error) {
    return error.what();
  }
  return "";
}

class RmaGrants : public testing::Test {
 protected:
  RmaGrants() {
    params_.name = "pod 1 tin 2";
    dma_.attach(0, ports_[0]);
    dma_.attach(1, ports_[1]);
  }
  RmaGrant granted(RmaOp op, uint64_t offset, unsigned bytes) {
    RmaGrant grant;
    EXPECT_EQ(judge_and_grant(&region_, static_cast<unsigned>(op), offset, bytes, grant),
              RmaRefusal::Granted);
    return grant;
  }

  RmaParams params_;
  std::array<CountingDma, 2> ports_;
  GrantedDma dma_{params_};
  RmaRegion region_{true, 0x1000, 0x100, 15, 1, {}};
};

TEST_F(RmaGrants, ARefusalGrantsNothing) {
  RmaGrant grant;
  EXPECT_EQ(judge_and_grant(&region_, 0, 0xFF, 2, grant), RmaRefusal::Bounds);
  EXPECT_EQ(judge_and_grant(nullptr, 0, 0, 1, grant), RmaRefusal::NoRegion);
  EXPECT_NE(error_of([&] { dma_.read(1, grant, 0, 0, 0); }), "");
  EXPECT_EQ(ports_[0].asked + ports_[1].asked, 0u);
}

/// Every access near a grant, of each kind, for each op.
TEST_F(RmaGrants, AllowWhatIsInsideAndNothingElse) {
  constexpr uint64_t kFirst = 0x1010, kBytes = 8;
  for (RmaOp op : {RmaOp::Read, RmaOp::Write, RmaOp::Faa, RmaOp::Cas, RmaOp::Rekey}) {
    const bool atomic = op == RmaOp::Faa || op == RmaOp::Cas;
    const RmaGrant grant = granted(op, 0x10, kBytes);
    const auto takes = [&](uint64_t at, uint32_t bytes, auto call, bool kind) {
      const unsigned before = ports_[1].asked;
      const bool inside = at >= kFirst && at + bytes <= kFirst + kBytes;
      EXPECT_EQ(error_of(call) == "", kind && inside) << at << " " << bytes;
      EXPECT_EQ(ports_[1].asked - before, kind && inside ? 1u : 0u);
    };
    for (uint64_t at = kFirst - 10; at < kFirst + 20; ++at) {
      for (uint32_t bytes = 1; bytes < 12; ++bytes) {
        takes(
            at, bytes, [&] { dma_.read(5, grant, at, bytes, 0); }, op == RmaOp::Read || atomic);
        takes(
            at, bytes,
            [&] {
              dma_.write(5, grant, at, {nullptr, bytes}, 0, false);
            },
            op == RmaOp::Write || atomic);
        // Writes that are not granted are left to write(), which reports them.
        const unsigned before = ports_[1].asked;
        const bool may =
            (op == RmaOp::Write || atomic) && at >= kFirst && at + bytes <= kFirst + kBytes;
        EXPECT_EQ(dma_.write_at_once(5, grant, at, bytes), may) << at << " " << bytes;
        EXPECT_EQ(ports_[1].asked - before, may ? 1u : 0u);
      }
      DmaAtomic add;
      add.address = at;
      takes(
          at, 8, [&] { dma_.atomic(5, grant, add, 0); }, atomic);
    }
    const uint64_t far = ~uint64_t{0} - 3;  // its end is below its beginning
    EXPECT_NE(error_of([&] { dma_.read(5, grant, far, 8, 0); }), "");
  }
  EXPECT_EQ(ports_[0].asked, 0u) << "of the other host";
}

TEST_F(RmaGrants, AnErrorNamesChipCycleHostAndBytes) {
  const RmaGrant grant = granted(RmaOp::Read, 0, 16);
  EXPECT_EQ(error_of([&] { dma_.read(77, grant, 0x1008, 9, 0); }),
            "pod 1 tin 2 cycle 77: 1RMA reads 9 bytes at 0x1008 of host 1; granted are reads "
            "from 0x1000 to 0x1010");
}

/// A reader whose caller has made its address of something else than the region that was judged.
TEST_F(RmaGrants, AWrongAddressInTheEngineIsFound) {
  RmaMail mail;
  RmaCore core(params_, mail);
  core.dma.attach(1, ports_[1]);
  HostReader reader(core);
  const RmaGrant grant = granted(RmaOp::Read, 0x20, 64);
  reader.open(10, grant, region_.base + 0x20, 64, {});
  EXPECT_NE(error_of([&] { reader.open(10, grant, region_.base, 64, {}); }), "");
  EXPECT_EQ(ports_[1].asked, 1u);
}

/// An operation that waits for its data, and one whose timer is late.
TEST(RmaLongest, AnOperationThatTakesTooLongIsFound) {
  RmaParams params;
  params.solicitation = {65536, false, {1, 1}, 4000};
  params.timeout = 8000;
  params.pull_timeout = 7600;
  EXPECT_EQ(params.longest_operation(), 40u + 4000 + 255 + 8000 + 7600);
  for (const bool late : {false, true}) {
    RmaMail mail;
    RmaCore core(params, mail);
    EXPECT_EQ(core.longest, params.longest_operation());
    core.make_region(0) = {true, 0, 4096, 15, 0, {}};
    CountingDma dma;
    core.dma.attach(0, dma);
    HostReader reader(core);
    Initiator initiator(core, reader);
    RmaCommand command;
    command.size = 8;
    const CommandBytes bytes = encode_command(command);
    for (unsigned part = 0; part < 4; ++part)
      initiator.store(100, 0, 0, part, bytes.data() + part * kQuarterBytes);
    initiator.command(140, 0);
    initiator.solicit(140);
    EXPECT_EQ(initiator.in_service(), 1u);
    if (late) core.longest = 8000;  // 40 less than it takes
    const std::string error = error_of([&] { initiator.timer(8140, RmaId::of_slot(0, 0)); });
    EXPECT_EQ(error, late ? " cycle 8140: slot 0: an operation ends after 8040 cycles, of at most "
                            "8000"
                          : "");
  }
}

TEST(RmaLongest, ShortDispatchTimeoutsHaveNoBound) {
  RmaParams params;
  params.solicitation.dispatch_limit = params.slots - 1;
  EXPECT_EQ(params.longest_operation(), kNoCycle);
  RmaMail mail;
  RmaCore core(params, mail);
  core.params.solicitation.dispatch_limit = params.slots;
  core.limits_changed();  // what waits may have come before
  EXPECT_EQ(core.longest, kNoCycle);
}

}  // namespace
}  // namespace tinsim
