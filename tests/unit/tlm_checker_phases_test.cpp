// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 base protocol checker: each rule of phases, debug access and DMI is broken once.
#include <sysc/kernel/sc_dynamic_processes.h>

#include "tests/unit/tlm_checker_fixture.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;

TEST_F(TlmCheckerTest, MemoryManager) {
  tlm_generic_payload plain;
  plain.set_command(tlm::TLM_IGNORE_COMMAND);
  fw(plain, tlm::BEGIN_REQ);
  EXPECT_THAT(broken(), ElementsAre("MemoryManager"));
}

TEST_F(TlmCheckerTest, ReferenceCount) {
  auto& trans = request();
  fw(trans, tlm::BEGIN_REQ);
  bw(trans, tlm::BEGIN_RESP);
  trans.release();
  fw(trans, tlm::END_RESP);
  EXPECT_THAT(broken(), ElementsAre("ReferenceCount"));
  actors_->on_b = [](auto& t, auto&) { t.release(); };
  blocking();
  EXPECT_THAT(broken(), ElementsAre("ReferenceCount", "ReferenceCount"));
}

TEST_F(TlmCheckerTest, PhaseDirection) {
  auto& trans = request();
  fw(trans, tlm::BEGIN_REQ);
  fw(trans, tlm::END_REQ);
  fw(trans, tlm::UNINITIALIZED_PHASE);
  bw(trans, tlm::END_RESP);
  bw(trans, tlm::BEGIN_REQ);
  EXPECT_EQ(broken(), Rules(4, "PhaseDirection"));
}

TEST_F(TlmCheckerTest, PhaseOrder) {
  auto& trans = request();
  fw(trans, tlm::END_RESP);
  bw(trans, tlm::BEGIN_RESP);
  trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  EXPECT_EQ(broken(), Rules(2, "PhaseOrder")) << "it has not begun";
  fw(trans, tlm::BEGIN_REQ);
  fw(trans, tlm::BEGIN_REQ);
  fw(trans, tlm::END_RESP);
  EXPECT_EQ(broken(), Rules(4, "PhaseOrder"));
  bw(trans, tlm::END_REQ);
  bw(trans, tlm::END_REQ);
  EXPECT_EQ(broken(), Rules(5, "PhaseOrder"));
  bw(trans, tlm::BEGIN_RESP);
  bw(trans, tlm::BEGIN_RESP);
  bw(trans, tlm::END_REQ);
  EXPECT_EQ(broken(), Rules(7, "PhaseOrder"));
  fw(trans, tlm::END_RESP);
  bw(trans, tlm::END_REQ);
  EXPECT_EQ(broken(), Rules(8, "PhaseOrder"));
}

TEST_F(TlmCheckerTest, RequestExclusion) {
  auto& first = request();
  fw(first, tlm::BEGIN_REQ);
  fw(request(), tlm::BEGIN_REQ);
  EXPECT_THAT(broken(), ElementsAre("RequestExclusion"));
}

TEST_F(TlmCheckerTest, ResponseExclusion) {
  auto& first = request();
  auto& second = request();
  for (auto* trans : {&first, &second}) {
    fw(*trans, tlm::BEGIN_REQ);
    bw(*trans, tlm::END_REQ);
  }
  bw(first, tlm::BEGIN_RESP);
  bw(second, tlm::BEGIN_RESP);
  EXPECT_THAT(broken(), ElementsAre("ResponseExclusion"));
}

TEST_F(TlmCheckerTest, AcceptedIsUnchanged) {
  actors_->on_fw = returns(tlm::TLM_ACCEPTED, tlm::END_REQ);
  auto& trans = request();
  fw(trans, tlm::BEGIN_REQ);
  EXPECT_THAT(broken(), ElementsAre("AcceptedIsUnchanged"));
  actors_->on_bw = returns(tlm::TLM_ACCEPTED, tlm::END_REQ, sc_time(1, SC_NS));
  bw(trans, tlm::END_REQ);
  EXPECT_THAT(broken(), ElementsAre("AcceptedIsUnchanged", "AcceptedIsUnchanged"));
}

TEST_F(TlmCheckerTest, UpdatedPhase) {
  actors_->on_fw = returns(tlm::TLM_UPDATED, tlm::BEGIN_REQ);
  fw(request(), tlm::BEGIN_REQ);
  EXPECT_THAT(broken(), ElementsAre("UpdatedPhase"));
}

TEST_F(TlmCheckerTest, CompletedEarly) {
  auto& trans = request();
  fw(trans, tlm::BEGIN_REQ);
  actors_->on_bw = [](auto&, auto&, auto&) { return tlm::TLM_COMPLETED; };
  bw(trans, tlm::END_REQ);
  EXPECT_THAT(broken(), ElementsAre("CompletedEarly"));
}

TEST_F(TlmCheckerTest, DebugLength) {
  auto& trans = request();
  actors_->initiator->transport_dbg(trans);
  EXPECT_THAT(broken(), IsEmpty());
  actors_->on_debug = [](auto&) { return 9u; };
  actors_->initiator->transport_dbg(trans);
  EXPECT_THAT(broken(), ElementsAre("DebugLength"));
}

TEST_F(TlmCheckerTest, DebugTakesNoTime) {
  auto& trans = request();
  actors_->on_debug = [](auto&) {
    sc_core::wait(1, SC_NS);
    return 1u;
  };
  sc_core::sc_spawn([&] { actors_->initiator->transport_dbg(trans); });
  sc_core::sc_start(sc_time(5, SC_NS));
  EXPECT_THAT(broken(), ElementsAre("DebugTakesNoTime"));
}

TEST_F(TlmCheckerTest, DmiRange) {
  unsigned char memory[256];
  tlm::tlm_dmi dmi;
  auto& trans = request();
  const auto ask = [&](uint64_t start, uint64_t end, unsigned char* data, bool granted) {
    actors_->on_dmi = [=](tlm::tlm_dmi& d) {
      d.init();
      d.set_start_address(start);
      d.set_end_address(end);
      d.set_dmi_ptr(data);
      d.allow_write();
      return granted;
    };
    actors_->initiator->get_direct_mem_ptr(trans, dmi);
    return broken().size();
  };
  EXPECT_EQ(ask(0, 255, memory, true), 0u);
  EXPECT_EQ(ask(0x41, 255, nullptr, false), 0u) << "a refusal says where else not to ask";
  EXPECT_EQ(ask(0x41, 255, memory, true), 1u);
  EXPECT_EQ(ask(0, 0x3f, memory, true), 2u);
  EXPECT_EQ(ask(0, 255, nullptr, true), 3u);
  trans.set_read();
  EXPECT_EQ(ask(0, 255, memory, true), 4u) << "only writing is allowed";
  EXPECT_EQ(broken(), Rules(4, "DmiRange"));
}

TEST_F(TlmCheckerTest, InvalidRange) {
  actors_->target->invalidate_direct_mem_ptr(5, 5);
  EXPECT_THAT(broken(), IsEmpty());
  actors_->target->invalidate_direct_mem_ptr(6, 5);
  EXPECT_THAT(broken(), ElementsAre("InvalidRange"));
}

TEST_F(TlmCheckerTest, AllEnded) {
  fw(request(), tlm::BEGIN_REQ);
  checker_->check_end();
  EXPECT_THAT(broken(), ElementsAre("AllEnded"));
}

TEST_F(TlmCheckerTest, ABreachNamesCheckerRuleAndTransaction) {
  sc_core::sc_report_handler::set_actions("/tinsim/tlm/protocol", sc_core::SC_ERROR,
                                          sc_core::SC_THROW);
  const std::string text = error_of([&] { blocking([](auto& t) { t.set_data_length(0); }); });
  EXPECT_THAT(text, HasSubstr("checker DataLength at 0 s: the length is zero; transaction of 0 "
                              "octets at 0x40"));
}

}  // namespace
}  // namespace tinsim
