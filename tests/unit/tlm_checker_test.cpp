// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 base protocol checker: clean transactions pass; each rule of attributes and blocking
// calls is broken once.
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

struct Mark : tlm::tlm_extension<Mark> {
  tlm_extension_base* clone() const override { return new Mark; }
  void copy_from(const tlm_extension_base&) override {}
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

}  // namespace
}  // namespace tinsim
