// SPDX-License-Identifier: Apache-2.0
// The TLM-2.0 sockets of a host: stores, loads and DMA; responses to what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/elaborate.h"
#include "testbench/pcie_tlm_bench.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using ::testing::IsEmpty;

Cycle on_wire(const PcieParams& params, uint32_t bytes) {
  return static_cast<Cycle>((bytes * params.rate.den + params.rate.num - 1) / params.rate.num);
}
sc_time at(Cycle cycle) { return {cycle * PcieTlmBench::kPs, sc_core::SC_PS}; }
std::vector<uint8_t> counting(unsigned size) {
  std::vector<uint8_t> data(size);
  for (unsigned n = 0; n < size; ++n) data[n] = static_cast<uint8_t>(3 * n + 1);
  return data;
}

void expect_clean(PcieTlmBench& bench) {
  bench.at_bar.check_end();
  bench.at_memory.check_end();
  EXPECT_THAT(bench.at_bar.breaches(), IsEmpty());
  EXPECT_THAT(bench.at_memory.breaches(), IsEmpty());
  EXPECT_EQ(bench.user.pool.out(), 0u);
  EXPECT_EQ(bench.dma.pool().out(), 0u);
  EXPECT_EQ(bench.port.in_progress(), 0u);
  EXPECT_TRUE(bench.link.idle());
}

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

TEST(PcieTlm, DebugAccessLooksAtOnceAndChangesNothing) {
  PcieTlmBench bench(bench_params());
  bench.chip.registers[5] = 77;
  auto& trans = bench.user.pool.allocate(tlm::TLM_READ_COMMAND, 5, 1);
  elaborate();
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

TEST(PcieTlm, NonblockingLoadsOverlapAndKeepTheProtocol) {
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
  EXPECT_THAT(checker.breaches(), IsEmpty());
  EXPECT_EQ(user.ended, 20u);
  EXPECT_EQ(sc_core::sc_report_handler::get_count("/tinsim/tlm/phase"), 0);
  EXPECT_EQ(user.pool.out(), 0u);
  EXPECT_EQ(port.in_progress(), 0u);
  // One takes more than two mmio_cycles; twenty after each other would take twenty times that.
  EXPECT_LT(user.last, at(4 * params.mmio_cycles));
}

/// Whatever the window by which the chip runs ahead of SystemC, and so of the memory.
void expect_dma_as_plain(Cycle window) {
  SCOPED_TRACE(window);
  PcieParams params = bench_params();
  params.read_sigma = 16 << 8;
  PcieTlmBench bench(params, SC_ZERO_TIME, window);
  PcieBench plain(params);
  const auto image = counting(8192);
  for (HostMemory* memory : {&bench.memory, &plain.memory})
    memory->write(0x1000, image.data(), image.size());
  const auto ask = [&](PcieLink& link) {
    const auto data = counting(3000);
    link.read(0, 0x1003, 4000, 1);
    link.write(0, 0x5001, {data.data(), 3000}, 2, true);
    link.read(0, 0x5fff, 2, 3);
    link.atomic(0, {AtomicOp::kFetchAdd, 8, 0x1100, 5, 0}, 4);
    link.atomic(0, {AtomicOp::kCompareSwap, 4, 0x1104, 6, 7}, 5);
    link.read(0, 1 << 20, 1, 6);
  };
  ask(bench.link);
  ask(plain.link);
  plain.run();
  bench.run();
  std::map<uint64_t, Cycle> want;
  std::vector<uint8_t> read;
  unsigned errors = 0;
  for (const auto& p : plain.pieces) {
    if (p.last) want[p.cookie] = p.at;
    read.insert(read.end(), p.bytes.begin(), p.bytes.end());
    errors += p.error;
  }
  for (const auto& l : plain.landed) want[l.cookie] = l.at;
  for (const auto& a : plain.atomics) want[a.cookie] = a.at;
  EXPECT_EQ((std::map<uint64_t, Cycle>{bench.chip.ended.begin(), bench.chip.ended.end()}), want);
  EXPECT_EQ(bench.chip.read, read);
  EXPECT_EQ(bench.chip.errors, errors);
  EXPECT_EQ(errors, 1u);
  std::vector<uint8_t> left(0x8000), right(0x8000);
  bench.memory.read(0, left.data(), left.size());
  plain.memory.read(0, right.data(), right.size());
  EXPECT_EQ(left, right);
  EXPECT_EQ(bench.dma.refused_writes(), 0u);
  expect_clean(bench);
}

TEST(PcieTlm, DmaThroughSocketsTakesTheTimeOfPlainMemory) { expect_dma_as_plain(1); }
TEST(PcieTlm, SoItDoesInWindows) { expect_dma_as_plain(64); }

/// In a window that the chip has been through nothing can be stored any more.
TEST(PcieTlm, AStoreTakesEffectBehindTheWindow) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params, SC_ZERO_TIME, 64);
  sc_time loaded;
  bench.user.start([&] {
    sc_core::wait(at(100));
    auto data = counting(8);
    bench.user.transport(tlm::TLM_WRITE_COMMAND, 0x20, data);
    bench.user.transport(tlm::TLM_READ_COMMAND, 0x20, data);
    EXPECT_EQ(data, counting(8));
    loaded = sc_core::sc_time_stamp();
  });
  bench.link.read(0, 0, 64, 1);  // keeps the chip going
  for (unsigned n = 1; n < 20; ++n)
    bench.user.start([&bench, n] {
      sc_core::wait(at(10 * n));
      std::vector<uint8_t> unused(8);
      bench.user.transport(tlm::TLM_READ_COMMAND, 8 * n, unused);
    });
  bench.run();
  ASSERT_EQ(bench.chip.stores.size(), 1u);
  const Cycle arrived = bench.chip.stores[0].second;
  EXPECT_GE(arrived, 100 + on_wire(params, 32) + params.mmio_cycles);
  // It waits for the last cycle of its window, and there for up to six loads before it.
  EXPECT_LE(arrived, 127 + on_wire(params, 32 + 6 * 24) + params.mmio_cycles);
  EXPECT_GE(loaded, at(arrived));
  expect_clean(bench);
}

TEST(PcieTlm, AnswersOfSlowMemoryComeWhenTheyAreThere) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params, sc_time(2000, SC_NS));
  bench.link.read(0, 0, 64, 1);
  bench.run();
  ASSERT_EQ(bench.chip.ended.size(), 1u);
  // 800 cycles from the request's arrival instead of read_cycles.
  EXPECT_EQ(bench.chip.ended[0].second, on_wire(params, 24) + 800 + on_wire(params, 84));
  expect_clean(bench);
}

TEST(PcieTlm, AWriteIsInMemoryWhenItIsDueAndNotBefore) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params);
  const auto data = counting(64);
  bench.link.write(0, 0x100, {data.data(), 64}, 1, false);
  const Cycle due = on_wire(params, 88) + params.write_cycles;
  bench.run(due - 1);
  EXPECT_EQ(bench.memory.pages(), 0u);
  bench.run(2);
  std::vector<uint8_t> seen(64);
  bench.memory.read(0x100, seen.data(), 64);
  EXPECT_EQ(seen, data);
}

TEST(PcieTlm, RefusedWritesAreCounted) {
  PcieTlmBench bench(bench_params());
  const auto data = counting(64);
  bench.link.write(0, 1 << 20, {data.data(), 64}, 1, true);
  bench.run();
  EXPECT_EQ(bench.dma.refused_writes(), 1u);
  EXPECT_EQ(bench.memory.pages(), 0u);
}

}  // namespace
}  // namespace tinsim
