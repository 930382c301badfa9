// SPDX-License-Identifier: Apache-2.0
// The TLM-2.0 socket of a host port: stores and loads; responses to what is wrong.
#include "testbench/elaborate.h"
#include "tests/unit/pcie_tlm_util.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

TEST(PcieTlm, AStoreIsPostedAndALoadTakesBothWays) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params);
  sc_time stored, loaded;
  std::vector<uint8_t> back(8);
  bench.user.start([&] {
    sc_core::wait(at(100));
    auto data = counting(8);
    EXPECT_EQ(bench.user.transport(tlm::TLM_WRITE_COMMAND, 0x20, data), tlm::TLM_OK_RESPONSE);
    stored = sc_core::sc_time_stamp();
    EXPECT_EQ(bench.user.transport(tlm::TLM_READ_COMMAND, 0x20, back), tlm::TLM_OK_RESPONSE);
    loaded = sc_core::sc_time_stamp();
  });
  bench.run();
  EXPECT_EQ(stored, at(100));
  EXPECT_EQ(back, counting(8));
  // The load's packet follows the store's; the answer has 20 + 8 octets.
  EXPECT_EQ(loaded, at(100 + on_wire(params, 24 + 8 + 24) + params.mmio_cycles +
                       on_wire(params, 20 + 8) + params.mmio_cycles));
  expect_clean(bench);
}

TEST(PcieTlm, ACommandOfFourStoresArrivesAtTheRateOfTheLink) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params);
  bench.user.start([&] {
    for (unsigned n = 0; n < 4; ++n) {
      auto data = counting(16);
      bench.user.transport(tlm::TLM_WRITE_COMMAND, 0x10040 + 16 * n, data);
    }
  });
  bench.run();
  ASSERT_EQ(bench.chip.stores.size(), 4u);
  for (unsigned n = 0; n < 4; ++n) {
    EXPECT_EQ(bench.chip.stores[n].first, 0x10040 + 16 * n);
    EXPECT_EQ(bench.chip.stores[n].second, on_wire(params, 40 * (n + 1)) + params.mmio_cycles);
  }
  expect_clean(bench);
}

TEST(PcieTlm, TransactionsOfAnyLengthAreCutAt64Octets) {
  PcieTlmBench bench(bench_params());
  std::vector<uint8_t> back(200);
  bench.user.start([&] {
    auto data = counting(200);
    EXPECT_EQ(bench.user.transport(tlm::TLM_WRITE_COMMAND, 40, data), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(bench.user.transport(tlm::TLM_READ_COMMAND, 40, back), tlm::TLM_OK_RESPONSE);
    auto page = counting(4096);
    EXPECT_EQ(bench.user.transport(tlm::TLM_WRITE_COMMAND, 0x1000, page), tlm::TLM_OK_RESPONSE);
  });
  bench.run();
  EXPECT_EQ(back, counting(200));
  ASSERT_EQ(bench.chip.stores.size(), 4u + 64u);
  EXPECT_EQ(bench.chip.stores[0].first, 40u);
  EXPECT_EQ(bench.chip.stores[1].first, 64u);
  expect_clean(bench);
}

struct WrongCase {
  const char* what;
  std::function<void(tlm::tlm_generic_payload&)> change;
  tlm::tlm_response_status want;
  bool is_protocol = false;  ///< the checker says so, too
};

std::vector<WrongCase> wrong_requests() {
  static unsigned char enables[] = {0xff, 0x00};
  using P = tlm::tlm_generic_payload;
  return {
      {"behind the BAR", [](P& t) { t.set_address(1 << 17); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"across its end", [](P& t) { t.set_address((1 << 17) - 4); },
       tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"far away", [](P& t) { t.set_address(~uint64_t{0}); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"no register", [](P& t) { t.set_address(0x8000); }, tlm::TLM_ADDRESS_ERROR_RESPONSE},
      {"byte enables",
       [](P& t) {
         t.set_byte_enable_ptr(enables);
         t.set_byte_enable_length(2);
       },
       tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
      {"streaming", [](P& t) { t.set_streaming_width(4); }, tlm::TLM_BURST_ERROR_RESPONSE},
      {"no command", [](P& t) { t.set_command(tlm::TLM_IGNORE_COMMAND); },
       tlm::TLM_COMMAND_ERROR_RESPONSE},
      {"no length", [](P& t) { t.set_data_length(0); }, tlm::TLM_BURST_ERROR_RESPONSE, true},
      {"no width", [](P& t) { t.set_streaming_width(0); }, tlm::TLM_BURST_ERROR_RESPONSE, true},
      {"no data", [](P& t) { t.set_data_ptr(nullptr); }, tlm::TLM_GENERIC_ERROR_RESPONSE, true}};
}

TEST(PcieTlm, WrongRequestsGetTheirResponseAndDoNothing) {
  sc_core::sc_report_handler::set_actions("/tinsim/tlm/protocol", sc_core::SC_ERROR,
                                          sc_core::SC_DO_NOTHING);
  PcieTlmBench bench(bench_params());
  size_t breaches = 0;
  bench.user.start([&] {
    for (const WrongCase& wrong : wrong_requests()) {
      SCOPED_TRACE(wrong.what);
      auto& trans = bench.user.pool.allocate(tlm::TLM_READ_COMMAND, 0, 8);
      wrong.change(trans);
      sc_time delay = SC_ZERO_TIME;
      bench.user.socket->b_transport(trans, delay);
      EXPECT_EQ(trans.get_response_status(), wrong.want);
      EXPECT_FALSE(trans.is_dmi_allowed());
      trans.release();
      breaches += wrong.is_protocol;
      EXPECT_EQ(bench.at_bar.breaches().size(), breaches);
    }
    auto data = counting(8);
    EXPECT_EQ(bench.user.transport(tlm::TLM_WRITE_COMMAND, 8, data), tlm::TLM_OK_RESPONSE);
  });
  bench.run();
  EXPECT_EQ(bench.chip.stores.size(), 1u);
  EXPECT_EQ(bench.link.counters().loads, 1u) << "the one of no register has been to the chip";
  EXPECT_TRUE(bench.link.idle());
}

// sc_time wraps: without a check, what is requested at the end of time is done at once.
TEST(PcieTlm, UnreachableTimesAreRefused) {
  const PhaseWarnings warnings;
  sc_core::sc_report_handler::set_actions("/tinsim/tlm/phase", sc_core::SC_DO_NOTHING);
  PcieTlmBench bench(bench_params());
  const sc_time asked = at(100);
  bench.user.start([&] {
    sc_core::wait(asked);
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      auto& trans = bench.user.pool.allocate(command, 0x20, 8);
      sc_time delay = sc_core::sc_max_time();
      bench.user.socket->b_transport(trans, delay);
      EXPECT_EQ(trans.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
      trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      delay = sc_core::sc_max_time() - sc_time(1, SC_NS);
      EXPECT_EQ(bench.user.socket->nb_transport_fw(trans, phase, delay), tlm::TLM_COMPLETED);
      EXPECT_EQ(trans.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
      trans.release();
    }
    EXPECT_EQ(sc_core::sc_time_stamp(), asked);
    auto data = counting(8);
    EXPECT_EQ(bench.user.transport(tlm::TLM_WRITE_COMMAND, 8, data), tlm::TLM_OK_RESPONSE);
  });
  bench.run();
  EXPECT_EQ(bench.chip.stores.size(), 1u);
  EXPECT_EQ(warnings.count(), 4);
  EXPECT_EQ(bench.port.in_progress(), 0u);
}

TEST(PcieTlm, DebugAccessReadsAtOnceAndChangesNothing) {
  PcieTlmBench bench(bench_params());
  bench.chip.registers[5] = 77;
  auto& trans = bench.user.pool.allocate(tlm::TLM_READ_COMMAND, 5, 1);
  elaborate();
  EXPECT_EQ(bench.user.socket->transport_dbg(trans), 1u);
  EXPECT_EQ(trans.get_data_ptr()[0], 77);
  trans.get_data_ptr()[0] = 0;
  trans.set_streaming_width(0);  // which does not count
  EXPECT_EQ(bench.user.socket->transport_dbg(trans), 1u);
  EXPECT_EQ(trans.get_data_ptr()[0], 77);
  trans.set_write();
  EXPECT_EQ(bench.user.socket->transport_dbg(trans), 0u);
  trans.set_read();
  trans.set_address(1 << 17);
  EXPECT_EQ(bench.user.socket->transport_dbg(trans), 0u);
  tlm::tlm_dmi dmi;
  trans.set_address(0);
  EXPECT_FALSE(bench.user.socket->get_direct_mem_ptr(trans, dmi)) << "no DMI to the BAR";
  trans.release();
  expect_clean(bench);
}

/// Nonblocking calls, with several loads at once.
struct Pipelined : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
  explicit Pipelined(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.bind(*this);
  }
  void next() {
    if (sent == 20) return;
    auto& trans = pool.allocate(tlm::TLM_READ_COMMAND, 8 * sent++, 8);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay(1, SC_NS);
    EXPECT_EQ(socket->nb_transport_fw(trans, phase, delay), tlm::TLM_ACCEPTED);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_time& delay) override {
    if (phase == tlm::END_REQ) {
      sc_core::sc_spawn([this] { next(); });
      return tlm::TLM_ACCEPTED;
    }
    EXPECT_TRUE(trans.is_response_ok());
    EXPECT_EQ(trans.get_data_ptr()[0], trans.get_address());
    last = sc_core::sc_time_stamp();
    ++ended;
    if (ended % 3 == 0) {  // the response is over later, by a call
      sc_core::sc_spawn([this, &trans] {
        sc_core::wait(2, SC_NS);
        tlm::tlm_phase end = tlm::END_RESP;
        sc_time none = SC_ZERO_TIME;
        socket->nb_transport_fw(trans, end, none);
        trans.release();
      });
      return tlm::TLM_ACCEPTED;
    }
    delay += sc_time(1, SC_NS);
    phase = tlm::END_RESP;
    const bool updated = ended % 3 == 1;
    trans.release();
    return updated ? tlm::TLM_UPDATED : tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_initiator_socket<> socket;
  PayloadPool pool;
  unsigned sent = 0, ended = 0;
  sc_time last;
};

/// Ends each response at a time that never comes: by its return value, or by a call.
struct Endless : Pipelined {
  using Pipelined::Pipelined;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_time& delay) override {
    if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
    delay = sc_core::sc_max_time();
    phase = tlm::END_RESP;
    trans.release();
    if (++ended % 2 == 0) return tlm::TLM_UPDATED;
    EXPECT_EQ(socket->nb_transport_fw(trans, phase, delay), tlm::TLM_COMPLETED);
    return tlm::TLM_ACCEPTED;
  }
};

TEST(PcieTlm, ResponsesThatNeverEndEndAtOnce) {
  const PhaseWarnings warnings;
  sc_core::sc_report_handler::set_actions("/tinsim/tlm/phase", sc_core::SC_DO_NOTHING);
  RegisterFile chip;
  HostMemory memory(4096);
  PlainDmaMemory plain(memory);
  PcieLink link(bench_params(), plain);
  link.attach(static_cast<MmioTarget&>(chip));
  PcieLinkRunner runner("runner", link, chip, PcieTlmBench::kPs);
  PcieHostPort port("port", link, runner);
  Endless user("user");
  user.socket.bind(port.socket);
  sc_core::sc_spawn([&] {
    while (user.sent < 6) {
      user.next();
      sc_core::wait(at(10));
    }
  });
  sc_core::sc_start(at(10000));
  EXPECT_EQ(user.ended, 6u);
  EXPECT_EQ(port.in_progress(), 0u);
  EXPECT_EQ(user.pool.out(), 0u);
  EXPECT_EQ(warnings.count(), 6);
}

TEST(PcieTlm, NonblockingLoadsOverlapAndKeepTheProtocol) {
  const PhaseWarnings warnings;
  PcieParams params = bench_params();
  params.of_chip.nph = 20;
  RegisterFile chip;
  for (unsigned n = 0; n < 256; ++n) chip.registers[n] = static_cast<uint8_t>(n);
  HostMemory memory(4096);
  PlainDmaMemory plain(memory);
  PcieLink link(params, plain);
  link.attach(static_cast<MmioTarget&>(chip));
  PcieLinkRunner runner("runner", link, chip, PcieTlmBench::kPs);
  PcieHostPort port("port", link, runner);
  Pipelined user("user");
  TlmChecker checker("checker");
  user.socket.bind(checker.target);
  checker.initiator.bind(port.socket);
  sc_core::sc_spawn([&] { user.next(); });
  sc_core::sc_start(at(10000));
  checker.check_end();
  EXPECT_THAT(checker.breaches(), ::testing::IsEmpty());
  EXPECT_EQ(user.ended, 20u);
  EXPECT_EQ(warnings.count(), 0);
  EXPECT_EQ(user.pool.out(), 0u);
  EXPECT_EQ(port.in_progress(), 0u);
  // One takes more than two mmio_cycles; twenty after each other would take twenty times that.
  EXPECT_LT(user.last, at(4 * params.mmio_cycles));
}

}  // namespace
}  // namespace tinsim
