// SPDX-License-Identifier: Apache-2.0
// `tin.blocks` of the control plane: a mailbox, clock, register bus or meter with a bug is found.
#include <gtest/gtest.h>

#include <cstdio>
#include <exception>
#include <string>

#include "base/errors.h"
#include "rtl_models/latency_meter/latency_meter.h"
#include "rtl_models/mos_mailbox/mos_mailbox.h"
#include "rtl_models/register_file/register_file.h"
#include "rtl_models/time_sync/time_sync.h"
#include "testbench/dut/faulty_block.h"
#include "tests/platform/control_networks.h"

namespace tinsim {
namespace {

using namespace control;

class FaultyControlBlocks : public FaultyBlockTest {
 protected:
  /// In lockstep the bug is named. As RTL it changes deliveries of cells, if it can, or stops the
  /// run.
  static void expect_found(const std::string& network, const std::string& block,
                           const std::string& place, const std::string& field,
                           bool changes_cells = true) {
    const std::string lockstep = error_of(network, "tin.blocks." + block + "=lockstep");
    for (const std::string& part : {place, block, field})
      EXPECT_NE(lockstep.find(part), lockstep.npos) << lockstep;
    if (!changes_cells) return;
    const uint64_t models = run(network).state_hash;
    try {
      EXPECT_NE(run(network, {"tin.blocks." + block + "=rtl"}).state_hash, models);
    } catch (const std::exception& error) {
      std::printf("%s\n", error.what());
    }
  }
};

/// The received word is wrong in one bit, later on.
struct SpoilsAWord {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle > 3000 && out.read_valid_o) out.read_payload_o = out.read_payload_o ^ 4;
  }
};
TEST_F(FaultyControlBlocks, AMailboxThatChangesAWordIsFound) {
  use<MosMailbox<16, 64>, SpoilsAWord>("mos_mailbox", "TxWords=16,RxWords=64");
  expect_found(kMos, "mos_mailbox", "pod 1 tin 0 port ", "read_payload_o", false);
}

/// Shows one place more than it has.
struct PromisesAPlace {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle > 2000 && out.send_free_o == 0) out.send_free_o = 1;
  }
};
TEST_F(FaultyControlBlocks, AMailboxThatPromisesAPlaceIsFound) {
  use<MosMailbox<16, 64>, PromisesAPlace>("mos_mailbox", "TxWords=16,RxWords=64");
  expect_found(kMos, "mos_mailbox", "pod 1 tin 0 port ", "send_free_o");
}

/// The time of updates is one tick late.
struct SendsLate {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle > 2000 && out.tx_time_o != 0) out.tx_time_o = out.tx_time_o - 1;
  }
};
TEST_F(FaultyControlBlocks, AClockThatSendsAWrongTimeIsFound) {
  use<TimeSync<50>, SendsLate>("time_sync", "NumPorts=50");
  expect_found(kClocks, "time_sync", "pod 0 tin 0", "tx_time_o", false);
}

/// A value that is read is wrong in its lowest bit.
struct ReadsWrongly {
  template <class Out>
  static void change(Out& out, unsigned cycle) {
    if (cycle > 60 && out.response_data_o != 0) out.response_data_o = out.response_data_o ^ 1;
  }
};
TEST_F(FaultyControlBlocks, ARegisterThatIsReadWronglyIsFound) {
  use<RegisterFile, ReadsWrongly>("register_file", "");
  expect_found(kBringUp, "register_file", "pod 0 tin 1", "response_data_o");
}

/// Counts one cycle too many.
struct MeasuresMore {
  template <class Out>
  static void change(Out& out, unsigned) {
    if (out.delay_valid_o) out.delay_o = out.delay_o + 1;
  }
};
TEST_F(FaultyControlBlocks, AMeterThatMeasuresWronglyIsFound) {
  use<LatencyMeter, MeasuresMore>("latency_meter", "");
  EXPECT_EQ(measured_delay("rtl"), 1u << 31 | (kLink + 2));
  try {
    measured_delay("lockstep");
    FAIL() << "the planted difference was not found";
  } catch (const InvariantError& error) {
    const std::string text = error.what();
    for (const char* part : {"pod 0 tin 0 port 0", "latency_meter", "delay_o"})
      EXPECT_NE(text.find(part), text.npos) << text;
  }
}

}  // namespace
}  // namespace tinsim
