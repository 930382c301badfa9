// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 base protocol checker: clean transactions pass; each rule is broken once.
#include "testbench/tlm_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sysc/kernel/sc_dynamic_processes.h>

#include <functional>

#include "testbench/elaborate.h"
#include "tests/unit/gnet_test.h"
#include "tlm/pcie/payload_pool.h"

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

using Rules = std::vector<std::string>;
using NbCall = std::function<tlm_sync_enum(tlm_generic_payload&, tlm_phase&, sc_time&)>;

/// An initiator and a target that do what a test says.
struct Actors : sc_core::sc_module, tlm::tlm_fw_transport_if<>, tlm::tlm_bw_transport_if<> {
  explicit Actors(const sc_core::sc_module_name& name)
      : sc_module(name), initiator("initiator"), target("target") {
    initiator.bind(*this);
    target.bind(*this);
  }
  void b_transport(tlm_generic_payload& t, sc_time& d) override {
    t.set_response_status(tlm::TLM_OK_RESPONSE);
    on_b(t, d);
  }
  tlm_sync_enum nb_transport_fw(tlm_generic_payload& t, tlm_phase& p, sc_time& d) override {
    return on_fw(t, p, d);
  }
  tlm_sync_enum nb_transport_bw(tlm_generic_payload& t, tlm_phase& p, sc_time& d) override {
    return on_bw(t, p, d);
  }
  unsigned transport_dbg(tlm_generic_payload& t) override { return on_debug(t); }
  bool get_direct_mem_ptr(tlm_generic_payload&, tlm::tlm_dmi& dmi) override { return on_dmi(dmi); }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_initiator_socket<> initiator;
  tlm::tlm_target_socket<> target;
  std::function<void(tlm_generic_payload&, sc_time&)> on_b = [](auto&, auto&) {};
  NbCall on_fw = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
  NbCall on_bw = on_fw;
  std::function<unsigned(tlm_generic_payload&)> on_debug = [](auto& t) {
    return t.get_data_length();
  };
  std::function<bool(tlm::tlm_dmi&)> on_dmi;
};

struct Mark : tlm::tlm_extension<Mark> {
  tlm_extension_base* clone() const override { return new Mark; }
  void copy_from(const tlm_extension_base&) override {}
};

class TlmCheckerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fresh_kernel();
    actors_ = std::make_unique<Actors>("actors");
    checker_ = std::make_unique<TlmChecker>("checker");
    actors_->initiator.bind(checker_->target);
    checker_->initiator.bind(actors_->target);
    sc_core::sc_report_handler::set_actions("/tinsim/tlm/protocol", sc_core::SC_ERROR,
                                            sc_core::SC_DO_NOTHING);
    elaborate();
  }
  void TearDown() override {
    sc_core::sc_report_handler::set_actions("/tinsim/tlm/protocol", sc_core::SC_ERROR,
                                            sc_core::SC_DEFAULT_ERROR_ACTIONS);
  }

  tlm_generic_payload& request(tlm::tlm_command command = tlm::TLM_WRITE_COMMAND) {
    return pool_.allocate(command, 0x40, 8);
  }
  /// Rules broken by a b_transport of a request that `change` has changed.
  Rules blocking(const std::function<void(tlm_generic_payload&)>& change = [](auto&) {}) {
    auto& trans = request();
    change(trans);
    sc_time delay = sc_time(5, SC_NS);
    actors_->initiator->b_transport(trans, delay);
    return checker_->breaches();
  }
  tlm_sync_enum fw(tlm_generic_payload& trans, tlm_phase phase, sc_time delay = SC_ZERO_TIME) {
    return actors_->initiator->nb_transport_fw(trans, phase, delay);
  }
  tlm_sync_enum bw(tlm_generic_payload& trans, tlm_phase phase, sc_time delay = SC_ZERO_TIME) {
    if (phase == tlm::BEGIN_RESP) trans.set_response_status(tlm::TLM_OK_RESPONSE);
    return actors_->target->nb_transport_bw(trans, phase, delay);
  }
  /// What a scripted side returns, with a phase and a delay.
  static NbCall returns(tlm_sync_enum status, tlm_phase phase, sc_time delay = SC_ZERO_TIME) {
    return [=](tlm_generic_payload& trans, tlm_phase& p, sc_time& d) {
      if (phase == tlm::BEGIN_RESP || status == tlm::TLM_COMPLETED)
        trans.set_response_status(tlm::TLM_OK_RESPONSE);
      p = phase;
      d = delay;
      return status;
    };
  }
  const Rules& broken() const { return checker_->breaches(); }

  std::unique_ptr<Actors> actors_;
  std::unique_ptr<TlmChecker> checker_;
  PayloadPool pool_;
};

TEST_F(TlmCheckerTest, CleanBlockingCallsPass) {
  EXPECT_THAT(blocking(), IsEmpty());
  EXPECT_THAT(blocking([](auto& t) { t.set_read(); }), IsEmpty());
  tlm_generic_payload plain;  // without memory manager
  unsigned char octet = 0;
  plain.set_read();
  plain.set_data_ptr(&octet);
  plain.set_data_length(1);
  plain.set_streaming_width(1);
  sc_time delay;
  actors_->on_b = [&](auto&, sc_time& d) {
    octet = 5;
    d += sc_time(1, SC_NS);
  };
  actors_->initiator->b_transport(plain, delay);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(octet, 5);
  EXPECT_EQ(delay, sc_time(1, SC_NS));
  EXPECT_EQ(checker_->transactions(), 3u);
}

TEST_F(TlmCheckerTest, AllWaysThroughTheFourPhasesPass) {
  auto& four = request();
  fw(four, tlm::BEGIN_REQ);
  bw(four, tlm::END_REQ);
  bw(four, tlm::BEGIN_RESP);
  fw(four, tlm::END_RESP);
  auto& without_end_req = request();
  fw(without_end_req, tlm::BEGIN_REQ);
  bw(without_end_req, tlm::BEGIN_RESP);
  actors_->on_fw = returns(tlm::TLM_COMPLETED, tlm::END_RESP);
  fw(without_end_req, tlm::END_RESP);
  auto& at_once = request();
  actors_->on_fw = returns(tlm::TLM_COMPLETED, tlm::UNINITIALIZED_PHASE, sc_time(3, SC_NS));
  fw(at_once, tlm::BEGIN_REQ);
  auto& updated = request();
  actors_->on_fw = returns(tlm::TLM_UPDATED, tlm::BEGIN_RESP, sc_time(3, SC_NS));
  fw(updated, tlm::BEGIN_REQ);
  actors_->on_fw = returns(tlm::TLM_ACCEPTED, tlm::END_RESP);
  fw(updated, tlm::END_RESP);
  auto& first = request();
  auto& second = request();
  actors_->on_fw = returns(tlm::TLM_UPDATED, tlm::END_REQ);
  fw(first, tlm::BEGIN_REQ);
  fw(second, tlm::BEGIN_REQ);
  actors_->on_bw = returns(tlm::TLM_UPDATED, tlm::END_RESP);
  bw(second, tlm::BEGIN_RESP);
  bw(first, tlm::BEGIN_RESP);
  checker_->check_end();
  EXPECT_THAT(broken(), IsEmpty());
  for (auto* trans : {&four, &without_end_req, &at_once, &updated, &first, &second})
    EXPECT_EQ(trans->get_ref_count(), 1) << "the checker keeps nothing";
}

TEST_F(TlmCheckerTest, CommandIsKnown) {
  EXPECT_THAT(blocking([](auto& t) { t.set_command(static_cast<tlm::tlm_command>(3)); }),
              ElementsAre("CommandIsKnown"));
}
TEST_F(TlmCheckerTest, DataPointer) {
  EXPECT_THAT(blocking([](auto& t) { t.set_data_ptr(nullptr); }), ElementsAre("DataPointer"));
}
TEST_F(TlmCheckerTest, DataLength) {
  EXPECT_THAT(blocking([](auto& t) { t.set_data_length(0); }), ElementsAre("DataLength"));
}
TEST_F(TlmCheckerTest, StreamingWidth) {
  EXPECT_THAT(blocking([](auto& t) { t.set_streaming_width(0); }), ElementsAre("StreamingWidth"));
}
TEST_F(TlmCheckerTest, ByteEnables) {
  unsigned char enables[] = {0xff, 0x00};
  const auto enable = [&](auto& t) {
    t.set_byte_enable_ptr(enables);
    t.set_byte_enable_length(2);
  };
  EXPECT_THAT(blocking(enable), IsEmpty());
  enables[1] = 0x01;
  EXPECT_THAT(blocking(enable), ElementsAre("ByteEnables"));
  EXPECT_THAT(blocking([&](auto& t) { t.set_byte_enable_ptr(enables); }),
              ElementsAre("ByteEnables", "ByteEnables"));
}
TEST_F(TlmCheckerTest, ResponseIsIncomplete) {
  EXPECT_THAT(blocking([](auto& t) { t.set_response_status(tlm::TLM_OK_RESPONSE); }),
              ElementsAre("ResponseIsIncomplete"));
}
TEST_F(TlmCheckerTest, DmiHintIsClear) {
  EXPECT_THAT(blocking([](auto& t) { t.set_dmi_allowed(true); }), ElementsAre("DmiHintIsClear"));
}

TEST_F(TlmCheckerTest, AttributesAreKept) {
  unsigned count = 0;
  const std::vector<std::function<void(tlm_generic_payload&)>> changes = {
      [](auto& t) { t.set_read(); }, [](auto& t) { t.set_data_length(4); },
      [](auto& t) { t.set_streaming_width(4); }, [](auto& t) { t.get_data_ptr()[7] ^= 1; },
      [](auto& t) { t.set_byte_enable_ptr(t.get_data_ptr()); }};
  for (const auto& change : changes) {
    actors_->on_b = [&](auto& t, auto&) { change(t); };
    blocking();
    EXPECT_EQ(broken(), Rules(++count, "AttributesAreKept"));
  }
  actors_->on_b = [](auto& t, auto&) { t.get_data_ptr()[7] ^= 1; };
  blocking([](auto& t) { t.set_read(); });
  actors_->on_b = [](auto& t, auto&) { t.set_address(0); };
  blocking();
  EXPECT_EQ(broken().size(), count) << "read data and addresses may change";
  auto& trans = request();
  fw(trans, tlm::BEGIN_REQ);
  bw(trans, tlm::BEGIN_RESP);
  trans.set_data_length(7);
  fw(trans, tlm::END_RESP);
  EXPECT_EQ(broken(), Rules(count + 1, "AttributesAreKept"));
}

TEST_F(TlmCheckerTest, ResponseIsSet) {
  actors_->on_b = [](auto& t, auto&) { t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE); };
  EXPECT_THAT(blocking(), ElementsAre("ResponseIsSet"));
  auto& trans = request();
  actors_->on_fw = [](auto&, auto&, auto&) { return tlm::TLM_COMPLETED; };
  fw(trans, tlm::BEGIN_REQ);
  EXPECT_THAT(broken(), ElementsAre("ResponseIsSet", "ResponseIsSet"));
}

TEST_F(TlmCheckerTest, ExtensionsAreKept) {
  Mark mark, other;
  const auto with_mark = [&](auto& t) { t.set_extension(&mark); };
  actors_->on_b = [&](auto& t, auto&) { t.clear_extension(&mark); };
  EXPECT_THAT(blocking(with_mark), ElementsAre("ExtensionsAreKept"));
  actors_->on_b = [&](auto& t, auto&) { t.set_extension(&other); };
  auto& managed = request();
  sc_time delay;
  actors_->initiator->b_transport(managed, delay);
  managed.clear_extension(&other);
  EXPECT_EQ(broken().size(), 1u) << "the memory manager cleans up";
  tlm_generic_payload plain;
  plain.set_command(tlm::TLM_IGNORE_COMMAND);
  actors_->initiator->b_transport(plain, delay);
  plain.clear_extension(&other);
  EXPECT_THAT(broken(), ElementsAre("ExtensionsAreKept", "ExtensionsAreKept"));
}

TEST_F(TlmCheckerTest, TransactionIsFree) {
  auto& trans = request();
  fw(trans, tlm::BEGIN_REQ);
  sc_time delay;
  actors_->initiator->b_transport(trans, delay);
  EXPECT_THAT(broken(), ElementsAre("TransactionIsFree"));
}

TEST_F(TlmCheckerTest, TimeGoesOn) {
  actors_->on_b = [](auto&, sc_time& d) { d = sc_time(4, SC_NS); };
  EXPECT_THAT(blocking(), ElementsAre("TimeGoesOn"));
  actors_->on_fw = returns(tlm::TLM_UPDATED, tlm::END_REQ, sc_time(1, SC_NS));
  fw(request(), tlm::BEGIN_REQ, sc_time(2, SC_NS));
  EXPECT_THAT(broken(), ElementsAre("TimeGoesOn", "TimeGoesOn"));
}

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
