// SPDX-License-Identifier: Apache-2.0
// A user's initiator that is careless with transactions, threads and memory at a host port: nothing
// of it outlives its call, and the simulation goes on.
#include "tests/unit/pcie_misuse_fixture.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using tlm::tlm_generic_payload;

/// Attributes belong to the target until the response; an initiator that changes them in the
/// meantime does not reach outside the BAR with what is left of its store.
TEST_F(PcieMisuse, ChangesWhatItHasSent) {
  auto& trans = user_.pool.allocate(tlm::TLM_WRITE_COMMAND, 0x1000, 64 * 64);
  user_.send(trans, tlm::BEGIN_REQ);
  sc_core::sc_start(20, SC_NS);
  ASSERT_EQ(user_.responses.size(), 0u) << "more stores than the port takes at once";
  trans.set_address(~uint64_t{0} - 63);
  trans.set_command(tlm::TLM_READ_COMMAND);
  trans.set_data_length(64 * 32);
  run();
  EXPECT_EQ(user_.responses, std::vector{tlm::TLM_OK_RESPONSE});
  ASSERT_EQ(chip_.stores.size(), 64u);
  for (unsigned n = 0; n < 64; ++n) EXPECT_EQ(chip_.stores[n].first, 0x1000 + 64 * n);
  expect_alive();
}

TEST_F(PcieMisuse, UsesWhatIsUnderWayOnceMore) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  sc_core::sc_spawn([&] {
    user_.send(trans, tlm::BEGIN_REQ);
    user_.socket->b_transport(trans, delay);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME) << "no effect";
  });
  run();
  EXPECT_THAT(KeptReports::texts(), says("at 0x8 is passed to b_transport before it has ended"));
  EXPECT_EQ(user_.responses, std::vector{tlm::TLM_OK_RESPONSE});
  expect_alive();
}

TEST_F(PcieMisuse, BlocksTwiceAndBeginsWhatBlocks) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  unsigned ends = 0;
  const auto block = [&] {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    user_.socket->b_transport(trans, delay);
    ++ends;
  };
  sc_core::sc_spawn(block);
  sc_core::sc_spawn([&] {
    sc_core::wait(1, SC_NS);
    block();
    user_.send(trans, tlm::BEGIN_REQ);
    EXPECT_EQ(ends, 1u) << "the first one still waits";
  });
  run();
  EXPECT_EQ(ends, 2u);
  EXPECT_TRUE(trans.is_response_ok());
  EXPECT_THAT(KeptReports::texts(), says("at 0x8 is passed to b_transport before it has ended"));
  EXPECT_THAT(KeptReports::texts(), says("at 0x8 begins before it has ended"));
  EXPECT_TRUE(user_.responses.empty());
  expect_alive();
}

/// Software that is reset in the middle of a load: the answer has no receiver.
TEST_F(PcieMisuse, IsKilledWhileItLoads) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 0, 200);
  bool is_back = false;
  auto software = sc_core::sc_spawn([&] {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    user_.socket->b_transport(trans, delay);
    is_back = true;
  });
  sc_core::sc_spawn([&] {
    sc_core::wait(30, SC_NS);
    software.kill();
    std::fill_n(trans.get_data_ptr(), 200, uint8_t{0x55});
  });
  run();
  EXPECT_FALSE(is_back);
  EXPECT_TRUE(link_.idle());
  EXPECT_EQ(trans.get_data_ptr()[0], 0x55) << "written after its owner's end";
  EXPECT_EQ(user_.send(trans, tlm::BEGIN_REQ), tlm::TLM_ACCEPTED) << "it is free for others";
  run();
  EXPECT_EQ(user_.responses, std::vector{tlm::TLM_OK_RESPONSE});
  expect_alive();
}

/// Waiting is for threads; a method would be ended by the kernel with the load half done.
TEST_F(PcieMisuse, BlocksInAMethod) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  sc_core::sc_spawn_options method;
  method.spawn_method();
  sc_core::sc_spawn(
      [&] {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        user_.socket->b_transport(trans, delay);
      },
      "method", &method);
  run();
  EXPECT_EQ(trans.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_THAT(KeptReports::texts(),
              says("is passed to b_transport by something else than a thread"));
  expect_alive();
}

TEST_F(PcieMisuse, ReleasesWhatItDoesNotHold) {
  auto& trans = user_.pool.allocate(tlm::TLM_READ_COMMAND, 8, 8);
  user_.send(trans, tlm::BEGIN_REQ);
  trans.release();
  trans.release();  // the port's
  run();
  EXPECT_THAT(KeptReports::texts(), says("at 0x8 has been released more often than acquired"));
  EXPECT_EQ(user_.responses, std::vector{tlm::TLM_OK_RESPONSE});
  expect_alive();
}

}  // namespace
}  // namespace tinsim
