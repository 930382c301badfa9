// SPDX-License-Identifier: Apache-2.0
// A user's initiator that breaks the TLM-2.0 base protocol at a host port: there is a warning, and
// the simulation goes on.
#include "testbench/bench_random.h"
#include "tests/unit/pcie_misuse_fixture.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;

TEST_F(PcieMisuse, WithoutMemoryManager) {
  tlm_generic_payload trans;
  trans.set_command(tlm::TLM_READ_COMMAND);
  EXPECT_EQ(user_.send(trans, tlm::BEGIN_REQ), tlm::TLM_COMPLETED);
  EXPECT_EQ(trans.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_THAT(KeptReports::texts(),
              says("port at 0 s: the transaction at 0x0 has no memory manager"));
  EXPECT_THAT(checker_.breaches(), ::testing::Contains("MemoryManager"));
  expect_alive();
}

TEST_F(PcieMisuse, PhasesThatAreNotItsOwn) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  for (const auto phase : {tlm::END_REQ, tlm::BEGIN_RESP, tlm::UNINITIALIZED_PHASE})
    user_.send(trans, phase);
  EXPECT_THAT(KeptReports::texts(),
              says("the transaction at 0x8 sends a phase that is not an initiator's"));
  EXPECT_THAT(checker_.breaches(), ::testing::Each("PhaseDirection"));
  EXPECT_EQ(checker_.breaches().size(), 3u);
  expect_alive();
}

TEST_F(PcieMisuse, EndsWhatHasNotBegun) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  user_.send(trans, tlm::END_RESP);
  EXPECT_THAT(KeptReports::texts(), says("sends END_RESP without a BEGIN_RESP"));
  EXPECT_THAT(checker_.breaches(), ::testing::Contains("PhaseOrder"));
  expect_alive();
}

TEST_F(PcieMisuse, BeginsTwiceAndDoesNotWait) {
  auto& first = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  auto& second = user_.pool.allocate(tlm::TLM_READ_COMMAND, 16, 8);
  user_.send(first, tlm::BEGIN_REQ);
  user_.send(first, tlm::BEGIN_REQ);
  user_.send(second, tlm::BEGIN_REQ);
  EXPECT_THAT(KeptReports::texts(), says("begins before it has ended"));
  EXPECT_THAT(KeptReports::texts(), says("begins before the END_REQ of the one before"));
  EXPECT_THAT(checker_.breaches(), ::testing::Contains("RequestExclusion"));
  run();
  EXPECT_EQ(user_.responses.size(), 2u) << "both are served all the same";
  expect_alive();
}

TEST_F(PcieMisuse, EndsTwice) {
  user_.holds_back = true;
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  user_.send(trans, tlm::BEGIN_REQ);
  run();
  EXPECT_EQ(port_.in_progress(), 1u) << "the response waits for its END_RESP";
  user_.send(trans, tlm::END_RESP);
  user_.send(trans, tlm::END_RESP);
  EXPECT_THAT(KeptReports::texts(), says("sends END_RESP without a BEGIN_RESP"));
  expect_alive();
}

/// For any input, every accepted transaction has a response, and the port stays usable.
TEST_F(PcieMisuse, AtRandom) {
  Random random(11);
  std::vector<tlm_generic_payload*> all;
  unsigned char enables[] = {0x12};
  for (unsigned n = 0; n < 3000; ++n) {
    if (all.empty() || random.chance(40)) {
      auto& trans = user_.pool.allocate(static_cast<tlm::tlm_command>(random.below(4)),
                                        random.chance(70) ? random.below(300) : random.bits(),
                                        random.range(1, 64));
      if (random.chance(20)) trans.set_streaming_width(random.below(70));
      if (random.chance(20)) trans.set_data_length(0);
      if (random.chance(20)) trans.set_data_ptr(nullptr);
      if (random.chance(20)) trans.set_byte_enable_ptr(enables);
      if (random.chance(10)) trans.set_byte_enable_length(1);
      all.push_back(&trans);
    }
    auto& trans = *all[random.below(static_cast<unsigned>(all.size()))];
    user_.holds_back = random.chance(10);
    const tlm_phase phases[] = {tlm::BEGIN_REQ, tlm::BEGIN_REQ,  tlm::END_RESP,
                                tlm::END_REQ,   tlm::BEGIN_RESP, tlm::UNINITIALIZED_PHASE};
    user_.send(trans, phases[random.below(6)]);
    if (random.chance(50)) sc_core::sc_start(sc_time(random.below(200), SC_NS));
  }
  user_.holds_back = false;
  for (unsigned n = 0; n < 2 && port_.in_progress() > 0; ++n) {
    for (auto* trans : all) {
      user_.send(*trans, tlm::END_RESP);
      run();
    }
  }
  EXPECT_EQ(port_.in_progress(), 0u);
  EXPECT_GT(KeptReports::texts().size(), 1000u);
  EXPECT_GT(user_.responses.size(), 300u);
  for (const auto response : user_.responses) EXPECT_NE(response, tlm::TLM_INCOMPLETE_RESPONSE);
  expect_alive();
}

}  // namespace
}  // namespace tinsim
