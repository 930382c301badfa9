// SPDX-License-Identifier: Apache-2.0
// Host memory as TLM-2.0 target: byte enables, streaming, DMI, and what is refused.
#include "tlm/sockets/host_memory_target.h"

#include <gtest/gtest.h>

#include "testbench/bench_random.h"
#include "testbench/elaborate.h"
#include "testbench/pcie_tlm_bench.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

/// Byte enables and streaming against the definition, octet by octet (IEEE
/// 1666-2011, 14.13, 14.14).
TEST(HostMemoryTargetTest, MovesWhatTheDefinitionSays) {
  HostMemory memory(4096);
  HostMemoryTarget target("target", memory);
  ScriptedInitiator user("user");
  user.socket.bind(target.socket);
  elaborate();
  std::vector<uint8_t> plain(4096);
  Random random(5);
  for (unsigned n = 0; n < 2000; ++n) {
    const unsigned length = random.range(1, 100), width = random.range(1, 120);
    const uint64_t address = random.below(4096 - 100);
    const auto command = random.chance(50) ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND;
    auto& trans = user.pool.allocate(command, address, length);
    std::vector<uint8_t> enables(random.range(1, 12)), want(length);
    for (auto& octet : enables) octet = random.chance(60) ? 0xff : 0;
    const bool has_enables = random.chance(60);
    if (has_enables) {
      trans.set_byte_enable_ptr(enables.data());
      trans.set_byte_enable_length(static_cast<unsigned>(enables.size()));
    }
    trans.set_streaming_width(width);
    for (unsigned k = 0; k < length; ++k) {
      want[k] = trans.get_data_ptr()[k] = static_cast<uint8_t>(random.bits());
      if (has_enables && enables[k % enables.size()] == 0) continue;
      uint8_t& place = plain[address + k % width];
      if (command == tlm::TLM_READ_COMMAND)
        want[k] = place;
      else
        place = want[k];
    }
    sc_time delay = SC_ZERO_TIME;
    user.socket->b_transport(trans, delay);
    ASSERT_TRUE(trans.is_response_ok());
    ASSERT_TRUE(std::equal(want.begin(), want.end(), trans.get_data_ptr())) << n;
    trans.release();
  }
  std::vector<uint8_t> seen(4096);
  memory.read(0, seen.data(), 4096);
  EXPECT_EQ(seen, plain);
}

TEST(HostMemoryTargetTest, GrantsDirectAccessToPagesThatStay) {
  HostMemory memory(4096 + 100);
  HostMemoryTarget target("target", memory, sc_time(7, SC_NS));
  ScriptedInitiator user("user");
  user.socket.bind(target.socket);
  elaborate();
  auto& trans = user.pool.allocate(tlm::TLM_WRITE_COMMAND, 4100, 1);
  tlm::tlm_dmi dmi;
  ASSERT_TRUE(user.socket->get_direct_mem_ptr(trans, dmi));
  EXPECT_EQ(dmi.get_start_address(), 4096u);
  EXPECT_EQ(dmi.get_end_address(), 4195u);
  EXPECT_TRUE(dmi.is_read_write_allowed());
  EXPECT_EQ(dmi.get_read_latency(), sc_time(7, SC_NS));
  dmi.get_dmi_ptr()[4] = 9;
  uint8_t octet = 0;
  memory.read(4100, &octet, 1);
  EXPECT_EQ(octet, 9);
  trans.set_command(tlm::TLM_IGNORE_COMMAND);
  EXPECT_FALSE(user.socket->get_direct_mem_ptr(trans, dmi)) << "neither reads nor writes";
  EXPECT_TRUE(dmi.is_none_allowed());
  trans.set_write();
  trans.set_address(4196);
  EXPECT_FALSE(user.socket->get_direct_mem_ptr(trans, dmi));
  EXPECT_EQ(user.socket->transport_dbg(trans), 0u);
  trans.set_address(4195);
  trans.get_data_ptr()[0] = 3;
  EXPECT_EQ(user.socket->transport_dbg(trans), 1u);
  memory.read(4195, &octet, 1);
  EXPECT_EQ(octet, 3);
  trans.release();
}

TEST(HostMemoryTargetTest, RefusesWhatIsOutsideOrSenseless) {
  HostMemory memory(100);
  HostMemoryTarget target("target", memory);
  ScriptedInitiator user("user");
  user.socket.bind(target.socket);
  elaborate();
  const auto response = [&](uint64_t address, unsigned length, unsigned width) {
    auto& trans = user.pool.allocate(tlm::TLM_WRITE_COMMAND, address, length);
    trans.set_streaming_width(width);
    sc_time delay = SC_ZERO_TIME;
    user.socket->b_transport(trans, delay);
    const auto status = trans.get_response_status();
    trans.release();
    return status;
  };
  EXPECT_EQ(response(96, 4, 4), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(response(97, 4, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(response(97, 40, 3), tlm::TLM_OK_RESPONSE) << "streams into three octets";
  EXPECT_EQ(response(0, 101, 101), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(response(0, 4, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  auto& trans = user.pool.allocate(tlm::TLM_WRITE_COMMAND, 0, 4);
  trans.set_byte_enable_ptr(trans.get_data_ptr());
  sc_time delay = SC_ZERO_TIME;
  user.socket->b_transport(trans, delay);
  EXPECT_EQ(trans.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  trans.release();
}

}  // namespace
}  // namespace tinsim
